import AudioFile

/// Options: where it goes and in which form.
extension Option {
  static let outputOptions: [Option] = [
    Option(
      "output", "o", .required("PATH"), .output,
      "the file to write, - for standard output [the input's name with the format's extension, in the current folder; never over an existing file]",
      completes: .files
    ) { options, value throws(UsageError) in
      if value.isEmpty { throw UsageError("the output has no name") }
      options.output = value
    },
    Option(
      "format", "f", .required("NAME"), .output,
      "wav, flac, aiff, au, caf, w64, rf64, ogg, opus, mp3 or raw [by the output's name, else wav]",
      completes: Value.words(Container.self)
    ) { options, value throws(UsageError) in options.format = try Value.choice(value) },
    Option(
      "encoding", "e", .required("NAME"), .output,
      "s16, s24, s32, f32 or f64, where the format has it [s16]",
      completes: .words(Encoding.pcm.map(\.rawValue))
    ) { options, value throws(UsageError) in
      options.encoding = try Value.choice(value, of: Encoding.self, among: Encoding.pcm)
    },
    Option("rate", "r", .required("HZ"), .output, "samples a second, 8000 to 192000 [44100]") {
      options, value throws(UsageError) in
      options.rate = try Value.whole(value, in: 8000...192_000)
    },
    Option(
      "channels", "c", .required("N"), .output, "1 or 2; one is (left + right) / 2 [2]",
      completes: .words(["1", "2"])
    ) { options, value throws(UsageError) in
      options.channels = try Value.whole(value, in: 1...2)
    },
    Option(
      "quality", nil, .required("Q"), .output,
      "0 to 1: how small a FLAC, how good an Ogg, Opus or MP3 [the codec's usual]"
    ) { options, value throws(UsageError) in
      options.quality = try Value.number(value, in: 0...1)
    },
    Option(
      "stream", nil, .none, .output,
      "give a pipe its bytes at once, with sizes that say unknown, where the end is not known"
    ) { options, _ throws(UsageError) in options.streams = true },
    Option("force", nil, .none, .output, "replace an existing file also without -o") {
      options, _ throws(UsageError) in options.force = true
    },
  ]
}
