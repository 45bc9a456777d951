import AudioFile
import Score

/// Tells what is in a file: a score, a SoundFont, an audio file.
enum Info {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    if options.inputs.isEmpty { throw Failure(.usage, "info wants a file") }
    var warnings = Warnings()
    for path in options.inputs {
      Messages.answer(try answer(to: path, options, &warnings).joined(separator: "\n"))
    }
    try warnings.check(options)
    return .done
  }

  /// The lines for a person, or the one of JSON.
  private static func answer(
    to path: String, _ options: Options, _ warnings: inout Warnings
  ) throws(Failure) -> [String] {
    switch options.inputFormat == nil ? try FileForm(path) : .score {
    case .soundFont:
      let info = try BankInfo(path)
      warnings.add(info.warnings, file: path)
      return options.json ? [info.json.text] : info.lines
    case .audio:
      let info = try AudioInfo(path)
      warnings.add(info.warnings, file: path)
      return options.json ? [info.json.text] : info.lines
    case .score:
      let input = try Input(path, options)
      let info = ScoreInfo(input)
      warnings.add(info.warnings, file: input.name)
      return options.json ? [info.json.text] : info.lines
    }
  }
}

/// What kind of file a path leads to, by its first bytes.
enum FileForm: Sendable, Hashable {
  case score, soundFont, audio

  init(_ path: String) throws(Failure) {
    self.init(head: try FileBytes.head(path, count: 4096))
    if self != .score { try Self.refusePipe(path) }
  }

  /// Sounds and SoundFonts are read here and there, which a pipe cannot do.
  static func refusePipe(_ path: String) throws(Failure) {
    guard FileBytes.isPipe(path) else { return }
    throw Failure(
      .badInput, file: Input.name(of: path), "a sound or a SoundFont cannot be read from a pipe",
      hint: "give the path of a file")
  }

  init(head: [UInt8]) {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: text.utf8)
    }
    if has("MThd") {
      self = .score
    } else if has("RIFF"), has("sfbk", at: 8) || has("sfpk", at: 8) {
      self = .soundFont
    } else if ["fLaC", "OggS", "FORM", ".snd", "caff", "riff", "RF64", "ID3"].contains(where: {
      has($0)
    })
      || has("RIFF") && has("WAVE", at: 8) || Self.isMP3(head)
    {
      self = .audio
    } else if Self.isSFZ(head) {
      self = .soundFont
    } else {
      self = .score
    }
  }

  /// A frame of MPEG audio, layer III (ISO 11172-3, 2.4.1.3): eleven bits set, then version, then layer.
  private static func isMP3(_ head: [UInt8]) -> Bool {
    head.count > 1 && head[0] == 0xFF && head[1] & 0xE6 == 0xE2
  }

  /// A text with a header of SFZ at the start of a line, before any other markup.
  private static func isSFZ(_ head: [UInt8]) -> Bool {
    for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = line.drop { $0 == " " || $0 == "\t" }
      if text.hasPrefix("<region>") || text.hasPrefix("<group>") || text.hasPrefix("<global>")
        || text.hasPrefix("<control>") || text.hasPrefix("<master>")
      {
        return true
      }
      if !text.isEmpty, !text.hasPrefix("//") { return text.hasPrefix("#define") }
    }
    return false
  }
}
