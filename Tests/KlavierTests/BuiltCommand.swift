import Foundation
import Testing

/// The built command, run as a person would run it.
struct BuiltCommand {
  /// What a run left behind.
  struct Result {
    let status: Int32
    let output: Data
    let errorBytes: Data

    /// Standard error as text.
    var errors: String { String(decoding: errorBytes, as: UTF8.self) }

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// The JSON object of the last line of standard output.
    var json: [String: Any] {
      let line = text.split(separator: "\n").last.map(String.init) ?? ""
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
      return object as? [String: Any] ?? [:]
    }
  }

  /// The binary beside the test bundle.
  static let path: String? = {
    var folders = [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    for bundle in Bundle.allBundles { folders.append(bundle.bundleURL.deletingLastPathComponent()) }
    // A test binary lies in the build folder, at most some folders deep inside a bundle.
    for folder in folders {
      var place = folder
      for _ in 0..<4 {
        let candidate = place.appendingPathComponent("klavier").path
        if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
        place = place.deletingLastPathComponent()
      }
    }
    return nil
  }()

  /// A folder of its own for each test, removed at the end.
  final class Folder {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory
        .appendingPathComponent("klavier-tests-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a name in it.
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file into it; returns its path.
    @discardableResult
    func file(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
      let place = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content).write(to: place)
      return place.path
    }

    /// The names in it, sorted; hidden ones too.
    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }

    /// The bytes of a file in it.
    func bytes(_ name: String) -> [UInt8] {
      FileManager.default.contents(atPath: path(name)).map(Array.init) ?? []
    }
  }

  /// Runs the command in a folder and waits for its end.
  static func run(
    _ arguments: [String], in folder: Folder? = nil, input: [UInt8] = []
  ) throws -> Result {
    try run(#require(path), arguments, in: folder, input: input)
  }

  /// Runs any program in a folder and waits for its end.
  static func run(
    _ program: String, _ arguments: [String], in folder: Folder? = nil, input: [UInt8] = []
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder.url }
    // Files and no pipes: nothing can wait for anybody.
    let own = try Folder()
    try own.file("stdin", input)
    try own.file("stdout", [])
    try own.file("stderr", [])
    process.standardInput = FileHandle(forReadingAtPath: own.path("stdin"))
    process.standardOutput = FileHandle(forWritingAtPath: own.path("stdout"))
    process.standardError = FileHandle(forWritingAtPath: own.path("stderr"))
    try process.run()
    process.waitUntilExit()
    let status =
      process.terminationReason == .uncaughtSignal
      ? 128 + process.terminationStatus : process.terminationStatus
    return Result(
      status: status, output: Data(own.bytes("stdout")),
      errorBytes: Data(own.bytes("stderr")))
  }
}
