import Score

extension Tuning {
  /// The tuning that the options ask for; nil for equal temperament at 440 Hz.
  init?(_ options: Options) throws(Failure) {
    guard let temperament = options.temperament else {
      guard let a4 = options.a4 else { return nil }
      self.init(a4: a4)
      return
    }
    if temperament.keyboard != nil, options.a4 != nil {
      throw Failure(
        .usage, "--a4 and a keyboard mapping both say how high the scale is", hint: "leave out one")
    }
    let scale = try Self.read(temperament.scale) { bytes throws(ScoreError) in
      try ScalaScale(scl: bytes)
    }
    var keyboard = ScalaKeyboard(a4: options.a4 ?? 440)
    if let path = temperament.keyboard {
      keyboard = try Self.read(path) { bytes throws(ScoreError) in try ScalaKeyboard(kbm: bytes) }
    }
    do throws(ScoreError) {
      try self.init(scale, on: keyboard)
    } catch {
      throw Failure(error, file: temperament.keyboard ?? temperament.scale)
    }
  }

  private static func read<Content>(
    _ path: String, _ reader: ([UInt8]) throws(ScoreError) -> Content
  ) throws(Failure) -> Content {
    let bytes = try FileBytes.read(path)
    do throws(ScoreError) { return try reader(bytes) } catch { throw Failure(error, file: path) }
  }
}

extension Options {
  /// The files that its tuning is read from.
  var tuningFiles: [String] {
    temperament.map { [$0.scale] + ($0.keyboard.map { [$0] } ?? []) } ?? []
  }
}
