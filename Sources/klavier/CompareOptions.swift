import Measurement

/// What `compare` is asked for.
struct CompareOptions: Sendable {
  /// How much may differ at all, if said.
  var profile: Tolerance?
  /// The single limits, by their options' names, in their order.
  var limits: [(name: String, set: @Sendable (inout Tolerance) -> Void)] = []
  /// The two backends that render one score, if said.
  var backends: [Options.Backend] = []
  /// Where the aligned difference is written, if anywhere.
  var difference: String?
  /// Where a picture of both and of their difference is written, if anywhere.
  var picture: String?

  /// How much may differ: the profile with the single limits in place of its own; with limits alone nothing else is
  /// limited, without any nothing may differ.
  var tolerance: Tolerance {
    limited(profile ?? (limits.isEmpty ? .exact : Tolerance()))
  }

  /// The single limits alone.
  var asked: Tolerance { limited(Tolerance()) }

  private func limited(_ profile: Tolerance) -> Tolerance {
    var tolerance = profile
    for limit in limits { limit.set(&tolerance) }
    return tolerance
  }
}

extension Option {
  static let compareOptions: [Option] = [
    Option(
      "tolerance", nil, .required("PROFILE"), .compare,
      "how much may differ: exact, bits:N (N steps of 16 bits), backend (another synthesizer of the same font) or listening [exact]",
      completes: .words(["exact", "bits:1", "backend", "listening"])
    ) { options, value throws(UsageError) in
      options.comparing.profile = try Tolerance(option: value)
    },
    limit("max-residual", "DB", "the residual after alignment, in dB re the second", -200...100) {
      $0.maxResidualDB = $1
    },
    limit("max-lag", "FRAMES", "the lag", 0...1e9) { $0.maxLagFrames = $1 },
    limit("max-level", "DB", "the difference of level", 0...200) { $0.maxGainDB = $1 },
    limit("max-spectral", "DB", "the mean log-mel distance", 0...200) { $0.maxSpectralDB = $1 },
    limit(
      "max-moment", "DB", "the difference of ten of 48 bands at once at the worst moment", 0...200
    ) { $0.maxMomentDB = $1 },
    limit("max-onset", "FRAMES", "the largest deviation of an onset", 0...1e9) {
      $0.maxOnsetFrames = $1
    },
    limit("max-pitch", "CENTS", "the difference of any note's pitch", 0...1200) {
      $0.maxPitchCents = $1
    },
    limit("max-note", "DB", "the difference of any note's level", 0...200) { $0.maxNoteDB = $1 },
    Option(
      "backends", nil, .required("A,B"), .compare,
      "render one score with both and compare: native,fluidsynth",
      completes: .words(["native,fluidsynth"])
    ) { options, value throws(UsageError) in
      let names = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard names.count == 2 else { throw UsageError("'\(value)' is not two backends: A,B") }
      options.comparing.backends = [try Value.choice(names[0]), try Value.choice(names[1])]
    },
    Option(
      "difference", nil, .required("PATH"), .compare,
      "write the aligned difference as a sound", completes: .files
    ) { options, value throws(UsageError) in options.comparing.difference = value },
    Option(
      "picture", nil, .required("PATH"), .compare,
      "draw both and their difference: .svg, .png or .pdf", completes: .files
    ) { options, value throws(UsageError) in options.comparing.picture = value },
  ]

  /// An option that sets a single limit.
  private static func limit(
    _ long: String, _ unit: String, _ what: String, _ range: ClosedRange<Double>,
    set: @escaping @Sendable (inout Tolerance, Double) -> Void
  ) -> Option {
    Option(long, nil, .required(unit), .compare, "limit \(what)") {
      options, value throws(UsageError) in
      let number = try Value.number(value, in: range)
      options.comparing.limits.append((long, { set(&$0, number) }))
    }
  }
}

extension Tolerance {
  /// A profile by the name that it has on the command line.
  init(option text: String) throws(UsageError) {
    switch text {
    case "exact": self = .exact
    case "backend": self = .backend
    case "listening": self = .listening
    default:
      guard text.hasPrefix("bits:") else {
        throw UsageError("'\(text)' is none of exact, bits:N, backend, listening")
      }
      self = .bits(try Value.whole(String(text.dropFirst(5)), in: 1...32_768))
    }
  }
}
