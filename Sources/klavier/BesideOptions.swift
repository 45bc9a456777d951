import AudioFile

/// Options: what is written beside the audio.
extension Option {
  static let besideOptions: [Option] =
    [
      Option(
        "stems", nil, .required("DIR"), .beside,
        "write a file a track there as well, NAME.01-track.wav; the mix is then their sum",
        completes: .folders
      ) { options, value throws(UsageError) in options.stems = value },
      Option(
        "labels", nil, .required("FILE"), .beside,
        "write every note's onset, key-off and sounding end (where neither key nor pedal holds the string any more; the grand's top strings have no dampers and ring on) as samples and seconds: .json .csv .tsv .txt (Audacity) .mid; what began before --start has an onset below 0, in .txt and .mid 0; of a batch the ending alone, as csv",
        completes: .files
      ) { options, value throws(UsageError) in options.labels = value },
      Option(
        "lyrics", nil, .required("FILE"), .beside,
        "write the words with their times: .lrc or .srt; of a batch the ending alone",
        completes: .files
      ) { options, value throws(UsageError) in options.lyrics = value },
    ]
    + [Tag.title, .artist, .comment].map { tag in
      let from: [Tag: String] = [
        .title: "the score's title", .artist: "the score's composer",
      ]
      return Option(
        tag.rawValue, nil, .required("TEXT"), .beside,
        "the \(tag.rawValue) written into the file [\(from[tag] ?? "none")]"
      ) { options, value throws(UsageError) in options.tags[tag] = value }
    }
}
