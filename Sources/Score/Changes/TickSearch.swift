extension TempoMap {
  /// The tick whose exact time is nearest to `seconds`, 0 for times before the start.
  public func tick(nearestTo seconds: Rational) -> Int64 {
    // Time never falls with ticks, in a ramp neither: halve the interval.
    var (low, high) = (Int64(0), Int64(1))
    while high < 1 << 62, self.seconds(at: high) < seconds { high *= 2 }
    while high - low > 1 {
      let middle = (low + high) / 2
      if self.seconds(at: middle) <= seconds { low = middle } else { high = middle }
    }
    let (before, after) = (seconds - self.seconds(at: low), self.seconds(at: high) - seconds)
    return after < before ? high : low
  }
}
