import Glibc

/// The processors of the machine.
enum Cores {
  /// How many are at work.
  static let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
