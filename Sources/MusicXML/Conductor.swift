import Score

/// Tempo, meter, key and holds of the whole score, and the track made of them.
struct Conductor: Sendable {
  private struct Change: Sendable {
    var tick: Int64
    var secondsPerQuarter: Rational
    /// The passes in which it counts; 0 for all.
    var passes: UInt64 = 0
  }

  private struct Hold: Sendable, Hashable {
    var begin: Int64
    var end: Int64
    var percent: Int
  }

  private var tempos: [[Change]] = []
  private var holds: [[Hold]] = []
  private var others: [[ConductorMark]] = []
  /// The tempo at the begin of each measure in written order.
  private(set) var tempoAtStart: [Rational] = []
  private var meterAtStart: [ConductorMark?] = []
  private var keyAtStart: [ConductorMark?] = []
  /// Whether a mark leads to a tempo that was brought back within `slowest` and `fastest`.
  private(set) var isTempoCut = false

  /// 0.01 quarters a minute, and 60 million: those of a note script too.
  private static let slowest = Rational(6000)
  private static let fastest = Rational(1, 1_000_000)

  /// What the marks say, by measure; `onsets` are the ticks at which notes of a measure begin, and
  /// `lengths` those of the measures.
  init(_ marks: [[ConductorMark]], lengths: [Int64], onsets: (Int) -> [Int64]) {
    var tempo = Rational(1, 2)
    var (meter, key): (ConductorMark?, ConductorMark?) = (nil, nil)
    for measure in lengths.indices {
      var list = measure < marks.count ? marks[measure] : []
      list.stablySort { $0.tick }
      tempoAtStart.append(tempo)
      meterAtStart.append(meter)
      keyAtStart.append(key)
      var (changes, found, rest): ([Change], [Hold], [ConductorMark]) = ([], [], [])
      var modulated: Int64 = -1
      var begins: [Int64]?
      for mark in list {
        switch mark.kind {
        case .tempo(let seconds):
          let bounded = bounded(seconds)
          if mark.passes == 0 { tempo = bounded }
          changes.append(
            Change(tick: mark.tick, secondsPerQuarter: bounded, passes: mark.passes))
        case .modulation(let factor):
          if modulated == mark.tick { continue }  // another part says the same
          modulated = mark.tick
          tempo = bounded(tempo * factor)
          changes.append(Change(tick: mark.tick, secondsPerQuarter: tempo))
        case .hold(let percent, let length):
          // A note may be longer than its measure; what holds does not outlast it.
          let end = min(length > 0 ? mark.tick + length : mark.tick, lengths[measure])
          let begin = length > 0 ? mark.tick : 0
          let known = begins ?? onsets(measure)
          begins = known
          let last = known.last { $0 < end } ?? begin
          let hold = Hold(begin: max(begin, last), end: end, percent: percent)
          if hold.begin < end, found.count < 100, !found.contains(hold) { found.append(hold) }
        case .meter:
          meter = mark
          rest.append(mark)
        case .key:
          key = mark
          rest.append(mark)
        case .rehearsal: rest.append(mark)
        }
      }
      tempos.append(changes)
      holds.append(found)
      others.append(rest)
    }
  }

  private mutating func bounded(_ tempo: Rational) -> Rational {
    let within = min(max(tempo, Conductor.fastest), Conductor.slowest)
    if within != tempo { isTempoCut = true }
    return within
  }

  /// The track of a performance whose turns begin at `starts`.
  func track(_ turns: [PlayingOrder.Turn], starts: [Int64]) -> [TimedMessage] {
    var events: [TimedMessage] = []
    var tempo: Rational?
    var (meter, key): (Message?, Message?) = (nil, nil)
    // A tempo of this pass only: it goes on until another one or a jump back.
    var ofThisPass: Rational?
    var last = -1
    func add(_ tick: Int64, _ seconds: Rational) {
      if seconds == tempo { return }
      tempo = seconds
      if let last = events.last, last.tick == tick, case .tempo = last.message {
        events.removeLast()
      }
      events.append(TimedMessage(tick, .tempo(secondsPerQuarter: seconds)))
    }
    for (turn, start) in zip(turns, starts) {
      let measure = turn.measure
      if measure <= last { ofThisPass = nil }
      last = measure
      let changes = tempos[measure].filter {
        $0.passes == 0 || $0.passes >> UInt64(min(63, turn.pass - 1)) & 1 == 1
      }
      for (state, isMeter) in [(meterAtStart[measure], true), (keyAtStart[measure], false)] {
        guard let message = state.flatMap(Conductor.message) else { continue }
        if message == (isMeter ? meter : key) { continue }
        if isMeter { meter = message } else { key = message }
        events.append(TimedMessage(start, message))
      }
      for mark in others[measure] {
        guard let message = Conductor.message(mark) else { continue }
        if case .meter = mark.kind {
          if message == meter { continue }
          meter = message
        }
        if case .key = mark.kind {
          if message == key { continue }
          key = message
        }
        events.append(TimedMessage(start + mark.tick, message))
      }
      // The tempo changes where a mark stands and where a hold begins or ends.
      let open = holds[measure].map {
        Hold(begin: start + $0.begin, end: start + $0.end, percent: $0.percent)
      }
      var places = [start] + changes.map { start + $0.tick }
      for hold in open { places += [hold.begin, hold.end] }
      var force = ofThisPass ?? tempoAtStart[measure]
      var next = 0
      for place in Set(places).sorted() {
        while next < changes.count, start + changes[next].tick <= place {
          force = changes[next].secondsPerQuarter
          ofThisPass = changes[next].passes == 0 ? nil : force
          next += 1
        }
        let percent =
          open.filter { $0.begin <= place && place < $0.end }.map(\.percent).max() ?? 100
        add(place, percent == 100 ? force : force * Rational(Int128(percent), 100))
      }
    }
    events.stablySort { $0.tick }
    return events
  }

  private static func message(_ mark: ConductorMark) -> Message? {
    switch mark.kind {
    case .meter(let beats, let unit): .meter(beats: beats, unit: unit)
    case .key(let fifths, let minor): .keySignature(sharps: fifths, minor: minor)
    case .rehearsal(let text): .text(kind: Message.TextKind.marker, bytes: Array(text.utf8))
    case .tempo, .modulation, .hold: nil
    }
  }
}
