import AudioFile
import Drawing

/// How a picture is to look.
struct PictureOptions: Sendable {
  /// Points, which are pixels of a PNG.
  var size = (width: 1200, height: 640)
  /// Light or dark.
  var theme = Theme.light
  /// What is shown, if not everything.
  var range: (from: TimePoint, to: TimePoint)?
  /// The form, if not by the output's name.
  var format: PictureFormat?
  /// The lanes, if not those that the input has.
  var lanes: [Lane] = []

  /// A lane by the name that it has on the command line.
  enum Lane: String, CaseIterable, Sendable {
    case roll, waveform, spectrogram
  }

  /// The format that was asked for, or that a path's extension names.
  func format(of path: String) throws(Failure) -> PictureFormat {
    if let format { return format }
    if path == "-" {
      throw Failure(
        .usage, "standard output has no name that says which picture is wanted",
        hint: "-f svg, png or pdf")
    }
    for format in PictureFormat.allCases where path.lowercased().hasSuffix(".\(format.rawValue)") {
      return format
    }
    throw Failure(
      .usage, "the name \(path) does not say which picture is wanted",
      hint: "end it with .svg, .png or .pdf")
  }

  /// Draws and writes.
  func save(_ picture: Picture, to path: String, inputs: [String]) throws(Failure) {
    let format = try format(of: path)
    if let input = inputThatIsOutput(path, inputs: inputs) {
      throw Failure(AudioFileError.outputIsInput(path: path, input: input))
    }
    let bytes: [UInt8]
    do throws(DrawingError) { bytes = try picture.draw(format) } catch {
      switch error {
      case .missingLibrary: throw Failure(.noInstrument, error.description)
      case .failed: throw Failure(.usage, error.description)
      }
    }
    do throws(AudioFileError) { try writeWholeFile(bytes, to: Destination(argument: path)) } catch {
      throw Failure(error)
    }
  }
}

extension Option {
  static let pictureOptions: [Option] = [
    Option("size", nil, .required("WxH"), .picture, "points; pixels of a PNG [1200x640]") {
      options, value throws(UsageError) in
      let parts = value.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw UsageError("'\(value)' is no size like 1200x640") }
      options.picture.size = (
        try Value.whole(parts[0], in: 100...Picture.sideLimit),
        try Value.whole(parts[1], in: 80...Picture.sideLimit)
      )
    },
    Option(
      "theme", nil, .required("NAME"), .picture, "light or dark [light]",
      completes: Value.words(Theme.self)
    ) { options, value throws(UsageError) in options.picture.theme = try Value.choice(value) },
    Option(
      "range", nil, .required("FROM..TO"), .picture,
      "show only this: seconds, m:ss or bBAR:BEAT on both sides"
    ) { options, value throws(UsageError) in
      guard let dots = value.firstRange(of: "..") else {
        throw UsageError("'\(value)' is no range like 10..20 or b5..b9")
      }
      options.picture.range = (
        try TimePoint(String(value[..<dots.lowerBound])),
        try TimePoint(String(value[dots.upperBound...]))
      )
    },
    Option(
      "lanes", nil, .required("LIST"), .picture,
      "of roll, waveform and spectrogram [all that the input has]",
      completes: Value.words(PictureOptions.Lane.self)
    ) { options, value throws(UsageError) in
      options.picture.lanes = []
      for name in value.split(separator: ",", omittingEmptySubsequences: false) {
        options.picture.lanes.append(try Value.choice(String(name)))
      }
    },
  ]
}
