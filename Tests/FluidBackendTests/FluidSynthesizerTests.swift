import Foundation
import Score
import Synthesis
import TestSupport
import Testing

@testable import FluidBackend

/// Whether libfluidsynth can be loaded here.
private let isInstalled: Bool = { if case .success = FluidLibrary.shared { true } else { false } }()

@Suite(.enabled(if: isInstalled, "needs the package libfluidsynth3"))
struct FluidSynthesizerTests {
  private func render(
    _ events: [TimedEvent], end: Int, block: Int = 512,
    _ change: (inout FluidSynthesizer.Options) -> Void = { _ in }
  ) throws -> StereoBlock {
    try withFile(cosineSoundFont()) { path in
      var options = FluidSynthesizer.Options(rate: 44_100, soundFonts: [path])
      change(&options)
      var synthesizer = try FluidSynthesizer(options)
      var sink = MemorySink()
      _ = Renderer(blockFrames: block, tail: .none).render(
        Timeline(rate: 44_100, events: events, endFrame: end), with: &synthesizer, to: &sink)
      return sink.sound
    }
  }

  private let a = Note(id: 0, key: 60, velocity: 127)
  private let b = Note(id: 1, key: 60, velocity: 127)

  @Test func `a note sounds from the next step of 64 frames to its end`() throws {
    let sound = try render(
      [
        TimedEvent(frame: 1000, event: .noteOn(a)),
        TimedEvent(frame: 5000, event: .noteOff(a, releaseVelocity: 64)),
      ], end: 8000)
    let first = try #require(sound.left.firstIndex { $0 != 0 })
    let last = try #require(sound.left.lastIndex(where: { abs($0) > 1e-4 }))
    #expect((1000...1130).contains(first))
    #expect((5000...5900).contains(last))
  }

  @Test(arguments: [1, 64, 500, 4096])
  func `blocks do not show`(_ frames: Int) throws {
    let events = [
      TimedEvent(frame: 77, event: .noteOn(a)),
      TimedEvent(frame: 999, event: .noteOff(a, releaseVelocity: 0)),
    ]
    let whole = try render(events, end: 2000, block: 2000)
    let cut = try render(events, end: 2000, block: frames)
    #expect(whole.left == cut.left)
    #expect(whole.right == cut.right)
  }

  @Test func `the off of a note that was struck over does not end the newer`() throws {
    let sound = try render(
      [
        TimedEvent(frame: 0, event: .noteOn(a)),
        TimedEvent(frame: 2000, event: .noteOn(b)),
        TimedEvent(frame: 3000, event: .noteOff(a, releaseVelocity: 0)),
        TimedEvent(frame: 8000, event: .noteOff(b, releaseVelocity: 0)),
      ], end: 12_000)
    #expect(sound.left[7000..<8000].contains { abs($0) > 0.01 })
    #expect(!sound.left[10_000...].contains { abs($0) > 1e-3 })
  }

  @Test func `it is dry, and reverb can be asked for`() throws {
    let events = [
      TimedEvent(frame: 0, event: .controller(channel: 0, number: 91, value: 127)),
      TimedEvent(frame: 0, event: .noteOn(a)),
      TimedEvent(frame: 2000, event: .noteOff(a, releaseVelocity: 0)),
    ]
    let dry = try render(events, end: 12_000)
    let wet = try render(events, end: 12_000) { $0.reverb = 0.5 }
    #expect(!dry.left[8000...].contains { abs($0) > 1e-6 })
    #expect(wet.left[8000...].contains { abs($0) > 1e-4 })
  }

  @Test func `a tuned key sounds at its pitch`() throws {
    // 441 Hz up 1200 cents is 882 Hz: zero crossings every 25 frames.
    let sound = try render(
      [
        TimedEvent(frame: 0, event: .keyTuning(channel: nil, key: 60, cents: 1200)),
        TimedEvent(frame: 0, event: .noteOn(a)),
      ], end: 6000)
    let rises = (1000..<5000).count { sound.left[$0 - 1] < 0 && sound.left[$0] >= 0 }
    #expect((79...81).contains(rises))
  }

