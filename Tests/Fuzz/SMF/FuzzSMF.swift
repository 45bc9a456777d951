// A libFuzzer target: reads anything as a MIDI file, a midicsv file and a list of notes, plays it and
// writes it back. Run by Tests/Fuzz/run.
@testable import Score

/// One input; a trap or a failed precondition is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSMF(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let input = unsafe bytes(start, count)
  _ = Score.Kind.recognised(in: input)
  do throws(ScoreError) {
    try check(Score(midiFile: input), mayComeBack: true)
  } catch {
    check(error)
  }
  do throws(ScoreError) { try check(Score(midiCSV: input), mayComeBack: true) } catch {
    check(error)
  }
  do throws(ScoreError) { try check(Score(noteList: input), mayComeBack: false) } catch {
    check(error)
  }
  return 0
}

/// What holds for every score that could be read.
private func check(_ score: Score, mayComeBack: Bool) throws(ScoreError) {
  for track in score.tracks {
    precondition(
      zip(track.events, track.events.dropFirst()).allSatisfy { $0.tick <= $1.tick }, "ticks fall")
  }
  var options = Performance.Options()
  for overlap in Performance.Overlap.allCases {
    options.overlap = overlap
    let performance = Performance(score, options: options)
    precondition(
      zip(performance.moments, performance.moments.dropFirst()).allSatisfy { $0.tick <= $1.tick },
      "moments fall")
    precondition(performance.strokes.allSatisfy { $0.on <= $0.off }, "a note ends before it begins")
    var sounding = Set<Int32>()
    for moment in performance.moments {
      switch moment.event {
      case .noteOn(let note): precondition(sounding.insert(note.id).inserted, "an id twice")
      case .noteOff(let note, _):
        precondition(sounding.remove(note.id) != nil, "an off without a note")
      default: break
      }
    }
    precondition(sounding.isEmpty, "a note without an off")
    if overlap == .firstInFirstOut {
      precondition(ScoreFacts(score).notes == performance.strokes.count, "facts count otherwise")
    }
    var clock = FrameClock(performance.tempoMap, rate: 44100)
    for moment in performance.moments.prefix(50) {
      precondition(
        clock.frame(at: moment.tick) == performance.tempoMap.frame(at: moment.tick, rate: 44100),
        "a clock that differs from its map")
    }
  }
  let meters = MeterMap(score)
  for track in score.tracks {
    for event in track.events.prefix(20) {
      _ = meters.position(at: Rational(Int128(event.tick)))
    }
  }
  _ = score.noteList()
  _ = score.json()
  let again = try Score(midiFile: score.midiFile().bytes)
  if mayComeBack {
    precondition(again.timebase == score.timebase, "another timebase")
    precondition(again.tracks.count == max(1, score.tracks.count), "other tracks")
    for (one, other) in zip(score.tracks, again.tracks) {
      precondition(kept(one) == kept(other), "other events")
    }
  }
}

/// The events that must come back: all but ends of tracks and what bridges a long rest.
private func kept(_ track: Track) -> [TimedMessage] {
  track.events.filter { $0.message != .endOfTrack && $0.message != .meta(type: 0x7F, bytes: []) }
}
