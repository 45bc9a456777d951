import AudioFile
import FluidBackend
import GrandPiano
import Score
import SoundFont

/// Lists what can be played.
enum Instruments {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    let named = options.inputs + options.instruments
    let paths =
      named.isEmpty
      ? SoundFontSearch.found(in: SoundFontSearch.folders)
      : named.filter { !Instrument.isGrand($0) }
    let builtIn = try builtIn(named)
    let showsPresets = !named.isEmpty || options.verbose
    if options.json {
      var list: [JSON] = builtIn.map {
        ["name": .string(Instrument.name(of: $0)), "builtIn": true]
      }
      for path in paths {
        do throws(Failure) { list.append(json(path, try bank(path))) } catch {
          if !named.isEmpty { throw error }
          list.append(json(path, nil))
        }
      }
      Messages.answer(JSON.object([.init("instruments", .array(list))]).text)
      return .done
    }
    for preset in builtIn {
      Messages.answer("\(Instrument.name(of: preset)): \(described(preset))")
    }
    for path in paths {
      do throws(Failure) {
        tell(path, try bank(path), showsPresets)
      } catch {
        if !named.isEmpty { throw error }
        for line in error.lines { Messages.say(line) }
      }
    }
    return .done
  }

  /// The characters of the grand that are asked for: `grand`, or no name at all, asks for all.
  private static func builtIn(_ named: [String]) throws(Failure) -> [GrandPiano.Preset] {
    if named.isEmpty { return GrandPiano.Preset.allCases }
    var found: [GrandPiano.Preset] = []
    for name in named where Instrument.isGrand(name) {
      let preset = try Instrument.character(name)
      found += preset == .grand ? GrandPiano.Preset.allCases : [preset]
    }
    return found
  }

  private static func described(_ preset: GrandPiano.Preset) -> String {
    switch preset {
    case .grand: "the built-in concert grand"
    case .mellow: "the same with softer hammers and a darker soundboard"
    case .bright: "the same with harder hammers and a brighter soundboard"
    }
  }

  private static func bank(_ path: String) throws(Failure) -> Bank {
    do throws(SoundFontError) {
      return try Bank(path: path, decoder: SoundFileDecoder())
    } catch {
      throw Failure(.noInstrument, file: path, error.description)
    }
  }

  private static func tell(_ path: String, _ bank: Bank, _ showsPresets: Bool) {
    let presets = bank.presets
    Messages.answer("\(path): \(Text.count(presets.count, "preset"))")
    if !showsPresets { return }
    for preset in presets.sorted(by: { ($0.bank, $0.program) < ($1.bank, $1.program) }) {
      Messages.answer("  \(preset.bank):\(preset.program) \(preset.name)")
    }
  }

  private static func json(_ path: String, _ bank: Bank?) -> JSON {
    guard let bank else { return ["name": .string(path), "error": "cannot be opened"] }
    return [
      "name": .string(path), "builtIn": false,
      "presets": .array(
        bank.presets.map {
          [
            "bank": .integer($0.bank), "program": .integer($0.program), "name": .string($0.name),
          ]
        }),
    ]
  }
}
