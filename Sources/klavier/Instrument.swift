import AudioFile
import FluidBackend
import Glibc
import GrandPiano
import Score
import SoundFont
import Synthesis

/// What plays, chosen once for all scores of a run.
enum Instrument: Sendable {
  /// The built-in grand, in one of its characters.
  case grand(GrandPiano.Preset)
  /// SoundFonts and SFZ through the sampler, the later ones on top.
  case sampler(banks: [Bank], paths: [String])
  /// SoundFonts through FluidSynth; whether somebody named them.
  case fluid(soundFonts: [SoundFontSource], isNamed: Bool)

  /// The instrument that the options ask for; it is looked up, and loaded where it is played from memory.
  init(_ options: Options, _ warnings: inout Warnings) throws(Failure) {
    let names = options.instruments
    switch options.backend {
    case .native where names.isEmpty || names.count == 1 && Self.isGrand(names[0]):
      try Self.refuse(options)
      self = .grand(try Self.character(names.first ?? "grand"))
    case .native:
      if names.contains(where: Self.isGrand) {
        throw Failure(
          .usage, "the grand cannot lie on top of SoundFonts", hint: "name one or the other")
      }
      try Self.refuseGrandOnly(options)
      self = .sampler(
        banks: try names.map { path throws(Failure) in try Self.bank(path, &warnings) },
        paths: names)
    case .fluidsynth:
      if names.contains(where: Self.isGrand) {
        throw Failure(
          .usage, "the grand is built in; fluidsynth plays SoundFonts only",
          hint: "leave out -b fluidsynth, or name a .sf2 with -i")
      }
      try Self.refuseGrandOnly(options)
      self = try Self.fluid(names)
    }
  }

  /// Whether a name is the grand's, whatever its character: `grand` or `grand:` and a word.
  static func isGrand(_ name: String) -> Bool { name == "grand" || name.hasPrefix("grand:") }

  /// What the command calls a character of the grand.
  static func name(of preset: GrandPiano.Preset) -> String {
    preset == .grand ? "grand" : "grand:" + preset.rawValue
  }

  /// The character of the grand that a name means.
  static func character(_ name: String) throws(Failure) -> GrandPiano.Preset {
    let all = GrandPiano.Preset.allCases
    if let preset = all.first(where: { Self.name(of: $0) == name }) { return preset }
    throw Failure(
      .usage, "'\(name)' is no character of the grand",
      hint: "one of " + all.map(Self.name(of:)).joined(separator: ", "))
  }

  /// What only the grand has is refused for SoundFonts.
  static func refuseGrandOnly(_ options: Options) throws(Failure) {
    let given = [("--stretch", options.stretch != nil), ("--noise", options.noise != nil)]
    for (name, isGiven) in given where isGiven {
      throw Failure(
        .usage, "\(name) is for the grand; SoundFonts are tuned and recorded",
        hint: "leave it out, or leave out the instrument")
    }
  }

  /// What only SoundFonts have is refused for the grand.
  private static func refuse(_ options: Options) throws(Failure) {
    let given = [
      ("--preset", options.preset != nil), ("--polyphony", options.polyphony != nil),
      ("--interpolation", options.interpolation != nil),
    ]
    for (name, isGiven) in given where isGiven {
      throw Failure(
        .usage, "\(name) is for SoundFonts; the grand is computed",
        hint: "name a .sf2, .sf3 or .sfz with -i")
    }
  }

  private static func bank(_ path: String, _ warnings: inout Warnings) throws(Failure) -> Bank {
    do throws(SoundFontError) {
      let bank =
        if let own = try ownBank(path) {
          try Bank(soundFont: own.soundFont, name: path, decoder: SoundFileDecoder())
        } else {
          try Bank(path: path, decoder: SoundFileDecoder())
        }
      warnings.add(bank.warnings, file: path)
      return bank
    } catch {
      throw Failure(.noInstrument, file: path, error.description)
    }
  }

