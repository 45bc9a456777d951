/// Writes the events of one track.
struct SMFTrackWriter {
  /// What could not be said as it was.
  var found = DiagnosticList()
  /// The tempos that are no whole microseconds a quarter note, and are rounded to them.
  private(set) var roundedTempos = 0
  /// The tempo ramps that become steps.
  private(set) var ramps = 0
  private let encoding: TextEncoding
  private let tempos: (Int64) -> [(tick: Int64, microseconds: Int)]
  private var last: Int64 = 0
  private var running: UInt8 = 0
  private var end: Int64 = 0
  private var opening: [Message] = []
  /// The steps of a tempo ramp that are still to come, the next one last.
  private var steps: [(tick: Int64, microseconds: Int)] = []

  init(
    _ encoding: TextEncoding, tempos: @escaping (Int64) -> [(tick: Int64, microseconds: Int)]
  ) {
    self.encoding = encoding
    self.tempos = tempos
  }

  /// What a score says outside its events and its first track has to say: title, composer, copyright,
  /// tempo.
  ///
  /// A MIDI file has no place for the composer; a text says who it was.
  mutating func open(_ score: Score, grid: SMFGrid) {
    let first = score.tracks.first
    if let title = score.title, first?.events.tagged("title: ", encoding) != title {
      let name = first?.events.text(kind: Message.TextKind.trackName, encoding)
      if name == nil, first?.name == nil || first?.name == title {
        opening.append(.text(kind: Message.TextKind.trackName, bytes: Array(title.utf8)))
      } else if name != title {
        opening.append(.text(kind: Message.TextKind.text, bytes: Array("title: \(title)".utf8)))
      }
    }
    if let composer = score.composer, first?.events.tagged("composer: ", encoding) != composer {
      opening.append(.text(kind: Message.TextKind.text, bytes: Array("composer: \(composer)".utf8)))
    }
    if let copyright = score.copyright,
      !score.tracks.contains(where: {
        $0.events.text(kind: Message.TextKind.copyright, encoding) != nil
      })
    {
      opening.append(.text(kind: Message.TextKind.copyright, bytes: Array(copyright.utf8)))
    }
    if let tempo = grid.openingTempo { opening.append(.tempo(secondsPerQuarter: tempo)) }
  }

  mutating func write(_ track: Track, grid: SMFGrid, into bytes: inout [UInt8]) {
    let hasName = opening.contains {
      if case .text(Message.TextKind.trackName, _) = $0 { true } else { false }
    }
    if let name = track.name, !hasName,
      track.events.text(kind: Message.TextKind.trackName, encoding) == nil
    {
      opening.insert(.text(kind: Message.TextKind.trackName, bytes: Array(name.utf8)), at: 0)
    }
    for message in opening { write(message, at: 0, into: &bytes) }
    let events = track.events
    for index in events.indices {
      let tick = events.tick(at: index)
      writeSteps(before: tick, grid: grid, into: &bytes)
      let at = grid.tick(tick)
      let code = events.code(at: index)
      if code & 0x80 != 0, code & EventCode.stored == 0 {
        writeChannel(code, at: at, into: &bytes)
        continue
      }
      switch events.message(at: index) {
      case .endOfTrack: end = max(end, at)
      case .meter(let beats, let unit):
        // A `meta` with the whole signature right behind says it better.
        if index + 1 < events.count, events.tick(at: index + 1) == tick,
          case .meta(0x58, let content) = events.message(at: index + 1), content.count >= 2,
          Int(content[0]) == beats, content[1] < 12, 1 << Int(content[1]) == unit
        {
          continue
        }
        writeMeter(beats, unit, at: at, into: &bytes)
      case .tempo(let seconds):
        steps = []
        if grid.openingTempo == nil { writeTempo(seconds, at: at, into: &bytes) }
      case .tempoRamp:
        ramps += 1
        steps = tempos(tick).reversed()
        writeSteps(before: tick + 1, grid: grid, into: &bytes)
      case let message: write(message, at: at, into: &bytes)
      }
    }
    writeSteps(before: .max, grid: grid, into: &bytes)
  }

  mutating func close(into bytes: inout [UInt8]) {
    writeDelta(max(end, last), into: &bytes)
    bytes += [0xFF, 0x2F, 0]
  }

