internal import CSndfile

/// A named place in an audio file: a marker.
public struct CuePoint: Sendable, Hashable {
  /// The frame, counted from 0.
  public var frame: Int
  /// Its name; files keep 4096 bytes of it, AIFF 255.
  public var name: String

  /// A place with a name.
  public init(frame: Int, name: String) {
    self.frame = frame
    self.name = name
  }

  /// Those of a file that is open.
  static func read(_ handle: OpaquePointer, _ library: SndfileLibrary) -> [CuePoint] {
    var count: UInt32 = 0
    let size = Int32(MemoryLayout<UInt32>.size)
    guard unsafe library.command(handle, Int32(SFC_GET_CUE_COUNT), &count, size) != 0, count > 0
    else {
      return []
    }
    // At most what libsndfile itself keeps: the count comes from the file.
    let room = min(Int(count), 2500)
    let bytes = MemoryLayout<UInt32>.size + room * MemoryLayout<SF_CUE_POINT>.stride
    var memory = [UInt32](repeating: 0, count: (bytes + 3) / 4)
    memory[0] = UInt32(room)
    guard unsafe library.command(handle, Int32(SFC_GET_CUE), &memory, Int32(bytes)) != 0 else {
      return []
    }
    return unsafe memory.withUnsafeBytes { raw in
      (0..<min(room, Int(memory[0]))).map { index in
        let offset = MemoryLayout<UInt32>.size + index * MemoryLayout<SF_CUE_POINT>.stride
        let point = unsafe raw.loadUnaligned(fromByteOffset: offset, as: SF_CUE_POINT.self)
        let name = unsafe withUnsafeBytes(of: point.name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return CuePoint(frame: Int(point.sample_offset), name: name)
      }
    }
  }
}
