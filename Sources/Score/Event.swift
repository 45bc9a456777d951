/// What a synthesizer is told: messages with their meaning resolved.
///
/// Channels are port × 16 + channel, so 0…15 in nearly every file. Every note-off names its note, so
/// that no synthesizer has to pair them.
///
/// What `Performance` resolves, so that no synthesizer meets it:
/// - bank select (CC 0, 32) into the bank of a `program`, drum parts of GS, XG and GM2 too;
/// - registered parameters and data entry (CC 6, 38, 96…101) into `pitchBendRange`, `channelTuning`
///   (RPN 1 and 2 and the master tunings, summed), `modulationRange`, and `keyTuning` (MIDI Tuning
///   Standard: programs chosen by RPN 3 and 4, single notes, scale and octave; GS scale tuning). A key's
///   tuning is told just before the note that needs it; a note that sounds keeps its own;
/// - SoundFont NRPNs into `generator`; the part parameters of GS and XG (NRPN 1) into CC 71…78;
/// - reset all controllers (CC 121, RP-015) into the single controllers, wheel and pressures that it
///   resets, those that are not at rest;
/// - all notes off and the mode messages (CC 123…127) into note-offs, which a pedal may hold;
/// - system exclusives into `reset`, `masterVolume`, tunings, drum parts, levels and pans of parts.
///
/// What arrives as `controller`, because it is the synthesizer's to interpret: the pedals 64, 66, 67
/// (soft), 68 (legato), 69; 1, 7, 10, 11 and their LSBs 33, 39, 42, 43; 5, 65, 84 (portamento); 71…78; 91,
/// 93; all sound off (120: silence at once; the note-offs of what sounded follow); 126 and 127 (mono, poly:
/// the note-offs come first); and everything without a meaning in MIDI.
public enum Event: Sendable, Hashable {
  /// A note begins.
  case noteOn(Note)
  /// The key of a note goes up; it may ring on under a pedal. Release velocity 0…127.
  case noteOff(Note, releaseVelocity: UInt8)
  /// A control change, number and value 0…127, pedals and channel modes (120…127) among them.
  case controller(channel: UInt16, number: UInt8, value: UInt8)
  /// The sound for the next notes of a channel.
  case program(channel: UInt16, Program)
  /// The pitch wheel, 0…16383, 8192 in the middle.
  case pitchBend(channel: UInt16, value: UInt16)
  /// The pitch wheel's range to each side, in cents (200 at the start).
  case pitchBendRange(channel: UInt16, cents: Double)
  /// How far the modulation wheel bends a note at its highest, in cents (50 at the start; RPN 5).
  case modulationRange(channel: UInt16, cents: Double)
  /// A channel's own tuning, in cents added to every note.
  case channelTuning(channel: UInt16, cents: Double)
  /// The tuning of one key of a channel, in cents added to it; of all channels where `channel` is nil.
  case keyTuning(channel: UInt16?, key: UInt8, cents: Double)
  /// Channel aftertouch.
  case channelPressure(channel: UInt16, value: UInt8)
  /// Aftertouch of a key.
  case keyPressure(channel: UInt16, key: UInt8, value: UInt8)
  /// A SoundFont generator's offset (NRPN 120, SoundFont 2.04 section 9.6.2), in its own units.
  case generator(channel: UInt16, number: UInt8, value: Double)
  /// An amplitude factor for everything, 0…1 (master volume, with the curve of CC 7 applied).
  case masterVolume(Double)
  /// Everything as at power on: controllers, programs, tunings (GM, GS or XG reset).
  case reset
}

/// A note as it is played; its `id` is its own in the performance.
public struct Note: Sendable, Hashable {
  /// Counts the notes of a performance from 0, in the order of their begin.
  public var id: Int32
  /// Port × 16 + channel.
  public var channel: UInt16
  /// 0…127, 60 = middle C.
  public var key: UInt8
  /// 1…127.
  public var velocity: UInt8
  /// The index of the track that it stands in.
  public var track: UInt16

  /// A note.
  public init(id: Int32, channel: UInt16 = 0, key: UInt8, velocity: UInt8, track: UInt16 = 0) {
    self.id = id
    self.channel = channel
    self.key = key
    self.velocity = velocity
    self.track = track
  }
}

/// Which sound a channel plays.
public struct Program: Sendable, Hashable {
  /// The bank, 0…16383: 128 × bank MSB + LSB as the bank mode understands them.
  public var bank: UInt16
  /// 0…127.
  public var number: UInt8
  /// Whether the channel is a drum kit: bank 128 of a SoundFont.
  public var isPercussion: Bool

  /// A program.
  public init(bank: UInt16 = 0, number: UInt8 = 0, isPercussion: Bool = false) {
    self.bank = bank
    self.number = number
    self.isPercussion = isPercussion
  }
}
