internal import CZip
internal import Glibc

/// libzip's functions, loaded at first use.
///
/// The library is not linked, because it depends on all of OpenSSL, which would cost every start of a
/// program a millisecond.
@safe struct ZipLibrary: @unchecked Sendable {
  // Unchecked: addresses of functions, which nobody changes.
  let initialise: @convention(c) (UnsafeMutablePointer<zip_error_t>) -> Void
  let errorText: @convention(c) (UnsafeMutablePointer<zip_error_t>) -> UnsafePointer<CChar>?
  let errorCode: @convention(c) (UnsafePointer<zip_error_t>) -> Int32
  let source:
    @convention(c) (
      UnsafeRawPointer?, UInt64, Int32, UnsafeMutablePointer<zip_error_t>
    ) -> OpaquePointer?
  let freeSource: @convention(c) (OpaquePointer?) -> Void
  let open:
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<zip_error_t>) -> OpaquePointer?
  let discard: @convention(c) (OpaquePointer?) -> Void
  let count: @convention(c) (OpaquePointer?, UInt32) -> Int64
  let name: @convention(c) (OpaquePointer?, UInt64, UInt32) -> UnsafePointer<CChar>?
  let startStatus: @convention(c) (UnsafeMutablePointer<zip_stat_t>) -> Void
  let status:
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, UInt32, UnsafeMutablePointer<zip_stat_t>
    ) -> Int32
  let openEntry: @convention(c) (OpaquePointer?, UnsafePointer<CChar>, UInt32) -> OpaquePointer?
  let closeEntry: @convention(c) (OpaquePointer?) -> Int32
  let read: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UInt64) -> Int64
  let error: @convention(c) (OpaquePointer?) -> UnsafeMutablePointer<zip_error_t>?
  let entryError: @convention(c) (OpaquePointer?) -> UnsafeMutablePointer<zip_error_t>?

  /// The library, or why it cannot be had.
  static let shared: Result<ZipLibrary, ZipArchive.Failure> = {
    do throws(ZipArchive.Failure) { return .success(try ZipLibrary()) } catch {
      return .failure(error)
    }
  }()

  private init() throws(ZipArchive.Failure) {
    // Debian counts its versions otherwise than libzip itself.
    guard
      let handle = unsafe dlopen("libzip.so.4", RTLD_NOW | RTLD_LOCAL)
        ?? dlopen("libzip.so.5", RTLD_NOW | RTLD_LOCAL)
    else { throw Self.missing() }
    func symbol<Function>(_ name: String) throws(ZipArchive.Failure) -> Function {
      guard let address = unsafe dlsym(handle, name) else { throw Self.missing() }
      return unsafe unsafeBitCast(address, to: Function.self)
    }
    unsafe initialise = try symbol("zip_error_init")
    unsafe errorText = try symbol("zip_error_strerror")
    unsafe errorCode = try symbol("zip_error_code_zip")
    unsafe source = try symbol("zip_source_buffer_create")
    unsafe freeSource = try symbol("zip_source_free")
    unsafe open = try symbol("zip_open_from_source")
    unsafe discard = try symbol("zip_discard")
    unsafe count = try symbol("zip_get_num_entries")
    unsafe name = try symbol("zip_get_name")
    unsafe startStatus = try symbol("zip_stat_init")
    unsafe status = try symbol("zip_stat")
    unsafe openEntry = try symbol("zip_fopen")
    unsafe closeEntry = try symbol("zip_fclose")
    unsafe read = try symbol("zip_fread")
    unsafe error = try symbol("zip_get_error")
    unsafe entryError = try symbol("zip_file_get_error")
  }

  private static func missing() -> ZipArchive.Failure {
    let said = unsafe dlerror().map { unsafe String(cString: $0) } ?? "unknown error"
    return .unsupported("libzip cannot be loaded (\(said)); install the package libzip4")
  }
}
