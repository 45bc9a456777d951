import Foundation
import Synthesis
import Testing

@testable import AudioFile

@Suite struct ContainerTests {
  @Test(arguments: Container.allCases)
  func `tags are kept or their loss is told`(_ container: Container) throws {
    let folder = try Folder()
    let format = try AudioFormat(container, rate: container.nearestRate(to: 44_100))
    let (_, warnings) = try write(folder.file("x"), format) { $0.tags = tags }
    if container.tags.isEmpty {
      #expect(warnings.count == 1 && warnings[0].contains("title, artist, comment, copyright"))
      return
    }
    #expect(warnings.isEmpty == (container != .aiff))
    let reader = try AudioFileReader(path: folder.file("x"))
    let found = reader.tags
    for (tag, text) in tags {
      // libsndfile does not read an ID3 copyright.
      if container == .mp3, tag == .copyright { continue }
      #expect(found[tag] == text, "\(tag)")
    }
  }

  /// A PEAK chunk (EBU Tech 3285, supplement 3) says when it was made: two runs would differ.
  @Test(arguments: Container.allCases, [Encoding.f32, .f64])
  func `a header holds no clock`(_ container: Container, _ encoding: Encoding) throws {
    guard container.encodings.contains(encoding) else { return }
    let folder = try Folder()
    _ = try write(folder.file("x"), AudioFormat(container, encoding: encoding)) { _ in }
    let bytes = try folder.bytes("x")
    let places = bytes.indices.dropLast(16).filter { bytes[$0..<$0 + 4].elementsEqual("PEAK".utf8) }
    for place in places { #expect(bytes[place + 12..<place + 16].allSatisfy { $0 == 0 }) }
    // libsndfile writes it into RF64 though it is told not to.
    #expect(places.isEmpty || container == .rf64)
  }

  @Test(arguments: Container.allCases)
  func `markers are kept or their loss is told`(_ container: Container) throws {
    let folder = try Folder()
    let format = try AudioFormat(container, rate: container.nearestRate(to: 44_100))
    let (_, warnings) = try write(folder.file("x"), format) { $0.cues = cues }
    guard container.hasCues else {
      #expect(warnings.count == 1 && warnings[0].contains("3 are left out"))
      return
    }
    #expect(warnings.isEmpty)
    if container == .wav || container == .aiff {
      let reader = try AudioFileReader(path: folder.file("x"))
      let found = reader.cues
      #expect(found == cues)
    } else if container == .rf64 {
      let bytes = try folder.bytes("x")
      #expect(bytes.contains(CueChunks.places(cues)) && bytes.contains(CueChunks.names(cues)))
    }
  }

  static let marked: [(Container, Int?)] = [Container.wav, .rf64, .aiff, .flac].flatMap {
    [($0, nil), ($0, 44_100)]
  }

  @Test(arguments: marked)
  func `markers that do not lie in the sound are left out`(
    _ container: Container, frames: Int?
  ) throws {
    let folder = try Folder()
    let places = [-1, 100, 44_099, 44_100, 1 << 40, .max]
    _ = try write(folder.file("x"), AudioFormat(container)) {
      $0.cues = places.map { CuePoint(frame: $0, name: "at \($0)") }
      $0.frames = frames
    }
    let expected = [100, 44_099].map { CuePoint(frame: $0, name: "at \($0)") }
    let bytes = try folder.bytes("x")
    let reader = try AudioFileReader(path: folder.file("x"))
    let (found, length) = (reader.cues, reader.frames)
    #expect(length == 44_100)
    switch container {
    case .flac:
      #expect(bytes.contains(Array("CHAPTER002NAME=at 44099".utf8)))
      #expect(!bytes.contains(Array("CHAPTER003".utf8)))
      if let flac = Program("flac") {
        let tested = try flac.run(["-t", "--warnings-as-errors", folder.file("x")])
        #expect(tested.status == 0, "\(tested.said)")
      }
      if let metaflac = Program("metaflac") {
        let listed = try metaflac.run(["--list", folder.file("x")]).said
        for text in [
          "number of tracks: 3\n", "offset: 100\n", "offset: 44099\n", "offset: 44100\n",
        ] {
          #expect(listed.contains(text), "\(text)")
        }
      }
    case .rf64: #expect(bytes.contains(CueChunks.places(expected)))
    default: #expect(found == expected)
    }
  }

  @Test(arguments: [Container.wav, .rf64, .aiff], [1000, 3000])
  func `however many markers there are, the sound can be read`(
    _ container: Container, count: Int
  ) throws {
    let folder = try Folder()
    let path = folder.file("x." + container.pathExtension)
    let many = (0..<count).map { CuePoint(frame: $0 * 10, name: "marker \($0)") }
    let (_, warnings) = try write(path, AudioFormat(container)) { $0.cues = many }
    #expect(warnings.isEmpty)
    let reader = try AudioFileReader(path: path)
    let (found, length) = (reader.cues, reader.frames)
    #expect(length == 44_100)
    // libsndfile reads 2500 at most, and none of RF64.
    if count == 1000, container != .rf64 { #expect(found == many, "\(found.count)") }
    if let ffprobe = Program("ffprobe") {
      let said = try ffprobe.run(["-v", "error", "-show_entries", "stream=duration_ts", path]).said
      #expect(said == "[STREAM]\nduration_ts=44100\n[/STREAM]\n")
    }
    if let soxi = Program("soxi"), container != .rf64 {
      let said = try soxi.run(["-s", path]).said
      #expect(said == "44100\n")
    }
  }

  struct Cut: Sendable, CustomTestStringConvertible {
    let text: String
    let bytes: Int
    let expected: String
    var testDescription: String { "\(text) \(bytes)" }
  }

  @Test(arguments: [
    Cut(text: "abc", bytes: 3, expected: "abc"), Cut(text: "abc", bytes: 2, expected: "ab"),
    Cut(text: "aü", bytes: 2, expected: "a"), Cut(text: "aüb", bytes: 3, expected: "aü"),
    Cut(text: "流", bytes: 2, expected: ""), Cut(text: "🎹x", bytes: 4, expected: "🎹"),
    Cut(text: "", bytes: 0, expected: ""),
  ])
  func `a text is cut between characters`(_ row: Cut) {
    #expect(row.text.prefix(bytes: row.bytes) == row.expected)
  }

  @Test(arguments: [(Container.wav, 4096), (.rf64, 4096), (.flac, 4096), (.aiff, 255)])
  func `a long name is cut, and that is told`(_ container: Container, bytes: Int) throws {
    let folder = try Folder()
    let name = "a" + String(repeating: "ü", count: 3000)
    let (_, warnings) = try write(folder.file("x"), AudioFormat(container)) {
      $0.cues = [CuePoint(frame: 7, name: name), CuePoint(frame: 8, name: "b")]
    }
    #expect(warnings.count == 1 && warnings[0].contains("\(bytes) bytes for a marker's name; 1 "))
    let kept = "a" + String(repeating: "ü", count: (bytes - 1) / 2)
    let written = try folder.bytes("x")
    #expect(written.contains(Array(kept.utf8) + (bytes % 2 == 1 ? [] : [0])) || container == .flac)
    #expect(!written.contains(Array((kept + "ü").utf8)))
    let reader = try AudioFileReader(path: folder.file("x"))
    let (frames, cues) = (reader.frames, reader.cues)
    #expect(frames == 44_100)
    if container == .aiff { #expect(cues.map(\.name) == [kept, "b"]) }
    if container == .flac, let flac = Program("flac") {
      let tested = try flac.run(["-t", "--warnings-as-errors", folder.file("x")])
      #expect(tested.status == 0, "\(tested.said)")
    }
  }

  @Test(arguments: Container.allCases.filter { !$0.tags.isEmpty })
  func `long tags are cut where they can still be read, and that is told`(
    _ container: Container
  ) throws {
    let folder = try Folder()
    let path = folder.file("x." + container.pathExtension)
    let format = try AudioFormat(container, rate: container.nearestRate(to: 44_100))
    let (_, warnings) = try write(path, format) {
      for tag in container.tags { $0.tags[tag] = String(repeating: "x", count: 70_000) }
    }
    #expect(warnings.count == container.tags.count)
    #expect(warnings[0].contains("\(container.bytes(of: .title)) bytes for the tag title"))
    let reader = try AudioFileReader(path: path)
    let (frames, found) = (reader.frames ?? 0, reader.tags)
    #expect(frames >= 44_100)
    for (tag, text) in found where tag != .software || container == .mp3 {
      #expect(text.utf8.count == container.bytes(of: tag), "\(tag)")
    }
    let software = found[.software]?.prefix { $0 == "x" }.count
    #expect(software == container.bytes(of: .software))
    #expect(found[.title] != nil && found[.artist] != nil)
    if let ffprobe = Program("ffprobe") {
      let said = try ffprobe.run(["-v", "error", "-show_entries", "stream=sample_rate", path]).said
      #expect(said == "[STREAM]\nsample_rate=\(format.rate)\n[/STREAM]\n")
    }
  }

  @Test(arguments: Container.allCases.filter { $0 != .raw })
  func `a file without sound is still a file`(_ container: Container) throws {
    let folder = try Folder()
    let path = folder.file("x." + container.pathExtension)
    let format = try AudioFormat(container, rate: container.nearestRate(to: 44_100))
    let writer = try AudioFileWriter(.path(path), format: format)
    let summary = try writer.finish()
    let needsFrame = [Container.flac, .opus, .mp3].contains(container)
    #expect(summary.frames == (needsFrame ? 1 : 0) && summary.peak == 0)
    let reader = try AudioFileReader(path: path)
    let frames = reader.frames ?? -1
    // An MP3 has whole frames of its codec.
    #expect(container == .mp3 ? frames >= 1 : frames == summary.frames)
    if needsFrame, let ffprobe = Program("ffprobe") {
      let said = try ffprobe.run(["-v", "error", "-show_entries", "stream=sample_rate", path]).said
      #expect(said == "[STREAM]\nsample_rate=\(format.rate)\n[/STREAM]\n")
    }
    if container == .flac, let flac = Program("flac") {
      let tested = try flac.run(["-t", "--warnings-as-errors", path])
      #expect(tested.status == 0, "\(tested.said)")
    }
  }

  @Test(arguments: Container.allCases)
  func `markers that come later are those that come at once`(_ container: Container) throws {
    let folder = try Folder()
    let format = try AudioFormat(container, rate: container.nearestRate(to: 44_100))
    let (_, warnings) = try write(folder.file("a"), format) { $0.cues = cues }
    var options = AudioFileWriter.Options()
    options.cues = [CuePoint](repeating: CuePoint(frame: 7, name: "not here"), count: cues.count)
    options.cuesComeLater = true
    var writer = try AudioFileWriter(.path(folder.file("b")), format: format, options: options)
    let said = writer.warnings
    try writer.mark(cues)
    try writer.write(chord)
    _ = try writer.finish()
    #expect(said == warnings)
    #expect(try folder.bytes("a") == folder.bytes("b"))
  }

  @Test(arguments: Container.allCases)
  func `equal sound gives equal bytes`(_ container: Container) throws {
    let folder = try Folder()
    let format = try AudioFormat(container, rate: container.nearestRate(to: 44_100))
    _ = try write(folder.file("a"), format) { $0.tags = tags }
    _ = try write(folder.file("b"), format) { $0.tags = tags }
    #expect(try folder.bytes("a") == folder.bytes("b"))
  }

  @Test(arguments: [Container.wav, .rf64, .aiff, .flac])
  func `markers are read back with their names`(_ container: Container) throws {
    let folder = try Folder()
    _ = try write(folder.file("x"), AudioFormat(container)) { $0.cues = cues }
    let read = try AudioFileReader(path: folder.file("x")).cues
    let found = read.isEmpty ? HiddenCues.read(folder.file("x")) : read
    #expect(found == cues)
  }

  @Test func `places that cannot be understood are none`() throws {
    let folder = try Folder()
    for container in [Container.flac, .rf64] {
      _ = try write(folder.file("x"), AudioFormat(container)) { $0.cues = cues }
      let bytes = try folder.bytes("x").prefix(3000)
      for length in stride(from: 0, to: bytes.count, by: 7) {
        try folder.write(Array(bytes.prefix(length)), to: "y")
        #expect(HiddenCues.read(folder.file("y")).count <= 4)
      }
      let noise = HashNoise(seed: 3)
      for round in 0..<100 {
        var broken = Array(bytes)
        for spot in 0..<8 {
          broken[4 + Int(noise[round * 16 + spot] % UInt64(broken.count - 4))] = UInt8(
            truncatingIfNeeded: noise[round * 16 + 8 + spot])
        }
        try folder.write(broken, to: "y")
        #expect(HiddenCues.read(folder.file("y")).count < 3000)
      }
    }
  }

  @Test(arguments: [Encoding.s16, .s24, .s32, .f32, .f64])
  func `the checksum is that of the raw file`(_ encoding: Encoding) throws {
    let folder = try Folder()
    let (summary, _) = try write(folder.file("x.raw"), AudioFormat(.raw, encoding: encoding)) {
      $0.checksum = true
      $0.dither = .tpdf
    }
    var digest = SHA256()
    digest.update(try folder.bytes("x.raw"))
    let whole = digest.hexadecimal()
    #expect(summary.sha256 == whole)
  }

  @Test(arguments: [Container.flac, .ogg, .opus, .mp3])
  func `quality changes the size`(_ container: Container) throws {
    let folder = try Folder()
    let format = try AudioFormat(container, rate: container.nearestRate(to: 44_100))
    let sizes = try [0.0, 1.0].map { quality in
      _ = try write(folder.file("x"), format) {
        $0.quality = quality
        $0.seed = 1
      }
      return try folder.bytes("x").count
    }
    #expect(container == .flac ? sizes[0] > sizes[1] : sizes[0] < sizes[1])
  }

  @Test func `a WAV beyond the limit of RIFF becomes RF64`() throws {
    let folder = try Folder()
    // 44100 frames of 4 bytes.
    let (late, _) = try write(
      folder.file("late.wav"), AudioFormat(.wav), { $0.cues = cues }, limit: 150_000)
    let (early, _) = try write(
      folder.file("early.wav"), AudioFormat(.wav), { $0.frames = 44_100 }, limit: 150_000)
    let (plain, _) = try write(folder.file("plain.wav"), AudioFormat(.wav))
    #expect(late.isRF64 && early.isRF64 && !plain.isRF64)
    let bytes = try folder.bytes("late.wav")
    #expect(bytes.little(20, count: 8) == bytes.count - 8)
    #expect(bytes.contains(CueChunks.names(cues)))
    let expected = try AudioFileReader(path: folder.file("plain.wav")).recording()
    for name in ["late.wav", "early.wav"] {
      #expect(try folder.bytes(name).starts(with: Array("RF64".utf8)))
      let reader = try AudioFileReader(path: folder.file(name))
      let container = reader.container
      #expect(container == .rf64)
      #expect(try reader.recording().channels == expected.channels)
    }
    if let ffprobe = Program("ffprobe") {
      let answer = try ffprobe.run([
        "-v", "error", "-show_entries", "stream=duration_ts", folder.file("late.wav"),
      ])
      #expect(answer.said.contains("duration_ts=44100"), "\(answer.said)")
    }
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    let container: Container
    let encoding: Encoding
    let rate: Int
    let says: String
    var testDescription: String { "\(container) \(encoding) \(rate)" }
  }

  @Test(arguments: [
    Pair(container: .flac, encoding: .f32, rate: 44_100, says: "s16 or s24"),
    Pair(container: .mp3, encoding: .s16, rate: 44_100, says: "no encoding to choose"),
    Pair(container: .opus, encoding: .compressed, rate: 44_100, says: "24000 or 48000"),
    Pair(container: .wav, encoding: .s16, rate: 7999, says: "8000 to 192000"),
    Pair(container: .flac, encoding: .s16, rate: 65_537, says: "multiples of 10"),
  ])
  func `an impossible pair is refused with what is possible`(_ row: Pair) throws {
    do {
      _ = try AudioFormat(row.container, encoding: row.encoding, rate: row.rate)
      Issue.record("it was accepted")
    } catch {
      guard case .impossible(let text) = error else { throw error }
      #expect(text.contains(row.says), "\(text)")
    }
  }

  @Test func `every pair that the table allows can be written`() throws {
    let folder = try Folder()
    for container in Container.allCases {
      for encoding in container.encodings {
        for rate in container.rates ?? [
          8000, 65_535, 192_000,
        ] {
          for channels in 1...2 {
            let format = try AudioFormat(
              container, encoding: encoding, rate: rate, channels: channels)
            var writer = try AudioFileWriter(.path(folder.file("x")), format: format)
            try writer.write(StereoBlock(frames: 3000))
            let frames = try writer.finish().frames
            #expect(frames == 3000)
            if container == .raw { continue }
            let reader = try AudioFileReader(path: folder.file("x"))
            let (found, count) = (reader.rate, reader.channels)
            // An Opus file is decoded at the rate that it was made from.
            #expect(found == rate && count == channels, "\(container) \(encoding) \(rate)")
          }
        }
      }
    }
  }
}
