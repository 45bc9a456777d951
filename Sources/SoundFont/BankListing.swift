/// Everything that a SoundFont holds, as it lies in the file: for people who look into one, and for tests.
public struct BankListing: Sendable, Hashable {
  /// A preset or an instrument.
  public struct Entry: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// The numbers of a preset; nil for an instrument.
    public var bank: Int?
    /// 0…127.
    public var program: Int?
    /// The zone that gives the others their defaults.
    public var globalZone: ZoneEntry?
    /// The zones with a target.
    public var zones: [ZoneEntry]
  }

  /// A zone.
  public struct ZoneEntry: Sendable, Hashable {
    /// The place of the instrument or the sample; nil in a global zone.
    public var target: Int?
    /// Inclusive.
    public var keys: ClosedRange<Int>
    /// Inclusive.
    public var velocities: ClosedRange<Int>
    /// Names as in the specification, with the amounts, the last one of a name counting.
    public var generators: [Setting]
    /// How many modulators are played.
    public var modulators: Int
  }

  /// A generator and its amount.
  public struct Setting: Sendable, Hashable {
    /// The number (SoundFont 2.04, 8.1.2).
    public var number: Int
    /// The name there.
    public var name: String
    /// In its own units.
    public var amount: Int
  }

  /// A sample's header.
  public struct SampleEntry: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Where it lies: in frames, or in bytes if it is compressed.
    public var start: Int
    /// The first place after it.
    public var end: Int
    /// The loop's first frame; counted from the sample's start if it is compressed.
    public var loopStart: Int
    /// The first frame after the loop.
    public var loopEnd: Int
    /// Samples a second.
    public var rate: Int
    /// The key at which it sounds as recorded.
    public var key: Int
    /// Cents by which it is to be corrected.
    public var correctionCents: Int
    /// The sample that belongs to it on the other side, if the type says that there is one.
    public var link: Int
    /// The bits of its type: 1 mono, 2 right, 4 left, 8 linked, 16 compressed, 32768 in ROM.
    public var type: Int
  }

  /// The specification's version that it follows.
  public var version: String
  /// The texts of its INFO list, by chunk.
  public var info: [String: String]
  /// The presets, in file order.
  public var presets: [Entry]
  /// The instruments, in file order.
  public var instruments: [Entry]
  /// The samples, in file order.
  public var samples: [SampleEntry]
}

extension Bank {
  /// What a bank is.
  public enum Kind: String, Sendable, Hashable { case soundFont, sfz }

  /// A SoundFont or an SFZ.
  public var kind: Kind {
    switch content {
    case .soundFont: .soundFont
    case .sfz: .sfz
    }
  }

  /// How many samples it has.
  public var sampleCount: Int {
    switch content {
    case .soundFont(let file): file.sampleCount
    case .sfz(let file): file.samples.count
    }
  }

  /// The names of its samples: of an SFZ the paths of their files.
  public var sampleNames: [String] {
    switch content {
    case .soundFont(let file): (0..<file.sampleCount).map { file.sample($0).name }
    case .sfz(let file): file.samples
    }
  }

  /// How many regions an SFZ has; the instruments of a SoundFont.
  public var regionCount: Int {
    switch content {
    case .soundFont(let file): file.instrumentCount
    case .sfz(let file): file.regions.count
    }
  }

  /// All of it; nil for an SFZ.
  public var listing: BankListing? {
    guard case .soundFont(let file) = content else { return nil }
    return BankListing(
      version: "\(file.version.major).\(file.version.minor < 10 ? "0" : "")\(file.version.minor)",
      info: Dictionary(file.info.map { ($0.name, $0.text) }) { first, _ in first },
      presets: (0..<file.presetCount).map { index in
        let preset = file.preset(index)
        let zones = file.presetZones(index)
        return BankListing.Entry(
          name: preset.name, bank: preset.bank, program: preset.program,
          globalZone: zones.global.map(BankListing.ZoneEntry.init),
          zones: zones.zones.map(BankListing.ZoneEntry.init))
      },
      instruments: (0..<file.instrumentCount).map { index in
        let zones = file.instrumentZones(index)
        return BankListing.Entry(
          name: file.instrumentName(index), bank: nil, program: nil,
          globalZone: zones.global.map(BankListing.ZoneEntry.init),
          zones: zones.zones.map(BankListing.ZoneEntry.init))
      },
      samples: (0..<file.sampleCount).map { index in
        let sample = file.sample(index)
        return BankListing.SampleEntry(
          name: sample.name, start: sample.start, end: sample.end, loopStart: sample.loopStart,
          loopEnd: sample.loopEnd, rate: sample.rate, key: sample.key,
          correctionCents: sample.correctionCents, link: sample.link, type: sample.type)
      })
  }
}

extension BankListing.ZoneEntry {
  init(_ zone: Zone) {
    target = zone.target
    keys = zone.keys ?? 0...127
    velocities = zone.velocities ?? 0...127
    var amounts: [Int: Int] = [:]
    for (number, amount) in zone.generators { amounts[number] = amount }
    generators = amounts.sorted { $0.key < $1.key }.map { number, amount in
      BankListing.Setting(
        number: number, name: Generator.facts[number]?.name ?? "\(number)", amount: amount)
    }
    modulators = zone.modulators.count
  }
}
