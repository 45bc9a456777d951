/// Reads compressed or wrapped sound for those who may not know the library that does it.
///
/// A SoundFont 3 keeps its samples as Ogg Vorbis, an SFZ names sound files; both leave the decoding to
/// what the program gives them, so that they need no C library and can be tested without one.
///
/// ## For implementers
/// - It may be called for the same bytes more than once and must then answer the same.
/// - Never allocate from a size that the data declare; bad data are an error, not a trap.
public protocol SampleDecoder: Sendable {
  /// The sound of a whole file that is in memory.
  func decode(_ bytes: [UInt8]) throws -> Recording

  /// The sound of a file.
  func decode(path: String) throws -> Recording
}
