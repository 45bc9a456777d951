internal import CEBUR128
internal import Glibc

/// libebur128's functions, loaded at first use: linked, the library would cost every start of a program
/// a tenth of a millisecond.
@safe struct LoudnessLibrary: @unchecked Sendable {
  // Unchecked: addresses of functions, which nobody changes.
  typealias State = UnsafeMutablePointer<ebur128_state>
  let create: @convention(c) (UInt32, UInt, Int32) -> State?
  let destroy: @convention(c) (UnsafeMutablePointer<State?>) -> Void
  let addFrames: @convention(c) (State?, UnsafePointer<Float>, Int) -> Int32
  let loudness: @convention(c) (State?, UnsafeMutablePointer<Double>) -> Int32
  let truePeak: @convention(c) (State?, UInt32, UnsafeMutablePointer<Double>) -> Int32
  let samplePeak: @convention(c) (State?, UInt32, UnsafeMutablePointer<Double>) -> Int32

  /// Why there is none.
  struct Missing: Error {
    /// What the system says, and what to do.
    let reason: String
  }

  /// The library, or why it cannot be had.
  static let shared: Result<LoudnessLibrary, Missing> = {
    do throws(Missing) { return .success(try LoudnessLibrary()) } catch { return .failure(error) }
  }()

  private init() throws(Missing) {
    guard let handle = unsafe dlopen("libebur128.so.1", RTLD_NOW | RTLD_LOCAL) else {
      throw Self.missing()
    }
    func symbol<Function>(_ name: String) throws(Missing) -> Function {
      guard let address = unsafe dlsym(handle, name) else { throw Self.missing() }
      return unsafe unsafeBitCast(address, to: Function.self)
    }
    unsafe create = try symbol("ebur128_init")
    unsafe destroy = try symbol("ebur128_destroy")
    unsafe addFrames = try symbol("ebur128_add_frames_float")
    unsafe loudness = try symbol("ebur128_loudness_global")
    unsafe truePeak = try symbol("ebur128_true_peak")
    unsafe samplePeak = try symbol("ebur128_sample_peak")
  }

  private static func missing() -> Missing {
    let said = unsafe dlerror().map { unsafe String(cString: $0) } ?? "unknown error"
    return Missing(
      reason: "libebur128 cannot be loaded (\(said)); install the package libebur128-1")
  }
}
