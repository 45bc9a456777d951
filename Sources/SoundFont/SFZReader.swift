/// Makes regions of sections: each inherits from what stands above it.
struct SFZReader {
  /// More regions are refused.
  static let mostRegions = 1 << 17

  private typealias Opcode = (name: String, value: String)

  private let folder: String
  private(set) var regions: [Region] = []
  private(set) var samples: [String] = []
  private(set) var controllers: [(number: Int, value: UInt8)] = []
  private(set) var switches: ClosedRange<Int>?
  private(set) var firstSwitch: Int?
  private var missing = ShortList()
  private var generated = ShortList()
  private var unknown = ShortList()
  private var sampleIndex: [String: Int?] = [:]
  private var levels: [String: [Opcode]] = [:]
  private var region: (opcodes: [Opcode], line: Int)?
  private var defaultPath = ""
  private var noteOffset = 0
  private var octaveOffset = 0

  /// Reads the regions of a text; samples are looked for in a folder.
  init(_ text: SFZText, folder: String) throws(SoundFontError) {
    self.folder = folder
    for section in text.sections { try take(section) }
    try closeRegion()
    if regions.isEmpty { throw reasonOfSilence(text) }
  }

  /// Why there is no region.
  private func reasonOfSilence(_ text: SFZText) -> SoundFontError {
    if !missing.isEmpty {
      return SoundFontError(.malformed, "none of its samples is there: \(missing.text(5))")
    }
    if !generated.isEmpty {
      return SoundFontError(
        .unsupported,
        "of generated samples only \(GeneratedSample.names) are played, not \(generated.text(5))")
    }
    let found =
      text.sections.isEmpty
      ? "no header and no opcode" : "no <region> with a sample"
    return SoundFontError(.malformed, "\(found); expected an SFZ's '<region> sample=FILE'")
  }

  /// What was odd.
  var warnings: [String] {
    var said: [String] = []
    if !missing.isEmpty { said.append("samples not found: \(missing.text(5))") }
    if !generated.isEmpty {
      said.append(
        "of generated samples only \(GeneratedSample.names) are played, not \(generated.text(5))")
    }
    if !unknown.isEmpty { said.append("opcodes not played: \(unknown.text(12))") }
    return said
  }

  private mutating func take(_ section: SFZText.Section) throws(SoundFontError) {
    try closeRegion()
    switch section.header {
    case "control":
      for opcode in section.opcodes { control(opcode.name, opcode.value) }
    case "global", "master", "group":
      levels[section.header] = SFZReader.merged([SFZReader.opcodes(section)])
      // A new group of a kind ends all below it.
      if section.header == "global" { levels["master"] = nil }
      if section.header != "group" { levels["group"] = nil }
    case "region":
      let above = ["global", "master", "group"].map { levels[$0] ?? [] }
      region = (SFZReader.merged(above + [SFZReader.opcodes(section)]), section.line)
    default:
      unknown.add("<\(section.header)>")
    }
  }

  /// The opcodes of a section, as they are to be taken: within one, `pitch_keycenter` holds against `key`
  /// in either order (as in ARIA).
  private static func opcodes(_ section: SFZText.Section) -> [Opcode] {
    let all = section.opcodes.map { ($0.name, $0.value) }
    let centers = all.filter { $0.0 == "pitch_keycenter" }
    return centers.isEmpty ? all : all.filter { $0.0 != "pitch_keycenter" } + centers
  }

  /// All opcodes in order, of one name the last one only: `key` sets what `lokey` above it has set, and
  /// the other way round.
  private static func merged(_ lists: [[Opcode]]) -> [Opcode] {
    var last: [String: Int] = [:]
    let all = lists.joined()
    for (index, opcode) in all.enumerated() { last[opcode.name] = index }
    return all.enumerated().filter { last[$1.name] == $0 }.map(\.element)
  }

  private mutating func control(_ name: String, _ value: String) {
    switch name {
    case "default_path": defaultPath = value
    case "note_offset": noteOffset = min(max(Int(value) ?? 0, -127), 127)
    case "octave_offset": octaveOffset = min(max(Int(value) ?? 0, -10), 10)
    default:
      if let number = SFZReader.number(after: "set_cc", name), number < 128,
        let value = Double(value), value.isFinite
      {
        controllers.append((number, UInt8(min(max(value, 0), 127))))
      } else if let number = SFZReader.number(after: "set_hdcc", name), number < 128,
        let value = Double(value), value.isFinite
      {
        controllers.append((number, UInt8(min(max(value, 0), 1) * 127)))
      } else if !name.hasPrefix("label_") && !name.hasPrefix("hint_") && name != "image" {
        unknown.add(name)
      }
    }
  }

  private static func number(after prefix: String, _ name: String) -> Int? {
    name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
  }

  /// The index of a sample's file; nil if there is none.
  private mutating func sample(_ name: String) -> Int? {
    let isGenerated = name.hasPrefix("*")
    // A path is the default path and the name, put together as text.
    let whole = isGenerated ? name : defaultPath + name
    if let known = sampleIndex[whole] { return known }
    let path =
      isGenerated
      ? GeneratedSample(rawValue: name)?.rawValue : SampleFolder.find(whole, in: folder)
    var index: Int?
    if let path {
      index = samples.count
      samples.append(path)
    } else if isGenerated {
      generated.add(name)
    } else {
      missing.add(whole)
    }
    sampleIndex[whole] = .some(index)
    return index
  }

  private mutating func closeRegion() throws(SoundFontError) {
    guard let (opcodes, line) = region else { return }
    region = nil
    guard let name = opcodes.last(where: { $0.name == "sample" })?.value,
      let index = sample(name)
    else { return }
    guard regions.count < SFZReader.mostRegions else {
      throw SoundFontError(.tooLarge, "more than \(SFZReader.mostRegions) regions", line: line)
    }
    var build = SFZRegionBuilder(noteOffset: noteOffset + 12 * octaveOffset)
    build.rules.sample = index
    for (name, value) in opcodes where name != "sample" {
      if !build.take(name, value) { unknown.add(name) }
    }
    if let range = build.switches { switches = range }
    if let first = build.firstSwitch { firstSwitch = first }
    regions.append(build.region(index: regions.count))
  }
}

/// Names, each once, of which messages show the first few.
struct ShortList {
  private var names: [String] = []
  private var known: Set<String> = []

  var isEmpty: Bool { names.isEmpty }

  /// Adds a name that is not there yet.
  mutating func add(_ name: String) {
    if known.insert(name).inserted { names.append(name) }
  }

  /// `a, b and 3 more`, of at most `most` names.
  func text(_ most: Int) -> String {
    let shown = names.prefix(most).joined(separator: ", ")
    return names.count > most ? "\(shown) and \(names.count - most) more" : shown
  }
}
