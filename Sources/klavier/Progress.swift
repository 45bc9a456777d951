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
    isWanted = Self.isWanted(options)
    next = began + 0.2
  }

  /// Draws the bar for so many frames done, some times a second.
  mutating func update(_ frames: Int) {
    guard isWanted else { return }
    let now = Clock.now
    if now < next { return }
    next = now + 0.1
    Self.show(line(frames, seconds: now - began))
  }

  /// The bar as text: percent, times real time, time left.
  func line(_ frames: Int, seconds: Double) -> String {
    // In the tail more may have been done than was thought.
    let share = total > 0 ? min(1, Double(frames) / Double(total)) : 1
    let done = Double(frames) / Double(rate)
    let speed =
      seconds > 0 ? Text.fixed(done / seconds, decimals: done < 10 * seconds ? 1 : 0) : "-"
    let left = share > 0 ? Text.clock(seconds: seconds * (1 - share) / share) : "-:--"
    return
      "\(name) \(Self.bar(share)), \(Text.clock(seconds: done)), \(speed)× real time, \(left) left"
  }

  /// Whether a terminal is there to see a bar, or the options want one anyway.
  static func isWanted(_ options: Options) -> Bool {
    switch options.progress {
    case .always: true
    case .never: false
    case .auto: !options.quiet && isatty(STDERR_FILENO) == 1
    }
  }

  /// A share of 0…1 as a bar and in percent.
  static func bar(_ share: Double) -> String {
    let filled = Int(share * 24)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
      + " \(Text.fixed(share * 100, decimals: 0)) %"
  }

  /// Puts a line in the place of the last one.
  static func show(_ line: String) {
    Messages.write("\r\u{1B}[K" + line, to: STDERR_FILENO)
    isShown.store(true, ordering: .relaxed)
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
