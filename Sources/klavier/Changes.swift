import Score

/// What the options change of a score before it is performed.
extension Score {
  /// The score as it is to be played, and the options with its own range.
  ///
  /// A range that is repeated ends later; deviations are drawn last, so that no two rounds are alike.
  func changed(by options: Options) -> (score: Score, options: Options) {
    var score = faster(by: options.tempo)
    var options = options
    if options.times > 1 {
      let map = TempoMap(score)
      let begin = options.start?.tick(in: score, map) ?? 0
      let end =
        options.end?.tick(in: score, map)
        ?? Performance(score, options: options.performance).endTick
      if end > begin {
        score = score.repeating(from: begin, to: end, times: options.times)
        if options.end != nil {
          options.end = .tick(begin + Int64(options.times) * (end - begin))
        }
      }
    }
    if options.humanize > 0 {
      score = score.humanized(by: options.humanize, seed: options.seed)
    }
    return (score, options)
  }
}
