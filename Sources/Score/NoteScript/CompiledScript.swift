/// A script whose words are all read, ready to be laid out in time.
struct CompiledScript {
  let text: ScriptText
  let voices: [NoteScriptReader.Voice]
  /// The operations of each voice; nil where there are mistakes in it.
  let programs: [[VoiceOp]?]
  private(set) var directives: ScriptDirectives
  let lengths: [ScriptLength]
  var faults: ScriptFaults

  private var grid = ScriptGrid(ticksPerQuarter: 480)
  private var timeline: ScriptTimeline
  private var parts: [VoicePart] = []
  /// What `at` lines and directives send, by track.
  private var lines: [VoicePart] = []
  /// Names, and what directives say, which all stands on the first track.
  private var openings: [[GridEvent]] = []

  init(
    text: ScriptText, voices: [NoteScriptReader.Voice], programs: [[VoiceOp]?],
    directives: ScriptDirectives, lengths: [ScriptLength], faults: ScriptFaults
  ) {
    self.text = text
    self.voices = voices
    self.programs = programs
    self.directives = directives
    self.lengths = lengths
    self.faults = faults
    timeline = ScriptTimeline(ppq: directives.ppq ?? 480, rate: directives.rate)
  }

  /// Lays out the script in time.
  mutating func layOut() -> [Track] {
    let ppq = Int64(directives.ppq ?? 480)
    grid = ScriptGrid(ticksPerQuarter: ppq)
    // Voices want a grid on which ramps and dots find their places; `ppq=1` is for `at` lines alone.
    if !voices.isEmpty, 480 % ppq != 0 || ppq < 480, ppq % 480 != 0 {
      let common = Rational.greatestCommonDivisor(UInt128(ppq), 480)
      _ = grid.grow(by: 480 / Int64(common))
    }
    timeline.place(directives.events.changes, faults: &faults)
    placeLines()
    // A script that asks for more than it may have is not played to find more mistakes.
    if !faults.isTooLarge { playVoices() }
    if faults.errorCount > 0 { return [] }
    return assembled(parts: parts, lines: lines, openings: openings)
  }

  var ticksPerQuarter: Int { Int(grid.ticksPerQuarter) }

  private mutating func placeLines() {
    let count = max(voices.count, directives.events.lastTrack + 1, 1)
    lines = [VoicePart](repeating: VoicePart(), count: count)
    openings = [[GridEvent]](repeating: [], count: count)
    placeNames()
    for event in directives.events.directives {
      if let units = units(of: event) {
        openings[0].append(GridEvent(units: units, code: event.code))
      }
    }
    if lines.count == 1 {
      lines[0].strikes.reserveCapacity(directives.events.lines.count)
      lines[0].releases.reserveCapacity(directives.events.durations.count)
    }
    for event in directives.events.lines { place(event) }
    directives.events.forgetLines()
  }

  /// What stands at the beginning: copyright and names, as MIDI files have them, and the tuning.
  private mutating func placeNames() {
    if let copyright = directives.copyright {
      addOpening(.text(kind: Message.TextKind.copyright, bytes: copyright), 0)
    }
    for (index, voice) in voices.enumerated() {
      let name = Message.text(kind: Message.TextKind.trackName, bytes: Array(voice.label.utf8))
      addOpening(name, index)
    }
    guard let tuning = directives.tuning else { return }
    for channel in channels() {
      for message in ScriptTuning.messages(tuning, channel: channel) { addOpening(message, 0) }
    }
  }

  private mutating func addOpening(_ message: Message, _ track: Int) {
    openings[track].append(GridEvent(units: 0, code: directives.events.code(message)))
  }

  /// The channels that something plays on.
  private func channels() -> [UInt8] {
    var used: Set<UInt8> = voices.isEmpty ? [] : [0]
    for event in directives.events.lines where event.code & 0x8000_00F0 == 0x90 {
      used.insert(UInt8(event.code & 15))
    }
    return used.sorted()
  }

  private mutating func place(_ event: WrittenEvent) {
    guard let units = units(of: event) else { return }
    lines[Int(event.track)].strikes.append(GridEvent(units: units, code: event.code))
    guard event.duration >= 0 else { return }
    let duration = directives.events.durations[Int(event.duration)]
    guard let end = self.units(of: duration, after: units) else { return }
    lines[Int(event.track)].releases.append(
      GridEvent(
        units: end,
        code: event.code & 0xFF0F | 0x80 | UInt32(duration.releaseVelocity) << 16))
  }

  /// The position of an event; nil and an error where it is too far away.
  private mutating func units(of event: WrittenEvent) -> Int64? {
    timeline.check(event.time, place: Int(event.place), faults: &faults)
    let units =
      event.time.unit == .ticks
      ? grid.units(ofTicks: event.time.value, ppq: Int64(directives.ppq ?? 480))
      : unitsGrowing(of: timeline.position(of: event.time))
    if units == nil { tooFar(event.place) }
    return units
  }

  private mutating func units(of duration: WrittenDuration, after begin: Int64) -> Int64? {
    let end: Int64?
    if duration.time.unit == .ticks {
      end = grid.units(ofTicks: duration.time.value, ppq: Int64(directives.ppq ?? 480))
        .map { $0 + begin }
    } else {
      end = unitsGrowing(of: timeline.position(duration.time, after: grid.wholes(begin)))
    }
    // The note may have been put on a finer grid meanwhile; it is the last one there.
    guard let end, end <= ScriptGrid.lastUnit else {
      tooFar(duration.place)
      return nil
    }
    return max(end, begin + 1)
  }

  private mutating func tooFar(_ place: UInt32) {
    faults.error(
      Int(place), "this lies further away than can be counted here", tooLarge: true)
  }

  /// The units of a position; everything placed so far goes on the grid that it asks for.
  private mutating func unitsGrowing(of wholes: Rational) -> Int64? {
    let before = grid.unitsPerWhole
    let units = grid.units(of: wholes)
    if let units { grid.reach = max(grid.reach, units) }
    if grid.unitsPerWhole != before {
      let factor = grid.unitsPerWhole / before
      scaleLines(by: factor)
    }
    return units
  }

  private mutating func scaleLines(by factor: Int64) {
    for track in lines.indices {
      lines[track].scale(by: factor)
      for index in openings[track].indices { openings[track][index].units *= factor }
    }
  }

  private mutating func playVoices() {
    for (index, voice) in voices.enumerated() {
      guard let program = programs[index] else {
        parts.append(VoicePart())
        continue
      }
      var player = VoicePlayer(
        label: voice.label, lengths: lengths, clock: timeline.clock, meters: timeline.meters,
        grid: grid, faults: faults)
      let before = grid.unitsPerWhole
      player.play(program)
      faults = player.faults
      grid = player.grid
      let factor = grid.unitsPerWhole / before
      if factor > 1 {
        for index in parts.indices { parts[index].scale(by: factor) }
        scaleLines(by: factor)
      }
      parts.append(player.part)
    }
  }
}

extension ScriptGrid {
  /// The units of so many ticks; nil beyond the last position.
  @inline(__always)
  mutating func units(ofTicks ticks: Int64, ppq: Int64) -> Int64? {
    let (units, overflow) = ticks.multipliedReportingOverflow(by: unitsPerWhole / (4 * ppq))
    if overflow || units > ScriptGrid.lastUnit { return nil }
    if units > reach { reach = units }
    return units
  }
}
