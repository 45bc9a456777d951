import Foundation
import Score
import Testing

@testable import GrandPiano

/// The strings' vibration along their length, and the phantom partials.
@Suite("Longitudinal modes of the grand") struct LongitudinalTests {
  @Test("The lowest mode of plain wire has the speed of sound in steel over twice its length")
  func plainWire() {
    // 5050 m/s (steel); F3 of a Steinway D is 0.96 m of plain wire (Chabassier's table).
    let string = PianoString(key: 53, settings: GrandPiano.Settings())
    #expect((0.9...1.1).contains(string.longitudinal / (5050 / (2 * string.length))))
  }

  @Test("Wound strings have it ten to seventeen times above the fundamental", arguments: 21...42)
  func wound(key: Int) {
    let string = PianoString(key: key, settings: GrandPiano.Settings())
    #expect((10...17).contains(string.longitudinal / string.frequency(1)))
  }

  /// The longitudinal mode against the strongest partial at a velocity, in decibels.
  static func level(_ key: UInt8, _ velocity: UInt8) -> Double? {
    var workshop = Workshop(settings: GrandPiano.Settings(), rate: 44_100)
    let (course, blow) = workshop.blow(
      note: .init(id: 0, key: key, velocity: velocity), isSoft: false, cents: 0)
    guard let mode = course.phantoms.last, mode.partials.lowerBound == 0 else { return nil }
    let strongest = blow.amplitudes.max() ?? 0
    return 20 * log10(mode.amplitude(blow.amplitudes) / Double(strongest))
  }

  @Test("It is soft at mezzoforte and grows with the square of the blow", arguments: [24, 36, 45])
  func dynamics(key: Int) throws {
    let middle = try #require(Self.level(UInt8(key), 80))
    let loud = try #require(Self.level(UInt8(key), 112))
    // 40 to 50 dB down at mezzoforte, as far as keys scatter; 32 steps of 0.28 dB more for each factor.
    #expect((-60 ... -30).contains(middle), "\(middle) dB")
    #expect((4...14).contains(loud - middle), "\(loud - middle) dB")
  }

  @Test("The treble has none", arguments: [55, 60, 96] as [UInt8])
  func treble(key: UInt8) { #expect(Self.level(key, 112) == nil) }
}
