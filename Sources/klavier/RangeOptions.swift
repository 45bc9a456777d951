import Score

/// Options: begin and end.
extension Option {
  static let rangeOptions: [Option] = [
    Option(
      "tail", nil, .required("TIME"), .range,
      "where the file ends: auto (when the sound has fallen below -90 dBFS), none (at the last event) or seconds after the last event [auto; none with --end]",
      completes: .words(["auto", "none"])
    ) { options, value throws(UsageError) in
      switch value {
      case "auto": options.tail = .auto
      case "none": options.tail = Options.Tail.none
      default: options.tail = .seconds(try Value.number(value, in: 0...86_400))
      }
    },
    Option(
      "start", nil, .required("TIME"), .range,
      "begin there: seconds (12.5), m:ss (1:02.5) or bBAR:BEAT (b3:2.5); what sounds or is set before is heard [0]"
    ) { options, value throws(UsageError) in options.start = try TimePoint(value) },
    Option(
      "end", nil, .required("TIME"), .range,
      "cut there, at a time as for --start; with --tail keys and pedals go up there and ring on"
    ) { options, value throws(UsageError) in options.end = try TimePoint(value) },
    Option(
      "until-eot", nil, .none, .range,
      "last until the last event of any kind, also where it comes long after the last note"
    ) { options, _ throws(UsageError) in options.performance.lastsUntilEndOfTrack = true },
    Option("trim-start", nil, .none, .range, "leave out the silence before the first sound") {
      options, _ throws(UsageError) in options.trimStart = true
    },
  ]
}
