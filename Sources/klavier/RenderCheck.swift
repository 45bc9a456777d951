extension Options {
  /// Refuses what contradicts itself, before anything is opened.
  func checkRender() throws(Failure) {
    if inputs.isEmpty {
      throw Failure(.usage, "render wants a score", hint: "klavier song.mid -o song.flac")
    }
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
