internal import Glibc
private import Score

/// What the system says of an error number: "No space left on device".
public func systemMessage(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}

/// Writes all bytes at the descriptor's own position; the error number where that fails, else 0.
@unsafe func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
  var done = 0
  while done < bytes.count {
    guard let base = bytes.baseAddress else { return 0 }
    let count = unsafe write(descriptor, base + done, bytes.count - done)
    if count > 0 {
      done += count
    } else if count < 0, errno == EAGAIN {
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&wait, 1, -1)
    } else if count < 0, errno != EINTR {
      return errno
    }
  }
  return 0
}

/// Writes all bytes at a position of a file that has positions; the error number, or 0.
@unsafe func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int)
  -> Int32
{
  var done = 0
  while done < bytes.count {
    guard let base = bytes.baseAddress else { return 0 }
    let count = unsafe pwrite(descriptor, base + done, bytes.count - done, offset + Int(done))
    if count > 0 {
      done += count
    } else if count == 0 {
      return ENOSPC
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}

/// Reads bytes from a position until all are there; the error number, or 0.
@unsafe func readAll(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int)
  -> Int32
{
  var done = 0
  while done < bytes.count, let base = bytes.baseAddress {
    let count = unsafe pread(descriptor, base + done, bytes.count - done, offset + done)
    if count == 0 { return EIO }
    if count > 0 { done += count } else if errno != EINTR { return errno }
  }
  return 0
}

/// Opens a file without a name for what has to wait; −1 and `errno` where that fails.
///
/// It lies in `$TMPDIR`, or else in /tmp, and vanishes with the process however that ends.
func openUnlinkedFile() -> Int32 {
  var folder = "/tmp"
  if let named = unsafe getenv("TMPDIR"), unsafe named.pointee != 0 {
    folder = unsafe String(fileName: UnsafeRawBufferPointer(start: named, count: strlen(named)))
  }
  let unnamed = unsafe open(
    folder.fileName, O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20000000 /* O_TMPFILE */, 0o600)
  if unnamed >= 0 { return unnamed }
  var name = "\(folder)/klavier-XXXXXX".fileName
  let named = unsafe mkstemp(&name)
  if named >= 0 {
    _ = fcntl(named, F_SETFD, FD_CLOEXEC)
    _ = unsafe unlink(name)
  }
  return named
}
