import Glibc
import Synchronization

/// The progress bar on standard error: how far, how fast, how long yet.
struct Progress {
  /// Whether a bar stands on the terminal's last line.
  private static let isShown = Atomic<Bool>(false)

  private let isWanted: Bool
  private let name: String
  private let rate: Int
  private let total: Int
  private let began = Clock.now
  private var next: Double

  /// A bar for a render of about `total` frames, shown where the options want one.
  init(_ name: String, total: Int, rate: Int, _ options: Options) {
    self.name = name
    self.total = total
    self.rate = rate
    isWanted =
      switch options.progress {
      case .always: true
      case .never: false
      case .auto: !options.quiet && isatty(STDERR_FILENO) == 1
      }
    next = began + 0.2
  }

  /// Draws the bar for so many frames done, some times a second.
  mutating func update(_ frames: Int) {
    guard isWanted else { return }
    let now = Clock.now
    if now < next { return }
    next = now + 0.1
    Messages.write("\r\u{1B}[K" + line(frames, seconds: now - began), to: STDERR_FILENO)
    Self.isShown.store(true, ordering: .relaxed)
  }

  /// The bar as text: percent, times real time, time left.
  func line(_ frames: Int, seconds: Double) -> String {
    // In the tail more may have been done than was thought.
    let share = total > 0 ? min(1, Double(frames) / Double(total)) : 1
    let filled = Int(share * 24)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    let percent = Text.fixed(share * 100, decimals: 0)
    let done = Double(frames) / Double(rate)
    let speed =
      seconds > 0 ? Text.fixed(done / seconds, decimals: done < 10 * seconds ? 1 : 0) : "-"
    let left = share > 0 ? Text.clock(seconds: seconds * (1 - share) / share) : "-:--"
    return
      "\(name) \(bar) \(percent) %, \(Text.clock(seconds: done)), \(speed)× real time, \(left) left"
  }

  /// Takes the bar away, if there is one.
  static func clearLine() {
    if isShown.exchange(false, ordering: .relaxed) {
      Messages.write("\r\u{1B}[K", to: STDERR_FILENO)
    }
  }
}

/// Time that only goes forward.
enum Clock {
  /// Seconds from some moment in the past.
  static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
