/// A form that sound can be written in: container, encoding, rate and channels that go together.
public struct AudioFormat: Sendable, Hashable {
  /// The sample rates that this program makes, in Hz.
  public static let rates = 8000...192_000

  /// The file's form.
  public let container: Container
  /// The samples' form.
  public let encoding: Encoding
  /// Samples a second.
  public let rate: Int
  /// 1 or 2.
  public let channels: Int

  /// A format; without an encoding the container's usual one.
  ///
  /// Throws `AudioFileError.impossible`, with what would be possible, for parts that do not go together.
  public init(
    _ container: Container, encoding: Encoding? = nil, rate: Int = 44_100, channels: Int = 2
  ) throws(AudioFileError) {
    let encodings = container.encodings
    guard let encoding = encoding ?? encodings.first, encodings.contains(encoding) else {
      throw .impossible(
        encodings == [.compressed]
          ? "\(container.rawValue) has no encoding to choose; leave it out, or write wav, flac …"
          : "\(container.rawValue) cannot hold \((encoding ?? .compressed).rawValue); it can hold "
            + Self.list(encodings.map(\.rawValue)))
    }
    guard Self.rates.contains(rate) else {
      throw .impossible(
        "\(rate) Hz is out of range; expected \(Self.rates.lowerBound) to \(Self.rates.upperBound)")
    }
    if let rates = container.rates, !rates.contains(rate) {
      throw .impossible(
        "\(container.rawValue) has no rate of \(rate) Hz; it has "
          + Self.list(rates.map(String.init)))
    }
    if container == .flac, rate > 65_535, rate % 10 != 0 {
      // RFC 9639, section 9.1.2: the frame header holds hertz to 65535, tens of hertz above.
      throw .impossible(
        "flac has no rate of \(rate) Hz; above 65535 it has multiples of 10")
    }
    guard channels == 1 || channels == 2 else {
      throw .impossible("\(channels) channels cannot be made; expected 1 or 2")
    }
    self.container = container
    self.encoding = encoding
    self.rate = rate
    self.channels = channels
  }

  /// The same in another container.
  func with(_ container: Container) throws(AudioFileError) -> AudioFormat {
    try AudioFormat(container, encoding: encoding, rate: rate, channels: channels)
  }

  /// The names of all containers, for messages.
  public static var containerNames: String { list(Container.allCases.map(\.rawValue)) }

  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
