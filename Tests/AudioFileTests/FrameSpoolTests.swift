import AudioFile
import Synthesis
import Testing

@Suite struct FrameSpoolTests {
  @Test func `what goes in comes out, times the gain, in any blocks`() throws {
    var spool = try FrameSpool()
    let left = (0..<10_000).map { Float($0) / 10_000 }
    try spool.write(block(Array(left[..<3000])))
    try spool.write(block(Array(left[3000...])))
    let (frames, peak) = (spool.frames, spool.peak)
    #expect(frames == 10_000 && peak == 0.9999)
    for blockFrames in [1, 4096, 100_000] {
      var kept = MemorySink()
      var piece = StereoBlock(frames: 0)
      for start in stride(from: 0, to: frames, by: blockFrames) {
        try spool.read(start..<min(start + blockFrames, frames), gain: 0.5, into: &piece)
        kept.write(piece)
      }
      #expect(kept.sound.left == left.map { $0 * 0.5 })
      #expect(kept.sound.right == kept.sound.left)
    }
  }
}
