import Measurement
import Synthesis
import Testing

/// A few struck strings, computed in the test: decaying partials at exact frames.
struct Strings {
  static let rate = 44_100
  static let keys: [UInt8] = [60, 64, 67, 72, 55, 59]
  static func note(_ i: Int) -> ExpectedNote {
    ExpectedNote(onFrame: 2000 + i * 11_025, offFrame: 2000 + i * 11_025 + 9000, key: keys[i])
  }
  static let notes = keys.indices.map(note)

  struct Change {
    var late = [Int: Int]()
    var missing = Set<Int>()
    var cents = [Int: Double]()
  }

  static func render(_ change: Change = Change()) -> StereoBlock {
    var sound = StereoBlock(frames: 80_000)
    for i in keys.indices where !change.missing.contains(i) {
      let start = note(i).onFrame + (change.late[i] ?? 0)
      let cents = change.cents[i] ?? 0
      for n in 1...4 {
        let hertz =
          440 * ExactMath.exp2((Double(keys[i]) - 69 + cents / 100) / 12) * Double(n)
        let amplitude = 0.1 / Double(n)
        for k in 0..<min(30_000, 80_000 - start) {
          let t = Double(k) / Double(rate)
          let attack = min(1, t / 0.004)
          let release = k > 9000 ? ExactMath.exp(-Double(k - 9000) / 2000) : 1
          let x = Float(
            amplitude * attack * release * ExactMath.exp(-t * 2 * Double(n))
              * ExactMath.sin(6.283185307179586 * hertz * t))
          sound.left[start + k] += x * (n % 2 == 0 ? 1 : 0.6)
          sound.right[start + k] += x * (n % 2 == 0 ? 0.5 : 1)
        }
      }
    }
    return sound
  }

  /// −70 dB re the sound's own power, from a linear congruence.
  static func noise(_ sound: StereoBlock, decibels: Double) -> StereoBlock {
    var sum = 0.0
    for i in 0..<sound.frames {
      sum += Double(sound.left[i] * sound.left[i] + sound.right[i] * sound.right[i])
    }
    // A uniform variable of ±h has the power h²/3.
    let power = sum / Double(2 * sound.frames) * ExactMath.pow(10, decibels / 10)
    let height = (3 * power).squareRoot()
    var state: UInt64 = 1
    func next() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float((Double(state >> 40) / Double(1 << 24) * 2 - 1) * height)
    }
    var out = sound
    for i in 0..<sound.frames {
      out.left[i] += next()
      out.right[i] += next()
    }
    return out
  }

  /// Delayed by a fraction, by the library's own reader (tested on sines elsewhere).
  static func delayed(_ sound: StereoBlock, frames: Double) -> StereoBlock {
    let reader = FractionalDelay(frames: -frames)
    var out = sound
    out.left = reader.read(sound.left, count: sound.frames + 400)
    out.right = reader.read(sound.right, count: sound.frames + 400)
    return out
  }
}

@Suite struct ComparisonTests {
  static let strings = Strings.render()
  var a: StereoBlock { Self.strings }

  func compare(_ b: StereoBlock, notes: [ExpectedNote] = []) -> Comparison {
    Comparison(of: b, with: a, rate: Strings.rate, notes: notes)
  }

  @Test func `a sound is identical with itself`() {
    let same = compare(a, notes: Strings.notes)
    #expect(same.isIdentical)
    #expect(same.lagFrames == 0 && same.gainDB == 0 && same.maxDifference == 0)
    #expect(same.residualDB == -.infinity && same.spectralDB == 0)
  }

  @Test(arguments: [137.25, -20.5, 3.0, 0.4])
  func `a lag is found to a fraction`(frames: Double) {
    let found = compare(Strings.delayed(a, frames: frames))
    #expect(abs(found.lagFrames - frames) < 0.02)
    #expect(found.residualDB < -50)
    #expect(!found.isIdentical)
  }

  @Test func `a gain is found`() {
    var b = a
    b.scale(by: Float(ExactMath.gain(decibels: -1.5)))
    let found = compare(b)
    #expect(abs(found.gainDB + 1.5) < 0.01)
    #expect(found.residualDB < -120)
    #expect(found.lagFrames == 0)
  }

  @Test func `polarity and exchanged channels are told apart`() {
    var turned = a
    turned.scale(by: -1)
    let inverted = compare(turned)
    #expect(inverted.isInverted && !inverted.isSwapped && inverted.residualDB < -120)
    var exchanged = a
    exchanged.left = a.right
    exchanged.right = a.left
    let swapped = compare(exchanged)
    #expect(swapped.isSwapped && !swapped.isInverted && swapped.residualDB < -120)
  }

