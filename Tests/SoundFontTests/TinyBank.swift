/// The bytes of a small SoundFont, written down in the terms of the specification.
struct TinyBank {
  struct Sample {
    var name = "tone"
    var frames: [Int16]
    var loop = 1000..<4000
    var rate: UInt32 = 44100
    var key: UInt8 = 60
    var correction: Int8 = 0
    var type: UInt16 = 1
  }

  struct Zone {
    var generators: [(UInt16, Int)] = []
    /// Source, destination, amount, amount source, transform.
    var modulators: [(UInt16, UInt16, Int16, UInt16, UInt16)] = []
  }

  struct Preset {
    var bank: UInt16 = 0
    var program: UInt16 = 0
    var zones = [Zone(generators: [(41, 0)])]
  }

  var samples: [Sample]
  var instruments: [[Zone]]
  var presets = [Preset()]
  /// The low bytes of the samples, if they have 24 bits.
  var lowBytes: [UInt8]?

  /// A cosine of 441 Hz at 44.1 kHz: its period is 100 frames.
  static func cosine(frames: Int = 4410, level: Double = 16000) -> [Int16] {
    let quarter: [Double] = (0...25).map { i in
      // The Taylor series of the cosine is exact enough for 16 bits.
      let x = Double(i) * 2 * Double.pi / 100
      var (term, sum) = (1.0, 1.0)
      for n in 1...12 {
        term *= -x * x / Double((2 * n - 1) * 2 * n)
        sum += term
      }
      return sum
    }
    return (0..<frames).map { frame in
      let i = frame % 100
      let value =
        i <= 25
        ? quarter[i] : i <= 50 ? -quarter[50 - i] : i <= 75 ? -quarter[i - 50] : quarter[100 - i]
      return Int16((value * level).rounded())
    }
  }

  static func looped(_ generators: [(UInt16, Int)] = [], sample: Int = 0) -> Zone {
    Zone(generators: generators + [(54, 1), (53, sample)])
  }

  static var tone: TinyBank {
    TinyBank(samples: [Sample(frames: cosine())], instruments: [[looped()]])
  }

  /// The same level all the time: what is heard is the envelope.
  static func steady(_ zones: [Zone] = [looped()]) -> TinyBank {
    TinyBank(
      samples: [Sample(frames: [Int16](repeating: 16000, count: 4410))], instruments: [zones])
  }

  static func chunk(_ name: String, _ body: [UInt8], padded: Bool = true) -> [UInt8] {
    Array(name.utf8) + little(UInt32(body.count)) + body
      + (padded && body.count % 2 == 1 ? [0] : [])
  }

  static func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    (0..<T.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> T($0 * 8)) }
  }

  static func text(_ name: String) -> [UInt8] {
    let short = Array(name.utf8.prefix(19))
    return short + [UInt8](repeating: 0, count: 20 - short.count)
  }

  var bytes: [UInt8] { bytes(info: TinyBank.chunk("INAM", [0x61, 0])) }

  func bytes(info: [UInt8]) -> [UInt8] {
    typealias T = TinyBank
    var smpl: [UInt8] = []
    var shdr: [UInt8] = []
    for sample in samples {
      let start = UInt32(smpl.count / 2)
      for frame in sample.frames { smpl += T.little(frame) }
      smpl += [UInt8](repeating: 0, count: 92)
      shdr += T.text(sample.name) + T.little(start) + T.little(start + UInt32(sample.frames.count))
      shdr += T.little(start + UInt32(sample.loop.lowerBound))
      shdr += T.little(start + UInt32(sample.loop.upperBound)) + T.little(sample.rate)
      shdr += [sample.key, UInt8(bitPattern: sample.correction)] + T.little(UInt16(0))
      shdr += T.little(sample.type)
    }
    shdr += T.text("EOS") + [UInt8](repeating: 0, count: 26)

    func table(_ rows: [[Zone]]) -> (starts: [UInt16], bags: [UInt8], mods: [UInt8], gens: [UInt8])
    {
      var (starts, bags, mods, gens): ([UInt16], [UInt8], [UInt8], [UInt8]) = ([], [], [], [])
      func closeBag() {
        bags += T.little(UInt16(gens.count / 4)) + T.little(UInt16(mods.count / 10))
      }
      for zones in rows {
        starts.append(UInt16(bags.count / 4))
        for zone in zones {
          closeBag()
          for (number, amount) in zone.generators {
            gens += T.little(number) + T.little(UInt16(truncatingIfNeeded: amount))
          }
          for m in zone.modulators {
            mods += T.little(m.0) + T.little(m.1) + T.little(m.2) + T.little(m.3) + T.little(m.4)
          }
        }
      }
      starts.append(UInt16(bags.count / 4))
      closeBag()
      return (starts, bags, mods + [UInt8](repeating: 0, count: 10), gens + [0, 0, 0, 0])
    }
    let p = table(presets.map(\.zones))
    var phdr: [UInt8] = []
    for (index, preset) in presets.enumerated() {
      phdr += T.text("preset") + T.little(preset.program) + T.little(preset.bank)
      phdr += T.little(p.starts[index]) + [UInt8](repeating: 0, count: 12)
    }
    phdr += T.text("EOP") + [0, 0, 0, 0] + T.little(p.starts[presets.count])
    phdr += [UInt8](repeating: 0, count: 12)
    let i = table(instruments)
    var inst: [UInt8] = []
    for index in instruments.indices { inst += T.text("instrument") + T.little(i.starts[index]) }
    inst += T.text("EOI") + T.little(i.starts[instruments.count])

    let tables =
      T.chunk("phdr", phdr) + T.chunk("pbag", p.bags) + T.chunk("pmod", p.mods)
      + T.chunk("pgen", p.gens) + T.chunk("inst", inst) + T.chunk("ibag", i.bags)
      + T.chunk("imod", i.mods) + T.chunk("igen", i.gens) + T.chunk("shdr", shdr)
    let version = T.chunk("ifil", [2, 0, 1, 0])
    let sounds = T.chunk("smpl", smpl) + (lowBytes.map { T.chunk("sm24", $0) } ?? [])
    let body =
      Array("sfbk".utf8) + T.chunk("LIST", Array("INFO".utf8) + version + info)
      + T.chunk("LIST", Array("sdta".utf8) + sounds) + T.chunk("LIST", Array("pdta".utf8) + tables)
    return Array("RIFF".utf8) + T.little(UInt32(body.count)) + body
  }
}
