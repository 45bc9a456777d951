import Score

/// Options: how it is played.
extension Option {
  static let playingOptions: [Option] = [
    Option("tempo", nil, .required("FACTOR"), .playing, "how much faster, 0.01 to 100 [1]") {
      options, value throws(UsageError) in
      guard let factor = Value.decimal(value[...]), factor >= Rational(1, 100),
        factor <= Rational(100)
      else { throw UsageError("'\(value)' is not a number from 0.01 to 100") }
      options.tempo = factor
    },
    Option(
      "humanize", nil, .required("AMOUNT"), .playing,
      "play a bare score as a player would: small deviations of time and force, 0 to 4; they follow --seed [0]"
    ) { options, value throws(UsageError) in
      options.humanize = try Value.number(value, in: 0...4)
    },
    Option(
      "repeat", nil, .required("N"), .playing,
      "play the range from --start to --end this often, 1 to 10000 [1]"
    ) { options, value throws(UsageError) in
      options.times = try Value.whole(value, in: 1...10_000)
    },
    Option(
      "transpose", nil, .required("SEMITONES"), .playing,
      "semitones added to every note but percussion [0]"
    ) { options, value throws(UsageError) in
      options.transpose = try Value.whole(value, in: -127...127)
    },
    Option("a4", nil, .required("HZ"), .playing, "the frequency of A4, 200 to 1000 [440]") {
      options, value throws(UsageError) in
      options.a4 = try Value.number(value, in: 200...1000)
    },
    Option(
      "temperament", nil, .required("FILE.scl[,FILE.kbm]"), .playing,
      "tune to a Scala scale; without a mapping it stands on C and A4 is as --a4 says [equal]",
      completes: .files
    ) { options, value throws(UsageError) in
      guard let comma = value.lastIndex(of: ","), value.hasSuffix(".kbm") else {
        options.temperament = (value, nil)
        return
      }
      options.temperament = (
        String(value[..<comma]), String(value[value.index(after: comma)...])
      )
    },
    Option(
      "velocity-curve", nil, .required("POWER"), .playing,
      "velocities become 127 (v/127)^POWER: above 1 softer, below 1 louder, 0.1 to 10; or gm: the grand is as loud as General MIDI recommends, 40 log10 (v/127) dB, as SoundFonts are [1]"
    ) { options, value throws(UsageError) in
      options.followsGMVelocity = value == "gm"
      options.velocityPower = value == "gm" ? 1 : try Value.number(value, in: 0.1...10)
    },
    Option(
      "stretch", nil, .required("AMOUNT"), .playing,
      "how far the grand's octaves are stretched: 0 not at all, 1 as tuners do, to 2 [1]"
    ) { options, value throws(UsageError) in
      options.stretch = try Value.number(value, in: 0...2)
    },
    Option(
      "noise", nil, .required("AMOUNT"), .playing,
      "how loud the grand's hammers, dampers and pedals knock: 0 not at all, 1 as measured [1]"
    ) { options, value throws(UsageError) in
      options.noise = try Value.number(value, in: 0...1)
    },
    Option(
      "half-pedal", nil, .required("on/off"), .playing,
      "the sustain pedal works by degrees where the instrument can; off: it is up or down [on]",
      completes: Value.words(Value.OnOff.self)
    ) { options, value throws(UsageError) in options.halfPedal = try Value.onOff(value) },
    Option(
      "tracks", nil, .required("LIST"), .playing,
      "play only these tracks: numbers or names, as 1,3-5,rh [all]"
    ) { options, value throws(UsageError) in options.tracks = try TrackList(value) },
    Option("mute", nil, .required("LIST"), .playing, "leave out these tracks") {
      options, value throws(UsageError) in options.mute = try TrackList(value)
    },
    Option("solo", nil, .required("LIST"), .playing, "of the tracks play these alone") {
      options, value throws(UsageError) in options.solo = try TrackList(value)
    },
    Option(
      "overlap", nil, .required("NAME"), .playing,
      "of two notes of one key on a channel an off ends the older (fifo), or the older ends where the younger begins (cut) [fifo]",
      completes: Value.words(Performance.Overlap.self)
    ) { options, value throws(UsageError) in
      options.performance.overlap = try Value.choice(value)
    },
    Option(
      "sequence", nil, .required("N"), .playing,
      "of a MIDI file of format 2 play this sequence [all, one after the other]"
    ) { options, value throws(UsageError) in
      options.performance.sequence = try Value.whole(value, in: 1...65_535)
    },
    Option(
      "bank-mode", nil, .required("NAME"), .playing,
      "how bank numbers are understood: gm, gm2, gs, xg or mma [by the reset messages of the score]",
      completes: Value.words(Performance.BankMode.self)
    ) { options, value throws(UsageError) in
      options.performance.bankMode = try Value.choice(value)
    },
  ]
}
