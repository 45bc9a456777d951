import Synthesis

/// A SoundFont 2 or 3 as it lies in the file: tables that are looked up when something is asked.
///
/// Opening it reads the names of the chunks and the list of presets, nothing else, so that a bank of
/// any size is open in the same time.
final class SoundFontFile: Sendable {
  /// Records of one size.
  struct Table: Sendable {
    var offset = 0
    var count = 0
    var size = 1

    /// Where a record begins.
    func at(_ index: Int) -> Int { offset + index * size }
  }

  let bytes: MappedFile
  /// The texts of the INFO list, by chunk: `INAM` the bank's name.
  let info: [(name: String, text: String)]
  /// The specification's version, such as 2.01 or 3.0.
  let version: (major: Int, minor: Int)
  /// Where the samples are: 16 bits, then perhaps 8 more each.
  let samples16: Range<Int>
  let samples8: Range<Int>?
  let presets: Table
  let presetBags: Table
  let presetModulators: Table
  let presetGenerators: Table
  let instruments: Table
  let instrumentBags: Table
  let instrumentModulators: Table
  let instrumentGenerators: Table
  let sampleHeaders: Table
  /// How many records come before one whose index of zones falls.
  let risingPresets: Int
  let risingInstruments: Int
  /// What was odd on opening.
  let warnings: [String]

  init(_ bytes: MappedFile) throws(SoundFontError) {
    self.bytes = bytes
    let (form, body) = try RIFF.form(bytes)
    guard form == "sfbk" else {
      throw SoundFontError(
        .malformed, "form is '\(form)', expected 'sfbk': no SoundFont", byte: 8)
    }
    let chunks = try RIFF.chunks(bytes, in: body, of: "RIFF")
    func list(_ form: String) -> Chunk? { chunks.first { $0.name == "LIST" && $0.form == form } }

    var info: [(name: String, text: String)] = []
    var version = (major: 2, minor: 1)
    if let list = list("INFO") {
      for chunk in (try? RIFF.chunks(bytes, in: list.body, of: "INFO")) ?? [] {
        if chunk.name == "ifil", chunk.body.count >= 4 {
          version = (
            Int(bytes.uint16(chunk.body.lowerBound)), Int(bytes.uint16(chunk.body.lowerBound + 2))
          )
        } else if chunk.name.first?.isUppercase == true || chunk.name == "isng" {
          info.append((chunk.name, bytes.text(chunk.body.prefix(65536))))
        }
      }
    }
    self.info = info
    self.version = version

    guard let tables = list("pdta") else {
      throw SoundFontError(
        .malformed,
        "no LIST 'pdta' among \(chunks.map { $0.form ?? $0.name }.joined(separator: ", "))",
        chunk: "RIFF", byte: 12)
    }
    let parts = try RIFF.chunks(bytes, in: tables.body, of: "pdta")
    func table(_ name: String, _ size: Int) throws(SoundFontError) -> Table {
      guard let chunk = parts.first(where: { $0.name == name }) else {
        throw SoundFontError(
          .malformed, "'\(name)' is missing", chunk: "pdta", byte: tables.body.lowerBound)
      }
      return Table(offset: chunk.body.lowerBound, count: chunk.body.count / size, size: size)
    }
    presets = try table("phdr", 38)
    let allPresetBags = try table("pbag", 4)
    presetModulators = try table("pmod", 10)
    presetGenerators = try table("pgen", 4)
    instruments = try table("inst", 22)
    let allInstrumentBags = try table("ibag", 4)
    instrumentModulators = try table("imod", 10)
    instrumentGenerators = try table("igen", 4)
    sampleHeaders = try table("shdr", 46)
    guard presets.count > 1 else {
      throw SoundFontError(
        .malformed, "\(presets.count) records, expected a preset and the end record",
        chunk: "phdr", byte: presets.offset)
    }

    var warnings: [String] = []
    // Records whose indices fall would be read for several zones (7.2, 7.3, 7.6, 7.7: they rise).
    func rising(_ name: String, _ table: Table, _ fields: [Int]) -> Int {
      var last = fields.map { _ in UInt16(0) }
      // Indices have 16 bits.
      let count = min(table.count, 65537)
      for index in 0..<count {
        for (field, offset) in fields.enumerated() {
          let next = bytes.uint16(table.at(index) + offset)
          if next < last[field] {
            warnings.append(
              "chunk \(name), record \(index): its index falls from \(last[field]) to \(next);"
                + " the zones from there on are left out")
            return index
          }
          last[field] = next
        }
      }
      return count
    }
    risingPresets = rising("phdr", presets, [24])
    risingInstruments = rising("inst", instruments, [20])
    presetBags = Table(
      offset: allPresetBags.offset, count: rising("pbag", allPresetBags, [0, 2]), size: 4)
    instrumentBags = Table(
      offset: allInstrumentBags.offset, count: rising("ibag", allInstrumentBags, [0, 2]), size: 4)

    var samples16 = 0..<0
    var samples8: Range<Int>?
    if let list = list("sdta") {
      for chunk in try RIFF.chunks(bytes, in: list.body, of: "sdta") {
        if chunk.name == "smpl" { samples16 = chunk.body }
        if chunk.name == "sm24" { samples8 = chunk.body }
      }
    }
    if let low = samples8, low.count < samples16.count / 2 {
      warnings.append(
        "chunk sm24 has \(low.count) bytes, expected \(samples16.count / 2): played in 16 bits")
      samples8 = nil
    }
    if samples16.isEmpty { warnings.append("no sample data: every preset is silent") }
    self.samples16 = samples16
    self.samples8 = samples8
    self.warnings = warnings
  }

  /// The presets, in file order.
  var presetCount: Int { presets.count - 1 }
  var instrumentCount: Int { max(0, instruments.count - 1) }
  var sampleCount: Int { max(0, sampleHeaders.count - 1) }

  func preset(_ index: Int) -> Preset {
    let at = presets.at(index)
    return Preset(
      index: index, name: bytes.text(at..<at + 20), bank: Int(bytes.uint16(at + 22)),
      program: Int(bytes.uint16(at + 20)))
  }

  func instrumentName(_ index: Int) -> String {
    let at = instruments.at(index)
    return bytes.text(at..<at + 20)
  }

  /// A sample's header (7.10).
  struct SampleHeader: Sendable, Hashable {
    var name: String
    /// In frames of `smpl`; in bytes of it where the sample is compressed.
    var start: Int
    var end: Int
    /// In frames of `smpl`; in frames of the sample where it is compressed.
    var loopStart: Int
    var loopEnd: Int
    var rate: Int
    var key: Int
    var correctionCents: Int
    var link: Int
    var type: Int

    var isROM: Bool { type & 0x8000 != 0 }
    /// Ogg Vorbis (SoundFont 3).
    var isCompressed: Bool { type & 0x10 != 0 }
  }

  func sample(_ index: Int) -> SampleHeader {
    let at = sampleHeaders.at(index)
    func word(_ offset: Int) -> Int { Int(bytes.uint32(at + offset)) }
    return SampleHeader(
      name: bytes.text(at..<at + 20), start: word(20), end: word(24), loopStart: word(28),
      loopEnd: word(32), rate: word(36), key: Int(bytes.uint8(at + 40)),
      correctionCents: Int(bytes.int8(at + 41)), link: Int(bytes.uint16(at + 42)),
      type: Int(bytes.uint16(at + 44)))
  }
}
