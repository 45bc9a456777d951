import Foundation
import Measurement
import Score
import Synthesis
import Testing

@testable import klavier

/// Notes that come again under the pedal, in a real piece and a real render: what is planted there is found.
@Suite(.enabled(if: InstalledFont.font != nil, "needs a SoundFont"))
struct PedalledNotesTests {
  static let rate = 22_050
  /// 10 ms.
  static let late = 220

  /// The prelude's first bar and a little more: each of its notes is struck twice while the pedal holds the first.
  struct Prelude {
    let piece: Piece
    let instrument: Instrument
    let options: Options
    let sound: StereoBlock

    init(scale: String? = nil) throws {
      var options = Options()
      (options.rate, options.progress, options.tail) = (rate, .never, Options.Tail.none)
      options.end = .seconds(Rational(4))
      options.instruments = [try #require(InstalledFont.font)]
      options.temperament = scale.map { ($0, nil) }
      var warnings = Warnings()
      instrument = try Instrument(options, &warnings)
      piece = try Piece(ListeningTests.score, rate: rate, for: instrument, options, &warnings)
      self.options = options
      sound = try MemoryRender.render(piece, with: instrument, label: "", options, &warnings)
    }

    /// The same with the note-on of an identity moved.
    func render(late id: Int32) throws -> StereoBlock {
      var changed = piece
      let events = piece.timeline.events.map { timed -> TimedEvent in
        guard case .noteOn(let note) = timed.event, note.id == id else { return timed }
        return TimedEvent(frame: timed.frame + PedalledNotesTests.late, event: timed.event)
      }
      changed.timeline = Timeline(
        rate: rate, events: events.sorted { $0.frame < $1.frame }, endFrame: piece.timeline.endFrame
      )
      return try render(changed)
    }

    func render(_ piece: Piece) throws -> StereoBlock {
      var warnings = Warnings()
      return try MemoryRender.render(piece, with: instrument, label: "", options, &warnings)
    }

    func notes(of other: StereoBlock) -> [NoteComparison] {
      Comparison(
        of: other, with: sound, rate: rate, notes: piece.expectedNotes, searchSeconds: 0.003
      ).notes
    }

    /// The notes' identities in the order of `expectedNotes`.
    var ids: [Int32] {
      piece.timeline.events.compactMap { timed in
        if case .noteOn(let note) = timed.event { return note.id }
        return nil
      }
    }

    /// The second time that a key is struck.
    func second(of key: UInt8) throws -> Int {
      try #require(
        piece.expectedNotes.indices.filter { piece.expectedNotes[$0].key == key }.dropFirst().first)
    }
  }

  static let prelude = Result { try Prelude() }

  @Test(arguments: [72, 76] as [UInt8])
  func `a note that is late is found, and no other`(key: UInt8) throws {
    let prelude = try Self.prelude.get()
    let place = try prelude.second(of: key)
    let notes = prelude.notes(of: try prelude.render(late: prelude.ids[place]))
    for (index, note) in notes.enumerated() {
      let onset = note.onsetFrames ?? 0
      if index == place {
        #expect(abs(onset - Double(Self.late)) < 22, "\(note)")
      } else {
        #expect(abs(onset) < 11 && abs(note.pitchCents ?? 0) < 0.7, "\(note)")
        #expect(abs(note.levelDB ?? 0) < 0.4, "\(note)")
      }
      #expect(!note.isMissing)
    }
    #expect(notes.count { $0.onsetFrames != nil } * 4 >= notes.count * 3)
  }

  @Test func `a note that is missing is found, and no other`() throws {
    let prelude = try Self.prelude.get()
    let place = try prelude.second(of: 72)
    let id = prelude.ids[place]
    let notes = prelude.notes(of: try prelude.render(prelude.piece.with { $0.id != id }))
    #expect(notes.indices.filter { notes[$0].isMissing } == [place])
  }

  @Test func `a key that is tuned is found each time, and no other`() throws {
    let folder = try BuiltCommand.Folder()
    let degrees = (1...12).map { $0 == 4 ? "407.0" : $0 == 12 ? "2/1" : "\($0)00.0" }
    let scale = try folder.file(
      "e.scl", Array("! e.scl\n!\nE up\n 12\n!\n\(degrees.joined(separator: "\n"))\n".utf8))
    let notes = try Self.prelude.get().notes(of: try Prelude(scale: scale).sound)
    for note in notes {
      let cents = note.note.key % 12 == 4 ? 7.0 : 0
      if let pitch = note.pitchCents { #expect(abs(pitch - cents) < 0.7, "\(note)") }
      #expect(!note.isMissing)
    }
    let tuned = notes.filter { $0.note.key % 12 == 4 }
    #expect(tuned.count >= 4 && tuned.count { $0.pitchCents != nil } * 2 >= tuned.count)
  }

  /// Another synthesizer of the font: what is told is what FluidSynth's grid of 64 frames allows.
  @Test func `most notes of another synthesizer are told, and rightly`() throws {
    let prelude = try Self.prelude.get()
    var options = prelude.options
    options.backend = .fluidsynth
    var warnings = Warnings()
    let instrument = try Instrument(options, &warnings)
    let other = try MemoryRender.render(
      prelude.piece, with: instrument, label: "", options, &warnings)
    let notes = prelude.notes(of: other)
    for note in notes {
      #expect(abs(note.onsetFrames ?? 0) < 160, "\(note)")
      #expect(abs(note.levelDB ?? 0) < 1.5 && abs(note.pitchCents ?? 0) < 1, "\(note)")
      #expect(!note.isMissing)
      // Each null has its reason.
      let isTold = note.onsetFrames != nil && note.levelDB != nil && note.pitchCents != nil
      #expect(isTold == (note.reason == nil), "\(note)")
    }
    #expect(notes.count { $0.onsetFrames != nil } * 3 >= notes.count)
    #expect(notes.count { $0.pitchCents != nil } * 2 >= notes.count)
  }
}
