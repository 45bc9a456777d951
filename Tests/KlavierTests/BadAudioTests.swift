import AudioFile
import Foundation
import Testing

@testable import klavier

/// Audio files that are odd or broken, given to `compare` and `info`: a sentence and a status for each.
@Suite struct BadAudioTests {
  let folder: BuiltCommand.Folder

  /// A WAVE file of 32-bit floats.
  static func wave(rate: Int, channels: Int, _ samples: [Float]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let data = samples.flatMap { little(Int($0.bitPattern), 4) }
    let format =
      little(3, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * 4, 4)
      + little(channels * 4, 2) + little(32, 2)
    return Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8)
      + little(16, 4) + format + Array("data".utf8) + little(data.count, 4) + data
  }

  static func tone(_ frames: Int, rate: Int, channels: Int) -> [Float] {
    (0..<frames * channels).map {
      0.5 * Float(sin(2 * Double.pi * 440 * Double($0 / channels) / Double(rate)))
    }
  }

  init() throws {
    folder = try BuiltCommand.Folder()
    let stereo = Self.wave(rate: 48_000, channels: 2, Self.tone(24_000, rate: 48_000, channels: 2))
    var broken = Self.tone(8000, rate: 48_000, channels: 2)
    broken[5000] = .nan
    broken[5001] = -.infinity
    let files: [String: [UInt8]] = [
      "good.wav": stereo,
      "cut.wav": Array(stereo.prefix(100_000)),
      "header.wav": Array(stereo.prefix(30)),
      "empty.wav": [],
      "none.wav": Self.wave(rate: 48_000, channels: 2, []),
      "silent.wav": Self.wave(rate: 48_000, channels: 2, [Float](repeating: 0, count: 48_000)),
      "nan.wav": Self.wave(rate: 48_000, channels: 2, broken),
      "one.wav": Self.wave(rate: 48_000, channels: 1, [0.25]),
      "high.wav": Self.wave(
        rate: 192_000, channels: 2, Self.tone(96_000, rate: 192_000, channels: 2)),
      "eight.wav": Self.wave(
        rate: 48_000, channels: 8, Self.tone(24_000, rate: 48_000, channels: 8)),
      "low.wav": Self.wave(rate: 8000, channels: 1, Self.tone(4000, rate: 8000, channels: 1)),
      "slow.wav": Self.wave(rate: 4, channels: 1, [0.1, 0.2, 0.3]),
      "noise.flac": Array("fLaC".utf8) + (0..<500).map { UInt8(truncatingIfNeeded: $0 * 89) },
    ]
    for (name, bytes) in files { try folder.file(name, bytes) }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let status: Int32
    let says: String
    var testDescription: String { line }
  }

  @Test(arguments: [
    Row(line: "compare good.wav good.wav", status: 0, says: "identical"),
    Row(line: "compare good.wav cut.wav", status: 1, says: "its end is missing"),
    Row(line: "compare good.wav header.wav", status: 65, says: "header.wav is no audio"),
    Row(line: "compare good.wav empty.wav", status: 65, says: "empty.wav"),
    Row(line: "compare good.wav missing.wav", status: 66, says: "No such file"),
    Row(line: "compare good.wav .", status: 66, says: "Is a directory"),
    Row(line: "compare good.wav none.wav", status: 1, says: "0 frames against 24000"),
    Row(line: "compare none.wav good.wav", status: 1, says: "24000 frames against 0"),
    Row(line: "compare none.wav none.wav", status: 0, says: "identical"),
    Row(line: "compare good.wav silent.wav", status: 1, says: "different"),
    Row(line: "compare silent.wav good.wav", status: 1, says: "different"),
    Row(line: "compare silent.wav silent.wav", status: 0, says: "identical"),
    Row(line: "compare good.wav nan.wav", status: 65, says: "samples that are no numbers"),
    Row(line: "compare nan.wav nan.wav", status: 65, says: "samples that are no numbers"),
    Row(line: "compare one.wav one.wav", status: 0, says: "identical"),
    Row(line: "compare good.wav one.wav", status: 1, says: "1 frame against 24000"),
    Row(line: "compare one.wav good.wav", status: 1, says: "24000 frames against 1"),
    Row(
      line: "compare good.wav high.wav --tolerance listening", status: 0,
      says: "192000 Hz against 48000 Hz: it is resampled"),
    Row(line: "compare high.wav low.wav", status: 1, says: "8000 Hz against 192000 Hz"),
    Row(
      line: "compare good.wav eight.wav", status: 0, says: "8 channels: only the first two"),
    Row(line: "compare good.wav low.wav --tolerance listening", status: 0, says: "resampled"),
    Row(line: "compare good.wav slow.wav", status: 65, says: "4 Hz is not supported"),
    Row(line: "compare good.wav noise.flac", status: 65, says: "noise.flac is no audio"),

    Row(line: "info good.wav", status: 0, says: "24000 frames, 0.5 s, peak -6.0 dBFS"),
    Row(line: "info cut.wav", status: 0, says: "header promises 92044 bytes more"),
    Row(line: "info header.wav", status: 65, says: "header.wav is no audio"),
    Row(line: "info empty.wav", status: 65, says: "empty.wav"),
    Row(line: "info none.wav", status: 0, says: "0 frames, 0.0 s, silent"),
    Row(line: "info silent.wav", status: 0, says: "24000 frames, 0.5 s, silent"),
    Row(line: "info nan.wav", status: 0, says: "2 samples infinite or not a number"),
    Row(line: "info nan.wav --warnings error", status: 1, says: "forbids"),
    Row(line: "info one.wav", status: 0, says: "1 frame, "),
    Row(line: "info high.wav", status: 0, says: "192000 Hz, 2 channels, 96000 frames"),
    Row(line: "info eight.wav", status: 0, says: "8 channels"),
    Row(line: "info low.wav", status: 0, says: "8000 Hz, 1 channel, 4000 frames"),
    Row(line: "info slow.wav", status: 0, says: "4 Hz, 1 channel, 3 frames"),
    Row(line: "draw good.wav -o p.png --size 300x200", status: 0, says: ""),
    Row(line: "draw cut.wav -o p.png --size 300x200", status: 0, says: "promises 92044 bytes more"),
    Row(line: "draw cut.wav -o p.png --warnings error", status: 1, says: "forbids"),
    Row(line: "draw header.wav -o p.png", status: 65, says: "header.wav is no audio"),
    Row(line: "draw empty.wav -o p.png", status: 65, says: "empty.wav"),
    Row(line: "draw missing.wav -o p.png", status: 66, says: "No such file"),
    Row(line: "draw none.wav -o p.png --size 300x200", status: 0, says: ""),
    Row(line: "draw silent.wav -o p.png --size 300x200", status: 0, says: ""),
    Row(line: "draw nan.wav -o p.png", status: 65, says: "samples that are no numbers"),
    Row(line: "draw one.wav -o p.png --size 300x200", status: 0, says: ""),
    Row(
      line: "draw eight.wav -o p.png --size 300x200", status: 0,
      says: "only the first two are drawn"),
    Row(line: "draw high.wav -o p.png --size 300x200", status: 0, says: ""),
    Row(line: "draw slow.wav -o p.png", status: 65, says: "4 Hz is not supported"),
    Row(line: "draw noise.flac -o p.png", status: 65, says: "noise.flac is no audio"),
    Row(line: "report nan.wav -o p.html", status: 65, says: "samples that are no numbers"),
    Row(line: "report empty.wav -o p.html", status: 65, says: "empty.wav"),
    Row(line: "report slow.wav -o p.html", status: 65, says: "4 Hz is not supported"),
    Row(line: "report good.wav -o p.html --tempo 2", status: 2, says: "all inputs are sounds"),
    Row(line: "info noise.flac", status: 65, says: "noise.flac is no audio"),
  ])
  func `a sentence and a status`(row: Row) throws {
    let result = try BuiltCommand.run(
      row.line.split(separator: " ").map(String.init), in: folder)
    #expect(result.status == row.status, "\(result.text)\(result.errors)")
    let isSaid = row.says.isEmpty || (result.text + result.errors).contains(row.says)
    #expect(isSaid, "\(result.text)\(result.errors)")
    // An error is one line that says what file it is about.
    if row.status >= 65 {
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(result.text.isEmpty)
    }
  }

  /// Pages as RFC 3533 lays them out: the mark, a version of 0, the flags, 20 bytes, a count of segments, their
  /// lengths, and the segments; the third flag ends the stream.
  @Test func `an Ogg file that does not end its stream is cut`() throws {
    func page(flags: UInt8) -> [UInt8] {
      Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 20) + [1, 10]
        + [UInt8](repeating: 7, count: 10)
    }
    let whole = page(flags: 2) + page(flags: 4)
    let rows: [(bytes: [UInt8], isCut: Bool)] = [
      (whole, false), (Array(whole.dropLast()), true), (page(flags: 2) + page(flags: 0), true),
      (Array(whole.prefix(50)), true), (Array("OggS".utf8), true), (Array("RIFF".utf8), false),
    ]
    for (bytes, isCut) in rows {
      let path = try folder.file("x.ogg", bytes)
      #expect(CutFile.isUnendedOgg(path) == isCut, "\(bytes.count)")
    }
  }

  @Test func `an answer for a program has a number or null for everything`() throws {
    for name in ["silent.wav", "none.wav", "one.wav", "high.wav", "low.wav"] {
      let result = try BuiltCommand.run(["compare", "good.wav", name, "--json"], in: folder)
      let json = result.json
      for key in [
        "within", "identical", "lagFrames", "gainDB", "residualDB", "maxDifference", "spectralDB",
        "onsetDeviationFrames", "loudnessDifferenceLU", "notes",
      ] {
        #expect(json[key] != nil, "\(name) \(key)")
      }
    }
    let result = try BuiltCommand.run(["compare", "good.wav", "high.wav", "--json"], in: folder)
    let loudness = try #require(result.json["loudnessDifferenceLU"] as? Double)
    #expect(abs(loudness) < 0.1)
  }
}
