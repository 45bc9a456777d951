import Synthesis

/// Driven resonators, four to a vector, a step a frame.
///
/// Each is a pair a ← ρ·a − k·b + x, b ← b + k·a, which keeps its pitch in single precision at any
/// frequency: ρ is the square of the pole's radius r and k² = 1 + ρ − 2·r·cos θ.
struct ResonatorBank: Sendable {
  private struct Group: Sendable {
    var a = SIMD4<Float>.zero
    var b = SIMD4<Float>.zero
    var keep = SIMD4<Float>.zero
    var turn = SIMD4<Float>.zero
    var drive = SIMD4<Float>.zero
    /// The phase of the output.
    var cosine = SIMD4<Float>.zero
    var sine = SIMD4<Float>.zero
    var left = SIMD4<Float>.zero
    var right = SIMD4<Float>.zero
  }

  private var groups: [Group] = []
  private var count = 0
  /// The groups that are driven or ring.
  private var active: [Int] = []
  /// Whether anything rings.
  private(set) var isRinging = false

  /// States whose gain-weighted square sums to less than this, −150 dBFS squared, are put to rest.
  private static let floor: Float = 1e-15

  init() {}

  /// Adds a resonator with its gains to each side; its output is turned ahead by `advance` radians.
  mutating func append(left: Float, right: Float, advance: Double) {
    if count % 4 == 0 { groups.append(Group()) }
    groups[count / 4].cosine[count % 4] = Float(ExactMath.cos(advance))
    groups[count / 4].sine[count % 4] = Float(ExactMath.sin(advance))
    groups[count / 4].left[count % 4] = left
    groups[count / 4].right[count % 4] = right
    count += 1
  }

  /// Sets the pole of a resonator, and whether it is driven.
  mutating func tune(_ index: Int, to pole: (radians: Double, nepers: Double), isOpen: Bool) {
    let radius = ExactMath.exp(-pole.nepers)
    let keep = radius * radius
    let square = 1 + keep - 2 * radius * ExactMath.cos(pole.radians)
    let group = index / 4
    groups[group].keep[index % 4] = Float(keep)
    groups[group].turn[index % 4] = Float(max(0, square).squareRoot())
    groups[group].drive[index % 4] = isOpen ? 1 : 0
    if isOpen, !active.contains(group) {
      active.append(group)
      active.sort()
    }
  }

  /// Adds the answer to the input's frames in `range`.
  mutating func render(
    _ input: [Float], _ range: Range<Int>, start: Int, into block: inout StereoBlock
  ) {
    var now = range.lowerBound
    while now < range.upperBound {
      // Resting is decided on a grid of the score's own frames.
      let next = min(range.upperBound, ((start + now) / 256 + 1) * 256 - start)
      if isRinging || Self.hasSound(input, now..<next) {
        Self.step(
          &groups, active, input, now..<next, left: &block.left, right: &block.right)
        isRinging = true
      }
      now = next
      if (start + now) % 256 == 0, isRinging { rest() }
    }
  }

  private static func hasSound(_ input: [Float], _ range: Range<Int>) -> Bool {
    for i in range where input[i] != 0 { return true }
    return false
  }

  /// Stops the groups that no longer ring and are not driven; all, when none rings.
  private mutating func rest() {
    var still: [Int] = []
    var sum: Float = 0
    for index in active {
      let group = groups[index]
      let gain = group.left * group.left + group.right * group.right
      let energy = ((group.a * group.a + group.b * group.b) * gain).sum()
      let isOpen = group.drive.max() > 0
      if energy < Self.floor {
        if !isOpen {
          groups[index].a = .zero
          groups[index].b = .zero
          continue
        }
      } else {
        sum += energy
      }
      still.append(index)
    }
    active = still
    if sum == 0 {
      for index in active {
        groups[index].a = .zero
        groups[index].b = .zero
      }
      isRinging = false
    }
  }

  private static func step(
    _ groups: inout [Group], _ active: [Int], _ input: [Float], _ range: Range<Int>,
    left: inout [Float], right: inout [Float]
  ) {
    var groups = groups.mutableSpan
    let active = active.span
    let input = input.span
    var left = left.mutableSpan
    var right = right.mutableSpan
    for frame in range {
      let x = input[frame]
      var sumLeft = SIMD4<Float>.zero
      var sumRight = SIMD4<Float>.zero
      for i in 0..<active.count {
        let index = active[i]
        let group = groups[index]
        let a = group.keep * group.a - group.turn * group.b + group.drive * x
        let b = group.b + group.turn * a
        groups[index].a = a
        groups[index].b = b
        let out = group.cosine * a - group.sine * b
        sumLeft += out * group.left
        sumRight += out * group.right
      }
      left[frame] += sumLeft.sum()
      right[frame] += sumRight.sum()
    }
  }
}
