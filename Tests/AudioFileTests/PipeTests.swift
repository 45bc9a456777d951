import Foundation
import Glibc
import Synchronization
import Synthesis
import Testing

@testable import AudioFile

private let sound: StereoBlock = {
  let left = (0..<30_000).map { 0.4 * Float(ExactMath.sin(Double($0) * 0.0627)) }
  return block(left, left.reversed())
}()

/// What comes out of a pipe that `format` is written to.
private func piped(
  _ folder: Folder, _ format: AudioFormat, _ change: (inout AudioFileWriter.Options) -> Void
) throws -> [UInt8] {
  let pipe = folder.file("pipe-\(UUID().uuidString)")
  let made = unsafe mkfifo(pipe, 0o600)
  #expect(made == 0)
  let reader = Process()
  reader.executableURL = URL(fileURLWithPath: "/bin/cat")
  reader.arguments = [pipe]
  let output = Pipe()
  reader.standardOutput = output
  try reader.run()
  let done = DispatchGroup()
  let bytes = Mutex(Data())
  DispatchQueue.global().async(group: done) {
    let all = output.fileHandleForReading.readDataToEndOfFile()
    bytes.withLock { $0 = all }
  }
  var options = AudioFileWriter.Options()
  change(&options)
  var writer = try AudioFileWriter(.path(pipe), format: format, options: options)
  try writer.write(sound)
  try writer.write(sound)
  _ = try writer.finish()
  done.wait()
  reader.waitUntilExit()
  return bytes.withLock { [UInt8]($0) }
}

@Suite struct PipeTests {
  private static let containers: [Container] = Container.allCases

  @Test(arguments: containers)
  func `a pipe gets the bytes of the file`(_ container: Container) throws {
    let folder = try Folder()
    let format = try AudioFormat(container, rate: container.nearestRate(to: 44_100))
    try write([sound, sound], folder.file("x"), format)
    #expect(try piped(folder, format) { _ in } == folder.bytes("x"))
  }

  @Test(arguments: [Container.wav, .au, .raw, .ogg])
  func `also at once, where the length is known`(_ container: Container) throws {
    let folder = try Folder()
    // More bytes than are held back before the header leaves.
    let format = try AudioFormat(container, encoding: container == .ogg ? nil : .s32)
    var options = AudioFileWriter.Options()
    options.cues = [CuePoint(frame: 5, name: "five"), CuePoint(frame: 60_000, name: "behind")]
    var writer = try AudioFileWriter(.path(folder.file("x")), format: format, options: options)
    try writer.write(sound)
    try writer.write(sound)
    _ = try writer.finish()
    let bytes = try piped(folder, format) {
      $0.frames = 60_000
      $0.cues = options.cues
    }
    #expect(try bytes == folder.bytes("x"))
  }

