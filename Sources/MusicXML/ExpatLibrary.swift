internal import CExpat
internal import Glibc
internal import Score

/// Expat's functions, loaded at first use: linked, the library would cost every start of a program a
/// tenth of a millisecond.
@safe struct ExpatLibrary: @unchecked Sendable {
  // Unchecked: addresses of functions, which nobody changes.
  let create: @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  let free: @convention(c) (OpaquePointer?) -> Void
  let setUserData: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
  let onElement:
    @convention(c) (OpaquePointer?, XML_StartElementHandler?, XML_EndElementHandler?) -> Void
  let onText: @convention(c) (OpaquePointer?, XML_CharacterDataHandler?) -> Void
  let onEntity: @convention(c) (OpaquePointer?, XML_EntityDeclHandler?) -> Void
  let onExternalEntity: @convention(c) (OpaquePointer?, XML_ExternalEntityRefHandler?) -> Void
  let onSkippedEntity: @convention(c) (OpaquePointer?, XML_SkippedEntityHandler?) -> Void
  let parse: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int32, Int32) -> XML_Status
  let stop: @convention(c) (OpaquePointer?, UInt8) -> XML_Status
  let error: @convention(c) (OpaquePointer?) -> XML_Error
  let errorText: @convention(c) (XML_Error) -> UnsafePointer<CChar>?
  let byte: @convention(c) (OpaquePointer?) -> XML_Index
  let line: @convention(c) (OpaquePointer?) -> XML_Size
  let column: @convention(c) (OpaquePointer?) -> XML_Size
  /// Expat has its own counting of what entities expand to since 2.4.0; with an older one the reader's
  /// own count (XMLParser.swift) stands alone.
  let limitGrowth: (@convention(c) (OpaquePointer?, Float) -> UInt8)?
  let limitFreeBytes: (@convention(c) (OpaquePointer?, UInt64) -> UInt8)?

  /// The library, or why it cannot be had.
  static let shared: Result<ExpatLibrary, XMLFailure> = {
    do throws(XMLFailure) { return .success(try ExpatLibrary()) } catch { return .failure(error) }
  }()

  private init() throws(XMLFailure) {
    guard let handle = unsafe dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL) else {
      throw Self.missing()
    }
    func symbol<Function>(_ name: String) throws(XMLFailure) -> Function {
      guard let address = unsafe dlsym(handle, name) else { throw Self.missing() }
      return unsafe unsafeBitCast(address, to: Function.self)
    }
    unsafe create = try symbol("XML_ParserCreate")
    unsafe free = try symbol("XML_ParserFree")
    unsafe setUserData = try symbol("XML_SetUserData")
    unsafe onElement = try symbol("XML_SetElementHandler")
    unsafe onText = try symbol("XML_SetCharacterDataHandler")
    unsafe onEntity = try symbol("XML_SetEntityDeclHandler")
    unsafe onExternalEntity = try symbol("XML_SetExternalEntityRefHandler")
    unsafe onSkippedEntity = try symbol("XML_SetSkippedEntityHandler")
    unsafe parse = try symbol("XML_Parse")
    unsafe stop = try symbol("XML_StopParser")
    unsafe error = try symbol("XML_GetErrorCode")
    unsafe errorText = try symbol("XML_ErrorString")
    unsafe byte = try symbol("XML_GetCurrentByteIndex")
    unsafe line = try symbol("XML_GetCurrentLineNumber")
    unsafe column = try symbol("XML_GetCurrentColumnNumber")
    unsafe limitGrowth = try? symbol("XML_SetBillionLaughsAttackProtectionMaximumAmplification")
    unsafe limitFreeBytes = try? symbol("XML_SetBillionLaughsAttackProtectionActivationThreshold")
  }

  private static func missing() -> XMLFailure {
    let said = unsafe dlerror().map { unsafe String(cString: $0) } ?? "unknown error"
    return XMLFailure(
      .unsupported, byte: 0,
      "expat cannot be loaded (\(said)); install the package libexpat1")
  }
}
