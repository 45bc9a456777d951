/// A quantity along the keyboard (or along frequency): values at some places, straight lines between
/// them, level beyond the ends.
struct Curve: Sendable {
  private let places: [Double]
  private let values: [Double]

  /// Points in rising order of place; at least one.
  init(_ points: [(Double, Double)]) {
    places = points.map(\.0)
    values = points.map(\.1)
  }

  /// The value at `place`.
  subscript(place: Double) -> Double {
    var next = 0
    while next < places.count, places[next] <= place { next += 1 }
    if next == 0 { return values[0] }
    if next == places.count { return values[next - 1] }
    let share = (place - places[next - 1]) / (places[next] - places[next - 1])
    return values[next - 1] + share * (values[next] - values[next - 1])
  }
}
