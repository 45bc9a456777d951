import AudioFile
import Foundation
import Measurement
import Score
import Synthesis
import Testing

@testable import klavier

/// What the profile `listening` must let pass and what not, on a real piece in real renders.
@Suite(.enabled(if: InstalledFont.font != nil, "needs a SoundFont"))
struct ListeningTests {
  /// A rate that Opus and MP3 have.
  static let rate = 24_000
  static let score = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Samples/prelude.notes").path

  /// The prelude's first seconds under the pedal, without the note of an index if said.
  static func render(_ backend: Options.Backend, without dropped: Int? = nil) throws -> StereoBlock
  {
    var options = Options()
    (options.rate, options.progress, options.tail) = (rate, .never, Options.Tail.none)
    (options.backend, options.end) = (backend, .seconds(Rational(2)))
    options.instruments = [try #require(InstalledFont.font)]
    var warnings = Warnings()
    let instrument = try Instrument(options, &warnings)
    var piece = try Piece(score, rate: rate, for: instrument, options, &warnings)
    if let dropped { piece = piece.with { Int($0.id) != dropped } }
    return try MemoryRender.render(piece, with: instrument, label: "", options, &warnings)
  }

  static let native = Result { try render(.native) }

  static func said(_ b: StereoBlock) throws -> [String] {
    Comparison(of: b, with: try native.get(), rate: rate).violations(of: .listening)
  }

  @Test func `another synthesizer of the font is alike`() throws {
    #expect(try Self.said(try Self.render(.fluidsynth)) == [])
  }

  @Test(arguments: [Container.flac, .opus, .mp3, .ogg])
  func `a codec is alike`(container: Container) throws {
    let folder = try BuiltCommand.Folder()
    let path = folder.path("x.\(container.pathExtension)")
    let format = try AudioFormat(container, rate: Self.rate)
    var writer = try AudioFileWriter(.path(path), format: format, dither: .tpdf, seed: 1)
    try writer.write(try Self.native.get())
    _ = try writer.finish()
    let read = StereoBlock(try AudioFileReader(path: path).recording())
    #expect(try Self.said(read) == [])
  }

  @Test(arguments: [0.1, 0.5])
  func `a hole is not`(seconds: Double) throws {
    var sound = try Self.native.get()
    let hole = 24_000..<24_000 + Int(seconds * Double(Self.rate))
    for i in hole { (sound.left[i], sound.right[i]) = (0, 0) }
    let found = Comparison(of: sound, with: try Self.native.get(), rate: Self.rate)
    #expect(found.violations(of: .listening).contains { $0.hasPrefix("distance at frame") })
    #expect((hole.lowerBound - 4096..<hole.upperBound + 4096).contains(found.worstMomentFrame))
  }

  @Test func `a sixteenth that is missing is not`() throws {
    let without = try Self.render(.native, without: Self.firstC5())
    #expect(try Self.said(without).contains { $0.hasPrefix("distance at frame") })
  }

  private static func firstC5() throws -> Int {
    var options = Options()
    (options.rate, options.progress) = (rate, .never)
    var warnings = Warnings()
    let instrument = try Instrument(options, &warnings)
    let piece = try Piece(score, rate: rate, for: instrument, options, &warnings)
    for timed in piece.timeline.events {
      if case .noteOn(let note) = timed.event, note.key == 72 { return Int(note.id) }
    }
    throw Failure(.badInput, "the prelude has no C5")
  }
}