  @Test(arguments: [Container.wav, .flac])
  func `a stream of unknown length tells that it has no markers`(_ container: Container) throws {
    var options = AudioFileWriter.Options()
    options.streams = true
    options.cues = [CuePoint(frame: 5, name: "five")]
    let writer = try AudioFileWriter(
      .path("/dev/null"), format: AudioFormat(container), options: options)
    let warnings = writer.warnings
    #expect(
      warnings == [
        "a \(container.rawValue) stream of unknown length has no markers; 1 are left out"
      ])
  }

  @Test func `a FLAC of known length has it in its header at once`() throws {
    let folder = try Folder()
    let format = try AudioFormat(.flac)
    let bytes = try piped(folder, format) {
      $0.frames = 60_000
      $0.cues = [CuePoint(frame: 5, name: "five")]
    }
    let reader = try AudioFileReader(bytes: bytes)
    let frames = reader.frames
    #expect(frames == 60_000)
    let recording = try reader.recording()
    #expect(recording.frames == 60_000)
    if let flac = Program("flac") {
      let tested = try flac.run(["-t", "-"], input: bytes)
      #expect(tested.status == 0, "\(tested.said)")
    }
  }

  @Test func `a stream says that its length is not known`() throws {
    let folder = try Folder()
    let wave = try piped(folder, AudioFormat(.wav)) { $0.streams = true }
    #expect(
      Array(wave[4..<8]) == [255, 255, 255, 255] && Array(wave[40..<44]) == [255, 255, 255, 255])
    #expect(wave.count == 44 + 240_000)
    let au = try piped(folder, AudioFormat(.au)) { $0.streams = true }
    #expect(Array(au[8..<12]) == [255, 255, 255, 255])
    let flac = try piped(folder, AudioFormat(.flac)) { $0.streams = true }
    #expect(try AudioFileReader(bytes: flac).recording().frames == 60_000)
    #expect(throws: AudioFileError.self) {
      _ = try piped(folder, AudioFormat(.flac)) { $0.frames = 59_999 }
    }
  }

  @Test(arguments: [Container.aiff, .caf, .w64, .rf64])
  func `a form whose header needs its length waits for it, also where it is known`(
    _ container: Container
  ) throws {
    let folder = try Folder()
    // More bytes than are held back before the header leaves.
    let format = try AudioFormat(container, encoding: .f64)
    try write([sound, sound], folder.file("x"), format)
    let bytes = try piped(folder, format) {
      $0.frames = 60_000
      $0.streams = true
    }
    #expect(try bytes == folder.bytes("x"))
  }

  struct Size: Sendable, CustomTestStringConvertible {
    let container: Container
    let dataBytes: Int
    /// The size of the whole, and of the samples, as the header says them.
    let says: (Int?, Int)
    var testDescription: String { "\(container) \(dataBytes)" }
  }

  @Test(arguments: [
    // A RIFF's size is that of all but its first 8 bytes.
    Size(container: .wav, dataBytes: 4000, says: (4036, 4000)),
    Size(container: .wav, dataBytes: 0xFFFF_FFD8, says: (0xFFFF_FFFC, 0xFFFF_FFD8)),
    Size(container: .wav, dataBytes: 0xFFFF_FFDC, says: (0xFFFF_FFFF, 0xFFFF_FFFF)),
    Size(container: .wav, dataBytes: 1 << 33, says: (0xFFFF_FFFF, 0xFFFF_FFFF)),
    Size(container: .au, dataBytes: 0xFFFF_FFFC, says: (nil, 0xFFFF_FFFC)),
    Size(container: .au, dataBytes: 1 << 33 | 4, says: (nil, 0xFFFF_FFFF)),
  ])
  func `a size that 32 bits cannot say is unknown`(_ row: Size) throws {
    let folder = try Folder()
    try write([sound], folder.file("x"), AudioFormat(row.container))
    var header = try Array(folder.bytes("x").prefix(44))
    _ = StreamedHeader.edit(&header, row.container, dataBytes: row.dataBytes)
    if row.container == .wav {
      #expect(header.little(4, count: 4) == row.says.0)
      #expect(header.little(40, count: 4) == row.says.1)
    } else {
      #expect(header.big(8, count: 4) == row.says.1)
    }
  }

  @Test func `a form whose header needs its length is not streamed`() throws {
    var options = AudioFileWriter.Options()
    options.streams = true
    do {
      _ = try AudioFileWriter(.path("/dev/null"), format: AudioFormat(.aiff), options: options)
      Issue.record("it was accepted")
    } catch {
      guard case .impossible = error else { throw error }
    }
  }

  @Test(.enabled(if: Program("sox") != nil, "needs the package sox"))
  func `sox reads a wave from standard input`() throws {
    let folder = try Folder()
    let bytes = try piped(folder, AudioFormat(.wav, encoding: .s24)) { _ in }
    let answer = try #require(Program("sox")).run(["-t", "wav", "-", "-n", "stat"], input: bytes)
    #expect(answer.status == 0)
    #expect(answer.said.contains("Samples read:            120000"), "\(answer.said)")
  }
}
