import Synthesis

/// What all voices share while a block is rendered.
struct SamplerContext: Sendable {
  let filter: LowPass
  var sends: (reverb: Double, chorus: Double)?
}

/// Some of the voices, rendered by one thread into planes of their own.
///
/// Voices lie four abreast in groups (`SamplerGroup.swift`). A slot is free again from the quantum after the
/// one in which its voice ended, a new voice takes the first free one, and groups are summed in order: all
/// that depends on frames alone, not on blocks.
struct SamplerLane: Sendable {
  /// Four slots a group; whether each holds a voice, and where in the quantum its ramp ends.
  var slots: [SamplerVoice] = []
  var isUsed: [Bool] = []
  var rampEnds: [Int] = []
  /// Whether a group's voices are filtered.
  var isFiltered: [Bool] = []
  /// What is over of each slot's voice since the last quantum, and whether anything is.
  var ends: [End] = []
  var hasEnds = false
  /// The quantum of the group in work as it is read, a row for each voice.
  var rows = [Float](repeating: 0, count: 4 * SamplerVoice.quantum)
  /// The quantum in work of each group, filtered, the voices abreast, where it is mixed in parts.
  var lanes: [SIMD4<Float>] = []
  var coefficients: [SIMD4<Float>] = []
  var past: [SIMD4<Float>] = []
  /// Gains of each group: the bases of its four voices, then their slopes.
  var ramps: [SIMD4<Float>] = []
  enum End: UInt8 { case none, tape, voice }

  // The sums of all groups in the quantum in work, four voices abreast.
  var left = [SIMD4<Float>](repeating: .zero, count: SamplerVoice.quantum)
  var right = [SIMD4<Float>](repeating: .zero, count: SamplerVoice.quantum)
  var reverb = [SIMD4<Float>](repeating: .zero, count: SamplerVoice.quantum)
  var chorus = [SIMD4<Float>](repeating: .zero, count: SamplerVoice.quantum)

  /// The sound of the block.
  private(set) var block = StereoBlock(frames: 0)
  /// What goes to reverb (left) and chorus (right); of no length where nothing does.
  private(set) var sends = StereoBlock(frames: 0)
  /// Whether anything was added to the planes of this block.
  private(set) var isAudible = false
  /// The voices that sound.
  private(set) var voiceCount = 0

  /// Begins a block.
  mutating func begin() { isAudible = false }

  private mutating func prepare(frames: Int, withSends: Bool) {
    if isAudible { return }
    isAudible = true
    block.clear(frames: frames)
    if withSends { sends.clear(frames: frames) }
  }

  /// Renders the frames `from`…`to` of a block of `frames` that begins at `origin`.
  mutating func render(
    from: Int, to: Int, of frames: Int, at origin: Int, started: [SamplerVoice],
    _ commands: [Command], _ context: SamplerContext
  ) {
    var nextVoice = 0
    var nextCommand = 0
    var at = from
    for slot in slots.indices { slots[slot].firstCommand = 0 }
    while at < to {
      if voiceCount == 0 {
        // Nothing sounds before the next start.
        guard nextVoice < started.count else { break }
        at = max(at, started[nextVoice].begin)
      }
      prepare(frames: frames, withSends: context.sends != nil)
      let place = (origin + at) & (SamplerVoice.quantum - 1)
      let end = min(to, at + SamplerVoice.quantum - place)
      while nextCommand < commands.count, commands[nextCommand].frame < at { nextCommand += 1 }
      var lastCommand = nextCommand
      while lastCommand < commands.count, commands[lastCommand].frame < end { lastCommand += 1 }
      if place == 0, hasEnds { sweep() }
      var arrivals: [(slot: Int, at: Int)] = []
      while nextVoice < started.count, started[nextVoice].begin < end {
        let slot = free(filtered: started[nextVoice].isFiltered)
        let arrival = started[nextVoice].begin - at + place
        slots[slot] = started[nextVoice]
        slots[slot].arrive(at: arrival)
        isUsed[slot] = true
        rampEnds[slot] = arrival
        arrivals.append((slot, arrival))
        voiceCount += 1
        nextVoice += 1
      }
      for group in isFiltered.indices {
        render(
          group, from: place, to: place + end - at, arrivals, commands[nextCommand..<lastCommand],
          shift: place - at, context)
      }
      Kernel.gather(&left, from: place, to: &block.left, at: at, count: end - at)
      Kernel.gather(&right, from: place, to: &block.right, at: at, count: end - at)
      if context.sends != nil {
        Kernel.gather(&reverb, from: place, to: &sends.left, at: at, count: end - at)
        Kernel.gather(&chorus, from: place, to: &sends.right, at: at, count: end - at)
      }
      at = end
    }
  }

