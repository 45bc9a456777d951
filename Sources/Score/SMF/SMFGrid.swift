/// The ticks of a MIDI file for a score's: the same wherever a file can have them.
struct SMFGrid {
  /// The division of the header.
  let division: UInt16
  /// What had to be rounded.
  let warning: String?
  /// The tempo that makes ticks last as they should where the score's are clock time.
  let openingTempo: Rational?
  private let factor: Rational
  private let map: TempoMap

  init(_ score: Score) {
    map = TempoMap(score)
    switch score.timebase {
    case .ticksPerQuarter(let ticks):
      openingTempo = nil
      if ticks < 0x8000 {
        (division, factor, warning) = (UInt16(ticks), .one, nil)
        return
      }
      // The greatest division of a file that all ticks in use still fall on, else a fine one.
      let common = SMFGrid.commonDivisor(score, ticks)
      if ticks / common < 0x8000 {
        (division, factor, warning) = (
          UInt16(ticks / common), Rational(1, Int128(common)), nil
        )
        return
      }
      division = 30720
      factor = Rational(30720, Int128(ticks))
      warning =
        "\(ticks) ticks a quarter note are more than a MIDI file can have; times are rounded to 1/30720 of a quarter"
    case .secondsPerTick(let seconds):
      if let found = SMFGrid.smpte(seconds) {
        (division, factor, warning, openingTempo) = (found, .one, nil, nil)
        return
      }
      // 25000 ticks a quarter of half a second: 20 microseconds a tick.
      division = 25000
      let factor = seconds / Rational(1, 50000)
      self.factor = factor
      openingTempo = Rational(1, 2)
      let isExact = score.tracks.allSatisfy { track in
        track.events.indices.allSatisfy {
          Int128(track.events.tick(at: $0)) % factor.denominator == 0
        }
      }
      warning =
        isExact
        ? nil : "ticks of \(seconds) s are no division of a MIDI file; times are rounded to 20 µs"
    }
  }

  /// The tick of the file for one of the score.
  func tick(_ tick: Int64) -> Int64 {
    factor == .one ? tick : Int64(clamping: (Rational(Int128(tick)) * factor).rounded)
  }

  private static func commonDivisor(_ score: Score, _ ticks: Int) -> Int {
    var common = UInt128(ticks)
    for track in score.tracks {
      for index in track.events.indices where common > 1 {
        let tick = track.events.tick(at: index)
        common = Rational.greatestCommonDivisor(common, UInt128(tick.magnitude))
      }
    }
    return Int(common)
  }

  /// The SMPTE division whose ticks last so long.
  private static func smpte(_ seconds: Rational) -> UInt16? {
    for (code, frame) in [
      (25, Rational(1, 25)), (24, Rational(1, 24)), (30, Rational(1, 30)),
      (29, Rational(1001, 30000)),
    ] {
      let ticks = frame / seconds
      if ticks.denominator == 1, 1...255 ~= ticks.numerator {
        return UInt16(256 - code) << 8 | UInt16(ticks.numerator)
      }
    }
    return nil
  }

  /// The steps that stand for a tempo ramp that begins at `tick`: their ticks in the score and the
  /// tempo of each.
  ///
  /// Each step lasts as long as the ramp does there; what rounding to microseconds leaves is made good
  /// by the next one, so that the error stays below a microsecond times the length of a step.
  func tempoSteps(at tick: Int64) -> [(tick: Int64, microseconds: Int)] {
    let index = map.index(of: tick)
    let segment = map.segments[index]
    guard let ramp = segment.ramp, segment.tick == tick else { return [] }
    let quarter = ticksPerQuarter
    let next = index + 1 < map.segments.count ? map.segments[index + 1].tick : Int64.max
    let (rampEnd, isBeyond) = tick.addingReportingOverflow(Int64(clamping: ramp.ticks.rounded))
    let end = isBeyond ? next : min(next, rampEnd)
    let step = max(1, Int64(quarter) / 24, (end - tick) / 4096)
    var steps: [(tick: Int64, microseconds: Int)] = []
    var written = segment.seconds
    var at = tick
    while at < end {
      let to = end - at > step ? at + step : end
      let quarters = Rational(Int128(to - at), Int128(quarter))
      let exact = (map.seconds(at: to) - written) / quarters * Rational(1_000_000)
      let microseconds = min(max(Int(clamping: exact.rounded), 1), 0xFFFFFF)
      steps.append((at, microseconds))
      written += Rational(Int128(microseconds), 1_000_000) * quarters
      at = to
    }
    if end < next {
      let last = ramp.secondsPerTickAtEnd * Rational(quarter) * Rational(1_000_000)
      steps.append((end, min(max(Int(clamping: last.rounded), 1), 0xFFFFFF)))
    }
    return steps
  }

  /// Ticks a quarter note of the score.
  private var ticksPerQuarter: Int {
    factor == .one ? Int(division) : Int(clamping: (Rational(Int128(division)) / factor).rounded)
  }
}
