import Foundation
import Synthesis
import Testing

@testable import AudioFile

private func little(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

private func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
  Array(name.utf8) + little(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
}

/// A mono 16-bit WAV of 8000 Hz with further chunks before the samples.
private func wave(_ samples: [Int], _ chunks: [UInt8] = []) -> [UInt8] {
  let format =
    little(1, 2) + little(1, 2) + little(8000, 4) + little(16_000, 4) + little(2, 2) + little(16, 2)
  let body =
    Array("WAVE".utf8) + chunk("fmt ", format) + chunks
    + chunk("data", samples.flatMap { little($0, 2) })
  return chunk("RIFF", body)
}

@Suite struct AudioFileReaderTests {
  @Test func `samples of a wave file are fractions of 32768`() throws {
    var reader = try AudioFileReader(bytes: wave([0, 16384, -32768, 1]))
    let (rate, channels, frames, encoding) = (
      reader.rate, reader.channels, reader.frames, reader.encoding
    )
    #expect(rate == 8000 && channels == 1 && frames == 4 && encoding == "s16")
    let first = try reader.read(3)
    let rest = try reader.read(3)
    let end = try reader.read(3)
    #expect(first == [[0, 0.5, -1]])
    #expect(rest == [[1 / 32768]])
    #expect(end == [[]])
  }

  @Test func `a sampler chunk gives the loop, end exclusive, and the root key`() throws {
    // smpl: seven words (the fourth is the unity note), count of loops, size of extra data; a loop's end
    // is the last frame that plays (Microsoft, Multimedia Data Standards Update, 1994).
    let header = [0, 0, 125_000, 69, 0, 0, 0, 1, 0].flatMap { little($0, 4) }
    let loop = [0, 0, 10, 29, 0, 0].flatMap { little($0, 4) }
    let bytes = wave([Int](repeating: 100, count: 50), chunk("smpl", header + loop))
    let recording = try SoundFileDecoder().decode(bytes)
    #expect(recording.loop == 10..<30)
    #expect(recording.rootKey == 69)
    #expect(recording.frames == 50)
  }

  @Test func `without a sampler chunk there is neither loop nor root key`() throws {
    let recording = try SoundFileDecoder().decode(wave([1, 2, 3]))
    #expect(recording.loop == nil && recording.rootKey == nil)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let container: Container
    let encoding: Encoding?
    /// The largest difference that the encoding makes.
    let error: Float
    var testDescription: String { "\(container.rawValue) \(encoding?.rawValue ?? "")" }
  }

  static let rows: [Row] =
    Container.allCases.filter { $0 != .raw && $0 != .mp3 }.flatMap { container in
      container.encodings.map { encoding in
        let error: Float =
          switch encoding {
          case .s16: 1 / 65536
          case .s24: 1 / 16_777_216
          case .s32: 1e-7
          case .f32, .f64: 0
          case .compressed: 0.05
          }
        return Row(container: container, encoding: encoding, error: error)
      }
    }

  @Test(arguments: rows)
  func `what is written is read back`(_ row: Row) throws {
    let folder = try Folder()
    let left = (0..<4800).map { 0.5 * Float(ExactMath.sin(Double($0) * 0.06)) }
    let right = (0..<4800).map { 0.3 * Float(ExactMath.cos(Double($0) * 0.03)) }
    let format = try AudioFormat(row.container, encoding: row.encoding, rate: 48_000)
    try write([block(left, right)], folder.file("x"), format)
    let reader = try AudioFileReader(path: folder.file("x"))
    let (container, rate, channels) = (reader.container, reader.rate, reader.channels)
    #expect(container == row.container && rate == 48_000 && channels == 2)
    let recording = try reader.recording()
    #expect(recording.frames == 4800)
    var worst: Float = 0
    for i in 300..<4500 {
      worst = max(worst, abs(recording.channels[0][i] - left[i]))
      worst = max(worst, abs(recording.channels[1][i] - right[i]))
    }
    #expect(worst <= row.error)
  }

  @Test func `an MP3 is read back, later by its codec's delay`() throws {
    let folder = try Folder()
    let sound = (0..<24_000).map { 0.5 * Float(ExactMath.sin(Double($0) * 0.06)) }
    try write([block(sound)], folder.file("x.mp3"), AudioFormat(.mp3, rate: 48_000))
    let recording = try AudioFileReader(path: folder.file("x.mp3")).recording()
    #expect(recording.rate == 48_000)
    #expect((24_000...27_000).contains(recording.frames))
    #expect((0.45...0.55).contains(recording.channels[0][6000..<18_000].max() ?? 0))
  }

  @Test func `cut files are errors or shorter, never a trap`() throws {
    let folder = try Folder()
    let sound = (0..<3000).map { 0.5 * Float(ExactMath.sin(Double($0) * 0.06)) }
    for container in [Container.wav, .flac, .ogg, .aiff] {
      try write([block(sound)], folder.file("x"), AudioFormat(container))
      let bytes = try folder.bytes("x")
      for count in stride(from: 0, to: bytes.count, by: 97) {
        do {
          let recording = try SoundFileDecoder().decode(Array(bytes[..<count]))
          #expect(recording.frames <= 3000)
        } catch let error as AudioFileError {
          guard case .notAudio = error else { throw error }
        }
      }
    }
  }

  @Test func `values that are no numbers become silence in a sample`() throws {
    let folder = try Folder()
    try write(
      [block([1, .nan, .infinity])], folder.file("x.wav"), AudioFormat(.wav, encoding: .f32))
    let recording = try SoundFileDecoder().decode(path: folder.file("x.wav"))
    #expect(recording.channels[0] == [1, 0, 0])
  }

  @Test func `what cannot be read is told`() throws {
    #expect(
      throws: AudioFileError.cannotRead(path: "/nonexistent", reason: "No such file or directory")
    ) { _ = try AudioFileReader(path: "/nonexistent") }
    #expect(throws: AudioFileError.cannotRead(path: "/usr", reason: "Is a directory")) {
      _ = try AudioFileReader(path: "/usr")
    }
    do {
      _ = try AudioFileReader(bytes: Array("this is a text, not audio".utf8), name: "text")
      Issue.record("it was accepted")
    } catch {
      guard case .notAudio(path: "text", _) = error else { throw error }
    }
  }
}
