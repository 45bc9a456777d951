import Score
import Synthesis

/// A preset made ready: its regions by key.
final class Instrument: Sendable {
  let bank: Int
  let regions: [Region]
  /// The regions of each key.
  let regionsByKey: [[Int]]

  init(bank: Int, regions: [Region]) {
    self.bank = bank
    self.regions = regions
    var byKey = [[Int]](repeating: [], count: 128)
    for (index, region) in regions.enumerated() {
      for key in region.keys where key < 128 { byKey[key].append(index) }
    }
    regionsByKey = byKey
  }
}

/// A region's sample made ready.
struct RegionSound: Sendable {
  var header: SoundFontFile.SampleHeader
  var tape: Tape
  /// What follows when the key is up (sample mode 3).
  var releaseTape: Tape?
}

/// What has been read of the banks so far, and what there was to say about it.
struct Library: Sendable {
  private let banks: [Bank]
  /// All presets by bank and program, those of later banks in place of earlier ones'.
  private var presets: [Key: (bank: Int, preset: Preset)] = [:]
  private var instruments: [Key: Instrument] = [:]
  private var tapes: [TapeKey: Tape?] = [:]
  private var sounds: [ObjectIdentifier: RegionSound?] = [:]
  private var said: Set<String> = []
  private(set) var warnings: [String] = []

  private struct Key: Hashable {
    var bank: Int
    var program: Int
  }

  private struct TapeKey: Hashable {
    var bank: Int
    var cut: SampleCut
  }

  init(_ banks: [Bank]) {
    self.banks = banks
    for (index, bank) in banks.enumerated() {
      var own: Set<Key> = []
      for preset in bank.presets {
        let key = Key(bank: preset.bank, program: preset.program)
        // Of two with one number in a bank, the first is the one.
        if own.insert(key).inserted { presets[key] = (index, preset) }
      }
      for warning in bank.warnings { warn("\(bank.name): \(warning)") }
    }
  }

  private mutating func warn(_ text: String) {
    if said.insert(text).inserted { warnings.append(text) }
  }

  /// The instrument of a program: its own, or the nearest that there is, with one warning (a player
  /// is never silent because a number is missing).
  mutating func instrument(_ program: Program, isFixed: Bool) -> Instrument {
    let number = Int(program.number)
    var wishes: [Key] = []
    if program.isPercussion && !isFixed {
      wishes = [Key(bank: 128, program: number), Key(bank: 128, program: 0)]
      wishes.append(contentsOf: percussion.map { Key(bank: 128, program: $0) })
      // A bank without drums plays what it has.
      wishes += [Key(bank: 0, program: number), Key(bank: 0, program: 0)]
    } else {
      for bank in isFixed ? [Int(program.bank)] : Library.banks(of: program) {
        wishes.append(Key(bank: bank, program: number))
      }
      wishes += [Key(bank: 0, program: number), Key(bank: 0, program: 0)]
    }
    let found = wishes.first { presets[$0] != nil }
    let first = presets.keys.min { ($0.bank, $0.program) < ($1.bank, $1.program) }
    guard let key = found ?? first else { return Instrument(bank: 0, regions: []) }
    let isDrum = program.isPercussion && !isFixed
    let isExact = isDrum ? key == wishes[0] : wishes.dropLast(2).contains(key)
    if !isExact {
      warn("bank \(wishes[0].bank) program \(number) not found, using \(key.bank):\(key.program)")
    }
    if let known = instruments[key] { return known }
    guard let place = presets[key] else { return Instrument(bank: 0, regions: []) }
    var oddities: [String] = []
    let instrument = Instrument(
      bank: place.bank,
      regions: banks[place.bank].regions(of: place.preset, warnings: &oddities))
    for oddity in oddities { warn(oddity) }
    if instrument.regions.isEmpty {
      warn("preset \(key.bank):\(key.program) '\(place.preset.name)' has no zones: silent")
    }
    instruments[key] = instrument
    return instrument
  }

  /// The banks of a SoundFont that a bank of MIDI can mean: GS puts its number into the high byte, XG
  /// into the low one.
  private static func banks(of program: Program) -> [Int] {
    let high = Int(program.bank >> 7)
    let low = Int(program.bank & 127)
    if high == 0 { return [low] }
    return low == 0 ? [high] : [high, low]
  }

  private var percussion: [Int] {
    presets.keys.filter { $0.bank == 128 }.map(\.program).sorted()
  }

  /// A region's sample; nil, after one warning, where it cannot be played.
  mutating func sound(_ region: Region, bank: Int) -> RegionSound? {
    let identity = ObjectIdentifier(region)
    if let known = sounds[identity] { return known }
    let sound = makeSound(region, bank: bank)
    sounds[identity] = .some(sound)
    return sound
  }

  private mutating func makeSound(_ region: Region, bank: Int) -> RegionSound? {
    let mode = Int(region.generators[Generator.sampleModes])
    let isLooped = mode == 1 || mode == 3
    switch banks[bank].content {
    case .soundFont(let file):
      guard let tape = tape(region, isLooped: isLooped, bank: bank, file) else { return nil }
      let after =
        mode == 3 && tape.isLooped ? self.tape(region, isLooped: false, bank: bank, file) : nil
      return RegionSound(header: file.sample(region.sample), tape: tape, releaseTape: after)
    }
  }

  private mutating func tape(
    _ region: Region, isLooped: Bool, bank: Int, _ file: SoundFontFile
  ) -> Tape? {
    let key = TapeKey(bank: bank, cut: SampleCut(region, isLooped: isLooped))
    if let known = tapes[key] { return known }
    var oddities: [String] = []
    let tape = file.tape(key.cut, decoder: banks[bank].decoder, warnings: &oddities)
    for oddity in oddities { warn(oddity) }
    tapes[key] = .some(tape)
    return tape
  }
}
