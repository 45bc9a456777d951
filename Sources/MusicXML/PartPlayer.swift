import Score

/// Plays one part in the order of the turns: ties joined, signs turned into time and force.
struct PartPlayer {
  let part: Part
  let sounds: [PartSound]
  /// The channels of the sounds, each once.
  private let channels: [UInt8]
  let measures: [WrittenMeasure]
  let grid: Grid
  let complaints: Complaints
  /// The steps of ornaments by measure, in ticks.
  let ornamentSteps: [Int64]

  /// A note with its ties joined.
  private struct Played {
    var note: WrittenNote
    var start: Int64
    var end: Int64
    var ornamentStep: Int64
  }

  private var played: [Played] = []
  /// The notes whose ties are open, by key: which, and where they end.
  private var tied = [[(index: Int, end: Int64)]](repeating: [], count: 128)
  private var events: [(rank: Int64, event: TimedMessage)] = []
  private var pressAgain: Int64?
  private var restored: [Int: [PartMark]] = [:]
  private var jumps: Set<Int64> = []

  init(
    _ part: Part, _ sounds: [PartSound], _ measures: [WrittenMeasure], _ grid: Grid,
    ornamentSteps: [Int64], _ complaints: Complaints
  ) {
    self.part = part
    self.sounds = sounds
    channels = Set(sounds.map(\.channel)).sorted()
    self.measures = measures
    self.grid = grid
    self.ornamentSteps = ornamentSteps
    self.complaints = complaints
  }

  /// The part's track; throws if it would have more than `limit` notes.
  mutating func track(
    _ turns: [PlayingOrder.Turn], starts: [Int64], end: Int64, limit: Int
  ) throws(ScoreError) -> [TimedMessage] {
    begin()
    restored = states(turns)
    var previous = -1
    for (turn, start) in zip(turns, starts) {
      if turn.measure != previous + 1 {
        jumps.insert(start)
        restore(turn.measure, at: start)
      }
      previous = turn.measure
      guard measures.indices.contains(turn.measure) else { continue }
      play(turn, from: start)
    }
    if let pressAgain { control(64, 127, at: pressAgain) }
    for entry in tied.joined() { complain(entry) }
    for note in played {
      sound(note)
      if events.count > 3 * limit {
        throw ScoreError(
          .tooLarge, at: .whole, "part \(part.id) would play more than \(limit) notes")
      }
    }
    events.stablySort { $0.rank }
    add(max(end, events.last?.event.tick ?? 0), 3, .endOfTrack)
    return events.map(\.event)
  }

  /// Within a tick: what ends, what is told, what begins, the end of the track.
  private mutating func add(_ tick: Int64, _ rank: Int64, _ message: Message) {
    events.append((tick * 4 + rank, TimedMessage(tick, message)))
  }

  private var firstChannel: UInt8 { sounds.first?.channel ?? 0 }

  /// Sends a controller to every channel of the part.
  private mutating func control(_ number: UInt8, _ value: UInt8, at tick: Int64) {
    for channel in channels {
      add(tick, 1, .controller(channel: channel, number: number, value: value))
    }
  }

  private mutating func begin() {
    if let name = part.name {
      add(0, 0, .text(kind: Message.TextKind.trackName, bytes: Array(name.utf8)))
    }
    if let port = sounds.first?.port, port > 0 { add(0, 0, .port(port)) }
    for sound in sounds {
      let channel = sound.channel
      if let bank = sound.bank {
        add(0, 1, .controller(channel: channel, number: 0, value: UInt8(bank >> 7)))
        add(0, 1, .controller(channel: channel, number: 32, value: UInt8(bank & 127)))
      }
      if let program = sound.program { add(0, 1, .program(channel: channel, number: program)) }
      if let volume = sound.volume {
        add(0, 1, .controller(channel: channel, number: 7, value: volume))
      }
      if let pan = sound.pan { add(0, 1, .controller(channel: channel, number: 10, value: pan)) }
    }
  }

  private mutating func play(_ turn: PlayingOrder.Turn, from start: Int64) {
    let measure = measures[turn.measure]
    if !measure.marks.isEmpty {
      let verse = PartPlayer.verse(for: turn.count, in: measure.marks)
      for mark in measure.marks { tell(mark, at: start + mark.tick, verse: verse) }
    }
    for note in measure.notes {
      if note.timeOnly != 0, note.timeOnly >> UInt64(min(63, turn.pass - 1)) & 1 == 0 { continue }
      play(note, from: start, measure: turn.measure)
    }
  }

  private mutating func play(_ note: WrittenNote, from start: Int64, measure: Int) {
    let on = start + note.on
    let end = on + note.duration
    let key = Int(note.key)
    var index = played.count
    var continues = false
    if note.marks.contains(.tieStop) {
      if let place = tied[key].firstIndex(where: { $0.end == on || $0.end == on + note.delay }) {
        index = tied[key].remove(at: place).index
        played[index].end = end - note.cut
        played[index].note.marks.formUnion(
          note.marks.intersection([.staccato, .staccatissimo, .breath, .caesura]))
        continues = true
      } else if tied[key].contains(where: { $0.end < on }) {
        // Stale ones: nothing follows them any more.
        for entry in tied[key] where entry.end < on { complain(entry) }
        tied[key].removeAll { $0.end < on }
      }
    }
    if !continues {
      played.append(
        Played(
          note: note, start: on + note.delay, end: end - note.cut,
          ornamentStep: ornamentSteps[measure]))
    }
    if note.marks.contains(.tieStart) {
      // So many at once only come from a file without ends.
      if tied[key].count == 64 { complain(tied[key].removeFirst()) }
      tied[key].append((index, end))
    }
  }

