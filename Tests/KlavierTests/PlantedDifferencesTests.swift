import AudioFile
import Foundation
import Measurement
import SoundFont
import Synthesis
import Testing

@testable import klavier

/// A short piece in real renders, and differences planted in it.
struct Planted: Sendable {
  static let rate = 8000
  /// Seconds on and off, key, velocity: a chord, a chord with the note that is changed, a last note.
  static let notes: [(on: Double, off: Double, key: Int, velocity: Int)] = [
    (0.1, 0.5, 60, 80), (0.1, 0.5, 67, 70), (0.7, 1.0, 55, 80), (0.7, 1.0, 64, 80),
    (0.7, 1.0, 71, 75), (1.2, 1.5, 72, 90),
  ]
  /// The E4 in the middle of its chord.
  static let changed = 3

  let base: StereoBlock
  let late: StereoBlock
  let missing: StereoBlock
  let tuned: StereoBlock
  let expected: [ExpectedNote]

  init(_ name: String) throws {
    let folder = try BuiltCommand.Folder()
    var options = Options()
    options.rate = Self.rate
    options.tail = .seconds(0.2)
    options.progress = .never
    if name != "grand" { options.instruments = [name] }
    var warnings = Warnings()
    let instrument = try Instrument(options, &warnings)
    func render(_ notes: [(on: Double, off: Double, key: Int, velocity: Int)]) throws
      -> MemoryRender
    {
      let rows = notes.map { "\($0.on)\t\($0.off)\t\($0.key)\t\($0.velocity)\n" }
      let path = try folder.file(
        "a.tsv", Array(("onset\toffset\tpitch\tvelocity\n" + rows.joined()).utf8))
      return try MemoryRender(path, with: instrument, label: "a", options, &warnings)
    }
    let plain = try render(Self.notes)
    base = plain.sound
    expected = plain.piece.expectedNotes
    var notes = Self.notes
    notes[Self.changed].on += 0.01
    late = try render(notes).sound
    notes = Self.notes
    notes.remove(at: Self.changed)
    missing = try render(notes).sound
    // E is 7 cents higher, all else is as it was.
    let degrees = (1...12).map { $0 == 4 ? "407.0" : $0 == 12 ? "2/1" : "\($0)00.0" }
    let scale = try folder.file(
      "e.scl", Array("! e.scl\n!\nE up\n 12\n!\n\(degrees.joined(separator: "\n"))\n".utf8))
    options.temperament = (scale, nil)
    tuned = try render(Self.notes).sound
  }

  /// Each instrument, rendered once.
  static let grand = Result { try Planted("grand") }
  static let font = InstalledFont.font.map { path in Result { try Planted(path) } }
  static var all: [(name: String, made: Result<Planted, any Error>)] {
    [("grand", grand)] + (font.map { [("SoundFont", $0)] } ?? [])
  }

  func compare(_ b: StereoBlock, with a: StereoBlock? = nil) -> Comparison {
    Comparison(of: b, with: a ?? base, rate: Self.rate, notes: expected, searchSeconds: 0.05)
  }

  /// Whether a note that was not changed is told to be so, or not told at all.
  static func isAsItWas(_ note: NoteComparison) -> Bool {
    !note.isMissing && abs(note.onsetFrames ?? 0) < 8 && abs(note.levelDB ?? 0) < 0.15
      && abs(note.pitchCents ?? 0) < 0.7
  }
}

@Suite struct PlantedDifferencesTests {
  /// White noise added, so many decibels re the sound's own power.
  private static func noise(_ sound: StereoBlock, decibels: Double) -> StereoBlock {
    let power = zip(sound.left, sound.right).reduce(0.0) {
      $0 + Double($1.0 * $1.0 + $1.1 * $1.1)
    }
    // A uniform variable of ±h has the power h²/3.
    let mean = power / Double(2 * sound.frames) * ExactMath.pow(10, decibels / 10)
    let height = (3 * mean).squareRoot()
    let noise = HashNoise(seed: 9)
    var out = sound
    for i in 0..<sound.frames {
      out.left[i] += Float(Double(Int32(truncatingIfNeeded: noise[2 * i])) * 0x1p-31 * height)
      out.right[i] += Float(Double(Int32(truncatingIfNeeded: noise[2 * i + 1])) * 0x1p-31 * height)
    }
    return out
  }

