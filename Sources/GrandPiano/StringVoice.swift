import Synthesis

/// The sound of one blow, from the hammer to silence.
///
/// It lives on a grid of its own: pages of 1024 frames from the blow, or from the last change of its
/// damping. A block that ends within a page leaves the rest for the next one; a change of damping
/// within a page drops the rest. So no block can be heard.
struct StringVoice: Sendable {
  let channel: UInt16
  let key: UInt8
  private let start: Int
  private let fadeFrames: Int
  private let course: Course
  private let rate: Double

  private var bank: ModeBank
  private var left: [Float]
  private var right: [Float]
  /// The frame at which the page began, and how many of its frames are rendered.
  private var pageStart: Int
  private var rendered = 0

  /// The key's own damper, the pedal and the sostenuto pedal, and a hammer on the ringing string.
  private var position: Float = 0
  private var coupling: Float
  private var isLatched: Bool
  private var isTouched = false
  private var isSilenced = false
  /// What dampers and hammers add to the decay now, in 1/s.
  private var damping = 0.0

  private var gain: Float
  private var gainGoal: Float
  private var gainStep: Float = 0
  private var gainFrames = 0

  /// Nothing is left to sound.
  private(set) var isOver = false

  init(_ strike: Strike, at frame: Int, rate: Int) {
    channel = strike.channel
    key = strike.key
    start = frame
    pageStart = frame
    fadeFrames = max(1, min(ModeBank.pageFrames, Int(strike.blow.fade * Double(rate))))
    course = strike.course
    self.rate = Double(rate)
    coupling = strike.coupling
    isLatched = strike.isLatched
    gain = strike.gain
    gainGoal = strike.gain
    bank = ModeBank()
    bank.reserve(course.template.modes.count)
    left = [Float](repeating: 0, count: ModeBank.pageFrames)
    right = left
    setGoing(strike.blow)
    bank.cull()
  }

  private mutating func setGoing(_ blow: Blow) {
    let lost = 1 - blow.prompt
    for (partial, amplitude) in zip(course.partials, blow.amplitudes) {
      for index in partial.modes {
        var size = Double(amplitude)
        // The last mode takes the first back to 0 at the start.
        if index == partial.modes.lowerBound { size *= blow.prompt }
        let unit = course.amplitudes[index]
        var real = size * unit.real
        var imaginary = size * unit.imaginary
        if lost > 0, index == partial.modes.upperBound - 1 {
          let first = course.amplitudes[partial.modes.lowerBound]
          real += size * lost * first.real
          imaginary += size * lost * first.imaginary
        }
        bank.append(from: course.template, at: index, real: real, imaginary: imaginary)
      }
    }
    for phantom in course.phantoms {
      let product =
        phantom.gain * Double(blow.amplitudes[phantom.first])
        * Double(blow.amplitudes[phantom.second])
      for index in phantom.modes {
        let unit = course.amplitudes[index]
        bank.append(
          from: course.template, at: index, real: product * unit.real,
          imaginary: product * unit.imaginary)
      }
    }
  }

  /// Adds the sound of `block`'s frames, which begin at `blockStart`; gestures in their order.
  mutating func render(
    _ gestures: ArraySlice<TimedGesture>, from blockStart: Int, page: inout Page,
    into block: inout StereoBlock
  ) {
    var now = max(start, blockStart)
    for timed in gestures {
      let goal = heed(timed.gesture)
      if goal == damping, gainGoal == gain, gainFrames == 0 { continue }
      emit(
        from: now, to: timed.frame, cuts: goal != damping, blockStart: blockStart, page: &page,
        into: &block)
      now = timed.frame
      if isOver { return }
      if goal != damping {
        bank.advance(now - pageStart)
        bank.damp(by: (goal - damping) / rate)
        damping = goal
        pageStart = now
        rendered = 0
      }
      if case .level(channel, _) = timed.gesture { startRamp() }
    }
    emit(
      from: now, to: blockStart + block.frames, cuts: false, blockStart: blockStart, page: &page,
      into: &block)
  }

  /// Takes note of a gesture and answers the damping that follows, in 1/s.
  private mutating func heed(_ gesture: Gesture) -> Double {
    switch gesture {
    case .strike(let strike) where strike.channel == channel && strike.key == key:
      isTouched = true
      position = 0
    case .hammerGone(channel, key):
      isTouched = false
    case .damper(channel, key, let position):
      self.position = position
    case .pedal(channel, let coupling):
      self.coupling = coupling
    case .sostenuto(channel, let keys):
      isLatched = keys.contains(key)
    case .silence(channel):
      isSilenced = true
    case .level(channel, let gain):
      gainGoal = gain
    default:
      break
    }
    return goal
  }

  /// A hammer on a ringing string takes 6 dB in its 30 ms; all sound off takes 100 dB in 25 ms.
  private var goal: Double {
    if isSilenced { return 460 }
    let held = isLatched ? 0 : Double(min(position, coupling))
    return held * held * course.damper + (isTouched ? 23 : 0)
  }

  private mutating func startRamp() {
    gainFrames = max(1, Int(0.01 * rate))
    gainStep = (gainGoal - gain) / Float(gainFrames)
  }

  private mutating func emit(
    from begin: Int, to end: Int, cuts: Bool, blockStart: Int, page: inout Page,
    into block: inout StereoBlock
  ) {
    var now = begin
    while now < end, !isOver {
      if now - pageStart == ModeBank.pageFrames {
        bank.advance(ModeBank.pageFrames)
        pageStart = now
        rendered = 0
      }
      if rendered == 0 { renderPage(until: cuts ? end : Int.max, page: &page) }
      if isOver { return }
      let count = min(end - now, rendered - (now - pageStart))
      add(from: now - pageStart, count: count, at: now - blockStart, into: &block)
      now += count
    }
  }

  private mutating func renderPage(until end: Int, page: inout Page) {
    bank.cull()
    if bank.isEmpty {
      isOver = true
      return
    }
    let wanted = min(ModeBank.pageFrames, end - pageStart)
    let chunks = (wanted + 31) / 32 * 2
    bank.render(chunks: chunks, into: &page)
    page.store(chunks: chunks, left: &left, right: &right)
    rendered = chunks * ModeBank.chunkFrames
    let age = pageStart - start
    if age < fadeFrames { fadeIn(from: age) }
  }

  /// The hammer is still on the string: a raised cosine.
  private mutating func fadeIn(from age: Int) {
    for frame in age..<min(fadeFrames, age + rendered) {
      let gain = Float(0.5 - 0.5 * ExactMath.cos(.pi * Double(frame) / Double(fadeFrames)))
      let index = frame - age
      left[index] *= gain
      right[index] *= gain
    }
  }

  private mutating func add(
    from first: Int, count: Int, at place: Int, into block: inout StereoBlock
  ) {
    var first = first
    var place = place
    var count = count
    while count > 0, gainFrames > 0 {
      gain += gainStep
      gainFrames -= 1
      if gainFrames == 0 { gain = gainGoal }
      block.left[place] += gain * left[first]
      block.right[place] += gain * right[first]
      first += 1
      place += 1
      count -= 1
    }
    Plane.add(left, from: first, count: count, gain: gain, to: &block.left, at: place)
    Plane.add(right, from: first, count: count, gain: gain, to: &block.right, at: place)
  }
}
