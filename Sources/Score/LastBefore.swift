extension Array {
  /// The index of the last element for which a condition holds, which must hold for a first part of them.
  ///
  /// 0 where it holds for none; there must be an element.
  /// Tempos, meters and dynamics are such lists: the last that begins at or before a place is in force there.
  package func lastIndex(inFront isInFront: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isInFront(self[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}
