/// Renders scores to audio files.
enum Render {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    throw Failure(.noInstrument, "nothing can render yet")
  }
}
