import Foundation
import Synthesis
import Testing

/// What the innermost loops cost, in ns of the processor a voice-frame.
///
/// It means something in release only: `KLAVIER_BENCH=1 swift test -c release -Xswiftc -enable-testing
/// --filter KernelBenchmark`.
@Suite(
  .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["KLAVIER_BENCH"] != nil, "set KLAVIER_BENCH"))
struct KernelBenchmark {
  /// Of the best of 7 rounds: the time of `body`, which makes `voiceFrames` frames of a voice.
  static func tell(_ name: String, _ voiceFrames: Int, _ body: () -> Void) {
    var best = Double.infinity
    for _ in 0..<7 {
      let start = clock()
      for _ in 0..<4000 { body() }
      best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }
    let each = best * 1e9 / Double(4000 * voiceFrames)
    print("\(name): \((each * 1000).rounded() / 1000) ns a voice-frame")
    #expect(each > 0)
  }

  @Test(arguments: Interpolation.allCases) func reading(_ interpolation: Interpolation) {
    let tape = Tape((0..<20000).map { Float($0 * 7 % 101) / 50 - 1 }, loop: 1000..<19000)
    var playhead = Playhead(frame: 0, ratio: 1.137)
    var row = [Float](repeating: 0, count: 64)
    Self.tell("read, \(interpolation.rawValue)", 64) {
      playhead.read(tape, interpolation, into: &row, from: 0, count: 64)
    }
  }

  @Test func `filter and mix`() {
    let rows = (0..<256).map { Float($0 * 37 % 101) / 50 - 1 }
    let coefficients = [SIMD4<Float>](repeating: SIMD4(0.01, 1.9, -0.94, 0), count: 4)
    let ramps = [SIMD4<Float>](repeating: SIMD4(repeating: 1e-3), count: 8)
    var past = [SIMD4<Float>](repeating: .zero, count: 4)
    var left = [SIMD4<Float>](repeating: .zero, count: 64)
    var right = left
    var lanes = left
    var plane = [Float](repeating: 0, count: 64)
    Self.tell("mix", 256) { Kernel.addRows(rows, group: 0, to: &left, &right, ramps) }
    Self.tell("filter", 256) {
      Kernel.lowPass(rows, group: 0, coefficients, &past, into: &lanes)
    }
    Self.tell("filter and mix", 256) {
      Kernel.lowPassAndAdd(rows, group: 0, coefficients, &past, to: &left, &right, ramps)
    }
    Self.tell("gather one side (a frame)", 64) {
      Kernel.gather(&left, from: 0, to: &plane, at: 0, count: 64)
    }
  }

  @Test func envelope() {
    var shape = VolumeEnvelope.Shape()
    shape.decaySeconds = 1e6
    shape.sustainDecibels = 96
    var envelope = VolumeEnvelope(shape, rate: 44100)
    while envelope.gain < 1 { _ = envelope.next(64) }
    Self.tell("volume envelope, decay", 64) { _ = envelope.next(64) }
  }
}
