public import Synthesis

/// Decodes samples for SoundFonts and SFZ through libsndfile.
///
/// A value that is no number becomes 0.
public struct SoundFileDecoder: SampleDecoder {
  /// A decoder; it has no state.
  public init() {}

  /// The sound of a whole file that is in memory.
  public func decode(_ bytes: [UInt8]) throws -> Recording {
    Self.finite(try AudioFileReader(bytes: bytes).recording())
  }

  /// The sound of a file.
  public func decode(path: String) throws -> Recording {
    Self.finite(try AudioFileReader(path: path).recording())
  }

  private static func finite(_ recording: Recording) -> Recording {
    var result = recording
    for channel in result.channels.indices
    where result.channels[channel].contains(where: { !$0.isFinite }) {
      result.channels[channel] = result.channels[channel].map { $0.isFinite ? $0 : 0 }
    }
    return result
  }
}
