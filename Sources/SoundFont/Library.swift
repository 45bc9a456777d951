import Score
import Synthesis

/// A preset made ready: its regions by key.
final class Instrument: Sendable {
  /// What messages call it.
  let name: String
  let bank: Int
  let regions: [Region]
  /// The regions of each key.
  let regionsByKey: [[Int]]
  /// The regions of an SFZ that controllers start.
  let started: [Int]

  /// One without a sound.
  static let none = Instrument(name: "", bank: 0, regions: [])

  init(name: String, bank: Int, regions: [Region]) {
    self.name = name
    self.bank = bank
    self.regions = regions
    var byKey = [[Int]](repeating: [], count: 128)
    for (index, region) in regions.enumerated() {
      for key in region.keys where key < 128 { byKey[key].append(index) }
    }
    regionsByKey = byKey
    started = regions.indices.filter { regions[$0].rules?.starters.isEmpty == false }
  }
}

/// A region's sample made ready.
struct RegionSound: Sendable {
  var header: SoundFontFile.SampleHeader
  var tape: Tape
  /// What follows when the key is up (sample mode 3).
  var releaseTape: Tape?
  /// Which plane of a stereo sample it is.
  var side = SFZRules.Side.mono
}

/// What has been read of the banks so far, and what there was to say about it; what was odd on opening
/// a bank is the bank's to say.
struct Library: Sendable {
  private let banks: [Bank]
  /// All presets by bank and program, those of later banks in place of earlier ones'.
  private var presets: [Key: (bank: Int, preset: Preset)] = [:]
  private var instruments: [Key: Instrument] = [:]
  private var tapes: [TapeKey: Tape?] = [:]
  private var sounds: [ObjectIdentifier: [RegionSound]] = [:]
  private var planes: [PlaneKey: Tape] = [:]
  /// The file decoded last: the planes and regions of one are asked for in a row.
  private var decoded: (path: String, recording: Recording)?
  private var regionsLeft = SoundFontFile.mostRegionsInAll
  private var said: Set<String> = []
  private(set) var warnings: [String] = []

  private struct Key: Hashable {
    var bank: Int
    var program: Int
  }

  private struct PlaneKey: Hashable {
    var path: String
    var channel: Int
    var start: Int
    var end: Int
    var loop: Range<Int>?
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
    }
  }

  /// The SFZ of a bank, if it is one.
  func sfz(_ bank: Int) -> SFZFile? {
    if banks.indices.contains(bank), case .sfz(let file) = banks[bank].content { return file }
    return nil
  }

  /// Whether any bank is an SFZ.
  var hasSFZ: Bool { banks.indices.contains { sfz($0) != nil } }

  /// What SFZs set controllers to.
  var controllers: [(number: Int, value: UInt8)] {
    banks.indices.flatMap { sfz($0)?.controllers ?? [] }
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
    guard let key = found ?? first else { return .none }
    let isDrum = program.isPercussion && !isFixed
    let isExact = isDrum ? key == wishes[0] : wishes.dropLast(2).contains(key)
    // An SFZ is one instrument: no program is missing.
    var isAlone = false
    if banks.count == 1, case .sfz = banks[0].content { isAlone = true }
    if !isExact, !isAlone {
      warn("bank \(wishes[0].bank) program \(number) not found, using \(key.bank):\(key.program)")
    }
    if let known = instruments[key] { return known }
    guard let place = presets[key] else { return .none }
    var oddities: [String] = []
    let bank = banks[place.bank]
    let name =
      sfz(place.bank) != nil
      ? bank.name : "\(bank.name), preset \(key.bank):\(key.program) '\(place.preset.name)'"
    let instrument = Instrument(
      name: name, bank: place.bank,
      regions: bank.regions(of: place.preset, left: &regionsLeft, warnings: &oddities))
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

  /// A region's sample, by planes; none, after one warning, where it cannot be played.
  mutating func sounds(_ region: Region, bank: Int) -> [RegionSound] {
    let identity = ObjectIdentifier(region)
    if let known = sounds[identity] { return known }
    let made: [RegionSound]
    switch banks[bank].content {
    case .soundFont(let file): made = makeSound(region, bank: bank, file).map { [$0] } ?? []
    case .sfz(let file): made = makeSounds(region, bank: bank, file)
    }
    sounds[identity] = made
    return made
  }

  private mutating func makeSound(
    _ region: Region, bank: Int, _ file: SoundFontFile
  ) -> RegionSound? {
    let mode = Int(region.generators[Generator.sampleModes])
    let isLooped = mode == 1 || mode == 3
    guard let tape = tape(region, isLooped: isLooped, bank: bank, file) else { return nil }
    let after =
      mode == 3 && tape.isLooped ? self.tape(region, isLooped: false, bank: bank, file) : nil
    return RegionSound(header: file.sample(region.sample), tape: tape, releaseTape: after)
  }

  /// The recording of an SFZ's sample, kept until another is asked for.
  private mutating func recording(_ path: String, _ name: String, bank: Int) -> Recording? {
    if let generated = GeneratedSample(rawValue: path) { return generated.recording }
    if let decoded, decoded.path == path { return decoded.recording }
    guard let decoder = banks[bank].decoder else {
      warn("sample '\(name)': there is no decoder: silent")
      return nil
    }
    do {
      let recording = try decoder.decode(path: path)
      decoded = (path, recording)
      return recording
    } catch {
      warn("sample '\(name)': cannot be decoded (\(error)): silent")
      return nil
    }
  }

  private mutating func makeSounds(_ region: Region, bank: Int, _ file: SFZFile) -> [RegionSound] {
    guard let rules = region.rules, rules.gain > 0, file.samples.indices.contains(rules.sample)
    else { return [] }
    let path = file.samples[rules.sample]
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let recording = recording(path, name, bank: bank), recording.rate > 0 else { return [] }
    let end = min(rules.end ?? recording.frames, recording.frames)
    guard rules.start < end, end - rules.start <= SoundFontFile.longest else {
      warn("sample '\(name)': nothing is left between its offset and its end: silent")
      return []
    }
    let isRelease = rules.trigger == .release || rules.trigger == .releaseKey
    let isLooped = !isRelease && rules.starters.isEmpty && (rules.loops ?? (recording.loop != nil))
    var loop: Range<Int>?
    if isLooped {
      let first = (rules.loopStart ?? recording.loop?.lowerBound ?? 0) - rules.start
      let last = min(rules.loopEnd ?? recording.loop?.upperBound ?? end, end) - rules.start
      if first >= 0, first < last {
        loop = first..<last
      } else {
        warn("sample '\(name)': its loop is empty (\(first) to \(last)): played once")
      }
    }
    let header = SoundFontFile.SampleHeader(
      name: name, start: 0, end: end, loopStart: 0, loopEnd: 0, rate: recording.rate, key: 60,
      correctionCents: 0, link: 0, type: 1)
    func plane(_ channel: Int, _ loop: Range<Int>?) -> Tape {
      let key = PlaneKey(path: path, channel: channel, start: rules.start, end: end, loop: loop)
      if let known = planes[key] { return known }
      let tape = Tape(Array(recording.channels[channel][rules.start..<end]), loop: loop)
      planes[key] = tape
      return tape
    }
    let isSustain = region.generators[Generator.sampleModes] == 3
    let sides: [SFZRules.Side] = recording.channels.count > 1 ? [.left, .right] : [.mono]
    return sides.enumerated().map { channel, side in
      RegionSound(
        header: header, tape: plane(channel, loop),
        releaseTape: isSustain && loop != nil ? plane(channel, nil) : nil, side: side)
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
