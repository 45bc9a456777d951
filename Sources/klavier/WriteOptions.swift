import AudioFile
import Score
import Synthesis

extension AudioFileWriter.Options {
  /// How a piece is written to a target.
  init(_ piece: Piece, _ target: Target, _ options: Options) {
    self.init()
    dither = target.dither
    seed = options.seed
    quality = options.quality
    streams = options.streams
    checksum = options.checksum
    tags = Self.tags(piece.score).merging(options.tags) { _, given in given }.filter {
      !$0.value.isEmpty
    }
    frames = piece.range.frames(of: piece.timeline)
    likelyFrames = max(0, piece.timeline.endFrame - piece.range.start)
    cues = piece.range.within(piece.markers)
    // Where the file begins is not known before the first sound has come.
    cuesComeLater = piece.range.trimStart
  }

  private static func tags(_ score: Score) -> [Tag: String] {
    var tags: [Tag: String] = [:]
    tags[.title] = score.title
    tags[.artist] = score.composer
    tags[.copyright] = score.copyright
    return tags
  }
}

extension TimeRange {
  /// How many frames the file will have, where that is certain beforehand.
  func frames(of timeline: Timeline) -> Int? {
    if trimStart { return nil }
    return switch tail {
    case .auto: nil
    case .none: timeline.endFrame - start
    case .frames(let frames): timeline.endFrame + frames - start
    }
  }

  /// How many frames are played, as far as that is known: all to the last event, and a tail of a given length.
  func playedFrames(of timeline: Timeline) -> Int {
    if case .frames(let frames) = tail { timeline.endFrame + frames } else { timeline.endFrame }
  }

  /// The places that lie in it, counted from its start.
  func within(_ markers: [CuePoint]) -> [CuePoint] {
    markers.compactMap { marker in
      if marker.frame < start || marker.frame >= end ?? .max { return nil }
      return CuePoint(frame: marker.frame - start, name: marker.name)
    }
  }
}
