/// Why FluidSynth cannot play.
public enum FluidSynthError: Error, Sendable, Hashable {
  /// libfluidsynth is not installed, or too old.
  case libraryMissing(reason: String)
  /// No SoundFont was named and none was found; what was searched.
  case noSoundFont(searched: [String])
  /// A SoundFont cannot be opened.
  case cannotRead(path: String, reason: String)
  /// A file is no SoundFont, or a damaged one.
  case notASoundFont(path: String, reason: String)
  /// FluidSynth makes 8000 to 96000 samples a second.
  case rateOutOfRange(Int)
  /// FluidSynth refuses its settings.
  case refused(String)
}

extension FluidSynthError: CustomStringConvertible {
  /// What is missing and what to do: lower case, no full stop.
  public var description: String {
    switch self {
    case .libraryMissing(let reason):
      "FluidSynth cannot be loaded: \(reason); install the package libfluidsynth3, or leave out"
        + " the backend to play without it"
    case .noSoundFont(let searched):
      "no SoundFont found (searched \(searched.joined(separator: ", "))); install the package"
        + " timgm6mb-soundfont or fluid-soundfont-gm, or name one"
    case .cannotRead(let path, let reason): "cannot open SoundFont \(path): \(reason)"
    case .notASoundFont(let path, let reason):
      "\(path) is no SoundFont that FluidSynth can play: \(reason)"
    case .rateOutOfRange(let rate):
      "FluidSynth cannot make \(rate) samples a second; expected 8000 to 96000"
    case .refused(let what): "FluidSynth does not start: \(what)"
    }
  }
}
