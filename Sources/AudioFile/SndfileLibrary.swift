internal import CSndfile
internal import Glibc

/// libsndfile's functions, loaded at first use.
///
/// The library is not linked, because it and the eight codecs that it depends on would cost every start
/// of a program a millisecond, also of those that touch no sound.
@safe struct SndfileLibrary: @unchecked Sendable {
  // Unchecked: addresses of functions, which nobody changes.
  let openVirtual:
    @convention(c) (
      UnsafeMutablePointer<SF_VIRTUAL_IO>, Int32, UnsafeMutablePointer<SF_INFO>,
      UnsafeMutableRawPointer?
    ) -> OpaquePointer?
  let openDescriptor:
    @convention(c) (Int32, Int32, UnsafeMutablePointer<SF_INFO>, Int32) -> OpaquePointer?
  let close: @convention(c) (OpaquePointer?) -> Int32
  let command: @convention(c) (OpaquePointer?, Int32, UnsafeMutableRawPointer?, Int32) -> Int32
  let error: @convention(c) (OpaquePointer?) -> Int32
  let errorText: @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
  let numberText: @convention(c) (Int32) -> UnsafePointer<CChar>
  let getString: @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<CChar>?
  let setString: @convention(c) (OpaquePointer?, Int32, UnsafePointer<CChar>) -> Int32
  let readFrames:
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<Float>, sf_count_t) -> sf_count_t
  let writeIntegers: @convention(c) (OpaquePointer?, UnsafePointer<Int32>, sf_count_t) -> sf_count_t
  let writeFloats: @convention(c) (OpaquePointer?, UnsafePointer<Float>, sf_count_t) -> sf_count_t

  /// Why there is none.
  struct Missing: Error {
    /// What the system says, and what to do.
    let reason: String
  }

  /// The library, or why it cannot be had.
  static let shared: Result<SndfileLibrary, Missing> = {
    do throws(Missing) { return .success(try SndfileLibrary()) } catch { return .failure(error) }
  }()

  private init() throws(Missing) {
    guard let handle = unsafe dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL) else {
      throw Self.missing()
    }
    func symbol<Function>(_ name: String) throws(Missing) -> Function {
      guard let address = unsafe dlsym(handle, name) else { throw Self.missing() }
      return unsafe unsafeBitCast(address, to: Function.self)
    }
    unsafe openVirtual = try symbol("sf_open_virtual")
    unsafe openDescriptor = try symbol("sf_open_fd")
    unsafe close = try symbol("sf_close")
    unsafe command = try symbol("sf_command")
    unsafe error = try symbol("sf_error")
    unsafe errorText = try symbol("sf_strerror")
    unsafe numberText = try symbol("sf_error_number")
    unsafe getString = try symbol("sf_get_string")
    unsafe setString = try symbol("sf_set_string")
    unsafe readFrames = try symbol("sf_readf_float")
    unsafe writeIntegers = try symbol("sf_write_int")
    unsafe writeFloats = try symbol("sf_write_float")
  }

  private static func missing() -> Missing {
    let said = unsafe dlerror().map { unsafe String(cString: $0) } ?? "unknown error"
    return Missing(
      reason: "libsndfile cannot be loaded (\(said)); install the package libsndfile1")
  }
}