  @Test func `noise is measured`() {
    let found = compare(Strings.noise(a, decibels: -70))
    #expect(abs(found.residualDB + 70) < 0.5)
    #expect(found.lagFrames == 0)
  }

  @Test func `a late note is found with its size and place`() {
    let b = Strings.render(.init(late: [3: 441]))
    let notes = compare(b, notes: Strings.notes).notes
    for (i, note) in notes.enumerated() {
      if i == 3 {
        #expect(abs((note.onsetFrames ?? 0) - 441) < 44)
      } else {
        #expect(abs(note.onsetFrames ?? 0) < 44)
      }
      #expect(!note.isMissing)
    }
  }

  @Test func `a missing note is found`() {
    let b = Strings.render(.init(missing: [4]))
    let notes = compare(b, notes: Strings.notes).notes
    #expect(notes.map(\.isMissing) == [false, false, false, false, true, false])
  }

  @Test func `a mistuned note is found`() {
    let b = Strings.render(.init(cents: [2: 7]))
    let notes = compare(b, notes: Strings.notes).notes
    #expect(abs((notes[2].pitchCents ?? 0) - 7) < 0.7)
    #expect(abs(notes[0].pitchCents ?? 0) < 0.7 && abs(notes[5].pitchCents ?? 0) < 0.7)
  }

  /// libebur128 by `LoudnessMeter` is the other opinion; ours is of steps that threads share.
  @Test(arguments: [8000, 44_100, 48_000, 96_000])
  func `its loudness is that of the meter`(rate: Int) throws {
    let sound = Strings.render()
    var quieter = sound
    // Softer, brighter and with a pause: both the filter and the gates have something to do.
    for i in quieter.left.indices.reversed() where i > 0 {
      quieter.left[i] = 0.3 * (sound.left[i] - 0.8 * sound.left[i - 1])
      quieter.right[i] = i < 30_000 || i > 60_000 ? 0.2 * sound.right[i] : 0
    }
    let found = Comparison(of: quieter, with: sound, rate: rate, searchSeconds: 0)
    let told = try #require(found.loudnessDifferenceLU)
    let a = try #require(LoudnessMeter.loudness(of: sound, rate: rate))
    let b = try #require(LoudnessMeter.loudness(of: quieter, rate: rate))
    #expect(abs(told - (b - a)) < 0.01, "\(told) \(b - a)")
  }

  @Test func `threads change nothing`() {
    // Three stretches and a part of a fourth.
    var long = StereoBlock(frames: 0)
    for _ in 0..<6 {
      long.left += a.left
      long.right += a.right
    }
    let b = Strings.delayed(Strings.noise(long, decibels: -40), frames: 0.4)
    let one = Comparison(of: b, with: long, rate: Strings.rate, notes: Strings.notes, jobs: 1)
    let many = Comparison(of: b, with: long, rate: Strings.rate, notes: Strings.notes, jobs: 7)
    #expect(one.residualDB == many.residualDB && one.spectralColumns == many.spectralColumns)
    #expect(one.maxDifference == many.maxDifference && one.notes == many.notes)
    #expect(one.maxDifferenceFrame == many.maxDifferenceFrame)
    #expect(one.loudnessDifferenceLU == many.loudnessDifferenceLU)
    #expect(one.onsetDeviationFrames == many.onsetDeviationFrames)
    // The noise, 40 dB down.
    #expect(abs(one.residualDB + 40) < 0.5)
  }

  /// Each note of the second sound has its partials at phases of its own, as in another synthesizer: waves do not
  /// agree, rises do.
  @Test func `a lag is found by rises where waves do not agree`() {
    func render(later frames: Int, turned: Bool) -> StereoBlock {
      var sound = StereoBlock(frames: 100_000)
      for i in 0..<16 {
        let start = 3000 + i * 5000 + i % 3 * 400 + frames
        let hertz = 130 * ExactMath.exp2(Double(i * 5 % 19) / 12)
        for n in 1...4 {
          let phase = turned ? 1.7 * Double(i * n % 5) : 0
          for k in 0..<min(12_000, sound.frames - start) {
            let t = Double(k) / 44_100
            let x = 0.1 / Double(n) * ExactMath.exp(-6 * t) * min(1, t / 0.003)
            sound.left[start + k] += Float(
              x * ExactMath.sin(6.283185307179586 * hertz * Double(n) * t + phase))
          }
        }
      }
      sound.right = sound.left
      return sound
    }
    let found = Comparison(
      of: render(later: 700, turned: true), with: render(later: 0, turned: false), rate: 44_100)
    // A period of the lowest note is 340 frames; 3 ms are 132.
    #expect(abs(found.lagFrames - 700) < 176, "\(found.lagFrames)")
  }

