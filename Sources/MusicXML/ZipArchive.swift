internal import CZip

/// A zip archive in memory, read by libzip; entries are unpacked within a limit.
@safe
struct ZipArchive: ~Copyable {
  /// Why an entry could not be had.
  enum Failure: Error, Hashable {
    /// The archive or an entry of it is broken.
    case broken(String)
    /// The entry is encrypted or packed by a method that is not known here.
    case unsupported(String)
    /// There is no such entry.
    case missing
    /// The entry would unpack to more than the limit, in bytes.
    case tooLarge(limit: Int)
  }

  private let library: ZipLibrary
  private let archive: OpaquePointer
  // libzip reads from here for as long as the archive is open.
  private let storage: UnsafeMutableRawPointer
  private let size: UInt64

  /// The archive of these bytes.
  init(_ bytes: [UInt8]) throws(Failure) {
    let library = try ZipLibrary.shared.get()
    let storage = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    unsafe bytes.withUnsafeBytes { packed in
      if let begin = packed.baseAddress {
        unsafe storage.copyMemory(from: begin, byteCount: packed.count)
      }
    }
    var error = unsafe zip_error_t()
    unsafe library.initialise(&error)
    guard let source = unsafe library.source(storage, UInt64(bytes.count), 0, &error)
    else {
      let reason = unsafe ZipArchive.text(&error, library)
      unsafe storage.deallocate()
      throw .broken(reason)
    }
    guard let opened = unsafe library.open(source, ZIP_RDONLY, &error) else {
      let reason = unsafe ZipArchive.text(&error, library)
      unsafe library.freeSource(source)
      unsafe storage.deallocate()
      throw .broken(reason)
    }
    self.library = library
    unsafe self.archive = unsafe opened
    unsafe self.storage = unsafe storage
    size = UInt64(bytes.count)
  }

  deinit {
    unsafe library.discard(archive)
    unsafe storage.deallocate()
  }

  /// The names of the entries, those that are not UTF-8 repaired; at most `limit` of them.
  func names(limit: Int) -> [String] {
    let count = unsafe min(library.count(archive, 0), Int64(limit))
    return (0..<max(0, count)).compactMap {
      unsafe library.name(archive, UInt64($0), 0).map { unsafe String(cString: $0) }
    }
  }

  /// What is unpacked into memory before it is known to be as large as it is declared, in bytes.
  private static let believed = 16 << 20

  /// Unpacks an entry; never holds more than `limit` bytes of it, whatever the archive declares.
  func bytes(of name: String, limit: (_ packed: Int) -> Int) throws(Failure) -> [UInt8] {
    var status = unsafe zip_stat_t()
    unsafe library.startStatus(&status)
    guard unsafe library.status(archive, name, 0, &status) == 0 else { throw .missing }
    // No entry can be packed into more than the archive has.
    let packed = unsafe Int(min(status.comp_size, size))
    let limit = limit(packed)
    // A declared size is believed only where it condemns the entry: as too large, or as a lie.
    if unsafe status.size > UInt64(limit) { throw .tooLarge(limit: limit) }
    let declared = unsafe Int(status.size)
    if declared > Self.believed { try unpack(name, declared) { _ in } }
    var unpacked: [UInt8] = []
    try unpack(name, declared) { unpacked.append(contentsOf: $0) }
    return unpacked
  }

  /// Unpacks an entry piece by piece; it may not be longer than declared.
  private func unpack(
    _ name: String, _ declared: Int, _ take: (ArraySlice<UInt8>) -> Void
  ) throws(Failure) {
    guard let file = unsafe library.openEntry(archive, name, 0) else {
      guard let error = unsafe library.error(archive) else { throw .broken("cannot be opened") }
      let code = unsafe library.errorCode(error)
      let reason = unsafe ZipArchive.text(error, library)
      switch code {
      case ZIP_ER_COMPNOTSUPP, ZIP_ER_ENCRNOTSUPP, ZIP_ER_NOPASSWD: throw .unsupported(reason)
      default: throw .broken(reason)
      }
    }
    defer { _ = unsafe library.closeEntry(file) }
    var left = declared
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Int(library.read(file, $0.baseAddress, UInt64($0.count)))
      }
      if count == 0 { return }
      guard count > 0 else {
        throw .broken("\(name): \(unsafe ZipArchive.text(library.entryError(file), library))")
      }
      if count > left {
        throw .broken("\(name) goes on behind the \(declared) bytes that the archive declares")
      }
      left -= count
      take(chunk[..<count])
    }
  }

  private static func text(
    _ error: UnsafeMutablePointer<zip_error_t>?, _ library: ZipLibrary
  ) -> String {
    guard let error = unsafe error, let text = unsafe library.errorText(error) else {
      return "unknown error"
    }
    return unsafe String(cString: text)
  }
}
