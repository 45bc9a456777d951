import Foundation
import Glibc
import Synthesis
import Testing

@testable import AudioFile

/// A little-endian integer in bytes.
func integer(_ bytes: [UInt8], at place: Int, count: Int) -> Int {
  let raw = (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  let top = 1 << (8 * count - 1)
  return raw >= top ? raw - 2 * top : raw
}

func block(_ left: [Float], _ right: [Float]? = nil) -> StereoBlock {
  var result = StereoBlock(frames: left.count)
  result.left = left
  result.right = right ?? left
  return result
}

@discardableResult
func write(_ blocks: [StereoBlock], _ path: String, _ format: AudioFormat, dither: Dither = .none)
  throws -> AudioFileWriter.Summary
{
  var writer = try AudioFileWriter(.path(path), format: format, dither: dither)
  for block in blocks { try writer.write(block) }
  return try writer.finish()
}

@Suite struct AudioFileWriterTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let encoding: Encoding
    /// What the samples 0.5, −0.25, 2, −2 are.
    let expected: [Int]
    var testDescription: String { encoding.rawValue }
  }

  @Test(arguments: [
    Row(encoding: .s16, expected: [16384, -8192, 32767, -32768]),
    Row(encoding: .s24, expected: [1 << 22, -1 << 21, (1 << 23) - 1, -1 << 23]),
    Row(encoding: .s32, expected: [1 << 30, -1 << 29, (1 << 31) - 1, -1 << 31]),
  ])
  func `integers are scaled by full scale and saturated`(_ row: Row) throws {
    let folder = try Folder()
    let format = try AudioFormat(.raw, encoding: row.encoding, rate: 44_100, channels: 2)
    let summary = try write([block([0.5, 2], [-0.25, -2])], folder.file("x.raw"), format)
    let bytes = try folder.bytes("x.raw")
    let size = row.encoding.bytes
    #expect(bytes.count == 4 * size)
    #expect((0..<4).map { integer(bytes, at: $0 * size, count: size) } == row.expected)
    #expect(summary == .init(frames: 2, peak: 2, clipped: 2))
  }

  @Test func `a wave file is 44 bytes of header and the samples`() throws {
    let folder = try Folder()
    try write(
      [block([0.5], [-0.5])], folder.file("x.wav"), AudioFormat(.wav, rate: 48_000))
    let bytes = try folder.bytes("x.wav")
    let expected: [UInt8] =
      Array("RIFF".utf8) + [40, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 2, 0]
      + [0x80, 0xBB, 0, 0, 0, 0xEE, 2, 0, 4, 0, 16, 0] + Array("data".utf8) + [4, 0, 0, 0]
      + [0, 0x40, 0, 0xC0]
    #expect(bytes == expected)
  }

  @Test func `floats are written as they are, without a time in the header`() throws {
    let folder = try Folder()
    let format = try AudioFormat(.wav, encoding: .f32)
    let summary = try write([block([1.5, -3])], folder.file("x.wav"), format)
    let bytes = try folder.bytes("x.wav")
    #expect(summary == .init(frames: 2, peak: 3, clipped: 0))
    #expect(!bytes.contains(Array("PEAK".utf8)))
    let samples = bytes.suffix(16)
    let expected: [Float] = [1.5, 1.5, -3, -3]
    #expect(
      Array(samples)
        == expected.flatMap { value in
          (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
        })
  }

  @Test func `one channel is half the sum, and its peak is told`() throws {
    let folder = try Folder()
    let format = try AudioFormat(.raw, channels: 1)
    let summary = try write([block([0.5, 1], [0.25, -1])], folder.file("x.raw"), format)
    #expect(try folder.bytes("x.raw") == [0, 0x30, 0, 0])
    #expect(summary.peak == 0.375)
  }

  @Test func `blocks do not show`() throws {
    let folder = try Folder()
    let sound = (0..<1000).map { Float(ExactMath.sin(Double($0) * 0.05)) * 0.7 }
    for container in [Container.wav, .flac] {
      for dither in Dither.allCases {
        let format = try AudioFormat(container)
        try write([block(sound)], folder.file("whole"), format, dither: dither)
        let pieces = stride(from: 0, to: 1000, by: 64).map {
          block(Array(sound[$0..<min($0 + 64, 1000)]))
        }
        try write(pieces, folder.file("cut"), format, dither: dither)
        #expect(try folder.bytes("whole") == folder.bytes("cut"), "\(container) \(dither)")
      }
    }
  }

  @Test func `without finish nothing is left and the old file stands`() throws {
    let folder = try Folder()
    try folder.write([1, 2, 3], to: "x.wav")
    do {
      var writer = try AudioFileWriter(.path(folder.file("x.wav")), format: AudioFormat(.wav))
      try writer.write(StereoBlock(frames: 100_000))
      #expect(try folder.names.count == 2)
    }
    #expect(try folder.names == ["x.wav"])
    #expect(try folder.bytes("x.wav") == [1, 2, 3])
  }

  @Test func `a link stays a link`() throws {
    let folder = try Folder()
    try folder.write([], to: "real.wav")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.wav"), withDestinationPath: "real.wav")
    try write([block([0.5])], folder.file("link.wav"), AudioFormat(.wav))
    #expect(try folder.bytes("real.wav").count == 48)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.wav"))
        == "real.wav")
  }

  @Test func `what a killed run has left is removed, what a living one writes is not`() throws {
    let folder = try Folder()
    try folder.write([1], to: ".a.wav.klavier-99999")
    try folder.write([1], to: ".b.wav.klavier-x")
    try write([block([0])], folder.file("x.wav"), AudioFormat(.wav))
    #expect(try folder.names == [".b.wav.klavier-x", "x.wav"])
    #expect(StaleOutputs.isTemporary(".ü b.wav.klavier-1"))
    #expect(!StaleOutputs.isTemporary("a.wav.klavier-1"))
  }

  @Test func `a writer that is dying when the next one begins is swept at its end`() throws {
    let folder = try Folder()
    let path = folder.file(".x.wav.klavier-4194303")
    let dying = unsafe open(path, O_RDWR | O_CREAT, 0o600)
    #expect(flock(dying, LOCK_EX | LOCK_NB) == 0)
    var writer = try AudioFileWriter(.path(folder.file("y.wav")), format: AudioFormat(.wav))
    #expect(try folder.names.count == 2)
    try writer.write(StereoBlock(frames: 10))
    _ = close(dying)
    _ = try writer.finish()
    #expect(try folder.names == ["y.wav"])
  }

  @Test func `a temporary name that is taken is no hindrance`() throws {
    let folder = try Folder()
    let path = folder.file(".x.wav.klavier-\(getpid())")
    let other = unsafe open(path, O_RDWR | O_CREAT, 0o600)
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    var writer = try AudioFileWriter(.path(folder.file("x.wav")), format: AudioFormat(.wav))
    try writer.write(StereoBlock(frames: 10))
    _ = try writer.finish()
    #expect(try folder.names == [".x.wav.klavier-\(getpid())", "x.wav"])
    _ = close(other)
  }

  @Test func `names keep their bytes`() throws {
    let folder = try Folder()
    let names = ["清流赋诗 ąę.wav", "\u{e8}.wav", "e\u{300}.wav", String(repeating: "ü", count: 120)]
    for name in names { try write([block([0])], folder.file(name), AudioFormat(.wav)) }
    // As bytes: Swift's strings è and è are equal however they are written.
    #expect(try Set(folder.names.map { Array($0.utf8) }) == Set(names.map { Array($0.utf8) }))
  }

  @Test func `long names that begin alike can be written at once`() throws {
    let folder = try Folder()
    let names = ["a", "b", "ü"].map { String(repeating: "n", count: 240) + $0 + ".wav" }
    var one = try AudioFileWriter(.path(folder.file(names[0])), format: AudioFormat(.wav))
    var two = try AudioFileWriter(.path(folder.file(names[1])), format: AudioFormat(.wav))
    var three = try AudioFileWriter(.path(folder.file(names[2])), format: AudioFormat(.wav))
    #expect(try folder.names.filter(StaleOutputs.isTemporary).count == 3)
    try one.write(StereoBlock(frames: 1))
    try two.write(StereoBlock(frames: 2))
    try three.write(StereoBlock(frames: 3))
    _ = try one.finish()
    _ = try two.finish()
    _ = try three.finish()
    #expect(try names.map { try folder.bytes($0).count } == [48, 52, 56])
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    let path: String
    let expected: AudioFileError
    var testDescription: String { path }
  }

  @Test(arguments: [
    Failure(
      path: "/nonexistent/x.wav",
      expected: .cannotCreate(path: "/nonexistent/x.wav", reason: "No such file or directory")),
    Failure(path: "/usr", expected: .cannotCreate(path: "/usr", reason: "Is a directory")),
    Failure(
      path: "/etc/passwd/x.wav",
      expected: .cannotCreate(path: "/etc/passwd/x.wav", reason: "Not a directory")),
    Failure(
      path: "/proc/x.wav",
      expected: .cannotCreate(path: "/proc/x.wav", reason: "No such file or directory")),
  ])
  func `a target that cannot be is refused before anything is rendered`(_ row: Failure) throws {
    #expect(throws: row.expected) {
      _ = try AudioFileWriter(.path(row.path), format: AudioFormat(.wav))
    }
  }

  @Test(arguments: [Container.wav, .flac, .raw])
  func `a full device is told`(_ container: Container) throws {
    #expect(
      throws: AudioFileError.writeFailed(path: "/dev/full", reason: "No space left on device")
    ) {
      try write(
        [StereoBlock(frames: 100_000)], "/dev/full", AudioFormat(container))
    }
  }

  @Test func `an output that is an input is found by any name`() throws {
    let folder = try Folder()
    try folder.write([1], to: "a.mid")
    try folder.write([1], to: "b.mid")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("soft"), withDestinationPath: "a.mid")
    try FileManager.default.linkItem(atPath: folder.file("a.mid"), toPath: folder.file("hard"))
    let inputs = [folder.file("b.mid"), folder.file("a.mid")]
    for name in ["a.mid", "soft", "hard", "./a.mid"] {
      #expect(inputThatIsOutput(folder.file(name), inputs: inputs) == folder.file("a.mid"))
    }
    #expect(inputThatIsOutput(folder.file("new"), inputs: inputs) == nil)
  }
}

extension [UInt8] {
  /// Whether the bytes occur in a row.
  func contains(_ bytes: [UInt8]) -> Bool {
    indices.contains { self[$0] == bytes.first && self[$0...].starts(with: bytes) }
  }
}
