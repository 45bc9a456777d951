import AudioFile
import Glibc
import Score
import Synthesis

/// Where a render goes and in which form, decided before anything is rendered.
struct Target: Sendable {
  /// The place.
  let destination: Destination
  /// The form.
  let format: AudioFormat
  /// What is added before rounding.
  let dither: Dither

  /// The path, `-` for standard output.
  var path: String {
    switch destination {
    case .path(let path): path
    case .standardOutput: "-"
    case .scratch: destination.name
    }
  }

  /// Whether the audio goes where answers would go.
  var isStandardOutput: Bool {
    guard case .path(let path) = destination else { return true }
    var (file, output) = (stat(), stat())
    return unsafe stat(path.fileName, &file) == 0 && fstat(STDOUT_FILENO, &output) == 0
      && file.st_dev == output.st_dev && file.st_ino == output.st_ino
  }

  /// The target of an input, by the options.
  ///
  /// - Parameters:
  ///   - input: the path of the score, `-` for standard input.
  ///   - folder: where an output without a name is put; the current folder is "".
  init(for input: String, in folder: String = "", _ options: Options) throws(Failure) {
    let container = try Self.container(options)
    let rate = options.rate ?? container.nearestRate(to: 44_100)
    do throws(AudioFileError) {
      format = try AudioFormat(
        container, encoding: options.encoding, rate: rate, channels: options.channels)
    } catch {
      throw Failure(.usage, error.description)
    }
    dither = options.dither ?? (format.encoding == .s16 ? Dither.tpdf : Dither.none)
    switch options.output {
    case let output?: destination = Destination(argument: output)
    case nil:
      let path = folder + Self.stem(of: input) + "." + container.pathExtension
      destination = .path(path)
      if !options.force { try Self.refuseExisting(path) }
    }
  }

  /// The container that was asked for, by name or by the output's extension.
  private static func container(_ options: Options) throws(Failure) -> Container {
    if let named = options.format { return named }
    guard let output = options.output, output != "-" else { return .wav }
    if let found = Container(pathExtension: output) { return found }
    // A device or a pipe has no extension to tell by.
    var found = stat()
    if unsafe stat(output.fileName, &found) == 0, found.st_mode & S_IFMT != S_IFREG,
      found.st_mode & S_IFMT != S_IFDIR
    {
      return .wav
    }
    throw Failure(
      .usage, "the name \(output) does not say which format is wanted",
      hint: "end it with that of a format, \(AudioFormat.containerNames), or name one with -f")
  }

  /// The last part of a path without its extension; `output` for standard input.
  static func stem(of path: String) -> String {
    if path == "-" { return "output" }
    let name = path.pathNames.last ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  private static func refuseExisting(_ path: String) throws(Failure) {
    var found = stat()
    if unsafe lstat(path.fileName, &found) == 0 {
      throw Failure(
        .noOutput, "\(path) exists already",
        hint: "--force replaces it, -o gives the output another name")
    }
  }

  /// Refuses an output that is one of the files to be read.
  func refuseInputs(_ inputs: [String]) throws(Failure) {
    if let input = inputThatIsOutput(path, inputs: inputs) {
      throw Failure(AudioFileError.outputIsInput(path: path, input: input))
    }
  }
}

extension Destination {
  /// What an argument means: `-` is standard output.
  init(argument path: String) { self = path == "-" ? .standardOutput : .path(path) }
}

extension Failure {
  /// Refuses two inputs that would become one file; `hint` says what to do about it.
  static func refuseShared(
    _ outputs: [(input: String, output: String)], hint: String
  ) throws(Failure) {
    // By bytes: texts are equal where names are not, as with é of one character and of two.
    var inputs: [[UInt8]: String] = [:]
    for (input, output) in outputs {
      if let other = inputs.updateValue(input, forKey: output.fileNameBytes) {
        throw Failure(
          .usage, "\(other) and \(input) would both become \(output)", hint: hint)
      }
    }
  }

  /// What `body` makes; an audio file's error becomes a failure with its status.
  static func of<Result: ~Copyable>(
    _ body: () throws(AudioFileError) -> Result
  ) throws(Failure) -> Result {
    do throws(AudioFileError) { return try body() } catch { throw Failure(error) }
  }

  /// What goes wrong with an audio file, with its status.
  init(_ error: AudioFileError) {
    switch error {
    case .impossible: self.init(.usage, error.description)
    case .cannotCreate, .outputIsInput: self.init(.noOutput, error.description)
    case .writeFailed: self.init(.writeFailed, error.description)
    case .closedPipe: self.init(.closedPipe)
    case .cannotRead: self.init(.noInput, error.description)
    case .notAudio: self.init(.badInput, error.description)
    }
  }
}
