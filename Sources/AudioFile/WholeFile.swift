/// A file of bytes that are all there, written but not yet in its place.
///
/// It replaces what stood there when it is committed, and leaves nothing behind if it never is. A target
/// that is no regular file, and standard output, are written directly.
public final class WholeFile {
  private let output: OutputFile

  /// Writes the bytes.
  ///
  /// - Throws: `cannotCreate`, `writeFailed` or `closedPipe`.
  public init(_ bytes: [UInt8], to destination: Destination) throws(AudioFileError) {
    output = try OutputFile(destination)
    let code = unsafe bytes.withUnsafeBytes { unsafe writeAll(output.descriptor, $0) }
    if code != 0 { throw output.writeFailure(code) }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: `writeFailed` or `closedPipe`.
  public func commit() throws(AudioFileError) { try output.commit() }
}

/// Writes a file of bytes that are all there: it stands whole in its place, or not at all.
///
/// - Throws: `cannotCreate`, `writeFailed` or `closedPipe`.
public func writeWholeFile(
  _ bytes: [UInt8], to destination: Destination
) throws(AudioFileError) {
  try WholeFile(bytes, to: destination).commit()
}
