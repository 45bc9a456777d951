import Synthesis

/// One layer of a preset, all zones added up: what a note of these keys and velocities starts.
final class Region: Sendable {
  /// Keys and velocities, inclusive.
  let keys: ClosedRange<Int>
  let velocities: ClosedRange<Int>
  /// Every generator's value, by number, in its own units.
  let generators: [Double]
  /// The modulators that do something.
  let modulators: [Modulator]
  /// The sample's place in its bank.
  let sample: Int
  /// The controllers that its modulators listen to, and the other sources.
  let controllers: SIMD2<UInt64>
  let sources: UInt32
  /// Whether a controller can move the filter while a note sounds.
  let movesFilter: Bool
  /// Whether a modulator moves the place where the sample begins.
  let movesStart: Bool
  /// What an SFZ asks for besides.
  let rules: SFZRules?

  init(
    keys: ClosedRange<Int>, velocities: ClosedRange<Int>, generators: [Double],
    modulators: [Modulator], sample: Int, rules: SFZRules? = nil
  ) {
    self.keys = keys
    self.velocities = velocities
    self.generators = generators
    self.modulators = modulators
    self.sample = sample
    self.rules = rules
    var controllers = SIMD2<UInt64>.zero
    var sources: UInt32 = 0
    for source in modulators.flatMap({ [$0.source, $0.amountSource] }) {
      let number = Int(source & 0x7F)
      if source & 0x80 != 0 {
        controllers[number >> 6] |= 1 << UInt64(number & 63)
      } else if number < 32 {
        sources |= 1 << UInt32(number)
      }
    }
    self.controllers = controllers
    self.sources = sources
    movesStart = modulators.contains {
      [Generator.startOffset, Generator.startCoarseOffset].contains(Int($0.destination))
    }
    movesFilter = modulators.contains { modulator in
      (8...11).contains(modulator.destination)
        && [modulator.source, modulator.amountSource].contains { ![0, 2, 3].contains($0 & 0xFF) }
    }
  }

  /// Whether a controller can change it.
  func listens(to change: ChannelChange) -> Bool {
    switch change {
    case .controller(let number):
      return controllers[Int(number) >> 6] >> UInt64(number & 63) & 1 == 1
    case .bend: return sources & (1 << 14 | 1 << 16) != 0
    case .pressure: return sources & (1 << 13) != 0
    case .keyPressure: return sources & (1 << 10) != 0
    case .everything: return true
    }
  }
}

/// What of a channel has changed.
enum ChannelChange: Sendable, Hashable {
  case controller(UInt8)
  case bend
  case pressure
  case keyPressure(UInt8)
  case everything
}

extension SoundFontFile {
  /// The regions of a preset: each zone with each zone of its instrument, where their ranges meet.
  ///
  /// `left` is how many regions there may still be.
  func regions(ofPreset index: Int, left: inout Int, warnings: inout [String]) -> [Region] {
    let preset = presetZones(index)
    var regions: [Region] = []
    var instruments: [Int: Zones] = [:]
    var odd = preset.oddModulators
    // Pairs of zones that do not meet cost time as well.
    var pairs = SoundFontFile.mostPairs
    let most = min(left, SoundFontFile.mostRegions)
    defer { left -= regions.count }
    if preset.isOutOfOrder {
      warnings.append(
        "preset '\(self.preset(index).name)': generators out of order; its ranges are used as they are"
      )
    }
    for zone in preset.zones {
      guard let target = zone.target, target < instrumentCount else {
        warnings.append(
          "preset '\(self.preset(index).name)' names instrument \(zone.target ?? -1) of \(instrumentCount): left out"
        )
        continue
      }
      let found = instruments[target] ?? instrumentZones(target)
      if instruments[target] == nil {
        instruments[target] = found
        odd += found.oddModulators
        if found.isOutOfOrder {
          warnings.append(
            "instrument '\(instrumentName(target))': generators out of order; its ranges are used as they are"
          )
        }
      }
      pairs -= found.zones.count
      for inner in found.zones where regions.count < most && pairs >= 0 {
        if let region = region(preset.global, zone, found.global, inner) { regions.append(region) }
      }
      if regions.count == most || pairs < 0 {
        warnings.append(
          "preset '\(self.preset(index).name)': too many zones; those behind the first \(regions.count)"
            + " regions are left out")
        break
      }
    }
    if odd > 0 {
      warnings.append(
        "preset '\(self.preset(index).name)': \(odd) modulators left out: linked, unknown, or more than"
          + " \(Zones.mostModulators) in a zone")
    }
    return regions
  }

  /// The most regions of one preset, as all of them may sound for one note; a large piano has some
  /// thousands.
  static let mostRegions = 1 << 14
  /// The most regions of all presets that are played.
  static let mostRegionsInAll = 1 << 17
  /// The most pairs of zones that are looked at for one preset.
  static let mostPairs = 1 << 22

  private func region(
    _ presetGlobal: Zone?, _ zone: Zone, _ global: Zone?, _ inner: Zone
  ) -> Region? {
    // A zone's own range replaces the global one's; the preset's and the instrument's must both hold.
    guard
      let keys = SoundFontFile.meet(
        zone.keys ?? presetGlobal?.keys ?? 0...127, inner.keys ?? global?.keys ?? 0...127),
      let velocities = SoundFontFile.meet(
        zone.velocities ?? presetGlobal?.velocities ?? 0...127,
        inner.velocities ?? global?.velocities ?? 0...127),
      let sample = inner.target
    else { return nil }

    var values = Generator.facts.map { Double($0?.initial ?? 0) }
    for (number, amount) in (global?.generators ?? []) + inner.generators {
      guard let facts = Generator.facts[number] else { continue }
      values[number] = Double(min(max(amount, facts.least), facts.most))
    }
    var added = [Int](repeating: 0, count: Generator.count)
    for (number, amount) in (presetGlobal?.generators ?? []) + zone.generators {
      added[number] = amount
    }
    for number in 0..<Generator.count where added[number] != 0 {
      guard let facts = Generator.facts[number], !facts.isInstrumentOnly else { continue }
      values[number] += Double(added[number])
      // Attenuation may go below 0 here, to undo what modulators attenuate, and tunings add up.
      let isFree = [
        Generator.attenuation, Generator.coarseTune, Generator.fineTune,
      ].contains(number)
      if !isFree {
        values[number] = min(max(values[number], Double(facts.least)), Double(facts.most))
      }
    }

    var modulators = Modulator.defaults
    for modulator in (global?.modulators ?? []) + inner.modulators {
      if let place = modulators.firstIndex(where: { $0.isSame(as: modulator) }) {
        modulators[place] = modulator
      } else {
        modulators.append(modulator)
      }
    }
    var more: [Modulator] = []
    for modulator in (presetGlobal?.modulators ?? []) + zone.modulators {
      if let place = more.firstIndex(where: { $0.isSame(as: modulator) }) {
        more[place] = modulator
      } else {
        more.append(modulator)
      }
    }
    for modulator in more {
      if let place = modulators.firstIndex(where: { $0.isSame(as: modulator) }) {
        modulators[place].amount += modulator.amount
      } else {
        modulators.append(modulator)
      }
    }
    return Region(
      keys: keys, velocities: velocities, generators: values,
      modulators: modulators.filter { $0.amount != 0 }, sample: sample)
  }

  private static func meet(_ a: ClosedRange<Int>, _ b: ClosedRange<Int>) -> ClosedRange<Int>? {
    let low = max(a.lowerBound, b.lowerBound)
    let high = min(min(a.upperBound, b.upperBound), 127)
    return low <= high ? low...high : nil
  }
}
