public import Measurement
import Score

/// One self-contained page to listen to renders of a score, look at them and compare them.
///
/// Sound, pictures, style and script are inside; the page asks no network and works from a file.
public struct Report: Sendable {
  /// The sound of one voice in one render, as a file's bytes.
  public struct Stem: Sendable {
    /// The index of the voice; nil where a render is not split, and no check box mutes it.
    public var voice: Int?
    /// An audio file that browsers decode (Ogg Opus or FLAC).
    public var audio: [UInt8]

    /// A stem.
    public init(voice: Int?, audio: [UInt8]) {
      self.voice = voice
      self.audio = audio
    }
  }

  /// One way the score was rendered.
  public struct Render: Sendable {
    /// What a listener chooses by, for instance the instrument.
    public var name: String
    /// Its stems; their sum is the render.
    public var stems: [Stem]
    /// What makes it as loud as the first render, in dB.
    public var matchDecibels: Double

    /// A render.
    public init(name: String, stems: [Stem], matchDecibels: Double = 0) {
      self.name = name
      self.stems = stems
      self.matchDecibels = matchDecibels
    }
  }

  /// A note of the instrument for the keyboard to play.
  public struct KeySample: Sendable {
    /// 0…127.
    public var key: Int
    /// An audio file that browsers decode.
    public var audio: [UInt8]

    /// A sample.
    public init(key: Int, audio: [UInt8]) {
      self.key = key
      self.audio = audio
    }
  }

  /// Shown above everything and in the window's title.
  public var title: String
  /// Shown below the title.
  public var subtitle: String
  /// What can be listened to, the first chosen.
  public var renders: [Render]
  /// The score.
  public var roll: Roll
  /// How long the longest render is.
  public var seconds: Double
  /// A PNG of the first render's spectrogram over the whole time, without margins.
  public var spectrogram: [UInt8]?
  /// The second render against the first.
  public var comparison: Comparison?
  /// The keyboard's sounds.
  public var keys: [KeySample]

  /// A report.
  public init(
    title: String, subtitle: String, renders: [Render], roll: Roll, seconds: Double,
    spectrogram: [UInt8]? = nil, comparison: Comparison? = nil, keys: [KeySample] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.renders = renders
    self.roll = roll
    self.seconds = seconds
    self.spectrogram = spectrogram
    self.comparison = comparison
    self.keys = keys
  }

  /// The page.
  public func html() -> String {
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
      <link rel="icon" href="data:,">
      <title>\(Self.escaped(title))</title>
      <style>
      \(Self.text(PackageResources.page_css))</style>
      </head>
      <body>
      <main>
      <header>
      <h1>\(Self.escaped(title))</h1>
      <p class="faint">\(Self.escaped(subtitle))</p>
      </header>

      """
    page += Self.transport
    page += choices
    page += pictures
    page += Self.keyboard
    if renders.count > 1 { page += blindTest }
    if let comparison { page += Self.tables(comparison, names: renders.map(\.name)) }
    page += "</main>\n"
    page += "<script type=\"application/json\" id=\"data\">\(json)</script>\n"
    page += "<script>\n\(Self.script)</script>\n"
    // After the script, so that the page is seen before its sound has been read.
    for (id, bytes) in audio {
      page += "<script type=\"text/plain\" id=\"\(id)\">\(Base64.text(bytes))</script>\n"
    }
    page += "</body>\n</html>\n"
    return page
  }

  /// The page's script: what each file defines the later ones use.
  private static var script: String {
    [
      PackageResources.player_js, PackageResources.keyboard_js, PackageResources.roll_js,
      PackageResources.blind_test_js, PackageResources.tables_js, PackageResources.page_js,
    ].map(text).joined(separator: "\n")
  }

  private var audio: [(id: String, bytes: [UInt8])] {
    var all: [(String, [UInt8])] = []
    for (r, render) in renders.enumerated() {
      for (s, stem) in render.stems.enumerated() { all.append(("audio-\(r)-\(s)", stem.audio)) }
    }
    for sample in keys { all.append(("key-\(sample.key)", sample.audio)) }
    return all
  }

  /// What the script works on.
  ///
  /// No `<` is left in it, so that no text can end the element or begin a comment.
  private var json: String {
    func rounded(_ seconds: Double) -> JSON { .number((seconds * 10_000).rounded() / 10_000) }
    let notes = roll.notes.sorted { $0.on < $1.on }.map { note -> JSON in
      .array([
        rounded(note.on), rounded(note.off), .integer(note.key), .integer(Int(note.velocity)),
        .integer(note.voice),
      ])
    }
    let pedals = roll.pedals.map { curve -> JSON in
      .object([
        .init("name", .string(curve.name)),
        .init(
          "points",
          .array(curve.points.map { .array([rounded($0.seconds), .number($0.depth)]) })),
      ])
    }
    let all: JSON = .object([
      .init("seconds", .number(seconds)),
      .init("notes", .array(notes)),
      .init("pedals", .array(pedals)),
      .init("bars", .array(roll.barSeconds.map(rounded))),
      .init(
        "renders",
        .array(
          renders.enumerated().map { r, render in
            .object([
              .init("name", .string(render.name)),
              .init("matchDB", .number((render.matchDecibels * 100).rounded() / 100)),
              .init(
                "stems",
                .array(
                  render.stems.enumerated().map { s, stem in
                    .object([
                      .init("voice", stem.voice.map(JSON.integer) ?? .null),
                      .init("audio", .string("audio-\(r)-\(s)")),
                    ])
                  })),
            ])
          })),
      .init(
        "keys",
        .array(
          keys.map {
            .object([
              .init("key", .integer($0.key)), .init("audio", .string("key-\($0.key)")),
            ])
          })),
    ])
    return Self.replacing("<", by: "\\u003c", in: all.text)
  }
}

extension Report {
  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  static func escaped(_ text: String) -> String {
    var out = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      default: out.unicodeScalars.append(character)
      }
    }
    return out
  }

  static func replacing(_ old: String, by new: String, in text: String) -> String {
    var out: [UInt8] = []
    let bytes = Array(text.utf8)
    let from = Array(old.utf8)
    var i = 0
    while i < bytes.count {
      if bytes[i...].starts(with: from) {
        out += Array(new.utf8)
        i += from.count
      } else {
        out.append(bytes[i])
        i += 1
      }
    }
    return Self.text(out)
  }
}
