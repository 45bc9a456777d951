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
    bytes = unsafe stat(path, &found) == 0 ? Int(found.st_size) : 0
  }

  /// What was odd on opening.
  var warnings: [String] { bank.warnings }

  private var presets: [Preset] {
    bank.presets.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
  }

  /// The answer to `info --json`.
  var json: JSON {
    [
      "file": .string(path), "kind": "soundfont", "name": .string(bank.name),
      "bytes": .integer(bytes),
      "presets": .array(
        presets.map {
          ["bank": .integer($0.bank), "program": .integer($0.program), "name": .string($0.name)]
        }), "warnings": .array(bank.warnings.map(JSON.string)),
    ]
  }

  /// The lines for a person.
  var lines: [String] {
    let size = Text.number((Double(bytes) / 1e5).rounded() / 10)
    return ["\(path): \(Text.count(presets.count, "preset")), \(size) MB"]
      + presets.map { "  \($0.bank):\($0.program) \($0.name)" }
  }
}
