@testable import Drawing
import Score
import Synthesis
import Testing

@Suite struct PictureTests {
  /// A scale under a pedal, as a performance: two voices, 120 quarters a minute.
  static let roll: Roll = {
    var right = EventList([])
    var left = EventList([])
    for (i, key) in [60, 62, 64, 65, 67, 69, 71, 72].enumerated() {
      let key = UInt8(key)
      let tick = Int64(i) * 480
      right.append(
        TimedMessage(tick, .noteOn(channel: 0, key: key, velocity: UInt8(30 + 12 * i))))
      right.append(TimedMessage(tick + 400, .noteOff(channel: 0, key: key, velocity: 64)))
    }
    left.append(TimedMessage(0, .controller(channel: 0, number: 64, value: 127)))
    left.append(TimedMessage(0, .noteOn(channel: 0, key: 36, velocity: 90)))
    left.append(TimedMessage(1920, .controller(channel: 0, number: 64, value: 0)))
    left.append(TimedMessage(3840, .noteOff(channel: 0, key: 36, velocity: 64)))
    let score = Score(
      kind: .smf, timebase: .ticksPerQuarter(480),
      tracks: [Track(name: "right", events: right), Track(name: "left", events: left)])
    return Roll(Performance(score), voices: ["right", "left"], barSeconds: [0, 2])
  }()

  /// Half a second of a rising tone.
  static let sound: StereoBlock = {
    var sound = StereoBlock(frames: 8000)
    for i in 0..<8000 {
      let t = Double(i) / 16_000
      let x = Float(0.5 * ExactMath.sin(6.283185307179586 * (300 * t + 400 * t * t)))
      sound.left[i] = x
      sound.right[i] = x / 2
    }
    return sound
  }()

  @Test(
    arguments: [
      ("renewed at once", [(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)], [10.0]),
      ("up for half a second", [(0.0, 1.0), (1.0, 0.0), (1.5, 1.0)], []),
      ("lifted half way and back", [(0.0, 1.0), (2.0, 0.5), (2.0, 1.0)], [20.0]),
      ("let go deeper by steps", [(0.0, 1.0), (1.0, 0.5), (1.0, 0.25), (3.0, 0.0)], []),
      ("let go at the end", [(0.0, 1.0), (1.0, 0.0)], []),
    ] as [(String, [(Double, Double)], [Double])])
  func `a pedal's quick lifts are found`(
    name: String, points: [(Double, Double)], wanted: [Double]
  ) {
    var curve = Roll.PedalCurve(name: name, points: [])
    curve.points = points.map { (seconds: $0.0, depth: $0.1) }
    // Ten points a second: half a second is five points wide.
    #expect(curve.lifts(shorterThan: 2) { $0 * 10 }.map(\.x) == wanted)
  }

  @Test(arguments: [Theme.light, .dark])
  func `silence has the colour of silence, and a trace of sound is faint`(theme: Theme) throws {
    // SVG and PNG hold the lane compressed; its strongest level against the scale is what is drawn.
    func share(_ sound: StereoBlock) -> Double {
      let lane = SpectrogramLane(sound: sound, rate: 16_000, theme: theme)
      let axis = TimeAxis(range: 0...0.5, left: 0, width: 20)
      return lane.shares(columns: 20, rows: 24, axis: axis, left: 0).max() ?? -1
    }
    #expect(theme.heat(share(StereoBlock(frames: 8000))) == theme.heat(0))
    #expect(theme.heat(share(StereoBlock(frames: 0))) == theme.heat(0))
    #expect(share(Self.sound) == 1)
    // −100 dB re full scale lies 30 dB below the least top of the scale, 70 dB of which are drawn.
    var trace = StereoBlock(frames: 8000)
    for i in 0..<trace.frames {
      let x = Float(1e-5 * ExactMath.sin(6.283185307179586 * 1000 * Double(i) / 16_000))
      (trace.left[i], trace.right[i]) = (x, x)
    }
    #expect(abs(share(trace) - 40.0 / 70) < 0.03)
  }

  @Test func `a roll knows notes, voices and pedals`() {
    let roll = Self.roll
    #expect(roll.notes.count == 9)
    #expect(roll.notes.map(\.voice).filter { $0 == 1 }.count == 1)
    #expect(roll.pedals.map(\.name) == ["pedal"])
    #expect(roll.end == 4)
    let last = roll.notes.last { $0.voice == 0 }
    #expect(last?.on == 3.5 && last?.key == 72 && last?.velocity == 114)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let format: PictureFormat
    let begin: String
    var testDescription: String { format.rawValue }
  }

  static let formats = [
    Row(format: .svg, begin: "<?xml"), Row(format: .png, begin: "\u{89}PNG"),
    Row(format: .pdf, begin: "%PDF-"),
  ]

  @Test(arguments: formats, Theme.allCases)
  func `every format is a file of its kind`(row: Row, theme: Theme) throws {
    let picture = Picture(
      [
        .roll(Self.roll), .waveform(Self.sound, rate: 16_000, name: "tone"),
        .spectrogram(Self.sound, rate: 16_000), .difference(Self.sound, rate: 16_000),
      ], title: "A scale", size: (400, 300), theme: theme, range: 0...4)
    let bytes = try picture.draw(row.format)
    #expect(bytes.count > 1000)
    #expect(
      bytes.prefix(row.begin.unicodeScalars.count).elementsEqual(
        row.begin.unicodeScalars.map { UInt8($0.value) }))
    Attachment.record(bytes, named: "scale-\(theme.rawValue).\(row.format.rawValue)")
  }

  /// An SVG's surfaces are numbered through the process.
  @Test(arguments: [PictureFormat.png, .pdf])
  func `the same picture has the same bytes`(format: PictureFormat) throws {
    let picture = Picture([.roll(Self.roll)], size: (300, 200), range: 0...4)
    let bytes = try picture.draw(format)
    let same = try bytes == picture.draw(format)
    #expect(same)
    // A second later too: PDF could hold the date (ISO 32000-1, 14.3.3).
    #expect(!String(decoding: bytes, as: UTF8.self).contains("Date"))
  }

  @Test func `sizes that cannot be drawn are refused`() {
    for size in [(10, 10), (100_000, 300), (300, 0), (-5, 300)] {
      #expect(throws: DrawingError.self) {
        try Picture([.roll(Self.roll)], size: size, range: 0...4).draw(.png)
      }
    }
  }

  @Test func `a range without an extent is drawn`() throws {
    let bytes = try Picture([.roll(Self.roll)], size: (200, 100), range: 2...2).draw(.svg)
    #expect(bytes.count > 500)
  }
}
