import Measurement
import Synthesis
import Testing

@Suite struct ToleranceTests {
  static let a = Strings.render()

  static func change(_ body: (inout StereoBlock) -> Void) -> Comparison {
    var b = a
    body(&b)
    return Comparison(of: b, with: a, rate: Strings.rate, notes: Strings.notes)
  }

  @Test func `the same is within every tolerance`() {
    let same = Self.change { _ in }
    for limits in [Tolerance.exact, .bits(1), .backend, .listening] {
      #expect(same.violations(of: limits).isEmpty)
    }
  }

  @Test func `one step of 16 bits is within one bit, two are not`() {
    let one = Self.change { $0.left[5000] += 1 / 32768 }
    #expect(one.violations(of: .bits(1)).isEmpty)
    #expect(one.violations(of: .exact) == ["samples differ"])
    let two = Self.change { $0.left[5000] += 2 / 32768 }
    #expect(two.violations(of: .bits(1)).count == 1)
    #expect(two.violations(of: .bits(2)).isEmpty)
  }

  @Test func `rounding one of both to 16 bits is half a step more`() {
    func rounded(_ move: Float) -> Comparison {
      Self.change { sound in
        for i in 0..<sound.frames {
          sound.left[i] = (sound.left[i] * 32_768 + move).rounded() / 32_768
          sound.right[i] = (sound.right[i] * 32_768).rounded() / 32_768
        }
      }
    }
    // Up to 1.4 steps: as dither of two steps does. Up to 1.7: more than it does.
    #expect(rounded(0.9).violations(of: .bits(1)).isEmpty)
    #expect(rounded(1.2).violations(of: .bits(1)).count == 1)
  }

  @Test func `2 dB are too much for a backend, not for a listener`() {
    let louder = Self.change { $0.scale(by: Float(ExactMath.gain(decibels: 2))) }
    #expect(louder.violations(of: .backend).contains("level 2.00 dB, allowed 1.00"))
    #expect(louder.violations(of: .listening).isEmpty)
  }

  @Test func `a longer sound is another one by samples, not by ear`() {
    let longer = Self.change { $0.extend(frames: $0.frames + 100) }
    #expect(longer.violations(of: .exact) == ["80100 frames against 80000"])
    #expect(longer.violations(of: .bits(1)) == ["80100 frames against 80000"])
    #expect(longer.violations(of: .listening).isEmpty)
  }

  @Test func `a hole of a tenth of a second is seen, and where`() {
    let hole = Self.change { for i in 30_000..<34_410 { ($0.left[i], $0.right[i]) = (0, 0) } }
    #expect(hole.spectralDB < 4.5)
    #expect((28_000...36_000).contains(hole.worstMomentFrame))
    for limits in [Tolerance.listening, .backend] {
      #expect(hole.violations(of: limits).contains { $0.hasPrefix("distance at frame") })
    }
    let quieter = Self.change { $0.scale(by: Float(ExactMath.gain(decibels: -2))) }
    #expect(quieter.worstMomentDB < 0.01)
  }

  @Test func `a limit without anything to measure is not kept silently`() {
    var b = Self.a
    b.scale(by: 0.9)
    let found = Comparison(of: b, with: Self.a, rate: Strings.rate)
    #expect(found.unchecked(of: .listening) == ["pitch of a note", "level of a note"])
    #expect(found.unchecked(of: .bits(1)).isEmpty)
    let told = Self.change { $0.scale(by: 0.9) }
    #expect(told.unchecked(of: .listening).isEmpty)
  }

  @Test(arguments: [Float.nan, .infinity, 1e30])
  func `what is no number, or no sound, is like nothing`(_ value: Float) {
    // Short: no note is listened to.
    var a = StereoBlock(frames: 3000)
    for i in 0..<a.frames { a.left[i] = Float(i % 50) / 100 }
    var broken = a
    broken.right[2000] = value
    for (one, other) in [(a, broken), (broken, a), (broken, broken)] {
      let found = Comparison(of: other, with: one, rate: Strings.rate)
      if found.isIdentical { continue }
      for limits in [Tolerance.exact, .bits(1), .backend, .listening] {
        #expect(!found.violations(of: limits).isEmpty, "\(limits)")
      }
      var residual = Tolerance()
      residual.maxResidualDB = -60
      #expect(!found.violations(of: residual).isEmpty)
    }
  }

  @Test(arguments: [1, 4, 30, 900])
  func `at a rate of no sound nothing is told of loudness`(rate: Int) {
    var a = StereoBlock(frames: 3000)
    for i in 0..<a.frames { a.left[i] = Float(i % 50) / 100 }
    var b = a
    b.scale(by: 0.5)
    let found = Comparison(of: b, with: a, rate: rate)
    #expect(found.loudnessDifferenceLU == nil)
    #expect(abs(found.gainDB + 6.02) < 0.01)
  }

  @Test func `a turned polarity is a fault`() {
    let turned = Self.change { $0.scale(by: -1) }
    #expect(turned.violations(of: .listening) == ["polarity turned over"])
  }
}
