import AudioFile
import Glibc

/// What signals do: an interrupted run leaves nothing behind.
enum Signals {
  private static let endings = [SIGINT, SIGTERM, SIGHUP]

  /// Called once, before anything else.
  ///
  /// SIGXFSZ and SIGPIPE are ignored: a limit on the size of files and a reader that has gone are failed
  /// writes, after which nothing is left behind. SIGINT, SIGTERM and SIGHUP end the program at once, but for
  /// whoever ignored them before.
  static func prepare() {
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    openStandardDescriptors()
    for number in endings where !isIgnored(number) { signal(number) { _exit(128 + $0) } }
  }

  /// Called before the work of a command that leaves files, and before it begins any thread.
  ///
  /// The signals that end the program are from now on waited for by a thread of their own, which may take
  /// locks and remove files. A thread and its stack cost a short run time, so only they have it.
  static func watch() {
    var waited = sigset_t()
    unsafe sigemptyset(&waited)
    for number in endings where !isIgnored(number) { unsafe sigaddset(&waited, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &waited, nil)
    var thread = pthread_t()
    unsafe pthread_create(
      &thread, nil,
      { _ in
        Signals.wait()
        return nil
      }, nil)
  }

  /// Gives a closed standard input, output or error a descriptor on which nothing can be read or written.
  ///
  /// Otherwise the first file that is opened takes its number, and messages land in the audio.
  private static func openStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest number that is free is this one.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    // SIG_IGN is 1.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Waits for the first signal, removes what is half written and ends.
  private static func wait() {
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    var number: Int32 = 0
    while unsafe sigwait(&mask, &number) != 0 {}
    UnfinishedOutputs.removeAll()
    Progress.clearLine()
    _exit(128 + number)
  }
}
