private import Dispatch
private import Synchronization
import Synthesis

/// What is heard of one recording by itself.
struct Hearing: Sendable {
  let spectrum: MelSpectrogram
  /// LUFS; nil for what is silent or shorter than 400 ms.
  let loudness: Double?
  let onsets: Onsets

  /// Of a sound and its mean of channels; the spectrum is that of the mean times `gain`.
  private init(_ sound: StereoBlock, mono: [Float], gain: Float, rate: Int) {
    spectrum = MelSpectrogram(of: mono, rate: rate, gain: gain)
    loudness = LoudnessMeter.loudness(of: sound, rate: rate)
    onsets = Onsets(mono, rate: rate)
  }

  /// Two recordings at once, on two threads.
  static func both(
    _ a: (sound: StereoBlock, mono: [Float], gain: Float),
    _ b: (sound: StereoBlock, mono: [Float], gain: Float), rate: Int
  ) -> (a: Hearing, b: Hearing) {
    let heard = Mutex<[Int: Hearing]>([:])
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      let one = index == 0 ? a : b
      let hearing = Hearing(one.sound, mono: one.mono, gain: one.gain, rate: rate)
      heard.withLock { $0[index] = hearing }
    }
    guard let first = heard.withLock({ $0[0] }), let second = heard.withLock({ $0[1] }) else {
      preconditionFailure("both were heard")
    }
    return (first, second)
  }
}
