import Score
import SoundFont
import Synthesis

// Any bytes as a SoundFont: an error that names its place, or a bank that plays. `run` beside this file
// builds it with libFuzzer and the address sanitizer.

/// Answers whatever it is given as samples, so that SoundFont 3 is reached too.
private struct BytesDecoder: SampleDecoder {
  func decode(_ bytes: [UInt8]) throws -> Recording {
    Recording(channels: [bytes.map { Float($0) / 128 - 1 }], rate: 44100)
  }

  func decode(path: String) throws -> Recording { try decode([]) }
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe bytes(data, count)
  let bank: Bank
  do {
    bank = try Bank(soundFont: input, decoder: BytesDecoder())
  } catch {
    precondition(!error.description.isEmpty)
    return 0
  }
  _ = bank.listing
  var events: [TimedEvent] = []
  for (id, preset) in bank.presets.prefix(3).enumerated() {
    let channel = UInt16(id)
    let program = Program(
      bank: UInt16(clamping: preset.bank), number: UInt8(clamping: preset.program),
      isPercussion: preset.bank == 128)
    events.append(TimedEvent(frame: 0, event: .program(channel: channel, program)))
    for (index, key) in [0, 36, 60, 127].enumerated() {
      let note = Note(
        id: Int32(id * 4 + index), channel: channel, key: UInt8(key),
        velocity: UInt8(30 + index * 30))
      events.append(TimedEvent(frame: 0, event: .noteOn(note)))
    }
    events.append(
      TimedEvent(frame: 100, event: .controller(channel: channel, number: 1, value: 127)))
  }
  play(bank, events, count: count)
  return 0
}
