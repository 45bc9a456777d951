import AudioFile
import Score
import Synthesis

/// Plays each track by a player of its own and adds them up: one pass for the mix and all stems.
///
/// The mix is the sum of the stems by definition. It can differ from a mix made without stems where
/// tracks meet in the instrument: strings of one track that answer another's, an exclusive class, a
/// limit of polyphony.
struct StemPlayers: Synthesizer, ~Copyable {
  private let parts: [StemPart]

  /// The players of these tracks.
  init(_ parts: [StemPart]) { self.parts = parts }

  mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    for part in parts { part.render(events, at: start, into: &block) }
  }

  var voicesPeak: Int { parts.reduce(0) { $0 + $1.player.voicesPeak } }
  var voicesStolen: Int { parts.reduce(0) { $0 + $1.player.voicesStolen } }
  var warnings: [String] { parts.flatMap { $0.player.warnings } }
}

/// One track, its player, and its sound in the present block.
final class StemPart {
  /// The track's index.
  let track: Int
  fileprivate(set) var player: Player
  fileprivate(set) var block = StereoBlock(frames: 0)

  init(track: Int, player: consuming Player) {
    self.track = track
    self.player = player
  }

  fileprivate func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into mix: inout StereoBlock
  ) {
    let own = events.filter { timed in
      switch timed.event {
      case .noteOn(let note), .noteOff(let note, _): Int(note.track) == track
      default: true
      }
    }
    block.clear(frames: mix.frames)
    player.render(own[...], at: start, into: &block)
    mix.add(block)
  }
}
