private import CFluidSynth
internal import Glibc

/// Bytes that have a path as long as this lives, but stand in no folder.
///
/// FluidSynth opens a SoundFont by its path, again whenever a preset is chosen for the first time.
final class MemoryFile {
  private let descriptor: Int32

  init?(_ bytes: [UInt8]) {
    descriptor = unsafe memfd_create("soundfont", klavier_close_on_exec)
    if descriptor < 0 { return nil }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return nil }
      done += count
    }
  }

  /// Opening it gives the bytes from their start.
  var path: String { "/proc/self/fd/\(descriptor)" }

  deinit { close(descriptor) }
}