  /// The files that were named, or the first that is found in the usual places.
  private static func fluid(_ names: [String]) throws(Failure) -> Instrument {
    if names.isEmpty {
      let found = SoundFontSearch.preferred.map(SoundFontSource.file)
      return .fluid(soundFonts: found.map { [$0] } ?? [], isNamed: false)
    }
    var sources: [SoundFontSource] = []
    for path in names {
      do throws(SoundFontError) {
        let own = try ownBank(path)
        sources.append(own.map { .memory($0.soundFont, name: path) } ?? .file(path))
      } catch {
        throw Failure(.noInstrument, file: path, error.description)
      }
    }
    return .fluid(soundFonts: sources, isNamed: true)
  }

  /// The SoundFont inside an RMID file; nil for a file of another form.
  private static func ownBank(_ path: String) throws(SoundFontError) -> EmbeddedBank? {
    guard !FileBytes.isPipe(path), let head = try? FileBytes.head(path, count: 12),
      Score.Kind.recognised(in: head) == .rmid
    else { return nil }
    guard let bytes = try? FileBytes.read(path), let score = try? Score(midiFile: bytes),
      let bank = score.embeddedBank
    else {
      throw SoundFontError(.malformed, "an RMID without a SoundFont in it")
    }
    return bank
  }

  /// The instrument for a score that brings a SoundFont along: FluidSynth plays that, over the first one
  /// found, where nobody named another.
  func with(_ own: EmbeddedBank?) -> Instrument {
    guard let own, case .fluid(let fonts, isNamed: false) = self else { return self }
    let source = SoundFontSource.memory(own.soundFont, name: "the score's own SoundFont")
    return .fluid(soundFonts: fonts + [source], isNamed: false)
  }

  /// What the summary calls it.
  var name: String {
    switch self {
    case .grand(let preset): Self.name(of: preset)
    case .sampler(_, let paths): paths.joined(separator: ", ")
    case .fluid(let fonts, _): fonts.map(\.name).joined(separator: ", ")
    }
  }

  /// The files that it is read from.
  var files: [String] {
    switch self {
    case .grand: []
    case .sampler(_, let paths): paths
    case .fluid(let fonts, _): fonts.map(\.name)
    }
  }

  /// Whether it is a piano and nothing else.
  var isPiano: Bool {
    if case .grand = self { true } else { false }
  }

  /// A player for a piece, with no voice sounding.
  func player(for piece: Piece, _ options: Options) throws(Failure) -> Player {
    try with(piece.score.embeddedBank).player(
      rate: piece.timeline.rate, channels: piece.channels, options)
  }

  /// A player with no voice sounding.
  func player(rate: Int, channels: Int, _ options: Options) throws(Failure) -> Player {
    switch self {
    case .grand(let preset):
      var settings = GrandPiano.Settings()
      settings.preset = preset
      settings.seed = options.seed
      settings.stretch = options.stretch ?? 1
      settings.noise = options.noise ?? 1
      if options.followsGMVelocity { settings.velocityCurve = .gm }
      settings.playsPercussion = options.percussion ?? false
      let piano = GrandPiano(rate: rate, jobs: options.jobs ?? Cores.count, settings: settings)
      if options.reverb == 0, options.chorus == 0 { return .grand(piano) }
      return .wetGrand(
        WetGrand(piano, rate: rate, reverb: options.reverb, chorus: options.chorus))
    case .sampler(let banks, _):
      return .sampler(
        Sampler(
          banks: banks, rate: rate, jobs: options.jobs ?? Cores.count,
          interpolation: options.interpolation ?? .cubic, polyphony: options.polyphony,
          reverb: options.reverb, chorus: options.chorus, seed: options.seed))
    case .fluid(let fonts, _):
      var settings = FluidSynthesizer.Options(rate: rate, soundFonts: fonts)
      settings.interpolationOrder = (options.interpolation ?? .cubic).fluidOrder
      settings.polyphony = options.polyphony ?? 65_535
      settings.channels = channels
      settings.reverb = options.reverb
      settings.chorus = options.chorus
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

extension Interpolation {
  /// The samples that FluidSynth reads for it.
  fileprivate var fluidOrder: Int {
    switch self {
    case .linear: 1
    case .cubic: 4
    case .sinc: 7
    }
  }
}

extension Options {
  /// The same with one of several instruments: what is said of the grand does not concern the others.
  func playing(_ instrument: String) -> Options {
    var one = self
    one.instruments = [instrument]
    if !Instrument.isGrand(instrument) { (one.stretch, one.noise) = (nil, nil) }
    return one
  }
}
