/// A zone of a preset or of an instrument, as it lies in the file: what is set for some keys and
/// velocities.
struct Zone: Sendable, Hashable {
  /// Inclusive; nil where it says nothing.
  var keys: ClosedRange<Int>?
  var velocities: ClosedRange<Int>?
  /// The generators that it sets, without ranges and target, each once.
  var generators: [(number: Int, amount: Int)] = []
  var modulators: [Modulator] = []
  /// The instrument or the sample; nil in a global zone.
  var target: Int?
  /// Ranges stood elsewhere than at the start.
  var isOutOfOrder = false

  static func == (a: Zone, b: Zone) -> Bool {
    a.keys == b.keys && a.velocities == b.velocities && a.target == b.target
      && a.modulators == b.modulators
      && a.generators.map(\.number) == b.generators.map(\.number)
      && a.generators.map(\.amount) == b.generators.map(\.amount)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
    hasher.combine(target)
  }
}

extension SoundFontFile {
  /// The zones of a preset or an instrument.
  ///
  /// These are the global one (the first, if it has no target), and those
  /// with a target. Others mean nothing (7.3, 7.7).
  struct Zones: Sendable {
    /// More modulators of a zone are left out: all that there are against all others would take too long.
    static let mostModulators = 128

    var global: Zone?
    var zones: [Zone] = []
    /// How many were left out.
    var oddModulators = 0
    var isOutOfOrder: Bool {
      zones.contains { $0.isOutOfOrder } || global?.isOutOfOrder == true
    }
  }

  func presetZones(_ index: Int) -> Zones {
    guard index + 1 < risingPresets else { return Zones() }
    return zones(
      first: Int(bytes.uint16(presets.at(index) + 24)),
      last: Int(bytes.uint16(presets.at(index + 1) + 24)), bags: presetBags,
      generators: presetGenerators, modulators: presetModulators, target: Generator.instrument)
  }

  func instrumentZones(_ index: Int) -> Zones {
    guard index + 1 < risingInstruments else { return Zones() }
    return zones(
      first: Int(bytes.uint16(instruments.at(index) + 20)),
      last: Int(bytes.uint16(instruments.at(index + 1) + 20)), bags: instrumentBags,
      generators: instrumentGenerators, modulators: instrumentModulators,
      target: Generator.sampleID)
  }

  private func zones(
    first: Int, last: Int, bags: Table, generators: Table, modulators: Table, target: Int
  ) -> Zones {
    var found = Zones()
    // The last bag only closes the one before it. Indices rise here, so no record is read for two zones.
    let end = min(last, bags.count - 1)
    guard first < end else { return found }
    for bag in first..<end {
      var zone = Zone()
      let here = bags.at(bag)
      let next = bags.at(bag + 1)
      let lastGenerator = min(Int(bytes.uint16(next)), generators.count)
      var isFirst = true
      var generator = Int(bytes.uint16(here))
      while generator < lastGenerator {
        read(generators.at(generator), target: target, isFirst: isFirst, into: &zone)
        isFirst = false
        generator += 1
      }
      let lastModulator = min(Int(bytes.uint16(next + 2)), modulators.count)
      var modulator = Int(bytes.uint16(here + 2))
      while modulator < lastModulator {
        let record = modulatorRecord(modulators.at(modulator))
        if record.problem == nil, zone.modulators.count < Zones.mostModulators {
          zone.modulators.append(record)
        } else {
          found.oddModulators += 1
        }
        modulator += 1
      }
      if zone.target != nil {
        found.zones.append(zone)
      } else if bag == first {
        found.global = zone
      }
    }
    return found
  }

  private func read(_ at: Int, target: Int, isFirst: Bool, into zone: inout Zone) {
    let number = Int(bytes.uint16(at))
    switch number {
    case Generator.keyRange, Generator.velocityRange:
      let low = Int(bytes.uint8(at + 2))
      let high = Int(bytes.uint8(at + 3))
      // An inverted range holds no key, like this one.
      let inside = low <= high ? low...high : 255...255
      if number == Generator.keyRange {
        zone.keys = inside
        if !isFirst { zone.isOutOfOrder = true }
      } else {
        zone.velocities = inside
        if !zone.generators.isEmpty || zone.target != nil { zone.isOutOfOrder = true }
      }
    case target:
      if zone.target == nil { zone.target = Int(bytes.uint16(at + 2)) }
    default:
      // What follows the target is to be ignored (8.1.2, sampleID).
      if zone.target == nil, number < Generator.count, Generator.facts[number] != nil {
        let amount = Int(bytes.int16(at + 2))
        // The last one of a number counts.
        if let place = zone.generators.firstIndex(where: { $0.number == number }) {
          zone.generators[place].amount = amount
        } else {
          zone.generators.append((number, amount))
        }
      }
    }
  }

  private func modulatorRecord(_ at: Int) -> Modulator {
    var record = Modulator(
      source: bytes.uint16(at), destination: bytes.uint16(at + 2), amount: Int(bytes.int16(at + 4)),
      amountSource: bytes.uint16(at + 6), transform: bytes.uint16(at + 8))
    // "Initial pitch" (8.4.10) has no number of its own: editors write fineTune.
    if record.source & 0xFF == 14, record.amountSource == 16,
      record.destination == Generator.fineTune
    {
      record.destination = UInt16(Generator.pitch)
    }
    return record
  }
}
