import Synthesis

/// A note that both recordings should hold: where it is, and what it is.
public struct ExpectedNote: Sendable, Hashable {
  /// The first frame, in the first recording's time.
  public var onFrame: Int
  /// The frame at which the key goes up.
  public var offFrame: Int
  /// 0…127.
  public var key: UInt8
  /// Cents by which it is meant to lie above the key's pitch in equal temperament at 440 Hz.
  public var cents: Double

  /// A note.
  public init(onFrame: Int, offFrame: Int, key: UInt8, cents: Double = 0) {
    self.onFrame = onFrame
    self.offFrame = offFrame
    self.key = key
    self.cents = cents
  }

  /// The same note where another rate counts the frames.
  public func at(_ rate: Int, from own: Int) -> ExpectedNote {
    func moved(_ frame: Int) -> Int {
      Int((Double(frame) * Double(rate) / Double(own)).rounded())
    }
    var note = self
    (note.onFrame, note.offFrame) = (moved(onFrame), moved(offFrame))
    return note
  }

  /// The same note so many frames later.
  func later(by frames: Int) -> ExpectedNote {
    var note = self
    (note.onFrame, note.offFrame) = (onFrame + frames, offFrame + frames)
    return note
  }

  /// The frequency that it is meant to have.
  var hertz: Double { 440 * ExactMath.exp2((Double(key) - 69 + cents / 100) / 12) }
}
