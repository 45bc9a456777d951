import Drawing
import Score
import Synthesis

/// One thing to listen to on a report's page: a render of the score, or a file made elsewhere.
struct HeardRender {
  /// One way to render: the options with one instrument, and what a listener calls it.
  struct Way {
    let name: String
    let options: Options
    let instrument: Instrument
  }

  /// What a listener chooses by.
  let name: String
  /// All of it.
  private(set) var mix = StereoBlock(frames: 0)
  /// Its parts, encoded for a browser.
  private(set) var stems: [Report.Stem] = []

  /// A piece in one way; each track that has notes is a stem.
  init(of piece: Piece, _ way: Way, _ warnings: inout Warnings) throws(Failure) {
    name = way.name
    let rate = piece.timeline.rate
    let tracks = piece.heardTracks
    for track in tracks.prefix(Self.stemLimit) {
      // The last one takes the rest, so that nothing is lost from a piece of very many tracks.
      let isLast = tracks.count > Self.stemLimit && track == tracks[Self.stemLimit - 1]
      let only = piece.with { isLast ? Int($0.track) >= track : Int($0.track) == track }
      let sound = try MemoryRender.render(
        only, with: way.instrument, label: "\(way.name), track \(track + 1)", way.options,
        &warnings)
      mix.extend(frames: sound.frames)
      mix.add(sound)
      stems.append(Report.Stem(voice: track, audio: try Encoded.audio(sound, rate: rate)))
    }
  }

  /// A sound from a file.
  init(file: String, _ sound: StereoBlock, rate: Int) throws(Failure) {
    name = Target.stem(of: file).withStrayBytesTold
    mix = sound
    stems = [Report.Stem(voice: nil, audio: try Encoded.audio(sound, rate: rate))]
  }

  /// A browser decodes all stems into memory.
  private static let stemLimit = 16
}

extension Piece {
  /// The same with only some of the notes; all other events stay, since pedals are everybody's.
  func with(_ isKept: (Note) -> Bool) -> Piece {
    var other = self
    other.timeline = Timeline(
      rate: timeline.rate,
      events: timeline.events.filter { timed in
        switch timed.event {
        case .noteOn(let note), .noteOff(let note, _): isKept(note)
        default: true
        }
      }, endFrame: timeline.endFrame)
    return other
  }
}
