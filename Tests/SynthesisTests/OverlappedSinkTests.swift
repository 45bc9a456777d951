import Synthesis
import Testing

/// Fails at the frame that it is told to.
private struct FragileSink: FrameSink, Sendable {
  struct Broken: Error, Equatable { let frame: Int }
  let limit: Int
  var frames = 0
  var sum: Float = 0

  mutating func write(_ block: borrowing StereoBlock) throws(Broken) {
    for sample in block.left {
      if frames == limit { throw Broken(frame: frames) }
      frames += 1
      sum = sum * 0.5 + sample
    }
  }
}

@Suite struct OverlappedSinkTests {
  @Test func `all blocks arrive, in order`() throws {
    var direct = FragileSink(limit: .max)
    var overlapped = OverlappedSink(FragileSink(limit: .max), depth: 2, batchFrames: 15)
    var block = StereoBlock(frames: 10)
    for round in 0..<200 {
      block.clear(frames: 10)
      for i in 0..<10 { block.left[i] = Float(round * 10 + i) }
      try direct.write(block)
      try overlapped.write(block)
    }
    let sink = try overlapped.sink()
    #expect(sink.frames == 2000)
    #expect(sink.sum == direct.sum)
  }

  @Test func `a failure comes up, at a later write or at the end`() throws {
    #expect(throws: FragileSink.Broken(frame: 35)) {
      var overlapped = OverlappedSink(FragileSink(limit: 35), depth: 2, batchFrames: 15)
      for _ in 0..<4 { try overlapped.write(StereoBlock(frames: 10)) }
      _ = try overlapped.sink()
    }
    #expect(throws: FragileSink.Broken(frame: 35)) {
      var overlapped = OverlappedSink(FragileSink(limit: 35), depth: 2, batchFrames: 15)
      while true { try overlapped.write(StereoBlock(frames: 10)) }
    }
  }

  @Test func `one that is dropped ends quietly`() throws {
    var overlapped = OverlappedSink(FragileSink(limit: 35), depth: 2, batchFrames: 15)
    try overlapped.write(StereoBlock(frames: 10))
  }
}
