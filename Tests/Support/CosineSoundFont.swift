import Foundation

/// A SoundFont of one instrument that loops a cosine of 100 frames, so 441 Hz at its root, key 60.
///
/// Its volume envelope steps up and down at once. `bank` is the number that stands in the file.
public func cosineSoundFont(bank: Int = 0) -> [UInt8] {
  func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
  func long(_ value: Int) -> [UInt8] { word(value & 65535) + word(value >> 16) }
  func name(_ text: String) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: 20 - text.utf8.count)
  }
  func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
    Array(id.utf8) + long(body.count) + body + (body.count % 2 == 1 ? [0] : [])
  }
  let frames = 4400
  let samples = (0..<frames).flatMap { i in
    word(Int((16000 * cos(2 * Double.pi * Double(i) / 100)).rounded()) & 65535)
  }
  let silence = [UInt8](repeating: 0, count: 92)
  let info =
    Array("INFO".utf8) + chunk("ifil", word(2) + word(1)) + chunk("isng", Array("EMU8000\0".utf8))
    + chunk("INAM", Array("test\0\0\0\0".utf8))
  let presets =
    name("Cosine") + word(0) + word(bank) + word(0) + long(0) + long(0) + long(0)
    + name("EOP") + word(0) + word(0) + word(1) + long(0) + long(0) + long(0)
  let presetZones = word(0) + word(0) + word(1) + word(0)
  let presetGenerators = word(41) + word(0) + word(0) + word(0)
  let instruments = name("Cosine") + word(0) + name("EOI") + word(1)
  let instrumentZones = word(0) + word(0) + word(2) + word(0)
  let instrumentGenerators = word(54) + word(1) + word(53) + word(0) + word(0) + word(0)
  let header =
    name("cosine") + long(0) + long(frames) + long(1000) + long(4000) + long(44_100) + [60, 0]
    + word(0) + word(1)
  let end = name("EOS") + [UInt8](repeating: 0, count: 26)
  let parts =
    chunk("phdr", presets) + chunk("pbag", presetZones)
    + chunk("pmod", [UInt8](repeating: 0, count: 10))
    + chunk("pgen", presetGenerators) + chunk("inst", instruments) + chunk("ibag", instrumentZones)
    + chunk("imod", [UInt8](repeating: 0, count: 10)) + chunk("igen", instrumentGenerators)
    + chunk("shdr", header + end)
  let body =
    Array("sfbk".utf8) + chunk("LIST", info)
    + chunk("LIST", Array("sdta".utf8) + chunk("smpl", samples + silence))
    + chunk("LIST", Array("pdta".utf8) + parts)
  return chunk("RIFF", body)
}

/// The bytes in a file of their own, as long as `body` runs.
public func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "klavier-test-\(UUID().uuidString).sf2")
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}
