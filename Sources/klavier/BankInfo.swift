import AudioFile
import Glibc
import Score
import SoundFont

/// What is in a SoundFont or an SFZ.
struct BankInfo {
  private let path: String
  private let bank: Bank
  private let bytes: Int

  init(_ path: String) throws(Failure) {
    self.path = path
    do throws(SoundFontError) {
      bank = try Bank(path: path, decoder: SoundFileDecoder())
    } catch {
      throw Failure(
        error.reason == .unreadable ? .noInput : .badInput, file: path, error.description)
    }
    var found = stat()
    bytes = unsafe stat(path.fileName, &found) == 0 ? Int(found.st_size) : 0
  }

  /// What was odd on opening.
  var warnings: [String] { bank.warnings }

  private var presets: [Preset] {
    bank.presets.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
  }

  /// The answer to `info --json`.
  ///
  /// Presets come by bank and program, all else as it lies in the file; of an SFZ what it has of it.
  var json: JSON {
    var members: [JSON.Member] = [
      .init("file", .string(path)),
      .init("kind", .string(bank.kind == .sfz ? "sfz" : "soundfont")),
      .init("name", .string(bank.name)), .init("bytes", .integer(bytes)),
    ]
    if let listing = bank.listing {
      members += [
        .init("version", .string(listing.version)),
        .init(
          "info",
          .object(
            listing.info.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })),
        .init(
          "presets",
          .array(
            presets.map { preset in
              JSON(listing.presets[preset.index], target: "instrument")
            })),
        .init("instruments", .array(listing.instruments.map { JSON($0, target: "sample") })),
        .init("samples", .array(listing.samples.map(JSON.init))),
      ]
    } else {
      members += [
        .init("presets", .array(presets.map(JSON.init))),
        .init("regions", .integer(bank.regionCount)),
        .init("samples", .array(bank.sampleNames.map { ["name": .string($0)] })),
      ]
    }
    members.append(.init("warnings", .array(bank.warnings.map(JSON.string))))
    return .object(members)
  }

  /// The lines for a person.
  var lines: [String] {
    let size = Text.number((Double(bytes) / 1e5).rounded() / 10)
    return ["\(path): \(Text.count(presets.count, "preset")), \(size) MB"]
      + presets.map { "  \($0.bank):\($0.program) \($0.name)" }
  }
}

extension JSON {
  fileprivate init(_ preset: Preset) {
    self = [
      "bank": .integer(preset.bank), "program": .integer(preset.program),
      "name": .string(preset.name),
    ]
  }

  /// A preset, whose zones name instruments, or an instrument, whose zones name samples.
  fileprivate init(_ entry: BankListing.Entry, target: String) {
    var members: [Member] = []
    if let bank = entry.bank { members.append(Member("bank", .integer(bank))) }
    if let program = entry.program { members.append(Member("program", .integer(program))) }
    members += [
      Member("name", .string(entry.name)),
      Member("globalZone", entry.globalZone.map { JSON($0, target: target) } ?? .null),
      Member("zones", .array(entry.zones.map { JSON($0, target: target) })),
    ]
    self = .object(members)
  }

  private init(_ zone: BankListing.ZoneEntry, target: String) {
    func range(_ range: ClosedRange<Int>) -> JSON {
      .array([.integer(range.lowerBound), .integer(range.upperBound)])
    }
    var members: [Member] = []
    if let index = zone.target { members.append(Member(target, .integer(index))) }
    members += [
      Member("keys", range(zone.keys)), Member("velocities", range(zone.velocities)),
      Member(
        "generators", .object(zone.generators.map { Member($0.name, .integer($0.amount)) })),
      Member("modulators", .integer(zone.modulators)),
    ]
    self = .object(members)
  }

  fileprivate init(_ sample: BankListing.SampleEntry) {
    self = [
      "name": .string(sample.name), "start": .integer(sample.start), "end": .integer(sample.end),
      "loopStart": .integer(sample.loopStart), "loopEnd": .integer(sample.loopEnd),
      "rate": .integer(sample.rate), "key": .integer(sample.key),
      "correctionCents": .integer(sample.correctionCents), "link": .integer(sample.link),
      "type": .integer(sample.type),
    ]
  }
}
