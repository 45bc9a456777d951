import Score
import Testing

@testable import GrandPiano

@Suite struct WorkshopTests {
  @Test("A blow is the same whatever tuning its key had before")
  func hammersKeepNothing() {
    let note = Note(id: 0, key: 60, velocity: 90)
    var fresh = Workshop(settings: .init(), rate: 44_100)
    var used = fresh
    // Two octaves up the string has a quarter of the partials below half the rate.
    _ = used.blow(note: note, isSoft: false, cents: 2400)
    let expected = fresh.blow(note: note, isSoft: false, cents: 0).blow.amplitudes
    let after = used.blow(note: note, isSoft: false, cents: 0).blow.amplitudes
    #expect(expected.count > 40)
    #expect(after == expected)
  }
}
