import Synthesis
import Testing

@testable import GrandPiano

/// What has rung out costs nothing, and nothing lingers where single precision has no digits left.
@Suite("The grand at rest") struct RestTests {
  @Test("A damped string beside a ringing one goes to rest instead of down to the last digits")
  func resonators() {
    var bank = ResonatorBank()
    for (index, nepers) in [2e-5, 2e-2].enumerated() {
      bank.append(left: 0.1, right: 0.1, advance: 0)
      bank.tune(index, to: (radians: 0.05, nepers: nepers), isOpen: true)
    }
    var block = StereoBlock(frames: 256)
    bank.render([Float](repeating: 0.5, count: 256), 0..<256, start: 0, into: &block)
    bank.tune(1, to: (radians: 0.05, nepers: 2e-2), isOpen: false)
    // e^−100 of the damped one, and no more, would be below what is a normal number.
    let silence = [Float](repeating: 0, count: 256)
    var subnormal = 0
    for block256 in 1..<24 {
      bank.render(silence, 0..<256, start: 256 * block256, into: &block)
      let group = bank.groups[0]
      for lane in 0..<4 where group.a[lane].isSubnormal || group.b[lane].isSubnormal {
        subnormal += 1
      }
    }
    #expect(subnormal == 0)
    #expect(bank.groups[0].a[0] != 0)
    #expect(bank.groups[0].a[1] == 0)
  }

  @Test("The room's filters come to rest in its tail", arguments: [8000, 44_100])
  func room(rate: Int) {
    var ambience = Ambience(rate: rate)
    var block = StereoBlock(frames: 256)
    for i in block.left.indices { block.left[i] = i % 20 < 10 ? 0.1 : -0.1 }
    ambience.render(into: &block)
    var subnormal = 0
    for _ in 0..<(rate / 500) {
      block.clear(frames: 256)
      ambience.render(into: &block)
      let state = ambience.state
      for value in [state.trend.x, state.trend.y, state.lowPassed.x, state.lowPassed.y]
      where value.isSubnormal { subnormal += 1 }
    }
    #expect(subnormal == 0)
    #expect(ambience.isSounding)
  }

  @Test("A pedal held over a rest: notes fade below −100 dB, and then there are no voices left")
  func voices() {
    var playing = Playing()
    playing.settings.noise = 0
    for key in [96, 100, 105] as [UInt8] { playing.note(key, velocity: 30, on: 0, off: 0.1) }
    let sound = playing.sound(seconds: 4)
    let last = sound.left.indices.last { sound.left[$0] != 0 || sound.right[$0] != 0 } ?? 0
    #expect(last < sound.frames - 2000)
    // What the last tenth of a second of sound still was: nobody hears it end.
    let end = sound.left[(last - 800)...last].reduce(0) { max($0, abs($1)) }
    #expect(end < 1e-5)
    #expect(end > 0)
  }
}
