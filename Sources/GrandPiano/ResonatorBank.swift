import Synthesis

/// Driven resonators, four to a vector, a step a frame.
///
/// Each is a pair a ← ρ·a − k·b + p·x, b ← b + k·a + q·x, which keeps its pitch in single precision at
/// any frequency: ρ is the square of the pole's radius r and k² = 1 + ρ − 2·r·cos θ; p and q are the
/// phase at which it is driven.
struct ResonatorBank: Sendable {
  struct Group: Sendable {
    var a = SIMD4<Float>.zero
    var b = SIMD4<Float>.zero
    var keep = SIMD4<Float>.zero
    var turn = SIMD4<Float>.zero
    var driveA = SIMD4<Float>.zero
    var driveB = SIMD4<Float>.zero
    var left = SIMD4<Float>.zero
    var right = SIMD4<Float>.zero
  }

  private(set) var groups: [Group] = []
  /// The phase of each resonator's drive when it is open.
  private var phases: [Phasor] = []
  private var count = 0
  /// The groups that are driven or ring.
  private var active: [Int] = []
  /// Whether anything rings.
  private(set) var isRinging = false

  /// States whose gain-weighted square sums to less than this, −150 dBFS squared, are put to rest.
  private static let floor: Float = 1e-15
  /// A single one is put to rest below −200 dBFS squared: long before single precision has no more
  /// digits for it, where a step would cost a hundred times as much, for as long as its group rings.
  private static let laneFloor: Float = 1e-20

  init() {}

  /// Adds a resonator with its gains to each side; it is driven `advance` radians ahead.
  mutating func append(left: Float, right: Float, advance: Double) {
    if count % 4 == 0 { groups.append(Group()) }
    phases.append(Phasor(radians: advance, nepers: 0))
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
    groups[group].driveA[index % 4] = isOpen ? Float(phases[index].real) : 0
    groups[group].driveB[index % 4] = isOpen ? Float(phases[index].imaginary) : 0
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
      let energies = (group.a * group.a + group.b * group.b) * gain
      let isQuiet = energies .< Self.laneFloor
      groups[index].a.replace(with: 0, where: isQuiet)
      groups[index].b.replace(with: 0, where: isQuiet)
      let energy = energies.sum()
      let isOpen = group.driveA != .zero || group.driveB != .zero
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
        let a = (group.keep * group.a + group.driveA * x) - group.turn * group.b
        groups[index].a = a
        groups[index].b = (group.b + group.driveB * x) + group.turn * a
        sumLeft += a * group.left
        sumRight += a * group.right
      }
      left[frame] += sumLeft.sum()
      right[frame] += sumRight.sum()
    }
  }
}
