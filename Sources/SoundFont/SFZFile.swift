import Synthesis

/// An SFZ instrument: its regions, and where their samples lie.
final class SFZFile: Sendable {
  let name: String
  let regions: [Region]
  /// The files of the samples, by `SFZRules.sample`.
  let samples: [String]
  /// What controllers stand at before the score says anything.
  let controllers: [(number: Int, value: UInt8)]
  /// The keys that choose between regions, and the one at the start.
  let switches: ClosedRange<Int>?
  let firstSwitch: Int?
  let warnings: [String]

  /// Reads an instrument at a path.
  init(path: String, bytes: [UInt8]) throws(SoundFontError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
    name = parts.last.map(String.init) ?? path
    let root = folder.isEmpty ? "/" : folder
    let text = try SFZText(bytes) { name throws(SoundFontError) in
      guard let found = SampleFolder.find(name, in: root) else {
        throw SoundFontError(.unreadable, "#include \"\(name)\": no such file")
      }
      let file = try MappedFile(path: found)
      return file.bytes(0..<file.count)
    }
    var reader = SFZReader(folder: root)
    for section in text.sections { reader.take(section) }
    reader.closeRegion()
    regions = reader.regions
    samples = reader.samples
    controllers = reader.controllers
    switches = reader.switches
    firstSwitch = reader.firstSwitch
    warnings = reader.warnings
    if regions.isEmpty {
      throw SoundFontError(
        .malformed,
        reader.missing.isEmpty
          ? "no <region> with a sample"
          : "none of its samples is there: \(reader.missingText)")
    }
  }

  /// Whether a text can be an SFZ: a header in angle brackets, or an opcode, and no bytes 0.
  static func isLikely(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    return !head.contains(0)
      && ["<region>", "<group>", "<global>", "<control>", "<master>", "#define", "#include"]
        .contains { text.contains($0) }
  }
}

/// Makes regions of sections: each inherits from what stands above it.
private struct SFZReader {
  let folder: String
  var regions: [Region] = []
  var samples: [String] = []
  var controllers: [(number: Int, value: UInt8)] = []
  var switches: ClosedRange<Int>?
  var firstSwitch: Int?
  var missing: [String] = []
  private var sampleIndex: [String: Int?] = [:]
  private var levels: [String: [String: String]] = [:]
  private var region: [String: String]?
  private var defaultPath = ""
  private var noteOffset = 0
  private var octaveOffset = 0
  private var unknown: [String] = []
  private var isOdd = false

  init(folder: String) { self.folder = folder }

  var missingText: String {
    let shown = missing.prefix(5).joined(separator: ", ")
    return missing.count > 5 ? "\(shown) and \(missing.count - 5) more" : shown
  }

  var warnings: [String] {
    var said: [String] = []
    if !missing.isEmpty { said.append("samples not found: \(missingText)") }
    if !unknown.isEmpty {
      let shown = unknown.prefix(12).joined(separator: ", ")
      said.append(
        "opcodes not played: \(shown)"
          + (unknown.count > 12 ? " and \(unknown.count - 12) more" : ""))
    }
    return said
  }

  private mutating func note(unknown name: String) {
    if !unknown.contains(name) { unknown.append(name) }
  }

  mutating func take(_ section: SFZText.Section) {
    closeRegion()
    switch section.header {
    case "control":
      for opcode in section.opcodes { control(opcode.name, opcode.value) }
    case "global", "master", "group":
      var own: [String: String] = [:]
      for opcode in section.opcodes { own[opcode.name] = opcode.value }
      levels[section.header] = own
      // A new group of a kind ends all below it.
      if section.header == "global" { levels["master"] = nil }
      if section.header != "group" { levels["group"] = nil }
    case "region":
      var all: [String: String] = [:]
      for level in ["global", "master", "group"] {
        all.merge(levels[level] ?? [:]) { $1 }
      }
      for opcode in section.opcodes { all[opcode.name] = opcode.value }
      region = all
    default:
      note(unknown: "<\(section.header)>")
    }
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
        note(unknown: name)
      }
    }
  }

  private static func number(after prefix: String, _ name: String) -> Int? {
    name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
  }

  /// The index of a sample's file; nil if there is none.
  private mutating func sample(_ name: String) -> Int? {
    // A path is the default path and the name, put together as text.
    let whole = defaultPath + name
    if let known = sampleIndex[whole] { return known }
    var index: Int?
    if let path = SampleFolder.find(whole, in: folder) {
      index = samples.count
      samples.append(path)
    } else {
      missing.append(whole)
    }
    sampleIndex[whole] = .some(index)
    return index
  }

  mutating func closeRegion() {
    guard let opcodes = region else { return }
    region = nil
    guard let name = opcodes["sample"], name != "*silence" else { return }
    if name.hasPrefix("*") {
      note(unknown: "sample=\(name)")
      return
    }
    guard let index = sample(name) else { return }
    var build = SFZRegionBuilder(noteOffset: noteOffset + 12 * octaveOffset)
    build.rules.sample = index
    for (name, value) in opcodes.sorted(by: { $0.key < $1.key }) where name != "sample" {
      if !build.take(name, value) { note(unknown: name) }
    }
    if let range = build.switches { switches = range }
    if let first = build.firstSwitch { firstSwitch = first }
    regions.append(build.region(index: regions.count))
  }
}
