import Synthesis

/// Four voices abreast: what a lane does with a group of its slots, quantum by quantum.
///
/// Where nothing happens in a quantum, it is read, filtered and added at one go; else it is read and filtered,
/// and then added in parts, from one event to the next.
extension SamplerLane {
  /// Renders the frames `from`…`to` of the quantum in work.
  ///
  /// A command's frame plus `shift` is one of the quantum.
  mutating func render(
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
    var isWhole = true
    var isEmpty = true
    var isRetuned = false
    for slot in 4 * group..<4 * group + 4 where isUsed[slot] {
      isEmpty = false
      if slots[slot].beginQuantum() { isRetuned = true }
      showRamp(slot)
      if rampEnds[slot] < SamplerVoice.quantum { isWhole = false }
    }
    if isEmpty { return true }
    if isRetuned, isFiltered[group] { retune(group, context.filter) }
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

  /// Takes the filters of a group's voices, all at once.
  private mutating func retune(_ group: Int, _ filter: LowPass) {
    var cents = SIMD4<Double>.zero
    var damping = SIMD4<Double>.zero
    var gain = SIMD4<Double>.zero
    for lane in 0..<4 {
      let slot = 4 * group + lane
      cents[lane] = slots[slot].cutoff
      damping[lane] = slots[slot].resonance.damping
      gain[lane] = slots[slot].resonance.gain
    }
    let found = filter.coefficients(cents: cents, damping: damping, gain: gain)
    if isUsed[4 * group] { coefficients[4 * group] = found.0 }
    if isUsed[4 * group + 1] { coefficients[4 * group + 1] = found.1 }
    if isUsed[4 * group + 2] { coefficients[4 * group + 2] = found.2 }
    if isUsed[4 * group + 3] { coefficients[4 * group + 3] = found.3 }
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
      rampEnds[slot] = 0
      if slots[slot].endQuantum() {
        ends[slot] = .voice
        hasEnds = true
      } else if slots[slot].tapeHasEnded {
        ends[slot] = .tape
        hasEnds = true
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
  mutating func showRamp(_ slot: Int) {
    rampEnds[slot] = slots[slot].rampTo
    let first = slot / 4 * 8 + slot % 4
    ramps[first] = slots[slot].base
    ramps[first + 4] = slots[slot].slope
  }
}
