import Score
import Synthesis

/// Options: who plays.
extension Option {
  static let soundOptions: [Option] = [
    Option(
      "backend", "b", .required("NAME"), .sound,
      "native (exact to the sample) or fluidsynth (a grid of 64 frames) [native]",
      completes: Value.words(Options.Backend.self)
    ) { options, value throws(UsageError) in options.backend = try Value.choice(value) },
    Option(
      "instrument", "i", .required("NAME"), .sound,
      "grand, grand:mellow, grand:bright (built in), or the path of a .sf2, .sf3, .sfz, or of a .rmi with a SoundFont in it; several SoundFonts lie on top of each other, the last one uppermost [grand; with fluidsynth the first SoundFont found, and over it the one that a .rmi brings along]",
      completes: .files
    ) { options, value throws(UsageError) in
      if value.isEmpty { throw UsageError("the instrument has no name") }
      options.instruments.append(value)
    },
    Option(
      "percussion", nil, .required("on/off"), .sound,
      "play MIDI channel 10 [on with a SoundFont, off with the grand]",
      completes: Value.words(Value.OnOff.self)
    ) { options, value throws(UsageError) in options.percussion = try Value.onOff(value) },
    Option(
      "interpolation", nil, .required("NAME"), .sound,
      "how samples are read between their points: linear, cubic or sinc [cubic]",
      completes: Value.words(Interpolation.self)
    ) { options, value throws(UsageError) in options.interpolation = try Value.choice(value) },
    Option(
      "preset", nil, .required("BANK:PROGRAM"), .sound,
      "play everything with this preset of the SoundFont, as 0:4 [as the score says]"
    ) { options, value throws(UsageError) in
      let parts = value.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let bank = parts[0], let number = parts[1], 0...16383 ~= bank,
        0...127 ~= number
      else { throw UsageError("'\(value)' is no preset; expected BANK:PROGRAM, as 0:4") }
      options.preset = Program(
        bank: bank == 128 ? 0 : UInt16(bank), number: UInt8(number), isPercussion: bank == 128)
    },
    Option("polyphony", nil, .required("N"), .sound, "voices at most [unlimited]") {
      options, value throws(UsageError) in
      options.polyphony = try Value.whole(value, in: 1...65535)
    },
    Option(
      "reverb", nil, .required("AMOUNT"), .sound,
      "the share that every note sends to a room, 0 to 1; a SoundFont's own sends come on top; at 0 all are ignored [0]"
    ) { options, value throws(UsageError) in
      options.reverb = try Value.number(value, in: 0...1)
    },
    Option(
      "chorus", nil, .required("AMOUNT"), .sound,
      "the share that every note sends to a chorus, as for --reverb [0]"
    ) { options, value throws(UsageError) in
      options.chorus = try Value.number(value, in: 0...1)
    },
    Option(
      "jobs", "j", .required("N"), .sound, "threads; the sound is the same for any [all cores]"
    ) { options, value throws(UsageError) in
      options.jobs = try Value.whole(value, in: 1...1024)
    },
    Option("seed", nil, .required("N"), .sound, "for everything that is random [0]") {
      options, value throws(UsageError) in
      guard let seed = UInt64(value) else {
        throw UsageError("'\(value)' is not a whole number from 0 to \(UInt64.max)")
      }
      options.seed = seed
    },
  ]
}
