import Synthesis

/// What all voices share while a block is rendered.
struct SamplerContext: Sendable {
  let filter: LowPass
  var sends: (reverb: Double, chorus: Double)?
}

/// Some of the voices, rendered by one thread into planes of their own.
///
/// Voices lie four abreast in groups. A slot is free again from the quantum after the one in which its
/// voice ended, a new voice takes the first free one, and groups are summed in order: all that depends on
/// frames alone, not on blocks.
struct SamplerLane: Sendable {
  /// Four slots a group; whether each holds a voice, and where in the quantum its ramp ends.
  private var slots: [SamplerVoice] = []
  private var isUsed: [Bool] = []
  private var rampEnds: [Int] = []
  /// Whether a group's voices are filtered.
  private var isFiltered: [Bool] = []
  /// What is over of each slot's voice since the last quantum.
  private var ends: [End] = []
  /// The quantum of the group in work as it is read, a row for each voice.
  private var rows = [Float](repeating: 0, count: 4 * SamplerVoice.quantum)
  /// The quantum in work of each group, filtered, the voices abreast, where it is mixed in parts.
  private var lanes: [SIMD4<Float>] = []
  private var coefficients: [SIMD4<Float>] = []
  private var past: [SIMD4<Float>] = []
  /// Gains of each group: the bases of its four voices, then their slopes.
  private var ramps: [SIMD4<Float>] = []
  private enum End: UInt8 { case none, tape, voice }

