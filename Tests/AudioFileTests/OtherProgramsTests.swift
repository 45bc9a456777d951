import Foundation
import Synthesis
import Testing

@testable import AudioFile

/// Written files as other programs read them.
@Suite struct OtherProgramsTests {
  static let probed: [Container] = [.wav, .flac, .aiff, .au, .caf, .w64, .rf64, .ogg, .opus, .mp3]

  @Test(.enabled(if: Program("metaflac") != nil, "needs the package flac"))
  func `the flac program finds tags, cues and a sound stream`() throws {
    let folder = try Folder()
    _ = try write(folder.file("x.flac"), AudioFormat(.flac)) {
      $0.tags = tags
      $0.cues = cues
    }
    let metaflac = try #require(Program("metaflac"))
    let listed = try metaflac.run(["--list", folder.file("x.flac")])
    #expect(listed.status == 0)
    let wanted = [
      "total samples: 44100", "title=Für Elise", "CHAPTER002=00:00:00.500",
      "CHAPTER002NAME=Mitte: ü", "number of tracks: 4", "offset: 22050", "offset: 44100",
    ]
    for text in wanted { #expect(listed.said.contains(text), "\(text)") }
    let tested = try #require(Program("flac")).run([
      "-t", "--warnings-as-errors", folder.file("x.flac"),
    ])
    #expect(tested.status == 0, "\(tested.said)")
  }

  @Test(
    .enabled(if: Program("ffprobe") != nil, "needs the package ffmpeg"),
    arguments: OtherProgramsTests.probed)
  func `ffprobe agrees on rate, channels, length and title`(_ container: Container) throws {
    let folder = try Folder()
    let rate = container.nearestRate(to: 44_100)
    let path = folder.file("x." + container.pathExtension)
    _ = try write(path, AudioFormat(container, rate: rate)) {
      $0.tags = tags
      $0.cues = cues
    }
    let answer = try #require(Program("ffprobe")).run([
      "-v", "error", "-show_entries",
      "stream=sample_rate,channels,duration_ts,duration:stream_tags:format_tags:format=duration",
      "-show_chapters", "-of", "default", path,
    ])
    #expect(answer.status == 0 && !answer.said.contains("rror"), "\(answer.said)")
    #expect(answer.said.contains("sample_rate=\(rate)"))
    #expect(answer.said.contains("channels=2"))
    if container.encodings != [.compressed], container != .aiff {
      #expect(answer.said.contains("duration_ts=44100"), "\(answer.said)")
    }
    if !container.tags.isEmpty {
      #expect(answer.said.lowercased().contains("title=für elise"), "\(answer.said)")
    }
    if container == .flac { #expect(answer.said.contains("title=Mitte: ü"), "\(answer.said)") }
  }

  // The sox of Debian has no Opus and no MP3.
  @Test(
    .enabled(if: Program("sox") != nil, "needs the package sox"),
    arguments: [Container.wav, .flac, .aiff, .au, .caf, .w64, .rf64, .ogg])
  func `sox agrees on frames`(_ container: Container) throws {
    let folder = try Folder()
    let path = folder.file("x." + container.pathExtension)
    _ = try write(path, AudioFormat(container)) { $0.cues = container.hasCues ? cues : [] }
    let answer = try #require(Program("sox")).run([path, "-n", "stat"])
    #expect(answer.status == 0)
    #expect(answer.said.contains("Samples read:             88200"), "\(answer.said)")
  }

  @Test(
    .enabled(if: Program("sndfile-info") != nil, "needs the package sndfile-programs"),
    arguments: OtherProgramsTests.probed)
  func `sndfile-info agrees on rate, channels and frames`(_ container: Container) throws {
    let folder = try Folder()
    let path = folder.file("x." + container.pathExtension)
    let rate = container.nearestRate(to: 44_100)
    _ = try write(path, AudioFormat(container, rate: rate)) {
      $0.cues = container.hasCues ? cues : []
    }
    let answer = try #require(Program("sndfile-info")).run([path])
    #expect(answer.status == 0)
    for line in ["Sample Rate : \(rate)\n", "Frames      : 44100\n", "Channels    : 2\n"] {
      #expect(answer.said.contains(line), "\(answer.said)")
    }
  }

  @Test(.enabled(if: Program("python3") != nil, "needs python3"))
  func `python's wave module reads the same samples`() throws {
    let folder = try Folder()
    let path = folder.file("x.wav")
    let (summary, _) = try write(path, AudioFormat(.wav, encoding: .s24)) {
      $0.tags = tags
      $0.cues = cues
      $0.checksum = true
    }
    let script: String =
      "import wave,hashlib,sys; w=wave.open(sys.argv[1]); "
      + "print(w.getnframes(),w.getframerate(),w.getnchannels(),w.getsampwidth(),"
      + "hashlib.sha256(w.readframes(10**6)).hexdigest())"
    let answer = try #require(Program("python3")).run(["-c", script, path])
    let digest = try #require(summary.sha256)
    #expect(answer.said == "44100 44100 2 3 \(digest)\n")
  }
}
