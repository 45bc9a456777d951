/// What the program's exit status says; the numbers from 64 up are those of sysexits.h.
enum ExitStatus: Int32, Sendable {
  /// All was done; warnings are allowed.
  case done = 0
  /// Two things differ, there were warnings with `--warnings error`, or some inputs of a batch failed.
  case different = 1
  /// The command line is wrong.
  case usage = 2
  /// An input is not what it should be.
  case badInput = 65
  /// An input is missing or cannot be read.
  case noInput = 66
  /// An instrument or a backend is missing or broken.
  case noInstrument = 69
  /// The output cannot be created, exists, or is an input.
  case noOutput = 73
  /// Writing failed.
  case writeFailed = 74
  /// Whoever read the output has closed it: the same as the end by SIGPIPE.
  case closedPipe = 141
}

extension ExitStatus {
  /// What `--help` and the manual page say of it.
  var meaning: String {
    switch self {
    case .done: "all was done; warnings are allowed"
    case .different:
      "they differ (compare); some inputs failed (batch); there were warnings (--warnings error)"
    case .usage: "wrong usage"
    case .badInput: "an input is not what it should be"
    case .noInput: "an input is missing or cannot be read"
    case .noInstrument: "an instrument or a backend is missing or broken"
    case .noOutput: "the output cannot be created, exists, or is an input"
    case .writeFailed: "writing failed, as on a full disk"
    case .closedPipe: "the reader of the output has closed it"
    }
  }

  /// All of them, rising.
  static let all: [ExitStatus] = [
    .done, .different, .usage, .badInput, .noInput, .noInstrument, .noOutput, .writeFailed,
    .closedPipe,
  ]
}
