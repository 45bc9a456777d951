/// A position on a tape and a pace, in fixed point: 32 bits of frames, 32 of fraction.
///
/// Integer steps neither drift nor depend on how the frames are cut into blocks.
public struct Playhead: Sendable, Hashable {
  /// The position in the tape's samples, margin included.
  private(set) var position: UInt64
  /// Frames of the tape a frame of output.
  public private(set) var step: UInt64

  /// A playhead at a frame of the tape, moving `ratio` frames a frame.
  public init(frame: Int = 0, ratio: Double = 1) {
    position = UInt64(Tape.margin + min(max(0, frame), 1 << 30)) << 32
    step = 0
    self.ratio = ratio
  }

  /// The pace, 2⁻²⁰…4096; what lies outside is brought to the edge.
  public var ratio: Double {
    get { Double(step) * 0x1p-32 }
    set {
      let inside = newValue > 0x1p-20 ? (newValue < 4096 ? newValue : 4096) : 0x1p-20
      step = UInt64(inside * 0x1p32 + 0.5)
    }
  }

  /// Goes from the written-out turns of a loop back into the loop itself.
  ///
  /// The same frames are then at the same places of a tape without a loop.
  public mutating func leaveLoop(of tape: Tape) {
    guard tape.loopFrames > 0 else { return }
    let start = UInt64(Tape.margin + tape.loopStart) << 32
    let length = UInt64(tape.loopFrames) << 32
    if position >= start + length { position = start + (position - start) % length }
  }

  /// Reads `count` frames into `row[from…]`.
  ///
  /// It answers how many there were before the tape's end; the others are silent.
  @discardableResult
  public mutating func read(
    _ tape: Tape, _ interpolation: Interpolation, into row: inout [Float], from: Int, count: Int
  ) -> Int {
    let end = UInt64(tape.end) << 32
    var done = 0
    while done < count {
      if position >= end {
        if tape.turn == 0 { break }
        let turn = UInt64(tape.turn) << 32
        position -= ((position - end) / turn + 1) * turn
      }
      var run = count - done
      // The division is only for the runs that meet the end.
      if position + UInt64(run - 1) * step >= end { run = Int((end - position - 1) / step) + 1 }
      switch interpolation {
      case .linear:
        Kernel.linear(
          tape.samples, at: position, step, into: &row, from: from + done, count: run)
      case .cubic:
        Kernel.cubic(
          tape.samples, at: position, step, into: &row, from: from + done, count: run)
      case .sinc:
        Kernel.sinc(
          tape.samples, at: position, step, Weights.sinc(step: step), into: &row,
          from: from + done, count: run)
      }
      position += UInt64(run) * step
      done += run
    }
    for i in done..<count { row[from + i] = 0 }
    return done
  }
}