  // MARK: Slots

  /// Before a quantum: frees the slots of voices that have ended, and groups that are empty at the end.
  private mutating func sweep() {
    hasEnds = false
    for slot in slots.indices where isUsed[slot] {
      if ends[slot] == .voice || ends[slot] == .tape && isQuiet(slot) {
        slots[slot] = .none
        isUsed[slot] = false
        rampEnds[slot] = .max
        voiceCount -= 1
        clear(slot)
      } else if ends[slot] == .tape {
        hasEnds = true
      }
    }
    while let last = isFiltered.indices.last, !isUsed[4 * last..<4 * last + 4].contains(true) {
      isFiltered.removeLast()
      slots.removeLast(4)
      isUsed.removeLast(4)
      rampEnds.removeLast(4)
      ends.removeLast(4)
      lanes.removeLast(SamplerVoice.quantum)
      coefficients.removeLast(4)
      past.removeLast(4)
      ramps.removeLast(8)
    }
  }

  /// Whether what the filter still rings is below −96 dB.
  private func isQuiet(_ slot: Int) -> Bool {
    let group = slot / 4
    if !isFiltered[group] { return true }
    let quantum = lanes[group * SamplerVoice.quantum..<(group + 1) * SamplerVoice.quantum]
    return !quantum.contains { $0[slot % 4].magnitude > Float(VolumeEnvelope.floor) }
  }

  private mutating func clear(_ slot: Int) {
    let group = slot / 4
    ends[slot] = .none
    coefficients[slot] = .zero
    for i in 4 * group..<4 * group + 4 { past[i][slot % 4] = 0 }
    ramps[slot + 4 * group] = .zero
    ramps[slot + 4 * group + 4] = .zero
  }

  /// The first free slot of a kind.
  private mutating func free(filtered: Bool) -> Int {
    for group in isFiltered.indices where isFiltered[group] == filtered {
      for slot in 4 * group..<4 * group + 4 where !isUsed[slot] { return slot }
    }
    isFiltered.append(filtered)
    slots.append(contentsOf: repeatElement(.none, count: 4))
    isUsed.append(contentsOf: repeatElement(false, count: 4))
    rampEnds.append(contentsOf: repeatElement(.max, count: 4))
    ends.append(contentsOf: repeatElement(.none, count: 4))
    lanes.append(contentsOf: repeatElement(.zero, count: SamplerVoice.quantum))
    coefficients.append(contentsOf: repeatElement(.zero, count: 4))
    past.append(contentsOf: repeatElement(.zero, count: 4))
    ramps.append(contentsOf: repeatElement(.zero, count: 8))
    return slots.count - 4
  }

  // MARK: Polyphony

  /// Calls `body` with every voice that is not being silenced, and its slot; their loudness is that
  /// before frame `at` of the quantum.
  func forEachVoice(
    at: Int, _ body: (_ slot: Int, _ voice: SamplerVoice, _ loudness: Float) -> Void
  ) {
    for slot in slots.indices where isUsed[slot] && !slots[slot].isDying {
      body(slot, slots[slot], slots[slot].loudness(at: at))
    }
  }

  /// Silences a voice before frame `at` of the quantum.
  mutating func cut(_ slot: Int, at: Int) {
    slots[slot].cut(at: at)
    showRamp(slot)
  }
}
