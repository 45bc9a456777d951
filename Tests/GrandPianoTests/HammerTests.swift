import Testing

@testable import GrandPiano

@Suite("Hammers") struct HammerTests {
  struct Contact: Sendable, CustomTestStringConvertible {
    var key: Int
    var speed: Double
    // 4…5 ms at C1, half a period at C4, less than 1 ms at C7 (A. Chaigne; Askenfelt & Jansson, KTH
    // lectures), as wide as felts differ.
    var milliseconds: ClosedRange<Double>
    var testDescription: String { "key \(key) at \(speed) m/s" }
  }

  @Test(
    "A hammer stays on its strings as long as real ones do",
    arguments: [
      Contact(key: 24, speed: 2, milliseconds: 1.5...5.5),
      Contact(key: 60, speed: 2, milliseconds: 1.5...2.9),
      Contact(key: 96, speed: 2, milliseconds: 0.5...1.1),
    ])
  func contact(row: Contact) {
    let string = PianoString(key: row.key, settings: GrandPiano.Settings())
    let force = Felt(string: string, hardness: 1, speed: row.speed).strike(partials: 8)
    #expect(row.milliseconds.contains(force.contact * 1000), "\(force.contact * 1000) ms")
  }

  @Test("A harder blow is shorter", arguments: [36, 48, 72, 96])
  func hardening(key: Int) {
    let string = PianoString(key: key, settings: GrandPiano.Settings())
    let soft = Felt(string: string, hardness: 1, speed: 0.5).strike(partials: 8)
    let hard = Felt(string: string, hardness: 1, speed: 5).strike(partials: 8)
    #expect(hard.contact < soft.contact)
  }

  @Test("The partial with a node under the hammer is weak")
  func comb() {
    let string = PianoString(key: 48, settings: GrandPiano.Settings())
    let force = Felt(string: string, hardness: 1, speed: 2).strike(partials: 10)
    // The strike point is 0.122 of the length, so partial 8 moves little there.
    #expect(force.partials[7] < 0.4 * (force.partials[6] + force.partials[8]) / 2)
  }

  @Test("A felt blow at any speed and key is finite", arguments: [0, 21, 64, 108, 127])
  func finite(key: Int) {
    var settings = GrandPiano.Settings()
    settings.a4 = 1000
    let string = PianoString(key: key, settings: settings)
    for speed in [0.15, 1, 7] {
      let force = Felt(string: string, hardness: 2.2, speed: speed).strike(partials: 5)
      #expect(force.partials.allSatisfy { $0.isFinite && $0 >= 0 })
    }
  }
}
