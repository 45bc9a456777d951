import Synthesis
import AudioFile
import Testing

@testable import klavier

@Suite struct TargetTests {
  @Test(arguments: [
    ("a.mid", "a"), ("b/c d.e.mid", "c d.e"), ("-", "output"), (".hidden", ".hidden"),
    ("noext", "noext"),
  ])
  func `a stem is the name without its extension`(path: String, stem: String) {
    #expect(Target.stem(of: path) == stem)
  }

  @Test func `a format with few rates takes the nearest`() throws {
    var options = Options()
    options.output = "x.opus"
    #expect(try Target(for: "a.mid", options).format.rate == 48_000)
    options.rate = 44_100
    #expect(throws: Failure.self) { _ = try Target(for: "a.mid", options) }
  }

  @Test func `16 bits are dithered, others are not`() throws {
    var options = Options()
    options.output = "x.wav"
    #expect(try Target(for: "a.mid", options).dither == .tpdf)
    options.encoding = .s24
    #expect(try Target(for: "a.mid", options).dither == .none)
  }
}
