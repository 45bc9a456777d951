import Synthesis

/// An SFZ instrument: its regions, and where their samples lie.
final class SFZFile: Sendable {
  let name: String
  let regions: [Region]
  /// The files of the samples, by `SFZRules.sample`; generated ones by their names.
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
    let reader = try SFZReader(text, folder: root)
    regions = reader.regions
    samples = reader.samples
    controllers = reader.controllers
    switches = reader.switches
    firstSwitch = reader.firstSwitch
    warnings = reader.warnings
  }

  /// Whether a text can be an SFZ: a header in angle brackets, or an opcode, and no bytes 0.
  static func isLikely(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    return !head.contains(0)
      && ["<region>", "<group>", "<global>", "<control>", "<master>", "#define", "#include"]
        .contains { text.contains($0) }
  }
}