  @Test func `a lag, a gain, noise, polarity and exchanged channels`() throws {
    for (name, made) in Planted.all {
      let planted = try made.get()
      let base = planted.base
      var delayed = base
      let reader = FractionalDelay(frames: -137.25)
      delayed.left = reader.read(base.left, count: base.frames + 200)
      delayed.right = reader.read(base.right, count: base.frames + 200)
      let lag = planted.compare(delayed)
      #expect(abs(lag.lagFrames - 137.25) < 0.1, "\(name) \(lag.lagFrames)")
      #expect(lag.notes.allSatisfy(Planted.isAsItWas), "\(name)")

      var quieter = base
      quieter.scale(by: Float(ExactMath.gain(decibels: -1.5)))
      let gain = planted.compare(quieter)
      #expect(abs(gain.gainDB + 1.5) < 0.01 && gain.lagFrames == 0, "\(name)")
      let loudness = try #require(gain.loudnessDifferenceLU)
      #expect(abs(loudness + 1.5) < 0.01, "\(name) \(loudness)")
      #expect(gain.notes.allSatisfy { abs(($0.levelDB ?? -1.5) + 1.5) < 0.15 }, "\(name)")

      let noise = planted.compare(Self.noise(base, decibels: -70))
      #expect(abs(noise.residualDB + 70) < 0.5 && noise.lagFrames == 0, "\(name)")
      #expect(noise.notes.allSatisfy(Planted.isAsItWas), "\(name)")

      var turned = base
      turned.scale(by: -1)
      let inverted = planted.compare(turned)
      #expect(inverted.isInverted && !inverted.isSwapped && inverted.residualDB < -120, "\(name)")
      var exchanged = base
      (exchanged.left, exchanged.right) = (base.right, base.left)
      let swapped = planted.compare(exchanged)
      #expect(swapped.isSwapped && !swapped.isInverted && swapped.residualDB < -120, "\(name)")
    }
  }

  @Test func `one note late, one missing, one higher: that one, by so much, and no other`() throws {
    for (name, made) in Planted.all {
      let planted = try made.get()
      let late = planted.compare(planted.late).notes
      let missing = planted.compare(planted.missing).notes
      let tuned = planted.compare(planted.tuned).notes
      for (index, note) in Planted.notes.enumerated() {
        guard index == Planted.changed else {
          for (what, found) in [("late", late), ("missing", missing), ("tuned", tuned)] {
            #expect(Planted.isAsItWas(found[index]), "\(name) \(what) \(note.key) \(found[index])")
          }
          continue
        }
        let onset = try #require(late[index].onsetFrames, "\(name) \(late[index])")
        #expect(abs(onset - 80) < 8, "\(name) \(onset)")
        #expect(missing[index].isMissing, "\(name) \(missing[index])")
        let cents = try #require(tuned[index].pitchCents, "\(name) \(tuned[index])")
        #expect(abs(cents - 7) < 0.7, "\(name) \(cents)")
        #expect(!late[index].isMissing && !tuned[index].isMissing)
      }
    }
  }

  @Test func `a render is itself through FLAC and through every dither, within one step`() throws {
    let folder = try BuiltCommand.Folder()
    for (name, made) in Planted.all {
      let planted = try made.get()
      for (container, encoding, dither) in [
        (Container.flac, Encoding.s24, Dither.none), (.wav, .s24, .tpdf), (.wav, .s24, .shaped),
        (.wav, .s16, .none), (.wav, .s16, .tpdf), (.flac, .s16, .shaped),
      ] {
        let path = folder.path("x.\(container.pathExtension)")
        let format = try AudioFormat(container, encoding: encoding, rate: Planted.rate)
        var writer = try AudioFileWriter(.path(path), format: format, dither: dither, seed: 5)
        try writer.write(planted.base)
        _ = try writer.finish()
        let read = StereoBlock(try AudioFileReader(path: path).recording())
        let found = planted.compare(read)
        let said =
          found.violations(of: .bits(1))
          + planted.compare(planted.base, with: read)
          .violations(of: .bits(1))
        #expect(said.isEmpty, "\(name) \(encoding) \(dither): \(said)")
        // What is more than rounding is still seen.
        var other = read
        other.left[5000] += 3 / 32_768
        #expect(planted.compare(other).violations(of: .bits(1)).count == 1, "\(encoding) \(dither)")
      }
    }
  }
}