  @Test func `a steady tone that ends sooner has no lag`() {
    var tone = StereoBlock(frames: 20_000)
    for i in 0..<tone.frames {
      tone.left[i] = 0.3 * Float(ExactMath.sin(0.0627 * Double(i)))
      tone.right[i] = tone.left[i]
    }
    var short = StereoBlock(frames: 0)
    short.left = Array(tone.left[..<9000])
    short.right = short.left
    let found = Comparison(of: short, with: tone, rate: 44_100, searchSeconds: 0.1)
    // Where it ends is a wave of its own, which costs a fraction; a period would be 100 frames.
    #expect(abs(found.lagFrames) < 0.2)
  }

  @Test func `loudness differs by the gain, and is not told of what is too short`() throws {
    var b = a
    b.scale(by: Float(ExactMath.gain(decibels: -6)))
    let difference = try #require(compare(b).loudnessDifferenceLU)
    #expect(abs(difference + 6) < 0.01)
    #expect(compare(StereoBlock(frames: 1000)).loudnessDifferenceLU == nil)
  }

  /// A chord of C4 and C5 shares every partial of C5: nothing of C5 alone can be told where they differ, and all
  /// of it where nothing does.
  @Test func `a note that hides in another is not told with a wrong number`() {
    let notes = [
      ExpectedNote(onFrame: 4000, offFrame: 30_000, key: 60),
      ExpectedNote(onFrame: 4000, offFrame: 30_000, key: 72),
    ]
    func render(late: Int) -> StereoBlock {
      var sound = StereoBlock(frames: 44_100)
      for (note, delay) in zip(notes, [0, late]) {
        let hertz = 440 * ExactMath.exp2((Double(note.key) - 69) / 12)
        for n in 1...8 {
          for k in 0..<30_000 {
            let t = Double(k) / 44_100
            let x = 0.1 / Double(n) * ExactMath.exp(-3 * t) * min(1, t / 0.003)
            sound.left[note.onFrame + delay + k] += Float(
              x * ExactMath.sin(6.283185307179586 * hertz * Double(n) * t))
          }
        }
      }
      sound.right = sound.left
      return sound
    }
    let first = render(late: 0)
    // The lag is known: of two notes of which one is late none is a better one.
    let moved = Comparison(
      of: render(late: 441), with: first, rate: 44_100, notes: notes, searchSeconds: 0
    ).notes
    #expect(moved[1].onsetFrames == nil && moved[1].reason == "other notes share its partials")
    // The lower one has its odd partials for itself.
    #expect(abs(moved[0].onsetFrames ?? 1000) < 44 && abs(moved[0].levelDB ?? 9) < 0.15)
    var louder = first
    louder.scale(by: 1.1)
    let same = Comparison(of: louder, with: first, rate: 44_100, notes: notes).notes
    #expect(same.allSatisfy { $0.onsetFrames.map { abs($0) < 1 } == true })
    #expect(same.allSatisfy { $0.levelDB.map { abs($0 - 0.828) < 0.01 } == true })
  }

  @Test func `what only the second holds at its end counts`() {
    var b = a
    b.left.append(contentsOf: repeatElement(0.5, count: 100))
    b.right.append(contentsOf: repeatElement(0.5, count: 100))
    let found = compare(b)
    #expect(!found.isIdentical)
    #expect(found.maxDifference == 0.5)
    #expect(found.maxDifferenceFrame >= a.frames)
  }

  @Test func `nothing and silence are compared without a fault`() {
    let empty = StereoBlock(frames: 0)
    #expect(Comparison(of: empty, with: empty, rate: 44_100).isIdentical)
    let silence = StereoBlock(frames: 500)
    #expect(Comparison(of: silence, with: silence, rate: 44_100).isIdentical)
    let found = Comparison(of: silence, with: a, rate: 44_100)
    #expect(!found.isIdentical && found.maxDifference == a.peak)
    #expect(!Comparison(of: a, with: empty, rate: 44_100).isIdentical)
  }
}
