/// What a score says at one time: a MIDI channel message, or what MIDI files keep in meta events.
///
/// This is the raw material. `Performance` resolves it (pairs notes, reads registered parameters and
/// system exclusives) into the `Event`s that a synthesizer plays.
public enum Message: Sendable, Hashable {
  /// A key goes up; channel 0…15, key and velocity 0…127.
  case noteOff(channel: UInt8, key: UInt8, velocity: UInt8)
  /// A key goes down; velocity 1…127.
  case noteOn(channel: UInt8, key: UInt8, velocity: UInt8)
  /// Polyphonic aftertouch.
  case keyPressure(channel: UInt8, key: UInt8, value: UInt8)
  /// A control change, number and value 0…127.
  case controller(channel: UInt8, number: UInt8, value: UInt8)
  /// A program change, 0…127.
  case program(channel: UInt8, number: UInt8)
  /// Channel aftertouch.
  case channelPressure(channel: UInt8, value: UInt8)
  /// The pitch wheel, 0…16383 with 8192 in the middle.
  case pitchBend(channel: UInt8, value: UInt16)
  /// The tempo from here on, in exact seconds a quarter note, above 0.
  indirect case tempo(secondsPerQuarter: Rational)
  /// A tempo that begins at `start` and moves to `end` (seconds a quarter) over the quarters given,
  /// linear in quarters a minute over the position.
  indirect case tempoRamp(start: Rational, end: Rational, quarters: Rational)
  /// A time signature: beats of 1/`unit` in a bar.
  ///
  /// Where a MIDI file says more than this (a click other than 24 clocks, a quarter that is not eight
  /// thirty-seconds), a `meta(type: 0x58)` with all its bytes follows at once.
  case meter(beats: Int, unit: Int)
  /// A key signature: sharps above 0, flats below.
  case keySignature(sharps: Int, minor: Bool)
  /// The MIDI port (FF 21) of the track from here on.
  case port(UInt8)
  /// A text of a meta event 1…15, undecoded.
  case text(kind: UInt8, bytes: [UInt8])
  /// A system exclusive, without its first F0 but with its last F7 where it has one.
  case systemExclusive([UInt8])
  /// Bytes to send as they are, or the next packet of a system exclusive (an F7 event), without the F7
  /// at its front.
  case escape([UInt8])
  /// Any other meta event, kept so that nothing is lost on the way back.
  case meta(type: UInt8, bytes: [UInt8])
  /// The end of the track.
  case endOfTrack
}

extension Message {
  /// The kinds of `text`, by their number in a MIDI file.
  public enum TextKind {
    /// FF 01.
    public static let text: UInt8 = 1
    /// FF 02.
    public static let copyright: UInt8 = 2
    /// FF 03: the sequence's name in the first track, the track's in others.
    public static let trackName: UInt8 = 3
    /// FF 04.
    public static let instrument: UInt8 = 4
    /// FF 05.
    public static let lyric: UInt8 = 5
    /// FF 06.
    public static let marker: UInt8 = 6
    /// FF 07.
    public static let cue: UInt8 = 7
  }
}
