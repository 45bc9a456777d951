import AudioFile
import Glibc

/// What signals do: an interrupted run leaves nothing behind.
enum Signals {
  /// Called once, before any other thread begins.
  ///
  /// SIGXFSZ is ignored, so that a limit on the size of files is a failed write. SIGPIPE ends the
  /// program, quietly, as it does any other. SIGINT, SIGTERM and SIGHUP are waited for by a thread of
  /// their own, which may take locks and remove files; whoever ignored them before goes on doing so.
  static func prepare() {
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_DFL)
    var waited = sigset_t()
    unsafe sigemptyset(&waited)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      unsafe sigaddset(&waited, number)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &waited, nil)
    var thread = pthread_t()
    unsafe pthread_create(
      &thread, nil,
      { _ in
        Signals.wait()
        return nil
      }, nil)
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
