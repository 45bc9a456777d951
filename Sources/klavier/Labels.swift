import AudioFile
import Score
import Synthesis

/// Every note of a rendered file with its exact samples, for alignment and for data sets.
struct Labels {
  /// A note as it was played; frames count from the file's begin.
  struct Row: Sendable, Hashable {
    /// Where the key goes down; below 0 where the note began before the file.
    var onset: Int
    /// Where the key goes up.
    var keyOff: Int
    /// Where neither key nor pedal holds the string any more, or where it is struck again; what rings on
    /// by itself, as the strings without dampers do, is not in it.
    var end: Int
    var key: UInt8
    var velocity: UInt8
    /// From 1, ports counted on.
    var channel: Int
    /// From 1.
    var track: Int
  }

  /// How they are written, by the extension of the file.
  enum Form: String, CaseIterable, Sendable {
    case json, csv, tsv, txt, mid

    init(path: String) throws(Failure) {
      for form in Self.allCases where path.lowercased().hasSuffix(".\(form.rawValue)") {
        self = form
        return
      }
      throw Failure(
        .usage, "the name \(path) does not say which labels are wanted",
        hint: "end it with .json, .csv, .tsv, .txt (Audacity) or .mid")
    }
  }

  let rows: [Row]
  /// The movements of pedals, frames counted from the file's begin.
  let pedals: [PedalMove]
  let piece: Piece
  let rate: Int
  let frames: Int
  let start: Int

  /// A pedal's new value.
  struct PedalMove: Sendable, Hashable {
    var frame: Int
    var channel: Int
    var controller: UInt8
    var value: UInt8
  }

  /// The labels of a piece whose file begins with frame `start` and has `frames` frames.
  init(_ piece: Piece, start: Int, frames: Int) {
    self.piece = piece
    self.start = start
    self.frames = frames
    rate = piece.timeline.rate
    var hands = Hands()
    for event in piece.timeline.events { hands.take(event) }
    hands.end(at: max(piece.timeline.endFrame, start + frames))
    rows = hands.rows.map { row in
      var row = row
      row.onset -= start
      row.keyOff -= start
      row.end -= start
      return row
    }.filter { $0.end > 0 && $0.onset < frames }
    pedals = hands.pedals.map {
      PedalMove(
        frame: $0.frame - start, channel: $0.channel, controller: $0.controller, value: $0.value)
    }
  }
}
