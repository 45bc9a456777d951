import MusicXML
import Score
import Testing

struct ScoreMusicXMLTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var measures: [String]
    var expected: [Heard]

    init(_ name: String, _ measures: [String], _ expected: [Heard]) {
      testDescription = name
      self.measures = measures
      self.expected = expected
    }
  }

  static let rows: [Row] = [
    Row(
      "notes follow each other", [Sheet.note("C4") + Sheet.note("E4", 8)],
      [Heard(0, 1, 60), Heard(1, 3, 64)]),
    Row("a rest takes time", [Sheet.note("r") + Sheet.note("C4")], [Heard(1, 2, 60)]),
    Row(
      "a chord sounds at once",
      [Sheet.note("C4") + Sheet.note("E4", chord: true) + Sheet.note("G4")],
      [Heard(0, 1, 60), Heard(0, 1, 64), Heard(1, 2, 67)]),
    Row(
      "backup begins another voice",
      [
        Sheet.note("C5", 8) + "<backup><duration>8</duration></backup>"
          + Sheet.note("C3", 4, voice: 2)
      ],
      [Heard(0, 1, 48), Heard(0, 2, 72)]),
    Row(
      "forward leaves a gap",
      ["<forward><duration>6</duration></forward>" + Sheet.note("C4", 2)], [Heard(1.5, 2, 60)]),
    Row(
      "a tie joins over the bar line",
      [
        Sheet.note("C4", 16, inner: "<tie type=\"start\"/>"),
        Sheet.note("C4", 4, inner: "<tie type=\"stop\"/>") + Sheet.note("D4", 12),
      ], [Heard(0, 5, 60), Heard(5, 8, 62)]),
    Row(
      "a tie meets only an equal pitch",
      [
        Sheet.note("C4", 4, inner: "<tie type=\"start\"/>")
          + Sheet.note("D4", 4, inner: "<tie type=\"stop\"/>")
      ],
      [Heard(0, 1, 60), Heard(1, 2, 62)]),
    Row(
      "a cue is silent and takes its time",
      [Sheet.note("C4", 4, inner: "<cue/>") + Sheet.note("D4")], [Heard(1, 2, 62)]),
    Row(
      "divisions may change and triplets stay exact",
      [
        "<attributes><divisions>3</divisions></attributes>" + Sheet.note("C4", 1)
          + Sheet.note("D4", 1)
          + Sheet.note("E4", 1) + "<attributes><divisions>2</divisions></attributes>"
          + Sheet.note("F4", 1)
      ],
      [
        Heard(0, 160.0 / 480, 60), Heard(160.0 / 480, 320.0 / 480, 62), Heard(320.0 / 480, 1, 64),
        Heard(1, 1.5, 65),
      ]),
    Row(
      "a transposing part sounds lower",
      [
        "<attributes><transpose><diatonic>-1</diatonic><chromatic>-2</chromatic></transpose></attributes>"
          + Sheet.note("D4")
      ],
      [Heard(0, 1, 60)]),
    Row(
      "a doubled part sounds in octaves",
      [
        "<attributes><transpose><chromatic>0</chromatic><double/></transpose></attributes>"
          + Sheet.note("C4")
      ],
      [Heard(0, 1, 48), Heard(0, 1, 60)]),
    Row(
      "staccato is half as long",
      [Sheet.note("C4", notations: "<articulations><staccato/></articulations>")],
      [Heard(0, 0.5, 60)]),
    Row(
      "an accent is 16 louder",
      [Sheet.note("C4", notations: "<articulations><accent/></articulations>")],
      [Heard(0, 1, 60, 106)]),
    Row(
      "a note may say its own force", [Sheet.note("C4", attributes: " dynamics=\"50\"")],
      [Heard(0, 1, 60, 45)]),
    Row(
      "a measure follows what there is", [Sheet.note("C4", 4), Sheet.note("D4", 4)],
      [Heard(0, 1, 60), Heard(1, 2, 62)]),
    Row(
      "a grace note with a slash takes a 32nd from the beat",
      [Sheet.note("D4", inner: "<grace slash=\"yes\"/>") + Sheet.note("C4")],
      [Heard(0, 0.125, 62), Heard(0.125, 1, 60)]),
    Row(
      "an appoggiatura takes its own value, at most half",
      [
        Sheet.note("D4", inner: "<grace/>").replacing("</note>", "<type>half</type></note>")
          + Sheet.note("C4")
      ],
      [Heard(0, 0.5, 62), Heard(0.5, 1, 60)]),
    Row(
      "grace notes at the end of a voice take from its last note",
      [
        Sheet.note("C4") + Sheet.note("D4", inner: "<grace slash=\"yes\"/>")
          + Sheet.note("E4", inner: "<grace slash=\"yes\"/>")
      ],
      [Heard(0, 0.75, 60), Heard(0.75, 0.875, 62), Heard(0.875, 1, 64)]),
    Row(
      "a rolled chord begins one after the other and ends together",
      [
        Sheet.note("G4", notations: "<arpeggiate/>")
          + Sheet.note("C4", chord: true, notations: "<arpeggiate/>")
      ], [Heard(0, 1, 60), Heard(0.0625, 1, 67)]),
    Row(
      "a tremolo of one stroke on a quarter is two eighths",
      [Sheet.note("C4", notations: "<ornaments><tremolo type=\"single\">1</tremolo></ornaments>")],
      [Heard(0, 0.5, 60), Heard(0.5, 1, 60)]),
    Row(
      "a tremolo between two notes alternates over both",
      [
        Sheet.note("C4", 2, notations: "<ornaments><tremolo type=\"start\">2</tremolo></ornaments>")
          + Sheet.note(
            "E4", 2, notations: "<ornaments><tremolo type=\"stop\">2</tremolo></ornaments>")
      ],
      [Heard(0, 0.25, 60), Heard(0.25, 0.5, 64), Heard(0.5, 0.75, 60), Heard(0.75, 1, 64)]),
    // At 120 quarters a minute quick notes are sixths of a quarter: 83 ms.
    Row(
      "a mordent goes down", [Sheet.note("C4", notations: "<ornaments><mordent/></ornaments>")],
      [Heard(0, 80.0 / 480, 60), Heard(80.0 / 480, 160.0 / 480, 59), Heard(160.0 / 480, 1, 60)]),
    Row(
      "a trill goes up in the key and ends on its note",
      [
        "<attributes><key><fifths>-4</fifths></key></attributes>"
          + Sheet.note("C4", 2, notations: "<ornaments><trill-mark/></ornaments>")
      ],
      [Heard(0, 80.0 / 480, 60), Heard(80.0 / 480, 160.0 / 480, 61), Heard(160.0 / 480, 0.5, 60)]),
    Row(
      "a turn is upper, note, lower, note",
      [Sheet.note("C4", notations: "<ornaments><turn/></ornaments>")],
      [
        Heard(0, 80.0 / 480, 62), Heard(80.0 / 480, 160.0 / 480, 60),
        Heard(160.0 / 480, 240.0 / 480, 59),
        Heard(240.0 / 480, 1, 60),
      ]),
    Row(
      "unpitched notes play on the drums",
      [
        "<note><unpitched><display-step>C</display-step><display-octave>5</display-octave></unpitched><duration>4</duration></note>"
      ],
      [Heard(0, 1, 38)]),
  ]

  @Test(arguments: rows)
  func `notes sound as written`(_ row: Row) throws {
    let score = try Score(musicXML: Sheet.document(row.measures))
    #expect(score.heard == row.expected)
  }

  @Test
  func `names and rights are kept`() throws {
    let score = try Score(
      musicXML: Sheet.document(
        [Sheet.note("C4")],
        head:
          "<work><work-title>Suite</work-title></work><movement-title>Air</movement-title><identification><creator type=\"composer\">N. N.</creator><rights>free &amp; open</rights></identification>"
      ))
    #expect(score.kind == .musicxml)
    #expect(score.title == "Suite: Air")
    #expect(score.composer == "N. N.")
    #expect(score.copyright == "free & open")
    #expect(score.tracks.map(\.name) == ["Suite: Air", "Piano"])
  }

  @Test
  func `a sound's program, channel and levels are played`() throws {
    let list =
      "<score-instrument id=\"I1\"><instrument-name>x</instrument-name></score-instrument><midi-instrument id=\"I1\"><midi-channel>3</midi-channel><midi-program>41</midi-program><volume>50</volume><pan>-90</pan></midi-instrument>"
    let score = try Score(musicXML: Sheet.document([Sheet.note("C4")], list: list))
    let told = score.tracks[1].events.map(\.message)
    #expect(told.contains(.program(channel: 2, number: 40)))
    #expect(told.contains(.controller(channel: 2, number: 7, value: 64)))
    #expect(told.contains(.controller(channel: 2, number: 10, value: 0)))
    #expect(told.contains(.noteOn(channel: 2, key: 60, velocity: 90)))
  }

  @Test
  func `a file measure by measure plays like one part by part`() throws {
    let timewise = """
      <score-timewise version="4.0"><part-list><score-part id="A"><part-name>a</part-name></score-part><score-part id="B"><part-name>b</part-name></score-part></part-list>
      <measure number="1"><part id="A">\(Sheet.note("C4"))</part><part id="B">\(Sheet.note("E3"))</part></measure>
      <measure number="2"><part id="B">\(Sheet.note("F3"))</part></measure>
      <measure number="3"><part id="A">\(Sheet.note("D4"))</part><part id="B">\(Sheet.note("G3"))</part></measure>
      </score-timewise>
      """
    let score = try Score(musicXML: Array(timewise.utf8))
    #expect(
      score.heard == [
        Heard(0, 4, 52), Heard(0, 4, 60), Heard(4, 8, 53), Heard(8, 12, 55), Heard(8, 12, 62),
      ])
  }

  @Test
  func `pedals, lines and changes become controller 64`() throws {
    let score = try Score(
      musicXML: Sheet.document([
        Sheet.direction("<pedal type=\"start\"/>") + Sheet.note("C4", 8)
          + Sheet.direction("<pedal type=\"change\"/>") + Sheet.note("D4", 8)
          + Sheet.direction("<pedal type=\"stop\"/>")
      ]))
    #expect(score.controller(64) == ["0.0: 127", "2.0: 0", "2.125: 127", "4.0: 0"])
  }

  @Test
  func `lyrics are sung verse by verse`() throws {
    let lyrics = { (first: String, second: String) in
      "<lyric number=\"1\"><syllabic>begin</syllabic><text>\(first)</text></lyric><lyric number=\"2\"><text>\(second)</text></lyric>"
    }
    let score = try Score(
      musicXML: Sheet.document([
        Sheet.note("C4", 16, inner: lyrics("one", "two"))
          + "<barline location=\"right\"><repeat direction=\"backward\"/></barline>"
      ]))
    let sung = score.tracks[1].events.compactMap { event -> String? in
      guard case .text(Message.TextKind.lyric, let bytes) = event.message else { return nil }
      return "\(Double(event.tick) / score.perQuarter) \(String(decoding: bytes, as: UTF8.self))"
    }
    #expect(sung == ["0.0 one-", "4.0 two"])
  }

  @Test
  func `time-only notes play in their passes`() throws {
    let score = try Score(
      musicXML: Sheet.document([
        Sheet.note("C4", 4, attributes: " time-only=\"1\"") + Sheet.note("D4", 4)
          + "<barline location=\"right\"><repeat direction=\"backward\"/></barline>"
      ]))
    #expect(score.keys == [60, 62, 62])
  }

  struct Warned: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var measure: String
  }

  static let warned: [Warned] = [
    Warned(
      testDescription: "chord symbols",
      measure: "<harmony><root><root-step>C</root-step></root><kind>major</kind></harmony>"
        + Sheet.note("C4", 16)),
    Warned(testDescription: "cue notes", measure: Sheet.note("C4", 16, inner: "<cue/>")),
    Warned(testDescription: "longer than its time signature", measure: Sheet.note("C4", 20)),
    Warned(
      testDescription: "without a duration", measure: "<note><rest/></note>" + Sheet.note("C4", 16)),
    Warned(
      testDescription: "before the begin of the measure",
      measure: "<backup><duration>4</duration></backup>" + Sheet.note("C4", 16)),
    Warned(testDescription: "<flute>", measure: "<flute/>" + Sheet.note("C4", 16)),
    Warned(
      testDescription: "&eacute; is not declared",
      measure: Sheet.note("C4", 16, inner: "<lyric><text>&eacute;</text></lyric>")),
    Warned(testDescription: "outside the 128 keys", measure: Sheet.note("G#9", 16)),
    Warned(
      testDescription: "meets no equal pitch",
      measure: Sheet.note("C4", 16, inner: "<tie type=\"start\"/>")),
    Warned(
      testDescription: "glissandos",
      measure: Sheet.note("C4", 16, notations: "<glissando type=\"start\"/>")),
    Warned(
      testDescription: "such as 'rit.'",
      measure: Sheet.direction("<words>rit.</words>") + Sheet.note("C4", 16)),
  ]

  @Test(arguments: warned)
  func `what is not played is a warning that names its measure`(_ row: Warned) throws {
    var document = Sheet.document([row.measure])
    if row.testDescription.hasPrefix("&") {
      // Undeclared entities are errors unless there is a DTD that might declare them.
      document = Array(
        String(decoding: document, as: UTF8.self).replacing(
          "<score-partwise",
          "<!DOCTYPE score-partwise SYSTEM \"http://nowhere.invalid/partwise.dtd\">\n<score-partwise"
        ).utf8)
    }
    let score = try Score(musicXML: document)
    #expect(score.warnings.map(\.message).filter { $0.contains(row.testDescription) }.count == 1)
  }

  @Test
  func `a clean score has no warnings`() throws {
    #expect(try Score(musicXML: Sheet.document([Sheet.note("C4", 16)])).warnings.isEmpty)
  }

  @Test
  func `seventeen parts need a second port`() throws {
    let parts = (1...17).map {
      "<score-part id=\"P\($0)\"><part-name>\($0)</part-name></score-part>"
    }
    let music = (1...17).map {
      "<part id=\"P\($0)\"><measure number=\"1\">\(Sheet.note("C4"))</measure></part>"
    }
    let text =
      "<score-partwise><part-list>\(parts.joined())</part-list>\(music.joined())</score-partwise>"
    let performance = Performance(try Score(musicXML: Array(text.utf8)))
    #expect(Set(performance.strokes.map(\.note.channel)).count == 17)
    #expect(!performance.strokes.contains { $0.note.channel % 16 == 9 })
  }
}

extension String {
  /// With every `old` replaced.
  func replacing(_ old: String, _ new: String) -> String {
    var result = ""
    var rest = Substring(self)
    while let range = rest.firstRange(of: old) {
      result += rest[..<range.lowerBound] + new
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
