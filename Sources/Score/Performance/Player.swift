/// Plays messages: gives each its meaning and tells a sink.
///
/// See `Event` for what is resolved here and what goes to the synthesizers as it is.
struct Player<Sink: PerformanceSink> {
  let options: Performance.Options
  let tempoMap: TempoMap
  var sink: Sink
  /// What had to be repaired.
  var warnings = DiagnosticList()
  /// The tick of the last event that counts, once played.
  private(set) var endTick: Int64 = 0
  /// The tick of the last event, whether it counts or not.
  private(set) var lastTick: Int64 = 0
  /// The tick of the last key that goes up, or down.
  private(set) var lastNoteTick: Int64 = 0

  var channels: [ChannelState] = []
  /// How often everything was reset.
  var resets = 0
  /// Whether nothing was told since the last reset.
  var isFresh = false
  var sounding = SoundingNotes()
  var bankMode: Performance.BankMode
  var tunings = KeyTunings()
  var masterFine = 0.0
  var masterCoarse = 0.0
  /// What fine and coarse master tuning add to every note, in cents.
  var masterTuningCents: Double { masterFine + masterCoarse }

  var tick: Int64 = 0
  private var notes: Int32 = 0
  /// The tick of the last note or pedal.
  private var lastSound: Int64 = 0
  private var pending: [Int: [UInt8]] = [:]

  init(options: Performance.Options, tempoMap: TempoMap, into sink: Sink) {
    self.options = options
    self.tempoMap = tempoMap
    self.sink = sink
    bankMode = options.bankMode ?? .gs
  }

  /// Plays all tracks to the end.
  mutating func play(_ tracks: [Track]) {
    var merged = MergedTracks(tracks)
    var ports = [UInt8](repeating: 0, count: tracks.count)
    while let (tick, track, index) = merged.next() {
      self.tick = tick
      let code = tracks[track].events.code(at: index)
      if code & EventCode.stored == 0, code & 0x80 != 0 {
        play(code, channel: UInt16(ports[track]) << 4 | UInt16(code & 15), track: track)
      } else if code & EventCode.stored != 0 || code & 0xFF == EventCode.port {
        switch tracks[track].events.message(at: index) {
        case .port(let port): ports[track] = port
        case .systemExclusive(let bytes):
          pending[track] = nil
          systemExclusive(bytes, track: track)
        case .escape(let bytes): escape(bytes, track: track)
        case .noteOn, .noteOff, .keyPressure, .controller, .program, .channelPressure, .pitchBend,
          .tempo, .tempoRamp, .meter, .keySignature, .text, .meta, .endOfTrack:
          break
        }
      }
    }
    end()
  }

  private mutating func play(_ code: UInt32, channel: UInt16, track: Int) {
    let first = UInt8(code >> 8 & 0x7F)
    let second = UInt8(code >> 16 & 0x7F)
    switch code >> 4 & 15 {
    case 0x9: begin(channel, key: first, velocity: second, track: track)
    case 0x8:
      lastSound = tick
      end(channel, key: first, velocity: second)
    default:
      open(channel)
      switch code >> 4 & 15 {
      case 0xA:
        if second > 0 { channels[Int(channel)].pressedKeys.insert(first) }
        tell(.keyPressure(channel: channel, key: first, value: second))
      case 0xB: control(channel, first, second)
      case 0xC: select(channel, program: first)
      case 0xD:
        channels[Int(channel)].isPressed = first > 0
        tell(.channelPressure(channel: channel, value: first))
      default:
        let value = UInt16(first) | UInt16(second) << 7
        channels[Int(channel)].isBent = value != 8192
        tell(.pitchBend(channel: channel, value: value))
      }
    }
  }

  @inline(__always)
  mutating func tell(_ event: Event) {
    isFresh = false
    sink.take(event, at: tick)
  }

  /// Makes sure that a channel has a state, a new one after a reset.
  mutating func open(_ channel: UInt16) {
    while channels.count <= Int(channel) {
      channels.append(ChannelState(isPercussion: channels.count & 15 == 9, resets: resets))
    }
    if channels[Int(channel)].resets != resets {
      channels[Int(channel)] = ChannelState(isPercussion: channel & 15 == 9, resets: resets)
    }
  }

