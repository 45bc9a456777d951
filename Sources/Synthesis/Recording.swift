/// Recorded sound as a decoder gives it: planes of samples, a rate, perhaps a loop.
public struct Recording: Sendable, Hashable {
  /// One plane for each channel, all of one length, full scale at ±1.
  public var channels: [[Float]]
  /// Samples a second.
  public var rate: Int
  /// The frames that repeat, the last one exclusive, if the file says so.
  public var loop: Range<Int>?
  /// The key at which it sounds as recorded, if the file says so.
  public var rootKey: Int?

  /// How many samples a plane holds.
  public var frames: Int { channels.first?.count ?? 0 }

  /// A recording.
  public init(channels: [[Float]], rate: Int, loop: Range<Int>? = nil, rootKey: Int? = nil) {
    self.channels = channels
    self.rate = rate
    self.loop = loop
    self.rootKey = rootKey
  }
}
