public import Synthesis

/// A bank of sounds: a SoundFont 2 or 3, or an SFZ instrument.
///
/// It is mapped into memory and read where it is played: opening a large one costs no more than opening
/// a small one. The form is told by the content, never by the name.
public struct Bank: Sendable {
  /// What a bank is.
  enum Content: Sendable {
    case soundFont(SoundFontFile)
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
    let file = try SoundFontFile(try MappedFile(path: path))
    self.init(file, name: path.split(separator: "/").last.map(String.init) ?? path, decoder)
  }

  /// A SoundFont that is in memory.
  public init(
    soundFont bytes: [UInt8], name: String = "memory", decoder: (any SampleDecoder)? = nil
  ) throws(SoundFontError) {
    self.init(try SoundFontFile(MappedFile(bytes)), name: name, decoder)
  }

  private init(_ file: SoundFontFile, name: String, _ decoder: (any SampleDecoder)?) {
    content = .soundFont(file)
    self.decoder = decoder
    self.name = name
    warnings = file.warnings
  }

  /// Its presets, in file order.
  public var presets: [Preset] {
    switch content {
    case .soundFont(let file): (0..<file.presetCount).map(file.preset)
    }
  }

  func regions(of preset: Preset, warnings: inout [String]) -> [Region] {
    switch content {
    case .soundFont(let file): file.regions(ofPreset: preset.index, warnings: &warnings)
    }
  }
}
