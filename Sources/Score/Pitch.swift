/// A key of the keyboard by number and name.
public struct Pitch: Sendable, Hashable {
  /// The MIDI key number, 0…127; 60 is middle C, C4.
  public var key: UInt8

  /// The pitch of a key.
  public init(key: UInt8) { self.key = key }

  /// The name with sharps and the octave, `C4` for 60 and `A4` for 69.
  public var name: String {
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    return names[Int(key) % 12] + String(Int(key) / 12 - 1)
  }
}
