extension Options {
  /// Refuses what shapes the render of a score where there is none; `because` says what there is instead.
  func refuseScoreOptions(_ because: String, but used: [String] = []) throws(Failure) {
    let sections: [Option.Section] = [.input, .sound, .range, .playing]
    for name in given where !used.contains(name) && name != "jobs" {
      guard let option = Option.named(name),
        sections.contains(option.section) || ["rate", "gain", "backends"].contains(name)
      else { continue }
      throw Failure(.usage, "--\(name) is for a score, and \(because)", hint: "leave it out")
    }
  }

  /// Refuses options that another one would have to give a meaning.
  func refuse(_ names: [String], without needed: String, _ isThere: Bool) throws(Failure) {
    if isThere { return }
    for name in names where given.contains(name) {
      throw Failure(.usage, "--\(name) says something only together with --\(needed)")
    }
  }
}
