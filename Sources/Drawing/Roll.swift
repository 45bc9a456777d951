public import Score

/// What a score looks like: notes, pedals and bars in seconds.
public struct Roll: Sendable, Hashable {
  /// A note's key, down from `on` to `off` seconds.
  public struct Bar: Sendable, Hashable {
    /// Seconds.
    public var on: Double
    /// Seconds.
    public var off: Double
    /// 0…127.
    public var key: Int
    /// 1…127.
    public var velocity: UInt8
    /// The index of its voice.
    public var voice: Int
  }

  /// A pedal's way.
  public struct PedalCurve: Sendable, Hashable {
    /// `pedal`, `sostenuto` or `una corda`.
    public var name: String
    /// Seconds and depth, 0…1, each holding until the next.
    public var points: [(seconds: Double, depth: Double)]

    /// The same name and points.
    public static func == (a: Self, b: Self) -> Bool {
      a.name == b.name && a.points.elementsEqual(b.points, by: ==)
    }

    /// Hashes name and length.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(points.count)
    }
  }

  /// The notes, in the order of their begin.
  public var notes: [Bar]
  /// The pedals that are used.
  public var pedals: [PedalCurve]
  /// Bar lines: seconds and the number of the bar that begins there.
  public var bars: [(seconds: Double, number: Int)] { zip(barSeconds, 1...).map { ($0, $1) } }
  /// Where bars begin, in seconds.
  public var barSeconds: [Double]
  /// The names of the voices.
  public var voices: [String]
  /// The last event, in seconds.
  public var end: Double

  /// No notes at all, as where only sounds are looked at.
  public static let empty = Roll()

  private init() {
    notes = []
    pedals = []
    barSeconds = []
    voices = []
    end = 0
  }

  /// The roll of a performance; `barSeconds` are where bars begin.
  public init(_ performance: Performance, voices: [String], barSeconds: [Double] = []) {
    let map = performance.tempoMap
    notes = performance.strokes.map { stroke in
      Bar(
        on: map.seconds(at: stroke.on).double, off: map.seconds(at: stroke.off).double,
        key: Int(stroke.note.key), velocity: stroke.note.velocity, voice: Int(stroke.note.track))
    }
    self.voices = voices
    self.barSeconds = barSeconds
    end = map.seconds(at: performance.endTick).double
    var curves: [UInt8: [(seconds: Double, depth: Double)]] = [:]
    for moment in performance.moments {
      guard case .controller(_, let number, let value) = moment.event,
        [64, 66, 67].contains(number)
      else { continue }
      curves[number, default: [(0, 0)]].append(
        (map.seconds(at: moment.tick).double, Double(value) / 127))
    }
    pedals = [(64, "pedal"), (66, "sostenuto"), (67, "una corda")].compactMap { number, name in
      curves[number].flatMap { points in
        points.contains { $0.depth > 0 } ? PedalCurve(name: name, points: points) : nil
      }
    }
  }

  /// The keys to show: those used and a little more, an octave and a half at the least.
  var keys: ClosedRange<Int> {
    var low = notes.map(\.key).min() ?? 60
    var high = notes.map(\.key).max() ?? 72
    low = max(0, low - 2)
    high = min(127, high + 2)
    while high - low < 18 {
      low = max(0, low - 1)
      high = min(127, high + 1)
    }
    return low...high
  }
}
