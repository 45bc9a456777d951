import Foundation
import Testing

@testable import klavier

/// The completions, asked of the shells themselves.
@Suite struct CompletionsTests {
  static func shell(_ name: String) -> String? {
    ["/bin/\(name)", "/usr/bin/\(name)"].first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  @Test(
    .enabled(if: shell("bash") != nil, "needs bash"),
    arguments: [
      ("klavier ren", 1, "render"), ("klavier render --ga", 2, "--gain"),
      ("klavier -b fl", 2, "fluidsynth"), ("klavier render x.mid --dither sh", 4, "shaped"),
      ("klavier completions z", 2, "zsh"), ("klavier help ba", 2, "batch"),
      ("klavier info --js", 2, "--json"),
    ])
  func `bash completes`(line: String, word: Int, expected: String) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("klavier.bash", Array(Completions.bash.utf8))
    let script = """
      source ./klavier.bash; COMP_WORDS=(\(line)); COMP_CWORD=\(word); _klavier; echo "${COMPREPLY[@]}"
      """
    let result = try BuiltCommand.run(
      try #require(Self.shell("bash")), ["--norc", "-c", script], in: folder)
    #expect(result.text == expected + "\n", "\(result.errors)")
  }

  @Test(.enabled(if: shell("bash") != nil, "needs bash"))
  func `bash completes files with blanks`() throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("klavier.bash", Array(Completions.bash.utf8))
    try folder.file("my song.mid", [])
    let script = """
      source ./klavier.bash; COMP_WORDS=(klavier my); COMP_CWORD=1; _klavier; echo "${COMPREPLY[0]}"
      """
    let result = try BuiltCommand.run(
      try #require(Self.shell("bash")), ["--norc", "-c", script], in: folder)
    #expect(result.text == "my song.mid\n", "\(result.errors)")
  }

  @Test(.enabled(if: shell("zsh") != nil, "needs zsh"))
  func `zsh reads its file, and each option has a line`() throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("_klavier", Array(Completions.zsh.utf8))
    let script = """
      fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D
      autoload +X -Uz _klavier && print ${_comps[klavier]}
      """
    let result = try BuiltCommand.run(
      try #require(Self.shell("zsh")), ["-f", "-c", script], in: folder)
    #expect(result.text == "_klavier\n", "\(result.errors)")
    #expect(result.errors == "")
    for option in Option.table { #expect(Completions.zsh.contains("--\(option.long)")) }
  }

  @Test(
    .enabled(if: shell("fish") != nil, "needs fish"),
    arguments: [
      ("klavier ren", "render"), ("klavier render --ga", "--gain"), ("klavier -b fl", "fluidsynth"),
      ("klavier completions z", "zsh"), ("klavier info --js", "--json"),
    ])
  func `fish completes`(line: String, expected: String) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("klavier.fish", Array(Completions.fish.utf8))
    let result = try BuiltCommand.run(
      try #require(Self.shell("fish")),
      ["--no-config", "-c", "source ./klavier.fish; complete -C '\(line)'"], in: folder)
    let words = result.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(words.contains(expected[...]), "\(result.text) \(result.errors)")
  }
}
