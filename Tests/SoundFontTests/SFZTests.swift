import Glibc
import Score
import Synthesis
import Testing

@testable import SoundFont

/// Answers a constant for every file, so that what is heard is the level.
private struct ConstantDecoder: SampleDecoder {
  var planes = 1

  func decode(_ bytes: [UInt8]) throws -> Recording { try decode(path: "") }

  func decode(path: String) throws -> Recording {
    Recording(
      channels: [[Float]](repeating: [Float](repeating: 0.5, count: 44100), count: planes),
      rate: 44100)
  }
}

/// A folder that is gone when the test is over.
private final class Folder {
  let path: String

  init() {
    let bytes = Array("/tmp/klavier-sfz-XXXXXX".utf8CString)
    var name = bytes
    path = unsafe name.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress, let made = unsafe mkdtemp(base) else { return "/tmp" }
      return unsafe String(cString: made)
    }
  }

  deinit {
    for name in ["a.sfz", "Piano C4.wav", "b.wav"] { unsafe unlink("\(path)/\(name)") }
    unsafe rmdir(path)
  }

  func write(_ name: String, _ text: String) {
    let file = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(file, bytes, bytes.count)
    close(file)
  }
}

@Suite struct SFZTests {
  private func render(
    _ text: String, _ timeline: Timeline, planes: Int = 1
  ) throws -> (sound: StereoBlock, warnings: [String]) {
    let folder = Folder()
    folder.write("a.sfz", text)
    folder.write("Piano C4.wav", "")
    folder.write("b.wav", "")
    let bank = try Bank(path: "\(folder.path)/a.sfz", decoder: ConstantDecoder(planes: planes))
    var sampler = Sampler(banks: [bank], rate: 44100)
    var sink = MemorySink()
    _ = Renderer(tail: .none).render(timeline, with: &sampler, to: &sink)
    return (sink.sound, sampler.warnings)
  }

  @Test func `a value goes on to the next name, and comments are none`() throws {
    let text = """
      // a comment
      #define $KEY 61
      <group> ampeg_release=0.5 /* over
      two lines */ <region> sample=Samples\\Piano C4 #2.wav lokey=$KEY hikey=c5
      """
    let sections = try SFZText(Array(text.utf8)) { _ in [] }.sections
    #expect(sections.map(\.header) == ["group", "region"])
    #expect(sections[1].opcodes.map(\.name) == ["sample", "lokey", "hikey"])
    #expect(sections[1].opcodes.map(\.value) == ["Samples\\Piano C4 #2.wav", "61", "c5"])
  }

  @Test func `a file that includes itself is refused`() {
    let bytes = Array("#include \"a.sfz\"\n".utf8)
    #expect(throws: SoundFontError.self) { _ = try SFZText(bytes) { _ in bytes } }
  }

  @Test(arguments: ["sample=piano c4.WAV", "sample=\\Piano C4.wav", "sample=.\\PIANO C4.WAV"])
  func `samples are found with either slash and in any case`(sample: String) throws {
    let played = try render("<region> \(sample) key=60", timeline([Stroke()], end: 4000))
    #expect(played.sound.left[2000] > 0)
    #expect(played.warnings.isEmpty)
  }

  @Test func `some samples missing is told, all missing is an error`() throws {
    let text = "<region> sample=none.wav\n<region> sample=b.wav"
    let played = try render(text, timeline([Stroke()], end: 4000))
    #expect(played.sound.left[2000] > 0)
    #expect(played.warnings.contains { $0.contains("none.wav") })
    #expect {
      _ = try render("<region> sample=none.wav", timeline([], end: 1))
    } throws: { ($0 as? SoundFontError)?.message.contains("none.wav") == true }
  }

  @Test func `opcodes that mean nothing here are told once`() throws {
    let played = try render(
      "<region> sample=b.wav lfo01_freq=3 eq1_gain=2", timeline([Stroke()], end: 2000))
    #expect(played.warnings.count == 1)
    #expect(played.warnings.first?.contains("eq1_gain, lfo01_freq") == true)
  }

  @Test func `stereo samples keep their sides, volume and velocity count`() throws {
    func level(_ opcodes: String, _ velocity: UInt8 = 127) throws -> Float {
      let stroke = Stroke(velocity: velocity)
      return try render(
        "<region> sample=b.wav \(opcodes)", timeline([stroke], end: 4000), planes: 2
      ).sound.left[2000]
    }
    let full = try level("")
    #expect(abs(try level("volume=-6.0206") / full - 0.5) < 1e-3)
    #expect(abs(try level("", 64) / full - (64.0 / 127) * (64.0 / 127)) < 1e-3)
    #expect(abs(try level("amp_veltrack=0", 1) / full - 1) < 1e-3)
    #expect(try level("pan=100") < 1e-6)
  }

  @Test func `release samples wait for the pedal, one for a key`() throws {
    let text = """
      <region> sample=b.wav end=100
      <region> sample=b.wav trigger=release note_polyphony=1 group=3
      """
    let pedal: [(Int, Event)] = [
      (0, .controller(channel: 0, number: 64, value: 127)),
      (9000, .controller(channel: 0, number: 64, value: 0)),
    ]
    let strokes = (0..<5).map { Stroke(at: 1000 * $0, frames: 500) }
    let held = try render(text, timeline(strokes, pedal, end: 14000)).sound.left
    #expect(!held[5000..<9000].contains { $0 != 0 })
    let one = try render(text, timeline([Stroke(frames: 500)], end: 6000)).sound.left[3000]
    #expect(one > 0)
    #expect(abs(held[12000] / one - 1) < 1e-3)
  }

  @Test func `a controller starts its region once on entering its range, and off_by ends it`()
    throws
  {
    let text = """
      <region> sample=b.wav on_locc64=126 on_hicc64=127 group=1 off_by=2 loop_mode=one_shot
      <region> sample=b.wav on_locc64=0 on_hicc64=1 group=2 loop_mode=one_shot end=50 volume=-80
      """
    let ramp: [(Int, Event)] = (1...64).map {
      ($0 * 50, .controller(channel: 0, number: 64, value: UInt8(min(127, 2 * $0))))
    }
    let up: [(Int, Event)] = [(9000, .controller(channel: 0, number: 64, value: 0))]
    let sound = try render(text, timeline([], ramp + up, end: 12000)).sound.left
    let step: [(Int, Event)] = [(3150, .controller(channel: 0, number: 64, value: 127))]
    let once = try render(text, timeline([], step, end: 9000)).sound.left[8000]
    #expect(once > 0)
    #expect(abs(sound[8000] / once - 1) < 1e-3)
    #expect(sound[11000] == 0)
  }
}
