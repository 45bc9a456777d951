import Synthesis

/// The sound of one blow, from the hammer to silence.
///
/// It lives on a grid of its own: pages of 1024 frames from the blow, or from the last change of its
/// damping. A block that ends within a page leaves the rest for the next one; a change of damping
/// within a page drops the rest. So no block can be heard.
struct StringVoice: Sendable {
  private let start: Int
  /// The frames in which it fades in; a part of one counts.
  private let fadeFrames: Double
  private let course: Course
  private let rate: Double

  private var bank: ModeBank
  private var left: [Float]
  private var right: [Float]
  /// The frame at which the page began, and how many of its frames are rendered.
  private var pageStart: Int
  private var rendered = 0

  private var handling: Handling
  /// How much of a half raised damper's work is done, 0…1.
  private var contact = 1.0
  /// What dampers and hammers add to the decay now, in 1/s.
  private var damping = 0.0
  /// The pitch wheel's factor on the modes as they are.
  private var bend = 1.0

  private var gain: Float
  private var gainStep: Float = 0
  private var gainFrames = 0

  /// Nothing is left to sound.
  private(set) var isOver = false

  init(_ strike: Strike, at frame: Int, rate: Int) {
    start = frame
    pageStart = frame
    fadeFrames = max(1, min(Double(ModeBank.pageFrames), strike.blow.fade * Double(rate)))
    course = strike.course
    self.rate = Double(rate)
    handling = Handling(strike)
    gain = strike.gain
    bank = ModeBank()
    bank.reserve(course.template.modes.count)
    left = [Float](repeating: 0, count: ModeBank.pageFrames)
    right = left
    setGoing(strike.blow)
    bank.prune()
    followWheel()
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
      let product = phantom.amplitude(blow.amplitudes)
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
      let next = handling.after(timed.gesture)
      let goal = next.damping(course.damper, contact: contact)
      let cuts = goal != damping || next.bend != bend
      if !cuts, next == handling { continue }
      emit(
        from: now, to: timed.frame, cuts: cuts, blockStart: blockStart, page: &page, into: &block)
      now = timed.frame
      if isOver { return }
      if next.gain != handling.gain { startRamp(to: next.gain) }
      handling = next
      if cuts {
        bank.advance(now - pageStart)
        followDampers()
        followWheel()
        pageStart = now
        rendered = 0
      }
    }
    emit(
      from: now, to: blockStart + block.frames, cuts: false, blockStart: blockStart, page: &page,
      into: &block)
  }

  private mutating func followDampers() {
    let goal = handling.damping(course.damper, contact: contact)
    if goal == damping { return }
    bank.damp(by: (goal - damping) / rate)
    damping = goal
  }

  private mutating func followWheel() {
    if handling.bend == bend { return }
    bank.bend(from: bend, to: handling.bend)
    bend = handling.bend
  }

  /// A damper that is not quite down is touched by wide swings only: what swings less than the gap
  /// rings on (Lehtonen, Askenfelt & Välimäki, JASA-EL 126 (2009) EL49).
  private mutating func meetDamper(power: Double) {
    let coupling = Double(handling.coupling)
    if coupling == 0 || coupling == 1 {
      contact = 1
      return
    }
    let gap = course.gap * (1 - coupling) / coupling
    let share = power / (power + gap * gap)
    // Small changes wait, for each costs some time.
    if abs(share - contact) > 0.03 * contact { contact = share }
  }

  private mutating func startRamp(to goal: Float) {
    gainFrames = max(1, Int(0.01 * rate))
    gainStep = (goal - gain) / Float(gainFrames)
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
    let power = bank.cull()
    if bank.isEmpty {
      isOver = true
      return
    }
    meetDamper(power: power)
    followDampers()
    let wanted = min(ModeBank.pageFrames, end - pageStart)
    let chunks = (wanted + 31) / 32 * 2
    bank.render(chunks: chunks, into: &page)
    page.store(chunks: chunks, left: &left, right: &right)
    rendered = chunks * ModeBank.chunkFrames
    let age = pageStart - start
    if Double(age) < fadeFrames { fadeIn(from: age) }
  }

  /// The hammer is still on the string: a raised cosine.
  private mutating func fadeIn(from age: Int) {
    for frame in age..<min(Int(fadeFrames.rounded(.up)), age + rendered) {
      let gain = Float(0.5 - 0.5 * ExactMath.cos(.pi * Double(frame) / fadeFrames))
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
      if gainFrames == 0 { gain = handling.gain }
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
