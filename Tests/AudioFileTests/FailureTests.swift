import Foundation
import Glibc
import Synthesis
import Testing

@testable import AudioFile

/// A file system of its own in memory, where root may make one.
private final class SmallDisk {
  let folder: Folder

  init(kilobytes: Int) throws {
    folder = try Folder()
    let code = unsafe mount(
      "tmpfs", folder.path, "tmpfs", UInt(MS_NOSUID), "size=\(kilobytes)k")
    if code != 0 { throw POSIXError(.EPERM) }
  }

  func makeReadOnly() throws {
    let code = unsafe mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil)
    if code != 0 { throw POSIXError(.EPERM) }
  }

  deinit { _ = unsafe umount2(folder.path, Int32(MNT_DETACH)) }

  static let canBeMade: Bool = (try? SmallDisk(kilobytes: 64)) != nil
}

@Suite struct FailureTests {
  private func fill(_ path: String, _ container: Container, seconds: Int = 4) throws {
    var writer = try AudioFileWriter(.path(path), format: AudioFormat(container, encoding: nil))
    var block = StereoBlock(frames: 44_100)
    let noise = HashNoise(seed: 1)
    for i in 0..<block.frames {
      block.left[i] = Float(Int32(truncatingIfNeeded: noise[i])) * 0x1p-31
    }
    for _ in 0..<seconds { try writer.write(block) }
    _ = try writer.finish()
  }

  @Test(
    .enabled(if: SmallDisk.canBeMade, "only root can make a small file system"),
    arguments: [Container.wav, .flac, .ogg, .raw])
  func `a full disk is told; the old file stands and nothing is left`(_ container: Container) throws
  {
    let disk = try SmallDisk(kilobytes: 16)
    try disk.folder.write([1, 2, 3], to: "x")
    let path = disk.folder.file("x")
    #expect(throws: AudioFileError.writeFailed(path: path, reason: "No space left on device")) {
      try fill(path, container)
    }
    #expect(try disk.folder.names == ["x"])
    #expect(try disk.folder.bytes("x") == [1, 2, 3])
  }

  @Test(.enabled(if: SmallDisk.canBeMade, "only root can make a small file system"))
  func `a read-only file system is told before anything is rendered`() throws {
    let disk = try SmallDisk(kilobytes: 64)
    try disk.makeReadOnly()
    let path = disk.folder.file("x.wav")
    #expect(throws: AudioFileError.cannotCreate(path: path, reason: "Read-only file system")) {
      _ = try AudioFileWriter(.path(path), format: AudioFormat(.wav))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a read-only folder is told before anything is rendered`() throws {
    let folder = try Folder()
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    }
    let path = folder.file("x.wav")
    #expect(throws: AudioFileError.cannotCreate(path: path, reason: "Permission denied")) {
      _ = try AudioFileWriter(.path(path), format: AudioFormat(.wav))
    }
  }

  struct Length: Sendable, CustomTestStringConvertible {
    let container: Container
    let frames: Int
    let says: String
    var testDescription: String { "\(container) \(frames)" }
  }

  @Test(arguments: [
    Length(container: .wav, frames: .max, says: "no file is so large"),
    Length(container: .wav, frames: 1 << 59, says: "no file is so large"),
    Length(container: .flac, frames: .max / 2, says: "no file is so large"),
    Length(container: .raw, frames: -1, says: "-1 frames"),
    // 2^32 bytes are 16 for each of 2^28 frames.
    Length(container: .aiff, frames: 1 << 28, says: "write w64, caf or rf64"),
  ])
  func `a length that cannot be is refused before anything is rendered`(_ row: Length) throws {
    let folder = try Folder()
    var options = AudioFileWriter.Options()
    options.frames = row.frames
    let format = try AudioFormat(row.container, encoding: row.container == .flac ? .s24 : .f64)
    do {
      _ = try AudioFileWriter(.path(folder.file("x")), format: format, options: options)
      Issue.record("it was accepted")
    } catch {
      guard case .impossible(let text) = error else { throw error }
      #expect(text.contains(row.says), "\(text)")
    }
    #expect(try folder.names == [])
  }

  @Test func `an AIFF that becomes larger than its sizes can say is told, and nothing is left`()
    throws
  {
    let folder = try Folder()
    let path = folder.file("x.aiff")
    var writer = try AudioFileWriter(
      .path(path), format: AudioFormat(.aiff), options: .init(), riffLimit: 150_000)
    try writer.write(StereoBlock(frames: 10_000))
    #expect(
      throws: AudioFileError.writeFailed(
        path: path, reason: "aiff holds 4 GiB at most; write w64, caf or rf64")
    ) { try writer.write(StereoBlock(frames: 30_000)) }
    _ = consume writer
    #expect(try folder.names == [])
  }

  @Test func `a file that is being made when all are removed is removed too, and none after it`()
    throws
  {
    let folder = try Folder()
    let files = UnfinishedFiles()
    let path = folder.file("x")
    let begun = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let file = files.create(path) {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        begun.signal()
        usleep(20_000)
        return file
      }
      _ = close(file)
      done.signal()
    }
    begun.wait()
    files.removeAll()
    done.wait()
    #expect(try folder.names == [])
    let later = files.create(path) { unsafe open(path, O_RDWR | O_CREAT | O_EXCL, 0o600) }
    let code = errno
    #expect(later == -1 && code == ECANCELED)
    #expect(try folder.names == [])
  }

  @Test func `of two names that read alike only the unfinished file is removed`() throws {
    let files = UnfinishedFiles()
    let folder = try Folder()
    // é of one character and of two.
    let paths = [folder.file("\u{E9}"), folder.file("e\u{301}")]
    for path in paths {
      _ = close(files.create(path) { unsafe open(path, O_RDWR | O_CREAT | O_EXCL, 0o600) })
    }
    #expect(try folder.names.count == 2)
    files.forget(paths[0])
    files.removeAll()
    #expect(try folder.names.map { Array($0.utf8) } == [Array("\u{E9}".utf8)])
  }

  @Test func `an output that is removed while it is written is told`() throws {
    let folder = try Folder()
    let path = folder.file("x.wav")
    var writer = try AudioFileWriter(.path(path), format: AudioFormat(.wav))
    try writer.write(StereoBlock(frames: 100))
    for name in try folder.names { try FileManager.default.removeItem(atPath: folder.file(name)) }
    do {
      _ = try writer.finish()
      Issue.record("it was not noticed")
    } catch {
      #expect(error == .writeFailed(path: path, reason: "No such file or directory"))
    }
    #expect(try folder.names == [])
  }

  @Test func `a pipe that its reader closes is told`() throws {
    // The program lets SIGPIPE end it; a library must not count on that.
    _ = signal(SIGPIPE, SIG_IGN)
    let folder = try Folder()
    let path = folder.file("pipe")
    let made = unsafe mkfifo(path, 0o600)
    #expect(made == 0)
    let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
    var writer = try AudioFileWriter(.path(path), format: AudioFormat(.raw))
    _ = close(reader)
    do {
      for _ in 0..<10 { try writer.write(StereoBlock(frames: 44_100)) }
      Issue.record("it was not noticed")
    } catch {
      #expect(error == .closedPipe(path: path))
    }
  }

  @Test func `a file keeps the permissions of the one that it replaces`() throws {
    let folder = try Folder()
    try folder.write([1], to: "x.wav")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder.file("x.wav"))
    try fill(folder.file("x.wav"), .wav, seconds: 1)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("x.wav"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }
}
