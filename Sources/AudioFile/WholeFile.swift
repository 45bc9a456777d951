/// Writes a whole file that is no sound, as carefully as a sound: under a temporary name in its folder,
/// synced, then renamed; an old file stands untouched until then.
///
/// A target that is no regular file, and standard output, are written directly.
///
/// - Throws: `cannotCreate`, `writeFailed` or `closedPipe`.
public func writeWholeFile(
  _ bytes: [UInt8], to destination: Destination
) throws(AudioFileError) {
  let output = try OutputFile(destination)
  let code = unsafe bytes.withUnsafeBytes { unsafe writeAll(output.descriptor, $0) }
  if code != 0 { throw output.writeFailure(code) }
  try output.commit()
}
