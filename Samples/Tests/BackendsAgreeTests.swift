// An example for people who test their own Swift code with Klavier: render one score with two
// backends in memory and assert that they agree. `Samples/LIBRARY.md` explains it.

import FluidBackend
import Measurement
import Score
import SoundFont
import Synthesis
import Testing

private let font = "/usr/share/sounds/sf2/TimGM6mb.sf2"

/// A few notes in the note script, far enough apart to be told from each other.
private let script = """
  title "Steps"
  tempo 4=120
  rh: C4:4@80 E4 G4 C5 | [C4 E4]:2@100 r
  """

@Suite(
  .enabled(
    if: SoundFontSearch.found(in: SoundFontSearch.folders).contains(font),
    "needs the package timgm6mb-soundfont"))
struct BackendsAgreeTests {
  let rate = 44_100

  @Test func `our sampler and FluidSynth play the same notes`() throws {
    let performance = Performance(try Score(noteScript: Array(script.utf8)))
    let timeline = Timeline(performance, rate: rate)

    var sampler = Sampler(banks: [try Bank(path: font)], rate: rate, jobs: 1)
    var ours = MemorySink()
    _ = Renderer().render(timeline, with: &sampler, to: &ours)

    var fluid = try FluidSynthesizer(.init(rate: rate, soundFonts: [font]))
    var theirs = MemorySink()
    _ = Renderer().render(timeline, with: &fluid, to: &theirs)

    let notes = performance.strokes.map { stroke in
      ExpectedNote(
        onFrame: performance.tempoMap.frame(at: stroke.on, rate: rate),
        offFrame: performance.tempoMap.frame(at: stroke.off, rate: rate), key: stroke.note.key)
    }
    let comparison = Comparison(of: theirs.sound, with: ours.sound, rate: rate, notes: notes)
    #expect(comparison.violations(of: .backend).isEmpty)
  }
}
