public import Synthesis

/// The level of a sound in bands of equal width for the ear, frame by frame.
///
/// 48 triangular bands, 30 Hz to 16 kHz or 0.45 of the rate, evenly spaced on O'Shaughnessy's mel scale
/// (m = 2595·log10(1 + f/700)); Hann windows of 4096 samples at 44.1 kHz, one after each 46 ms.
public struct MelSpectrogram: Sendable {
  /// The bands of a frame.
  public static let bands = 48
  /// Frames of samples from one column to the next.
  public let hop: Int
  /// Levels in decibels re full scale, `bands` a column, one column after the other.
  public var levels: [Float]
  /// How many columns there are.
  public var columns: Int { levels.count / Self.bands }

  /// The frames from one column to the next at a rate.
  public static func hop(rate: Int) -> Int {
    var size = 1024
    while size < rate / 12 { size *= 2 }
    return size / 2
  }

  /// The spectrogram of both channels' mean.
  public init(of sound: StereoBlock, rate: Int) {
    let bank = MelBank(rate: rate)
    let columns = sound.frames / bank.hop + 1
    // The first window reaches from a hop before the begin to a hop after it.
    let samples = sound.piece(from: -bank.hop, count: (columns + 1) * bank.hop).mono
    self.init(hop: bank.hop, levels: bank.levels(samples, from: 0, columns: columns))
  }

  init(hop: Int, levels: [Float]) {
    self.hop = hop
    self.levels = levels
  }

  /// The mean absolute difference in decibels over all bands of all frames that are, in either sound,
  /// within `window` decibels of the loudest band; by column too, nil where nothing is loud enough.
  ///
  /// `gain` decibels are taken from this one beforehand.
  public func distance(
    to other: MelSpectrogram, gain: Float = 0, window: Float = 65
  ) -> (mean: Double, columns: [Double?]) {
    let floor = max(loudest - gain, other.loudest) - window
    var (sum, count) = (0.0, 0)
    var columns: [Double?] = []
    columns.reserveCapacity(max(self.columns, other.columns))
    for column in 0..<max(self.columns, other.columns) {
      let first = column * Self.bands
      var (columnSum, columnCount) = (0.0, 0)
      for index in first..<first + Self.bands {
        let a = max(floor, index < levels.count ? levels[index] - gain : floor)
        let b = max(floor, index < other.levels.count ? other.levels[index] : floor)
        guard a > floor || b > floor else { continue }
        columnSum += Double(abs(a - b))
        columnCount += 1
      }
      columns.append(columnCount > 0 ? columnSum / Double(columnCount) : nil)
      sum += columnSum
      count += columnCount
    }
    return (count > 0 ? sum / Double(count) : 0, columns)
  }

  /// The highest level of a band.
  var loudest: Float {
    var most: Float = -140
    for level in levels where level > most { most = level }
    return most
  }
}