  private mutating func writeSteps(before tick: Int64, grid: SMFGrid, into bytes: inout [UInt8]) {
    while let step = steps.last, step.tick < tick {
      steps.removeLast()
      if grid.tick(step.tick) > SMFTrackWriter.lastTick { continue }
      let value = step.microseconds
      writeMeta(
        0x51, [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)],
        at: grid.tick(step.tick), into: &bytes)
    }
  }

  private mutating func writeTempo(_ seconds: Rational, at tick: Int64, into bytes: inout [UInt8]) {
    let microseconds = seconds * Rational(1_000_000)
    let value = min(max(Int(clamping: microseconds.rounded), 1), 0xFFFFFF)
    if microseconds > Rational(0xFFFFFF) || microseconds < .one {
      found.add(
        Diagnostic(
          .warning, .whole,
          "a quarter note of \(seconds) s is outside what a MIDI file can say (0.000001 to 16.777215 s)"
        ))
    } else if microseconds.denominator != 1 {
      roundedTempos += 1
    }
    writeMeta(
      0x51, [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)], at: tick,
      into: &bytes)
  }

  private mutating func writeMeter(
    _ beats: Int, _ unit: Int, at tick: Int64, into bytes: inout [UInt8]
  ) {
    let power = max(0, Int.bitWidth - 1 - max(unit, 1).leadingZeroBitCount)
    if unit != 1 << power || !(1...255 ~= beats) {
      found.add(
        Diagnostic(.warning, .whole, "a MIDI file has no meter \(beats)/\(unit); it says another"))
    }
    writeMeta(0x58, [UInt8(clamping: beats), UInt8(power), 24, 8], at: tick, into: &bytes)
  }

  private mutating func write(_ message: Message, at tick: Int64, into bytes: inout [UInt8]) {
    switch message {
    case .text(let kind, let content): writeMeta(kind, content, at: tick, into: &bytes)
    case .meta(let type, let content): writeMeta(type, content, at: tick, into: &bytes)
    case .port(let port): writeMeta(0x21, [port], at: tick, into: &bytes)
    case .keySignature(let sharps, let minor):
      writeMeta(
        0x59, [UInt8(bitPattern: Int8(clamping: sharps)), minor ? 1 : 0], at: tick, into: &bytes)
    case .systemExclusive(let content):
      writeDelta(tick, into: &bytes)
      running = 0
      bytes.append(0xF0)
      writeNumber(content.count, into: &bytes)
      bytes += content
    case .escape(let content):
      writeDelta(tick, into: &bytes)
      running = 0
      bytes.append(0xF7)
      writeNumber(content.count, into: &bytes)
      bytes += content
    case .tempo(let seconds): writeTempo(seconds, at: tick, into: &bytes)
    case .noteOff, .noteOn, .keyPressure, .controller, .program, .channelPressure, .pitchBend:
      // Out of the ranges of MIDI: no reader makes such, and no file can hold it.
      found.add(Diagnostic(.warning, .whole, "\(message) is out of range; it is left out"))
    case .tempoRamp, .meter, .endOfTrack: break
    }
  }

  private mutating func writeChannel(_ code: UInt32, at tick: Int64, into bytes: inout [UInt8]) {
    writeDelta(tick, into: &bytes)
    let status = UInt8(code & 255)
    if status != running {
      bytes.append(status)
      running = status
    }
    bytes.append(UInt8(code >> 8 & 255))
    if status & 0xE0 != 0xC0 { bytes.append(UInt8(code >> 16 & 255)) }
  }

  private mutating func writeMeta(
    _ type: UInt8, _ content: [UInt8], at tick: Int64, into bytes: inout [UInt8]
  ) {
    writeDelta(tick, into: &bytes)
    running = 0
    bytes.append(0xFF)
    bytes.append(type)
    writeNumber(content.count, into: &bytes)
    bytes += content
  }

  /// The last tick that is written: steps of a ramp beyond it are not heard, as no event lies there.
  static let lastTick: Int64 = 1 << 40

  /// The greatest variable-length number of the standard.
  private static let most: Int64 = 0xFFF_FFFF

  private mutating func writeDelta(_ tick: Int64, into bytes: inout [UInt8]) {
    var delta = max(0, tick - last)
    last = max(last, tick)
    // A rest longer than a number can say: empty sequencer-specific events to bridge it.
    while delta > SMFTrackWriter.most {
      writeNumber(Int(SMFTrackWriter.most), into: &bytes)
      bytes += [0xFF, 0x7F, 0]
      running = 0
      delta -= SMFTrackWriter.most
    }
    writeNumber(Int(delta), into: &bytes)
  }

  private func writeNumber(_ value: Int, into bytes: inout [UInt8]) {
    if value < 128 {
      bytes.append(UInt8(value))
      return
    }
    var shift = value < 1 << 14 ? 7 : value < 1 << 21 ? 14 : 21
    while shift > 0 {
      bytes.append(UInt8(value >> shift & 127) | 128)
      shift -= 7
    }
    bytes.append(UInt8(value & 127))
  }
}
