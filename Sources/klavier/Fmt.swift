import AudioFile
import Score

/// Lays out a note script for the eye.
enum Fmt {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    guard options.inputs.count == 1 else {
      throw Failure(.usage, "fmt wants one note script", hint: "klavier fmt song.notes")
    }
    let source = options.inputs[0]
    let bytes = try FileBytes.read(source)
    let laidOut: [UInt8]
    do throws(ScoreError) {
      laidOut = try NoteScriptFormatter.format(bytes)
    } catch {
      throw Failure(ScoreError.otherThanScript(bytes) ?? error, file: Input.name(of: source))
    }
    // The output may be the input: it is read already, and replaced as a whole.
    let target = options.output ?? "-"
    let destination = Destination(argument: target)
    try Failure.of { () throws(AudioFileError) in
      try writeWholeFile(laidOut, to: destination)
    }
    return .done
  }
}