  @Test func `voices beyond its first thousand are made in time`() throws {
    try withFile(cosineSoundFont()) { path in
      var synthesizer = try FluidSynthesizer(.init(rate: 44_100, soundFonts: [path]))
      let events = (0..<1080).map { i in
        TimedEvent(
          frame: 0,
          event: .noteOn(
            Note(id: Int32(i), channel: UInt16(i / 120), key: UInt8(i % 120), velocity: 100)))
      }
      var block = StereoBlock(frames: 64)
      synthesizer.render(events[...], at: 0, into: &block)
      let peak = synthesizer.voicesPeak
      #expect(peak == 1080)
    }
  }

  @Test func `a preset that is not there is told once`() throws {
    try withFile(cosineSoundFont()) { path in
      var synthesizer = try FluidSynthesizer(.init(rate: 44_100, soundFonts: [path]))
      let events = (0..<2).map {
        TimedEvent(frame: $0, event: .program(channel: 3, Program(bank: 5, number: 7)))
      }
      var block = StereoBlock(frames: 64)
      synthesizer.render(events[...], at: 0, into: &block)
      let warnings = synthesizer.warnings
      #expect(warnings.count == 1)
      #expect(warnings.first?.contains("5:7") == true)
    }
  }

  @Test func `thousands of missing presets are told in some lines`() {
    var complaints = Complaints()
    for number in 0..<20_000 { complaints.add("no preset \(number % 10_000)") }
    #expect(complaints.lines.count == 51)
    #expect(complaints.lines.last == "and 9950 more like these")
  }

  @Test(arguments: [(4, 6), (10, 0), (1, 9)])
  func `voices cut by the limit are counted`(limit: Int, stolen: Int) throws {
    try withFile(cosineSoundFont()) { path in
      var options = FluidSynthesizer.Options(rate: 44_100, soundFonts: [path])
      options.polyphony = limit
      var synthesizer = try FluidSynthesizer(options)
      let events = (0..<10).map { i in
        TimedEvent(
          frame: i * 200, event: .noteOn(Note(id: Int32(i), key: UInt8(50 + i), velocity: 100)))
      }
      var block = StereoBlock(frames: 2100)
      synthesizer.render(events[...], at: 0, into: &block)
      let (peak, cut) = (synthesizer.voicesPeak, synthesizer.voicesStolen)
      #expect(peak == min(limit, 10))
      #expect(cut == stolen)
    }
  }

  @Test func `an SFZ is refused before FluidSynth sees it`() throws {
    let bytes = Array("<region> sample=a.wav".utf8)
    try withFile(bytes) { path in
      do {
        _ = try FluidSynthesizer(.init(rate: 44_100, soundFonts: [path]))
        Issue.record("it was accepted")
      } catch FluidSynthError.notASoundFont(_, let reason) {
        #expect(reason.contains("SFZ"))
      }
    }
  }

  @Test func `what cannot be played is told with its reason`() throws {
    let missing = "/nonexistent/x.sf2"
    #expect(
      throws: FluidSynthError.cannotRead(path: missing, reason: "No such file or directory")
    ) { _ = try FluidSynthesizer(.init(rate: 44_100, soundFonts: [missing])) }
    #expect(throws: FluidSynthError.cannotRead(path: "/usr", reason: "Is a directory")) {
      _ = try FluidSynthesizer(.init(rate: 44_100, soundFonts: ["/usr"]))
    }
    #expect(throws: FluidSynthError.rateOutOfRange(192_000)) {
      _ = try FluidSynthesizer(.init(rate: 192_000, soundFonts: [missing]))
    }
    for bytes in [Array("no SoundFont".utf8), [], Array(cosineSoundFont().prefix(600))] {
      try withFile(bytes) { path in
        do {
          _ = try FluidSynthesizer(.init(rate: 44_100, soundFonts: [path]))
          Issue.record("it was accepted")
        } catch FluidSynthError.notASoundFont(let named, let reason) {
          #expect(named == path)
          #expect(!reason.isEmpty)
        }
      }
    }
  }
}

@Suite struct SoundFontSearchTests {
  @Test func `the system's choice comes first, then names in order`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "klavier-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["b.sf2", "default-GM.sf2", "a.SF3", "notes.txt", ".hidden.sf2"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    #expect(
      SoundFontSearch.found(in: ["/nonexistent", folder.path])
        == ["default-GM.sf2", "a.SF3", "b.sf2"].map { "\(folder.path)/\($0)" })
  }
}
