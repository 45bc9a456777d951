import GrandPiano
import Score
import Synthesis

/// The grand in a room, or doubled by a chorus: every note sends the same share of its sound.
struct WetGrand: Synthesizer {
  private var piano: GrandPiano
  private var room: Reverb?
  private var choir: Chorus?
  private let reverb: Float
  private let chorus: Float
  private var dry = StereoBlock(frames: 0)
  private var send = StereoBlock(frames: 0)

  /// A piano that sends these shares, 0…1, to a room and to a chorus.
  init(_ piano: GrandPiano, rate: Int, reverb: Double, chorus: Double) {
    self.piano = piano
    self.reverb = Float(reverb)
    self.chorus = Float(chorus)
    room = reverb > 0 ? Reverb(rate: rate) : nil
    choir = chorus > 0 ? Chorus(rate: rate) : nil
  }

  mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    dry.clear(frames: block.frames)
    piano.render(events, at: start, into: &dry)
    block.add(dry)
    if room != nil {
      send.clear(frames: block.frames)
      send.add(dry)
      send.scale(by: reverb)
      room?.render(send, into: &block)
    }
    if choir != nil {
      send.clear(frames: block.frames)
      Self.mix(dry.left, dry.right, by: chorus * 0.5, into: &send.left)
      choir?.add(send.left, to: &block)
    }
  }

  private static func mix(
    _ left: [Float], _ right: [Float], by factor: Float, into target: inout [Float]
  ) {
    let (l, r) = (left.span, right.span)
    var mixed = target.mutableSpan
    for i in l.indices { mixed[i] = (l[i] + r[i]) * factor }
  }

  var voicesPeak: Int { piano.voicesPeak }
  var warnings: [String] { piano.warnings }
}