  // The sums of all groups in the quantum in work, four voices abreast.
  private var left = [SIMD4<Float>](repeating: .zero, count: SamplerVoice.quantum)
  private var right = [SIMD4<Float>](repeating: .zero, count: SamplerVoice.quantum)
  private var reverb = [SIMD4<Float>](repeating: .zero, count: SamplerVoice.quantum)
  private var chorus = [SIMD4<Float>](repeating: .zero, count: SamplerVoice.quantum)

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
      if place == 0 { sweep() }
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
    for slot in slots.indices where isUsed[slot] {
      rampEnds[slot] = 0
      if ends[slot] == .voice || ends[slot] == .tape && isQuiet(slot) {
        slots[slot] = .none
        isUsed[slot] = false
        rampEnds[slot] = .max
        voiceCount -= 1
        clear(slot)
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

  // MARK: Groups

  /// Renders the frames `from`…`to` of the quantum in work.
  ///
  /// A command's frame plus `shift` is one of the quantum.
  private mutating func render(
    _ group: Int, from: Int, to: Int, _ arrivals: [(slot: Int, at: Int)],
    _ commands: ArraySlice<Command>, shift: Int, _ context: SamplerContext
  ) {
    let own = 4 * group..<4 * group + 4
    defer { if to == SamplerVoice.quantum { endQuantum(group) } }
    if from == 0 {
      let isWhole =
        to == SamplerVoice.quantum && context.sends == nil
        && !arrivals.contains { own.contains($0.slot) && $0.at > 0 }
        && !isConcerned(group, by: commands)
      if isWhole {
        if renderWhole(group, context) { return }
      } else {
        // Voices that start with the quantum are read with the others; later ones by themselves.
        for slot in own {
          let isLate = arrivals.contains { $0.slot == slot && $0.at > 0 }
          if isUsed[slot], !isLate { tune(slot, from: 0, context) }
          read(slot, isSounding: isUsed[slot] && !isLate)
        }
      }
      abreast(group)
    }
    for arrival in arrivals where own.contains(arrival.slot) {
      if arrival.at > 0 { readLate(arrival.slot, from: arrival.at, context) }
    }
    var at = from
    for index in commands.indices {
      let frame = commands[index].frame + shift
      for slot in own {
        guard isUsed[slot], index >= slots[slot].firstCommand,
          slots[slot].isConcerned(by: commands[index].action)
        else { continue }
        if frame > at {
          mix(group, from: at, to: frame, context)
          at = frame
        }
        slots[slot].apply(commands[index].action, at: frame, context)
        showRamp(slot)
      }
    }
    if at < to { mix(group, from: at, to: to, context) }
  }

  /// Whether any command means a voice of the group.
  private func isConcerned(_ group: Int, by commands: ArraySlice<Command>) -> Bool {
    for index in commands.indices {
      for slot in 4 * group..<4 * group + 4 where isUsed[slot] {
        if index >= slots[slot].firstCommand, slots[slot].isConcerned(by: commands[index].action) {
          return true
        }
      }
    }
    return false
  }

  /// Reads a quantum in which nothing happens and mixes it at one go; false where a ramp or a tape ends
  /// in it, so that it is still to be mixed.
  private mutating func renderWhole(_ group: Int, _ context: SamplerContext) -> Bool {
    let filter = isFiltered[group] ? context.filter : nil
    var isWhole = true
    var isEmpty = true
    for slot in 4 * group..<4 * group + 4 where isUsed[slot] {
      isEmpty = false
      if let found = slots[slot].beginQuantum(filter) { coefficients[slot] = found }
      showRamp(slot)
      if rampEnds[slot] < SamplerVoice.quantum { isWhole = false }
    }
    if isEmpty { return true }
    for slot in 4 * group..<4 * group + 4 {
      read(slot, isSounding: isUsed[slot])
      if slots[slot].tapeHasEnded { isWhole = false }
    }
    if !isWhole { return false }
    if isFiltered[group] {
      Kernel.lowPassAndAdd(rows, group: group, coefficients, &past, to: &left, &right, ramps)
      calm(group)
    } else {
      Kernel.addRows(rows, group: group, to: &left, &right, ramps)
    }
    return true
  }

  private mutating func tune(_ slot: Int, from: Int, _ context: SamplerContext) {
    slots[slot].tune(from: from)
    if !isFiltered[slot / 4] { return }
    if let found = slots[slot].coefficients(context.filter) { coefficients[slot] = found }
  }

  /// Reads a voice's quantum into its row, or silence.
  private mutating func read(_ slot: Int, isSounding: Bool) {
    let place = slot % 4 * SamplerVoice.quantum
    if isSounding {
      slots[slot].read(into: &rows, at: place, from: 0)
    } else {
      for i in place..<place + SamplerVoice.quantum { rows[i] = 0 }
    }
  }

  /// The quantum is over for a group's voices.
  private mutating func endQuantum(_ group: Int) {
    for slot in 4 * group..<4 * group + 4 where isUsed[slot] {
      if slots[slot].endQuantum() {
        ends[slot] = .voice
      } else if slots[slot].tapeHasEnded {
        ends[slot] = .tape
      }
    }
  }

  /// Brings what was read into lanes, filtered or not.
  private mutating func abreast(_ group: Int) {
    if !isFiltered[group] { return Kernel.turn(rows, group: group, into: &lanes) }
    Kernel.lowPass(rows, group: group, coefficients, &past, into: &lanes)
    calm(group)
  }

  /// What rings far below hearing would end in denormal numbers, which are slow.
  private mutating func calm(_ group: Int) {
    for i in 4 * group + 2..<4 * group + 4 {
      past[i].replace(with: 0, where: (past[i] .< 1e-20) .& (past[i] .> -1e-20))
    }
  }

  /// Reads and filters a voice that starts within the quantum, whose neighbours may be done already.
  private mutating func readLate(_ slot: Int, from: Int, _ context: SamplerContext) {
    tune(slot, from: from, context)
    let group = slot / 4
    let lane = slot % 4
    let source = lane * SamplerVoice.quantum
    let place = group * SamplerVoice.quantum
    slots[slot].read(into: &rows, at: source, from: from)
    if !isFiltered[group] {
      for i in from..<SamplerVoice.quantum { lanes[place + i][lane] = rows[source + i] }
      return
    }
    let (b, c1, c2) = (coefficients[slot].x, coefficients[slot].y, coefficients[slot].z)
    var (x1, x2, y1, y2) = (Float(0), Float(0), Float(0), Float(0))
    for i in from..<SamplerVoice.quantum {
      let x = rows[source + i]
      // In the order of the kernel, so that a start at a quantum's first frame is no other.
      let y = (b * (x + x2 + (x1 + x1)) + c2 * y2) + c1 * y1
      lanes[place + i][lane] = y
      (x2, x1, y2, y1) = (x1, x, y1, y)
    }
    past[4 * group][lane] = x1
    past[4 * group + 1][lane] = x2
    past[4 * group + 2][lane] = y1
    past[4 * group + 3][lane] = y2
  }

  /// Adds the group to the sums, ramp by ramp.
  private mutating func mix(_ group: Int, from: Int, to: Int, _ context: SamplerContext) {
    var at = from
    while at < to {
      var end = to
      for slot in 4 * group..<4 * group + 4 {
        if rampEnds[slot] <= at {
          slots[slot].beginRamp(at: at)
          showRamp(slot)
        }
        if rampEnds[slot] < end { end = rampEnds[slot] }
      }
      let place = group * SamplerVoice.quantum
      Kernel.add(
        lanes, from: place + at, to: &left, &right, at: at, count: end - at, ramps, group: group)
      if context.sends != nil {
        Kernel.add(
          lanes, from: place + at, to: &reverb, &chorus, at: at, count: end - at, ramps,
          group: group, wet: true)
      }
      at = end
    }
  }

  /// Writes a voice's ramp into its group's.
  private mutating func showRamp(_ slot: Int) {
    rampEnds[slot] = slots[slot].rampTo
    let first = slot / 4 * 8 + slot % 4
    ramps[first] = slots[slot].base
    ramps[first + 4] = slots[slot].slope
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
