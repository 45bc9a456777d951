/// A room: what is sent into it comes back as many dense echoes that die away.
///
/// It is a feedback delay network (Jot and Chaigne: Digital delay networks for designing artificial
/// reverberators, AES 90, 1991): sixteen delay lines, each with a low-pass that sets how fast its frequencies
/// decay, mixed by a Hadamard matrix, which loses nothing. Four all-passes a channel thicken the sound before
/// it. A network was chosen over convolution because its cost does not grow with the decay, and because lengths
/// in seconds and a decay in decibels make the same room at every sample rate.
///
/// The whole decays by 60 dB in `decay` seconds below some hundred hertz, in half of that at 4 kHz. Sound
/// below −300 dB becomes exactly 0, so the room falls silent and never works with denormals. Sent noise comes
/// back 3 dB below what was sent, in both channels.
public struct Reverb: Sendable {
  /// Seconds in which low frequencies decay by 60 dB.
  public let decay: Double

  private var lines: DelayLines
  private var diffusers: (left: Diffuser, right: Diffuser)
  private var predelay: (left: Delay, right: Delay)
  private var quietFrames = Int.max
  private let longest: Int

  /// A room at a sample rate.
  public init(rate: Int, decay: Double = 1.8) {
    precondition(rate > 0 && decay > 0)
    self.decay = decay
    lines = DelayLines(rate: rate, decay: decay)
    diffusers = (
      Diffuser(seconds: [0.00467, 0.00671, 0.00913, 0.01277], rate: rate),
      Diffuser(seconds: [0.00501, 0.00637, 0.00977, 0.01213], rate: rate)
    )
    predelay = (Delay(seconds: 0.0117, rate: rate), Delay(seconds: 0.0117, rate: rate))
    longest = rate / 4
  }

  /// Whether anything can still come back.
  ///
  /// A quarter of a second of exact silence in and out means that the room is empty.
  public var isSounding: Bool { quietFrames < longest }

  /// Takes what is sent into the room and adds what comes back to `block`, which must be as long.
  public mutating func render(_ send: StereoBlock, into block: inout StereoBlock) {
    precondition(send.frames == block.frames)
    let isSilent = !Self.sounds(send.left) && !Self.sounds(send.right)
    if isSilent, !isSounding { return }
    var wet = send
    predelay.left.render(&wet.left)
    predelay.right.render(&wet.right)
    diffusers.left.render(&wet.left)
    diffusers.right.render(&wet.right)
    lines.render(&wet.left, &wet.right)
    countQuiet(send, wet)
    block.add(wet)
  }

  /// Takes one channel into the room, alike to both sides, and adds what comes back to `block`.
  public mutating func add(_ input: [Float], to block: inout StereoBlock) {
    var send = StereoBlock(frames: 0)
    send.left = input
    send.right = input
    render(send, into: &block)
  }

  private mutating func countQuiet(_ send: borrowing StereoBlock, _ wet: borrowing StereoBlock) {
    let last = wet.left.indices.last {
      send.left[$0] != 0 || send.right[$0] != 0 || wet.left[$0] != 0 || wet.right[$0] != 0
    }
    quietFrames = last.map { wet.frames - 1 - $0 } ?? min(quietFrames, longest) + wet.frames
  }

  private static func sounds(_ plane: [Float]) -> Bool {
    for sample in plane where sample != 0 { return true }
    return false
  }
}

/// A plain delay.
struct Delay: Sendable {
  private var buffer: [Float]
  private var place = 0

  init(seconds: Double, rate: Int) {
    buffer = [Float](repeating: 0, count: max(1, Int((seconds * Double(rate)).rounded())))
  }

  /// Replaces the samples by earlier ones.
  mutating func render(_ plane: inout [Float]) { Self.render(&plane, &buffer, &place) }

  private static func render(_ plane: inout [Float], _ buffer: inout [Float], _ place: inout Int) {
    var samples = plane.mutableSpan
    var memory = buffer.mutableSpan
    var at = place
    for i in samples.indices {
      let out = memory[at]
      memory[at] = samples[i]
      samples[i] = out
      at = at &+ 1 == memory.count ? 0 : at &+ 1
    }
    place = at
  }
}

/// All-passes one after the other: they smear sound in time and keep its spectrum (Schroeder, 1962).
struct Diffuser: Sendable {
  private var buffers: [[Float]]
  private var places: [Int]

  init(seconds: [Double], rate: Int) {
    buffers = seconds.map {
      [Float](repeating: 0, count: max(1, Int(($0 * Double(rate)).rounded())))
    }
    places = [Int](repeating: 0, count: seconds.count)
  }

  mutating func render(_ plane: inout [Float]) {
    for index in buffers.indices { Self.render(&plane, &buffers[index], &places[index]) }
  }

  /// Run by run, each up to the buffer's end.
  private static func render(_ plane: inout [Float], _ buffer: inout [Float], _ place: inout Int) {
    var start = 0
    while start < plane.count {
      let count = min(plane.count - start, buffer.count - place)
      pass(&plane, from: start, &buffer, from: place, count: count)
      start += count
      place = place + count == buffer.count ? 0 : place + count
    }
  }

  private static func pass(
    _ plane: inout [Float], from start: Int, _ buffer: inout [Float], from place: Int, count: Int
  ) {
    let gain: Float = 0.62
    var samples = plane.mutableSpan
    var memory = buffer.mutableSpan
    for i in 0..<count {
      let old = memory[place &+ i]
      let sum = samples[start &+ i] + gain * old
      let fed = abs(sum) < Float.quietest ? 0 : sum
      memory[place &+ i] = fed
      samples[start &+ i] = old - gain * fed
    }
  }
}

extension Float {
  /// −300 dB: what is less in a room is nothing.
  static let quietest: Float = 1e-15
}
