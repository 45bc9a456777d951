/// Where two spectrograms differ most for a moment: a hole, a note that only one of them holds.
///
/// Ten of the 48 bands (a fifth of what is heard) differ at once in one column by so much or more. A mean over minutes
/// does not see that; a single band may differ for a beat between two partials. Levels more than 55 dB below the
/// loudest band count as that, and columns that are more than 45 dB below it not at all: there the tails of two good
/// renders end. Measured on 20 minutes of dense piano music, our sampler against FluidSynth with one SoundFont
/// each: 6.7 dB at most; Opus at 96, MP3 at 128 and Vorbis at 110 kbit/s: 0.7 dB; a hole of 0.1 s: more than 8 dB (ListeningTests); a
/// sixteenth missing from a prelude: 5 to 16 dB.
struct WorstMoment: Sendable {
  /// Bands that must differ.
  static let bands = 10
  /// Decibels below the loudest band that still count.
  static let window: Float = 55
  /// Decibels below the loudest band at which a column counts.
  static let gate: Float = 45

  /// Decibels.
  private(set) var decibels = 0.0
  /// The column.
  private(set) var column = 0

  /// Of B, `gain` decibels taken from it, and A.
  init(_ b: MelSpectrogram, gain: Float, _ a: MelSpectrogram) {
    let loudest = max(b.loudest - gain, a.loudest)
    let floor = loudest - Self.window
    var differences = [Float](repeating: 0, count: MelSpectrogram.bands)
    for column in 0..<min(a.columns, b.columns) {
      let first = column * MelSpectrogram.bands
      var most = floor
      for band in differences.indices {
        let (x, y) = (max(floor, a.levels[first + band]), max(floor, b.levels[first + band] - gain))
        most = max(most, x, y)
        differences[band] = abs(x - y)
      }
      guard most > loudest - Self.gate else { continue }
      differences.sort(by: >)
      let difference = Double(differences[Self.bands - 1])
      if difference > decibels { (decibels, self.column) = (difference, column) }
    }
  }
}
