import Score

extension Options {
  /// Refuses a sequence that a score does not have.
  func checkSequence(of score: Score) throws(Failure) {
    guard score.isSequential, let number = performance.sequence, number > score.tracks.count else {
      return
    }
    throw Failure(
      .usage, "there is no sequence \(number)",
      hint: "the file has \(Text.count(score.tracks.count, "sequence"))")
  }

  /// Refuses what contradicts itself, before anything is opened.
  func checkRender() throws(Failure) {
    if inputs.isEmpty {
      throw Failure(.usage, "render wants a score", hint: "klavier song.mid -o song.flac")
    }
    if level.isMeasured { try Failure.needLoudness() }
    let single = [
      ("-o", output != nil), ("--labels", labels != nil), ("--lyrics", lyrics != nil),
    ]
    for (name, isGiven) in single where isGiven && inputs.count > 1 {
      throw Failure(
        .usage, "one \(name) for \(inputs.count) inputs",
        hint: "leave it out, or use klavier batch")
    }
  }
}
