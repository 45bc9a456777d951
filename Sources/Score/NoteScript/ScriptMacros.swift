/// The macros of a script: names for words that stand elsewhere.
struct ScriptMacros {
  struct Macro {
    /// The byte at which its name stands.
    let place: Int
    /// Its words.
    let body: Range<Int>
    /// How many words it stands for, other macros inside it counted with all of theirs.
    var size = 0
    var isUsed = false
  }

  /// By name.
  private(set) var all: [ArraySlice<UInt8>: Macro] = [:]

  /// Adds a macro; false if there is one of this name.
  mutating func add(_ name: ArraySlice<UInt8>, _ macro: Macro) -> Bool {
    guard all[name] == nil else { return false }
    all[name] = macro
    return true
  }

  subscript(name: ArraySlice<UInt8>) -> Macro? { all[name] }

  mutating func use(_ name: ArraySlice<UInt8>) { all[name]?.isUsed = true }

  /// Sorted: a dictionary's own order is another one in every run.
  var names: [String] { all.keys.map { String(decoding: $0, as: UTF8.self) }.sorted() }

  /// Counts the words of every macro, and finds those that contain themselves.
  mutating func measure(_ bytes: [UInt8], faults: inout ScriptFaults) {
    var measured: Set<ArraySlice<UInt8>> = []
    for (name, _) in all.sorted(by: { $0.value.place < $1.value.place }) {
      var open: [ArraySlice<UInt8>] = []
      _ = size(of: name, in: bytes, open: &open, measured: &measured, faults: &faults)
    }
  }

  // As deep as macros stand in each other, 64 at most.
  private mutating func size(
    of name: ArraySlice<UInt8>, in bytes: [UInt8], open: inout [ArraySlice<UInt8>],
    measured: inout Set<ArraySlice<UInt8>>, faults: inout ScriptFaults
  ) -> Int {
    guard let macro = all[name] else { return 0 }
    if measured.contains(name) { return macro.size }
    open.append(name)
    defer { open.removeLast() }
    var count = 0
    var cursor = ScriptCursor(bytes, macro.body)
    var beginsWord = true
    while !cursor.isAtEnd {
      let place = cursor.at
      if beginsWord, cursor.next == UInt8(ascii: "#") { break }
      beginsWord = true
      if cursor.take(UInt8(ascii: "$")), let inner = cursor.name() {
        let name = bytes[inner]
        if open.contains(name) {
          faults.error(
            place, "the macro \"\(String(decoding: name, as: UTF8.self))\" contains itself")
          continue
        }
        if open.count >= VoiceCompiler.deepest {
          faults.error(place, "macros stand more than \(VoiceCompiler.deepest) deep in each other")
          continue
        }
        let size = size(
          of: name, in: bytes, open: &open, measured: &measured, faults: &faults)
        count = min(count + size, VoiceCompiler.mostWords + 1)
      } else {
        cursor.at = max(cursor.at, place + 1)
        beginsWord = bytes[place].endsVoiceWord
        if !bytes[place].isBlank, cursor.isAtEnd || cursor.next.endsVoiceWord { count += 1 }
      }
    }
    measured.insert(name)
    all[name]?.size = count
    return count
  }
}
