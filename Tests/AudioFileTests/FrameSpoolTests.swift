import AudioFile
import Synthesis
import Testing

/// A sink in memory that could fail, for what wants a file's errors.
private struct Kept: FrameSink {
  var memory = MemorySink()
  mutating func write(_ block: borrowing StereoBlock) throws(AudioFileError) { memory.write(block) }
}

@Suite struct FrameSpoolTests {
  @Test func `what goes in comes out, times the gain, in any blocks`() throws {
    var spool = try FrameSpool()
    let left = (0..<10_000).map { Float($0) / 10_000 }
    try spool.write(block(Array(left[..<3000])))
    try spool.write(block(Array(left[3000...])))
    let (frames, peak) = (spool.frames, spool.peak)
    #expect(frames == 10_000 && peak == 0.9999)
    for blockFrames in [1, 4096, 100_000] {
      var kept = Kept()
      try spool.replay(to: &kept, gain: 0.5, blockFrames: blockFrames)
      #expect(kept.memory.sound.left == left.map { $0 * 0.5 })
      #expect(kept.memory.sound.right == kept.memory.sound.left)
    }
  }
}
