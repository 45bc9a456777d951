internal import CSamplerate
internal import Glibc

/// libsamplerate's functions, loaded at first use: linked, the library would cost every start of a program
/// a tenth of a millisecond.
@safe struct SamplerateLibrary: @unchecked Sendable {
  // Unchecked: addresses of functions, which nobody changes.
  let isValidRatio: @convention(c) (Double) -> Int32
  let convert: @convention(c) (UnsafeMutablePointer<SRC_DATA>, Int32, Int32) -> Int32

  /// The library; nil where it is not installed.
  static let shared = SamplerateLibrary()

  private init?() {
    guard let handle = unsafe dlopen("libsamplerate.so.0", RTLD_NOW | RTLD_LOCAL),
      let isValidRatio = unsafe dlsym(handle, "src_is_valid_ratio"),
      let convert = unsafe dlsym(handle, "src_simple")
    else { return nil }
    unsafe self.isValidRatio = unsafeBitCast(
      isValidRatio, to: (@convention(c) (Double) -> Int32).self)
    unsafe self.convert = unsafeBitCast(
      convert, to: (@convention(c) (UnsafeMutablePointer<SRC_DATA>, Int32, Int32) -> Int32).self)
  }
}
