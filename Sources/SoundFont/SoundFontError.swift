/// A bank that cannot be used: what was found, where, and what was expected.
public struct SoundFontError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Reason: String, Sendable, Hashable {
    /// The file is missing or cannot be read.
    case unreadable
    /// It is not what its form demands.
    case malformed
    /// It is well made, but of a kind that is not played here.
    case unsupported
    /// It goes beyond the limits of this program.
    case tooLarge
  }

  /// What kind of failure.
  public var reason: Reason
  /// What was found and what was expected; lower case, no full stop.
  public var message: String
  /// The chunk of a SoundFont that it stands in.
  public var chunk: String?
  /// The byte, counted from 0.
  public var byte: Int?
  /// The line of an SFZ, counted from 1.
  public var line: Int?

  /// An error.
  public init(
    _ reason: Reason, _ message: String, chunk: String? = nil, byte: Int? = nil, line: Int? = nil
  ) {
    self.reason = reason
    self.message = message
    self.chunk = chunk
    self.byte = byte
    self.line = line
  }

  /// `chunk pdta, byte 0x1f4: found …, expected …`.
  public var description: String {
    var place: [String] = []
    if let line { place.append("line \(line)") }
    if let chunk { place.append("chunk \(chunk)") }
    if let byte { place.append("byte \(byte) (0x\(String(byte, radix: 16)))") }
    return place.isEmpty ? message : place.joined(separator: ", ") + ": " + message
  }
}
