public import Synthesis

/// A bank of sounds: a SoundFont 2 or 3, or an SFZ instrument.
///
/// It is mapped into memory and read where it is played: opening a large one costs no more than opening
/// a small one. The form is told by the content, never by the name.
public struct Bank: Sendable {
  /// What a bank is.
  enum Content: Sendable {
    case soundFont(SoundFontFile)
    case sfz(SFZFile)
  }

  let content: Content
  let decoder: (any SampleDecoder)?
  /// The name of its file, without the folder.
  public let name: String
  /// What was odd on opening.
  public let warnings: [String]

  /// Opens a bank.
  ///
  /// `decoder` is needed for compressed samples; without it they are silent.
  public init(path: String, decoder: (any SampleDecoder)? = nil) throws(SoundFontError) {
    let file = try MappedFile(path: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let head = file.bytes(0..<min(file.count, 1 << 16))
    let isNamedSFZ = name.lowercased().hasSuffix(".sfz")
    if !head.starts(with: Array("RIFF".utf8)), SFZFile.isLikely(head) || isNamedSFZ {
      let sfz = try SFZFile(path: path, bytes: file.bytes(0..<file.count))
      self.init(.sfz(sfz), name: name, decoder, warnings: sfz.warnings)
    } else {
      let soundFont = try SoundFontFile(file)
      self.init(.soundFont(soundFont), name: name, decoder, warnings: soundFont.warnings)
    }
  }

  /// A SoundFont that is in memory.
  public init(
    soundFont bytes: [UInt8], name: String = "memory", decoder: (any SampleDecoder)? = nil
  ) throws(SoundFontError) {
    let file = try SoundFontFile(MappedFile(bytes))
    self.init(.soundFont(file), name: name, decoder, warnings: file.warnings)
  }

  /// An SFZ whose text is in memory; its samples and includes are looked for in `folder`.
  public init(
    sfz text: [UInt8], folder: String, name: String = "memory.sfz",
    decoder: (any SampleDecoder)? = nil
  ) throws(SoundFontError) {
    let sfz = try SFZFile(path: folder + "/" + name, bytes: text)
    self.init(.sfz(sfz), name: name, decoder, warnings: sfz.warnings)
  }

  private init(
    _ content: Content, name: String, _ decoder: (any SampleDecoder)?, warnings: [String]
  ) {
    self.content = content
    self.decoder = decoder
    self.name = name
    self.warnings = warnings
  }

  /// Its presets, in file order.
  public var presets: [Preset] {
    switch content {
    case .soundFont(let file): (0..<file.presetCount).map(file.preset)
    case .sfz(let file): [Preset(index: 0, name: file.name, bank: 0, program: 0)]
    }
  }

  /// The regions of a preset; `left` is how many there may still be.
  func regions(of preset: Preset, left: inout Int, warnings: inout [String]) -> [Region] {
    switch content {
    case .soundFont(let file):
      file.regions(ofPreset: preset.index, left: &left, warnings: &warnings)
    case .sfz(let file): file.regions
    }
  }
}
