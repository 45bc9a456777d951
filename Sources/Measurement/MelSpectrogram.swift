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
  /// Levels in decibels re full scale, a row of `bands` a column.
  public let levels: [[Float]]

  /// The frames from one column to the next at a rate.
  public static func hop(rate: Int) -> Int {
    var size = 1024
    while size < rate / 12 { size *= 2 }
    return size / 2
  }

  /// The spectrogram of both channels' mean.
  public init(of sound: StereoBlock, rate: Int) {
    self.init(of: sound.mono, rate: rate, gain: 1)
  }

  /// The spectrogram of one channel times a gain.
  init(of samples: [Float], rate: Int, gain: Float) {
    hop = Self.hop(rate: rate)
    let size = 2 * hop
    let transform = FourierTransform(size: size)
    let window = (0..<size).map {
      Float(0.5 - 0.5 * ExactMath.cos(6.283185307179586 * (Double($0) + 0.5) / Double(size)))
    }
    let filters = Self.filters(size: size, rate: rate)
    let columns = samples.count / hop + 1
    // A sine of full scale gives 0 dB: (size/4)² is the power of its bin under a Hann window.
    let scale = gain * gain / (Float(size) * Float(size) / 16)
    var piece = [Float](repeating: 0, count: size)
    var real = [Float](repeating: 0, count: size / 2 + 1)
    var imaginary = real
    var power = real
    var levels: [[Float]] = []
    levels.reserveCapacity(columns)
    for column in 0..<columns {
      let start = column * hop - size / 2
      let inside = max(0, -start)..<max(max(0, -start), min(size, samples.count - start))
      for i in 0..<size { piece[i] = 0 }
      for i in inside { piece[i] = samples[start + i] * window[i] }
      transform.spectrum(of: piece, real: &real, imaginary: &imaginary)
      for k in power.indices {
        power[k] = (real[k] * real[k] + imaginary[k] * imaginary[k]) * scale
      }
      levels.append(
        filters.map { filter in
          var sum: Float = 0
          for (i, weight) in filter.weights.enumerated() { sum += weight * power[filter.first + i] }
          return Float(10 * ExactMath.log10(Double(max(sum, 1e-14))))
        })
    }
    self.levels = levels
  }

  private struct Filter {
    let first: Int
    let weights: [Float]
  }

  private static func filters(size: Int, rate: Int) -> [Filter] {
    func mel(_ hertz: Double) -> Double { 2595 * ExactMath.log10(1 + hertz / 700) }
    func hertz(_ mel: Double) -> Double {
      700 * (ExactMath.exp2(mel / 2595 * 3.321928094887362) - 1)
    }
    let low = mel(30)
    let high = mel(min(16_000, 0.45 * Double(rate)))
    let edges = (0..<bands + 2).map {
      min(
        Double(size / 2),
        hertz(low + (high - low) * Double($0) / Double(bands + 1)) * Double(size) / Double(rate))
    }
    return (0..<bands).map { band in
      let (from, middle, to) = (edges[band], edges[band + 1], edges[band + 2])
      // Narrow bands still hold their nearest bin.
      let first = min(Int(from.rounded(.up)), Int(middle.rounded()))
      let last = max(Int(to.rounded(.down)), Int(middle.rounded()))
      let weights = (first...last).map { bin -> Float in
        let x = Double(bin)
        let slope = x <= middle ? (x - from) / (middle - from) : (to - x) / (to - middle)
        return Float(max(slope, bin == Int(middle.rounded()) ? 0.5 : 0))
      }
      return Filter(first: first, weights: weights)
    }
  }

  /// The mean absolute difference in decibels over all bands of all frames that are, in either sound,
  /// within `window` decibels of the loudest band; by column too, nil where nothing is loud enough.
  public func distance(
    to other: MelSpectrogram, window: Float = 65
  ) -> (mean: Double, columns: [Double?]) {
    let loudest = max(Self.loudest(levels), Self.loudest(other.levels))
    let floor = loudest - window
    var (sum, count) = (0.0, 0)
    var columns: [Double?] = []
    let quiet = [Float](repeating: floor, count: Self.bands)
    for column in 0..<max(levels.count, other.levels.count) {
      let a = column < levels.count ? levels[column] : quiet
      let b = column < other.levels.count ? other.levels[column] : quiet
      var (columnSum, columnCount) = (0.0, 0)
      for band in a.indices where a[band] > floor || b[band] > floor {
        columnSum += Double(abs(max(a[band], floor) - max(b[band], floor)))
        columnCount += 1
      }
      columns.append(columnCount > 0 ? columnSum / Double(columnCount) : nil)
      sum += columnSum
      count += columnCount
    }
    return (count > 0 ? sum / Double(count) : 0, columns)
  }

  private static func loudest(_ levels: [[Float]]) -> Float {
    levels.map { $0.max() ?? -140 }.max() ?? -140
  }
}
