import Glibc
import Score
import SoundFont
import Synthesis

// Any bytes as the text of an SFZ: an error that says what is wrong, or an instrument that plays. `run`
// beside this folder builds it with libFuzzer and the address sanitizer.

/// Answers the same short recording for every file, with a loop, in one or two channels.
private struct AnyFile: SampleDecoder {
  func decode(_ bytes: [UInt8]) throws -> Recording { try decode(path: "") }

  func decode(path: String) throws -> Recording {
    let frames = (0..<400).map { Float($0 % 40) / 40 - 0.5 }
    return Recording(
      channels: path.contains("b") ? [frames, frames] : [frames], rate: 44100, loop: 100..<300)
  }
}

/// A folder with the two files that the seeds name.
private let folder: String = {
  let path = "/tmp/klavier-fuzz-sfz-\(getuid())"
  unsafe mkdir(path, 0o700)
  for name in ["a.wav", "b.wav"] {
    if let file = unsafe fopen("\(path)/\(name)", "w") { unsafe fclose(file) }
  }
  return path
}()

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe bytes(data, count)
  let bank: Bank
  do {
    bank = try Bank(sfz: input, folder: folder, decoder: AnyFile())
  } catch {
    precondition(!error.description.isEmpty)
    return 0
  }
  var events: [TimedEvent] = []
  for (index, key) in [0, 36, 60, 127].enumerated() {
    let note = Note(id: Int32(index), key: UInt8(key), velocity: UInt8(30 + index * 30))
    events.append(TimedEvent(frame: 10 * index, event: .noteOn(note)))
    events.append(
      TimedEvent(frame: 200 + 10 * index, event: .noteOff(note, releaseVelocity: 64)))
  }
  for number in [1, 64, 7] {
    for (frame, value) in [(150, 127), (300, 0)] {
      let change = Event.controller(channel: 0, number: UInt8(number), value: UInt8(value))
      events.append(TimedEvent(frame: frame, event: change))
    }
  }
  events.sort { $0.frame < $1.frame }
  play(bank, events, count: count)
  return 0
}
