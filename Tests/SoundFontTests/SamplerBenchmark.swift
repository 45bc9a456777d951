import Foundation
import Score
import SoundFont
import Synthesis
import Testing

/// What a whole voice costs, everything between the events and the block included, in ns of
/// the processor a voice-frame.
///
/// It means something in release only: `KLAVIER_BENCH=1 swift test -c release -Xswiftc -enable-testing
/// --filter SamplerBenchmark`.
@Suite(
  .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["KLAVIER_BENCH"] != nil, "set KLAVIER_BENCH"))
struct SamplerBenchmark {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let generators: [(UInt16, Int)]
    var voices = 256
    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "open filter, steady", generators: []),
    Row(name: "open filter, decay", generators: [(36, 5000), (37, 960)]),
    Row(name: "filter, decay", generators: [(8, 9000), (36, 5000), (37, 960)]),
    Row(
      name: "filter under an envelope, decay",
      generators: [(8, 9000), (11, 2000), (28, 6000), (29, 1000), (36, 5000), (37, 960)]),
    Row(
      name: "filter and vibrato under LFOs, decay",
      generators: [(6, 20), (8, 9000), (10, 1000), (36, 5000), (37, 960)]),
    Row(name: "one voice, filter, decay", generators: [(8, 9000), (36, 5000)], voices: 1),
  ]

  @Test(arguments: rows) func voice(_ row: Row) throws {
    let bank = TinyBank(
      samples: [TinyBank.Sample(frames: TinyBank.cosine())],
      instruments: [[TinyBank.looped(row.generators)]])
    let opened = try Bank(soundFont: bank.bytes)
    let frames = 1 << 18
    let strokes = (0..<row.voices).map {
      Stroke(frames: frames, key: UInt8(30 + $0 % 60), channel: UInt16($0 / 60))
    }
    let timeline = timeline(strokes, end: frames)
    var best = Double.infinity
    for _ in 0..<3 {
      var sampler = Sampler(banks: [opened], rate: 44100, jobs: 1)
      var sink = NoSink()
      let start = clock()
      _ = Renderer(tail: .none).render(timeline, with: &sampler, to: &sink)
      best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
      #expect(sampler.voicesPeak == row.voices)
    }
    let each = best * 1e9 / Double(frames * row.voices)
    print("\(row.name): \((each * 1000).rounded() / 1000) ns a voice-frame")
  }

  private struct NoSink: FrameSink {
    mutating func write(_ frames: borrowing StereoBlock) throws(Never) {}
  }
}
