// A libFuzzer target: reads anything as a note script, writes it back and lays it out. Run by
// Tests/Fuzz/run.
//
// An input that begins with an even byte is a script as it stands. Otherwise each further byte is a word
// of the table, so that whole sentences of the language are found quickly.
@testable import Score

/// Words that mean something in a script.
private let words: [StaticString] = [
  "\n", "\nrh: ", "\nlh: ", "\nm = ", "\nk = ", "\nat ", "\nmeter ", "\ntempo ", "\nscript 1 ",
  "\ntitle ", "\nkey ", "\nmarker ", "\ntuning ", "\nprogram ", "\nvolume ", "\nbend ", " ", "# ",
  "|",
  "(", ")*2", ")*3", ")*9999", "1: ", "2: ", ";", "[", "]", "]:4", "{", "}:4", "}", "arp[",
  "arp=25ms[",
  "^[", "$m", "$k", "C4", "c", "F#", "Bb5", "f", "♯", "♭", "60", "127", "128", "r", "r:8", ":4",
  ":8.",
  ":2..", ":3/16", ":350ms", ":1.5s", ":7", ":99999", "~", "~8", "@1", "@127", "'", "_", "!", "p",
  "mf",
  "ffff", "<", ">", "gate 90%", "gate 33%", "gate 0.0001%", "ped", "ped*", "ped=0.5", "ped=0..1/2",
  "ped=1..7",
  "sost", "sost*", "una", "una=0.6", "una*", "0", "1", "1.25", "1.5s", "1:02.5", "t960", "t1",
  "b3:2.5",
  "b2", "b1000000", "s48000", "s1", "note ", "on ", "off ", "cc ", "program ", "bank ", "pressure ",
  "keypressure ", "lyric ", "text ", "sysex F0 7E F7", "track 2 \"x\"", "track 65535 \"y\"",
  "vel=90", "off=64",
  "ch=16", "track=3", "ppq=1 ", "ppq=999983 ", "rate=44100 ", "events ", "3/4", "255/2048", "1/1",
  "72", "4.=60",
  "72..54", "over ", "2/1", "at b5", "60000000/517241", "0.01", "60000000", "\"C minor\"",
  "\"\\xE9\\n\"", "A4=442",
  "99999999999999999", "999999999999999999", "1/0", "-", ".", "\t", "\r\n", "\u{FEFF}", "\"", "\\",
]

private func script(_ input: [UInt8]) -> [UInt8] {
  guard let first = input.first, first % 2 == 1 else { return Array(input.dropFirst()) }
  var bytes: [UInt8] = []
  for choice in input.dropFirst() {
    bytes += words[Int(choice) % words.count].description.utf8
    if choice >= 128 { bytes.append(0x20) }
  }
  return bytes
}

/// One input; a trap or a failed precondition is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNoteScript(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let input = script(unsafe bytes(start, count))
  do throws(ScoreError) {
    let score = try Score(noteScript: input)
    check(score)
    try checkFormatter(score, input)
  } catch {
    let errors = error.diagnostics.filter { $0.severity == .error }
    precondition(1...20 ~= errors.count, "\(errors.count) errors")
    for error in errors {
      guard case .text(let line, let column, _) = error.place else {
        preconditionFailure("no place")
      }
      precondition(line >= 1 && column >= 1)
      _ = error.text(file: "x")
    }
  }
  return 0
}

/// What holds for every score that could be read.
private func check(_ score: Score) {
  for track in score.tracks {
    precondition(track.events.first.map { $0.tick >= 0 } ?? true, "a tick below 0")
    precondition(
      zip(track.events, track.events.dropFirst()).allSatisfy { $0.tick <= $1.tick }, "ticks fall")
  }
  let once = score.noteScript().bytes
  guard let again = try? Score(noteScript: once) else { preconditionFailure("no way back") }
  precondition(again.timebase == score.timebase, "another timebase")
  precondition(again.noteScript().bytes == once, "another second writing")
  let kept = score.tracks.map(kept)
  let back = again.tracks.map(kept(_:))
  precondition(zip(kept, back).allSatisfy { $0 == $1 }, "other events")
}

/// The events that a script can say, tempos aside: those of more than 17 digits are rounded.
private func kept(_ track: Track) -> [TimedMessage] {
  track.events.filter { event in
    switch event.message {
    case .endOfTrack, .tempo, .tempoRamp: false
    case .text(let kind, _): kind != Message.TextKind.copyright
    default: true
    }
  }
}

private func checkFormatter(_ score: Score, _ bytes: [UInt8]) throws(ScoreError) {
  let once = try NoteScriptFormatter.format(bytes)
  let again = try Score(noteScript: once)
  precondition(again.tracks == score.tracks && again.title == score.title, "fmt changes the score")
  let twice = try NoteScriptFormatter.format(once)
  precondition(twice == once, "fmt is not stable")
}
