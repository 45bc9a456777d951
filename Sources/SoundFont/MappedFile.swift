import Glibc
import Score

/// The bytes of a file, read by the system when they are looked at.
///
/// This is the one place of the target with pointers: everybody else asks for numbers at offsets, each
/// checked. The file must not be cut short by somebody else meanwhile: the system would end the
/// program (SIGBUS).
@safe final class MappedFile: Sendable {
  private nonisolated(unsafe) let base: UnsafeRawPointer?
  private let isMapped: Bool
  /// How many bytes there are.
  let count: Int

  /// Maps a regular file.
  init(path: String) throws(SoundFontError) {
    // Without waiting for somebody who writes into it, if it is a FIFO.
    let file = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { throw SoundFontError(.unreadable, unsafe String(cString: strerror(errno))) }
    defer { close(file) }
    var facts = stat()
    guard unsafe fstat(file, &facts) == 0 else {
      throw SoundFontError(.unreadable, unsafe String(cString: strerror(errno)))
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw SoundFontError(
        .unreadable, facts.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is no regular file")
    }
    count = Int(facts.st_size)
    isMapped = count > 0
    if count == 0 {
      unsafe base = nil
      return
    }
    let place = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0)
    guard let place = unsafe place, unsafe place != MAP_FAILED else {
      throw SoundFontError(.unreadable, unsafe String(cString: strerror(errno)))
    }
    unsafe base = UnsafeRawPointer(place)
  }

  /// Bytes that are in memory already.
  init(_ bytes: [UInt8]) {
    count = bytes.count
    isMapped = false
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
    unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe base = UnsafeRawPointer(copy)
  }

  deinit {
    guard let base = unsafe base else { return }
    if isMapped {
      unsafe munmap(UnsafeMutableRawPointer(mutating: base), count)
    } else {
      unsafe base.deallocate()
    }
  }

  private func checked(_ offset: Int, _ length: Int) -> UnsafeRawPointer {
    precondition(offset >= 0 && length >= 0 && length <= count && offset <= count - length)
    guard let base = unsafe base else { preconditionFailure("an empty file has no bytes") }
    return unsafe base + offset
  }

  func uint8(_ offset: Int) -> UInt8 {
    unsafe checked(offset, 1).load(as: UInt8.self)
  }

  func int8(_ offset: Int) -> Int8 { Int8(bitPattern: uint8(offset)) }

  func uint16(_ offset: Int) -> UInt16 {
    UInt16(littleEndian: unsafe checked(offset, 2).loadUnaligned(as: UInt16.self))
  }

  func int16(_ offset: Int) -> Int16 { Int16(bitPattern: uint16(offset)) }

  func uint32(_ offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe checked(offset, 4).loadUnaligned(as: UInt32.self))
  }

  func bytes(_ range: Range<Int>) -> [UInt8] {
    if range.isEmpty { return [] }
    let place = unsafe checked(range.lowerBound, range.count)
    return unsafe [UInt8](UnsafeRawBufferPointer(start: place, count: range.count))
  }

  /// `frames` 16-bit samples from `offset` on, full scale at ±1.
  func samples16(_ offset: Int, frames: Int) -> [Float] {
    if frames <= 0 { return [] }
    let place = unsafe checked(offset, frames * 2)
    return unsafe [Float](unsafeUninitializedCapacity: frames) { target, filled in
      for i in 0..<frames {
        let word = unsafe place.loadUnaligned(fromByteOffset: i &* 2, as: Int16.self)
        unsafe target.initializeElement(at: i, to: Float(Int16(littleEndian: word)) * 0x1p-15)
      }
      filled = frames
    }
  }

  /// The text of a field that ends with its first zero byte: UTF-8, or Latin-1 if it is none.
  func text(_ range: Range<Int>) -> String {
    let raw = bytes(range).prefix { $0 != 0 }
    if let text = String(validating: raw, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(raw.map { Unicode.Scalar($0) }))
  }
}
