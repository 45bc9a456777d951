import FluidBackend
import Glibc
import GrandPiano
import Score
import Synthesis

/// What plays, chosen once for all scores of a run.
enum Instrument: Sendable {
  /// The built-in grand.
  case grand
  /// SoundFonts through FluidSynth.
  case fluid(soundFonts: [String])

  /// The instrument that the options ask for; it is looked up, and loaded where it is played from memory.
  init(_ options: Options) throws(Failure) {
    let names = options.instruments
    switch options.backend {
    case .native:
      guard names.isEmpty || names == ["grand"] else {
        throw Failure(
          .noInstrument, "SoundFonts cannot be played natively yet", hint: "-b fluidsynth")
      }
      self = .grand
    case .fluidsynth:
      if names.contains("grand") {
        throw Failure(
          .usage, "the grand is built in; fluidsynth plays SoundFonts only",
          hint: "leave out -b fluidsynth, or name a .sf2 with -i")
      }
      self = .fluid(soundFonts: try Self.soundFonts(names))
    }
  }

  /// The files that were named, or the first that is found in the usual places.
  private static func soundFonts(_ names: [String]) throws(Failure) -> [String] {
    if !names.isEmpty { return names }
    guard let found = SoundFontSearch.preferred else {
      throw Failure(FluidSynthError.noSoundFont(searched: SoundFontSearch.folders))
    }
    return [found]
  }

  /// What the summary calls it.
  var name: String {
    switch self {
    case .grand: "grand"
    case .fluid(let fonts): fonts.joined(separator: ", ")
    }
  }

  /// The files that it is read from.
  var files: [String] {
    switch self {
    case .grand: []
    case .fluid(let fonts): fonts
    }
  }

  /// Whether it is a piano and nothing else.
  var isPiano: Bool {
    if case .grand = self { true } else { false }
  }

  /// A player with no voice sounding.
  func player(rate: Int, channels: Int, _ options: Options) throws(Failure) -> Player {
    switch self {
    case .grand:
      var settings = GrandPiano.Settings()
      settings.seed = options.seed
      settings.playsPercussion = options.percussion ?? false
      return .grand(GrandPiano(rate: rate, jobs: options.jobs ?? Cores.count, settings: settings))
    case .fluid(let fonts):
      var settings = FluidSynthesizer.Options(rate: rate, soundFonts: fonts)
      settings.interpolationOrder = options.interpolation.fluidOrder
      settings.polyphony = options.polyphony ?? 65_535
      settings.channels = channels
      do throws(FluidSynthError) {
        return .fluid(try FluidSynthesizer(settings))
      } catch {
        throw Failure(error)
      }
    }
  }
}

extension Failure {
  /// Why FluidSynth cannot play.
  init(_ error: FluidSynthError) {
    if case .rateOutOfRange = error {
      self.init(.usage, error.description)
    } else {
      self.init(.noInstrument, error.description)
    }
  }
}