  // MARK: Notes

  private mutating func begin(_ channel: UInt16, key: UInt8, velocity: UInt8, track: Int) {
    guard notes < Int32.max else {
      warnings.add(Diagnostic(.warning, .whole, "more notes than can be counted; one is left out"))
      return
    }
    lastSound = tick
    open(channel)
    if options.overlap == .cut { end(channel, key: key, velocity: 64) }
    retune(channel, key)
    let note = Note(
      id: notes, channel: channel, key: key, velocity: velocity, track: UInt16(clamping: track))
    notes += 1
    lastNoteTick = tick
    sounding.push(note, on: tick)
    sink.begin(note, at: tick)
    tell(.noteOn(note))
  }

  private mutating func end(_ channel: UInt16, key: UInt8, velocity: UInt8) {
    // An off without a note is a ghost: nothing to end.
    guard let (note, on) = sounding.pop(channel: channel, key: key) else { return }
    release(note, on: on, velocity: velocity)
  }

  private mutating func release(_ note: Note, on: Int64, velocity: UInt8) {
    lastNoteTick = tick
    sink.end(note, on: on, off: tick)
    tell(.noteOff(note, releaseVelocity: velocity))
  }

  /// Releases all notes of a channel.
  mutating func releaseAll(_ channel: UInt16) {
    let taken = sounding.popAll(channel: channel)
    if !taken.isEmpty { lastSound = tick }
    for (note, on) in taken { release(note, on: on, velocity: 64) }
  }

  /// A pedal moves: how long it holds counts as sound.
  mutating func pedal(_ channel: UInt16, _ number: UInt8, _ value: UInt8) {
    // With half pedal, anything above 0 holds a little.
    if channels[Int(channel)].pedals.contains(number) { lastSound = tick }
    if value > 0 {
      channels[Int(channel)].pedals.insert(number)
    } else {
      channels[Int(channel)].pedals.remove(number)
    }
  }

  // MARK: The end

  private mutating func end() {
    let last = tick
    lastTick = last
    endTick = last
    let limit = tempoMap.seconds(at: lastSound) + Rational(10)
    if !options.lastsUntilEndOfTrack, last > lastSound, tempoMap.seconds(at: last) > limit {
      endTick = lastSound
      let silence = (tempoMap.seconds(at: last) - tempoMap.seconds(at: endTick)).double
      let shown = Double(Int64((min(silence, 1e15) * 10).rounded())) / 10
      warnings.add(
        Diagnostic(
          .warning, .whole,
          "the end of track lies \(shown) s after the last note; this silence is left out",
          hint: "--until-eot keeps it"))
    }
    tick = endTick
    sink.cut(after: endTick)
    for (note, on) in sounding.popAll() {
      warnings.add(
        Diagnostic(
          .warning, .whole,
          "key \(note.key) (\(Pitch(key: note.key).name)) on channel \(note.channel + 1) is never released; it ends at the last event"
        ))
      release(note, on: on, velocity: 64)
    }
    for channel in channels.indices where channels[channel].resets == resets {
      for pedal in channels[channel].pedals.members {
        tell(.controller(channel: UInt16(channel), number: pedal, value: 0))
      }
    }
  }

  // MARK: System exclusives in packets

  /// A system exclusive, whole or the first packet of one (SMF 1.0: it goes on in F7 events to its F7).
  private mutating func systemExclusive(_ bytes: [UInt8], track: Int) {
    if bytes.last == 0xF7 || bytes.isEmpty {
      apply(SystemExclusive(bytes))
    } else {
      pending[track] = bytes
    }
  }

  private mutating func escape(_ bytes: [UInt8], track: Int) {
    if let begun = pending.removeValue(forKey: track) {
      systemExclusive(begun + bytes, track: track)
    } else if bytes.first == 0xF0 {
      systemExclusive(Array(bytes.dropFirst()), track: track)
    }
  }
}
