import Synthesis

/// The limit of polyphony.
extension Sampler {
  /// Cuts voices until no more sound than may.
  ///
  /// Released ones go first, the quietest first, then those that begin at this very frame, never those of
  /// the note that begins.
  mutating func makeRoom(for note: Int32, at frame: Int) {
    guard let limit = polyphony else { return }
    let within = (blockStart + frame) & (SamplerVoice.quantum - 1)
    let place = within == 0 ? SamplerVoice.quantum : within
    struct Candidate {
      var isHeld: Bool
      var loudness: Float
      var serial: Int
      var lane: Int
      var slot: Int
    }
    var candidates: [Candidate] = []
    var count = 0
    for lane in 0..<lanes.count {
      lanes.with(lane) {
        $0.forEachVoice(at: place) { slot, voice, loudness in
          count += 1
          candidates.append(
            Candidate(
              isHeld: !voice.isReleased, loudness: loudness, serial: voice.layer.serial, lane: lane,
              slot: slot))
        }
      }
      count += staged[lane].count
    }
    defer { voicesPeak = max(voicesPeak, count) }
    guard count > limit else { return }
    candidates.sort {
      if $0.isHeld != $1.isHeld { return !$0.isHeld }
      if $0.loudness != $1.loudness { return $0.loudness < $1.loudness }
      return $0.serial < $1.serial
    }
    for candidate in candidates.prefix(count - limit) {
      lanes.with(candidate.lane) { $0.cut(candidate.slot, at: place) }
      voicesStolen += 1
      count -= 1
    }
    while count > limit, let lane = oldestArrival(besides: note) {
      staged[lane.index].remove(at: lane.place)
      voicesStolen += 1
      count -= 1
    }
  }

  /// Where the oldest voice that has not sounded yet is to be found, those of a note aside.
  private func oldestArrival(besides note: Int32) -> (index: Int, place: Int)? {
    var oldest: (index: Int, place: Int)?
    var serial = Int.max
    for index in staged.indices {
      for (place, voice) in staged[index].enumerated()
      where voice.note != note && voice.layer.serial < serial {
        serial = voice.layer.serial
        oldest = (index, place)
      }
    }
    return oldest
  }
}
