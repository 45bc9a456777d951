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
    return (sink.sound, bank.warnings + sampler.warnings)
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

  struct Expansion: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let value: String

    static let all: [Expansion] = [
      Expansion(
        testDescription: "the longest name counts", text: "#define $K 1\n#define $KEY 2\na=$KEY",
        value: "2"),
      Expansion(
        testDescription: "what follows a name", text: "#define $K 1\na=$K0.wav", value: "10.wav"),
      Expansion(
        testDescription: "a later value in place of the first",
        text: "#define $K 1\n#define $K 2\na=$K", value: "2"),
      Expansion(
        testDescription: "macros in macros, in either order",
        text: "#define $A $Bx\n#define $B $C\n#define $C 7\na=$A", value: "7x"),
      Expansion(testDescription: "an unknown name stays", text: "a=$Q b", value: "$Q b"),
    ]
  }

  @Test(arguments: Expansion.all)
  func `macros are replaced`(row: Expansion) throws {
    let sections = try SFZText(Array(row.text.utf8)) { _ in [] }.sections
    #expect(sections.map { $0.opcodes.map(\.value) } == [[row.value]])
  }

  struct Long: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let opcodes: Int

    static let all: [Long] = [
      Long(
        testDescription: "one word", text: String(repeating: "a", count: 200_000), opcodes: 0),
      Long(
        testDescription: "headers left open", text: String(repeating: "<", count: 100_000),
        opcodes: 0),
      Long(
        testDescription: "macros",
        text: (0..<40_000).map { "#define $k\($0) \($0)\n" }.joined() + "a=$k7 b=$k9999",
        opcodes: 2),
      Long(
        testDescription: "a macro of itself",
        text: "#define $a $a$a\n" + (0..<20).map { "b\($0)=$a\n" }.joined(), opcodes: 20),
    ]
  }

  /// Some seconds at the most in debug; by the square of the length it would be minutes.
  @Test(.timeLimit(.minutes(1)), arguments: Long.all)
  func `a long text takes time by its length`(row: Long) throws {
    let sections = try SFZText(Array(row.text.utf8)) { _ in [] }.sections
    #expect(sections.reduce(0) { $0 + $1.opcodes.count } == row.opcodes)
  }

  @Test func `more text than there may be is refused`() {
    let define = "#define $a \(String(repeating: "x", count: 6000))\n"
    let lines = define + String(repeating: "b=$a\n", count: 20)
    #expect {
      _ = try SFZText(Array(lines.utf8), mostBytes: 100_000) { _ in [] }
    } throws: { ($0 as? SoundFontError)?.reason == .tooLarge }
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
    #expect(played.warnings.first?.contains("lfo01_freq, eq1_gain") == true)
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

  @Test func `what is odd on opening is told once, by the bank`() throws {
    let text = "<region> sample=none.wav key=61\n<region> sample=b.wav key=60 eq1_gain=2"
    let played = try render(text, timeline([Stroke()], end: 2000))
    #expect(
      played.warnings == ["samples not found: none.wav", "opcodes not played: eq1_gain"])
  }

  struct Gap: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let strokes: [(key: UInt8, velocity: UInt8)]
    let warnings: [String]

    static let all: [Gap] = [
      Gap(
        testDescription: "a key below", text: "<region> sample=b.wav lokey=48 hikey=65",
        strokes: [(45, 80), (50, 80)],
        warnings: ["a.sfz: no region for 1 note (A2, key 45): silent"]),
      Gap(
        testDescription: "ranges end at keys that sound",
        text: "<region> sample=b.wav lokey=48 hikey=65 <region> sample=b.wav key=69",
        strokes: [(45, 80), (47, 80), (45, 80), (67, 80), (70, 80)],
        warnings: [
          "a.sfz: no region for 5 notes (A2 to B2, keys 45 to 47; G4, key 67; A#4, key 70): silent"
        ]),
      Gap(
        testDescription: "velocities apart from keys",
        text: "<region> sample=b.wav key=60 lovel=50",
        strokes: [(60, 20), (60, 30), (60, 50), (61, 99)],
        warnings: [
          "a.sfz: no region for 2 notes (C4, key 60; velocities between 20 and 30): silent",
          "a.sfz: no region for 1 note (C#4, key 61): silent",
        ]),
      Gap(
        testDescription: "rules and switches leave out on purpose",
        text: """
          <region> sample=b.wav lokey=60 hikey=72 seq_length=2 sw_lokey=24 sw_hikey=25
          <region> sample=b.wav key=61 locc20=64
          """,
        strokes: [(60, 80), (60, 80), (24, 80), (61, 80)], warnings: []),
      Gap(
        testDescription: "releases and pedal noises are no notes",
        text: """
          <region> sample=b.wav key=60 <region> sample=b.wav trigger=release
          <region> sample=b.wav on_locc64=126 on_hicc64=127
          """,
        strokes: [(62, 80)], warnings: ["a.sfz: no region for 1 note (D4, key 62): silent"]),
    ]
  }

  @Test(arguments: Gap.all)
  func `notes without a region are counted, and told once`(row: Gap) throws {
    let strokes = row.strokes.enumerated().map { index, stroke in
      Stroke(at: 10 * index, frames: 50, key: stroke.key, velocity: stroke.velocity)
    }
    #expect(try render(row.text, timeline(strokes, end: 200)).warnings == row.warnings)
  }

  @Test func `a reset leaves controllers where the file sets them`() throws {
    let text = "<control> set_cc20=100 <region> sample=b.wav locc20=64"
    let reset: [(Int, Event)] = [
      (0, .controller(channel: 0, number: 20, value: 0)), (500, .reset),
    ]
    let strokes = [Stroke(at: 100, frames: 200), Stroke(at: 1000, frames: 2000)]
    let sound = try render(text, timeline(strokes, reset, end: 3000)).sound.left
    #expect(!sound[..<1000].contains { $0 != 0 })
    #expect(sound[2000] > 0)
  }

  @Test func `a reset lets go of the pedal: what waits for that sounds now, and once`() throws {
    let text = "<region> sample=b.wav end=10 <region> sample=b.wav trigger=release"
    let events: [(Int, Event)] = [
      (0, .controller(channel: 0, number: 64, value: 127)), (2000, .reset),
      (5000, .controller(channel: 0, number: 64, value: 127)),
      (6000, .controller(channel: 0, number: 64, value: 0)),
    ]
    let sound = try render(text, timeline([Stroke(frames: 500)], events, end: 8000)).sound.left
    #expect(!sound[1000..<2000].contains { $0 != 0 })
    #expect(sound[4000] > 0)
    #expect(sound[7000] == sound[4000])
  }

  struct Inheritance: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let keys: ClosedRange<Int>
    let center: Int

    static let all: [Inheritance] = [
      Inheritance(
        testDescription: "key over an inherited range",
        text: "<group> lokey=20 hikey=100 <region> sample=b.wav key=60", keys: 60...60, center: 60),
      Inheritance(
        testDescription: "key over an inherited center",
        text: "<group> pitch_keycenter=60 <region> sample=b.wav key=72", keys: 72...72, center: 72),
      Inheritance(
        testDescription: "a range over an inherited key",
        text: "<global> key=60 <region> sample=b.wav hikey=65", keys: 60...65, center: 60),
      Inheritance(
        testDescription: "key, then its ends, as they stand",
        text: "<region> sample=b.wav key=72 lokey=70", keys: 70...72, center: 72),
      Inheritance(
        testDescription: "ends, then key", text: "<region> sample=b.wav lokey=70 key=72",
        keys: 72...72, center: 72),
      Inheritance(
        testDescription: "a center beside key, in either order",
        text: "<region> sample=b.wav pitch_keycenter=58 key=72", keys: 72...72, center: 58),
      Inheritance(
        testDescription: "a group inside a master",
        text: "<master> key=50 <group> lokey=40 <region> sample=b.wav", keys: 40...50, center: 50),
    ]
  }

  @Test(arguments: Inheritance.all)
  func `opcodes count in the order of inheritance`(row: Inheritance) throws {
    let folder = Folder()
    folder.write("b.wav", "")
    let region = try #require(
      try SFZFile(path: "\(folder.path)/a.sfz", bytes: Array(row.text.utf8)).regions.first)
    #expect(region.keys == row.keys)
    #expect(region.generators[Generator.overridingRootKey] == Double(row.center))
  }

  @Test func `a later loop mode undoes an earlier one`() throws {
    let text = "<group> loop_mode=one_shot <region> sample=*sine loopmode=loop_continuous"
    let sound = try render(text, timeline([Stroke(frames: 2000)], end: 6000)).sound.left
    #expect(sound[1000..<1500].contains { $0 != 0 })
    #expect(!sound[5000...].contains { $0 != 0 })
  }

  @Test func `keys fall where keytrack is negative`() throws {
    let text = "<region> sample=*sine pitch_keytrack=-100"
    let sound = try render(text, timeline([Stroke(frames: 20000, key: 72)], end: 20000)).sound
    // C4 an octave down.
    #expect(abs(hertz(sound.left, 1000..<19000) - 130.813) < 0.05)
  }

  @Test func `a generated sine goes on, and silence is a region`() throws {
    let text = "<region> sample=*sine lokey=60 hikey=80 <region> sample=*silence key=50"
    let strokes = [Stroke(frames: 30000, key: 69), Stroke(frames: 100, key: 50)]
    let played = try render(text, timeline(strokes, end: 30000))
    #expect(abs(hertz(played.sound.left, 1000..<29000) - 440) < 0.05)
    #expect(played.warnings.isEmpty)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let reason: SoundFontError.Reason
    let message: String

    static let all: [Refusal] = [
      Refusal(
        testDescription: "nothing", text: "", reason: .malformed,
        message: "no header and no opcode; expected an SFZ's '<region> sample=FILE'"),
      Refusal(
        testDescription: "no region", text: "<group> volume=3", reason: .malformed,
        message: "no <region> with a sample; expected an SFZ's '<region> sample=FILE'"),
      Refusal(
        testDescription: "another generated sample", text: "<region> sample=*saw",
        reason: .unsupported,
        message: "of generated samples only *sine and *silence are played, not *saw"),
    ]
  }

  @Test(arguments: Refusal.all)
  func `a file without a region says what it lacks`(row: Refusal) {
    #expect {
      _ = try render(row.text, timeline([], end: 1))
    } throws: { error in
      let error = error as? SoundFontError
      return error?.reason == row.reason && error?.message == row.message
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a FIFO is refused, and not waited for`() {
    let folder = Folder()
    _ = unsafe mkfifo("\(folder.path)/b.wav", 0o600)
    #expect {
      _ = try Bank(path: "\(folder.path)/b.wav")
    } throws: { ($0 as? SoundFontError)?.reason == .unreadable }
  }
}