  private func complain(_ entry: (index: Int, end: Int64)) {
    if jumps.contains(entry.end) { return }
    complaints.add(
      "a tie that meets no equal pitch; the note ends as written", at: played[entry.index].note.byte
    )
  }

  private mutating func tell(_ mark: PartMark, at tick: Int64, verse: Int) {
    switch mark.kind {
    case .controller(let number, let value):
      if number == 64, let press = pressAgain {
        // A pedal change just before is over, or was too short to be one.
        pressAgain = nil
        if press <= tick { control(64, 127, at: press) }
      }
      control(number, value, at: tick)
    case .pedalChange:
      if let press = pressAgain, press <= tick { control(64, 127, at: press) }
      control(64, 0, at: tick)
      pressAgain = tick + grid.ticks(partOfWhole: Interpretation.pedalChange)
    case .program(let sound, let number):
      guard sounds.indices.contains(Int(sound)) else { return }
      add(tick, 1, .program(channel: sounds[Int(sound)].channel, number: number))
    case .words(let text):
      add(tick, 1, .text(kind: Message.TextKind.text, bytes: Array(text.utf8)))
    case .lyric(let number, let text):
      if number == verse {
        add(tick, 1, .text(kind: Message.TextKind.lyric, bytes: Array(text.utf8)))
      }
    }
  }

  /// The verse to sing: that of the count, else the highest below it, else the lowest.
  private static func verse(for count: Int, in marks: [PartMark]) -> Int {
    var (below, above) = (0, Int.max)
    for mark in marks {
      guard case .lyric(let verse, _) = mark.kind else { continue }
      if verse <= count { below = max(below, verse) } else { above = min(above, verse) }
    }
    return below > 0 ? below : above
  }

  /// After a jump: pedals, levels and programs as they are in written order before the measure.
  private mutating func restore(_ measure: Int, at tick: Int64) {
    for mark in restored[measure] ?? [] { tell(mark, at: tick, verse: 0) }
  }

  /// What holds at the begins of the measures that are jumped to.
  private func states(_ turns: [PlayingOrder.Turn]) -> [Int: [PartMark]] {
    var targets: Set<Int> = []
    for (turn, before) in zip(turns.dropFirst(), turns) where turn.measure != before.measure + 1 {
      targets.insert(turn.measure)
    }
    // All that the part ever changes, at first as the part list says; pedals begin up.
    var controllers: [UInt8: UInt8] = [:]
    var programs: [Int32: UInt8] = [:]
    for mark in measures.lazy.flatMap(\.marks) {
      switch mark.kind {
      case .controller(let number, _):
        controllers[number] =
          number == 7 ? sounds.first?.volume ?? 100 : number == 10 ? sounds.first?.pan ?? 64 : 0
      case .pedalChange: controllers[64] = 0
      case .program(let sound, _):
        if sounds.indices.contains(Int(sound)) { programs[sound] = sounds[Int(sound)].program ?? 0 }
      case .words, .lyric: break
      }
    }
    var found: [Int: [PartMark]] = [:]
    for measure in measures.indices {
      if targets.contains(measure) {
        found[measure] =
          controllers.sorted { $0.key < $1.key }.map {
            PartMark(tick: 0, kind: .controller($0.key, $0.value))
          }
          + programs.sorted { $0.key < $1.key }.map {
            PartMark(tick: 0, kind: .program(sound: $0.key, $0.value))
          }
      }
      for mark in measures[measure].marks {
        switch mark.kind {
        case .controller(let number, let value): controllers[number] = value
        case .pedalChange: controllers[64] = 127
        case .program(let sound, let number): programs[sound] = number
        case .words, .lyric: break
        }
      }
    }
    return found
  }

  /// The strokes of a note.
  private mutating func sound(_ played: Played) {
    let note = played.note
    let whole = max(1, played.end - played.start)
    let gate = Interpretation.gatePercent(note.marks)
    let velocity = UInt8(max(1, min(127, Int(note.velocity) + Interpretation.accent(note.marks))))
    let channel =
      note.marks.contains(.unpitched)
      ? 9
      : sounds.indices.contains(Int(note.sound)) ? sounds[Int(note.sound)].channel : firstChannel
    func stroke(_ key: UInt8, _ begin: Int64, _ length: Int64) {
      add(played.start + begin, 2, .noteOn(channel: channel, key: key, velocity: velocity))
      add(
        played.start + begin + max(1, length), 0,
        .noteOff(channel: channel, key: key, velocity: 64))
    }
    guard let ornament = note.ornament else {
      stroke(note.key, 0, max(1, whole * gate / 100))
      return
    }
    for part in ornament.strokes(key: note.key, length: whole, step: played.ornamentStep) {
      stroke(part.key, part.begin, part.length)
    }
  }
}
