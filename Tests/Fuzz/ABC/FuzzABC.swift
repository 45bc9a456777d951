// A libFuzzer target: reads anything as ABC, plays it, makes it a performance and repeats it. Run by
// Tests/Fuzz/run.
import Score

/// Words that mean something in a tune.
private let words = [
  "|:", ":|", "::", "|1", ":|2", "[1,3-5", "||", "|]", "[|", "&", "&&&", "(&", "&)", "(3", "(5:4:7",
  "(p:q",
  "-", ">", ">>>", "<", "{", "}", "{/g}", "[CEG]", "[", "]", "!", "!trill!", "!<(!", "!<)!",
  "!ped!",
  "!ped-up!", "!fermata!", "!D.C.!", "!D.S.alcoda!", "!segno!", "!coda!", "!fine!", "!8va(!",
  "!////!",
  "!arpeggio!", "!p!", "!sfp!", "T", "~", "H", ".", "\"Am7/E\"", "\"", "z", "Z999", "X", "x4096",
  "y",
  "^/", "__", "=", "C999999999", "C/0", "c''''''''''", "C,,,,,,,,,,,", "999999999", "/", "\\", "%",
  "[K:F#m]", "[K:clef=bass-8 octave=-9 transpose=96]", "[M:3/4]", "[M:1000/1]", "[M:none]",
  "[L:1/1024]",
  "[L:64]", "[Q:1/4=1]", "[Q:999999]", "[V:2]", "[V:1]", "[P:A]",
  "[I:MIDI=program 5 MIDI=transpose 99]",
  "\nP:A\n", "\nP:B\n", "\nV:1\n", "\nV:3 clef=treble+8\n", "\nw:a-b_c*|~d\\\n", "\ns:!p!*|\"C\"\n",
  "\n+:more\n", "\nK:C exp ^f_b\n", "\nX:9\n", "\n\n", "\nU:W=!trill!\n", "\nm:~n=nozn\n",
  "\nm:C=CCCCC\n",
  "\nP:((A2)3B)2\n", "\n%%MIDI drum d9z99dd 35 36 37 1 127 255\n", "\n%%MIDI drumon\n",
  "\n%%MIDI gchord fzcbGHIJghij99\n", "\n%%MIDI gchordbars 99\n", "\n%%MIDI droneon\n",
  "\n%%MIDI beat 127 0 1 999\n", "\n%%MIDI beatstring fmp\n", "\n%%MIDI chordattack 480\n",
  "\n%%MIDI trim 9/1\n", "\n%%MIDI expand 99\n", "\n%%MIDI grace 9/10\n",
  "\n%%MIDI gracedivider 1\n",
  "\n%%MIDI ratio 1000 1\n", "\n%%MIDI c 0\n", "\n%%MIDI channel 10\n", "\n%%MIDI fermatafixed\n",
  "\n%%MIDI deltaloudness 127\n", "\n%%MIDI chordname x 60 -60\n", "\n%%begintext\n",
  "\n%%endtext\n",
  "\n%%propagate-accidentals octave\n", "é", "\u{0}", "\r", "\t",
].map { Array($0.utf8) }

/// Inserts words, once or many times, cuts and doubles pieces, swaps bytes.
private func change(_ text: inout [UInt8], _ random: inout Random) {
  for _ in 0...random.below(6) {
    let at = random.below(text.count + 1)
    let word = words[random.below(words.count)]
    switch random.below(6) {
    case 0, 1, 2: text.insert(contentsOf: word, at: at)
    case 3: for _ in 0..<random.below(40) { text.insert(contentsOf: word, at: at) }
    case 4: text.removeSubrange(at..<min(text.count, at + random.below(60)))
    default:
      let piece = Array(text[at..<min(text.count, at + random.below(200))])
      text.insert(contentsOf: piece, at: random.below(text.count + 1))
    }
  }
}

/// The mutation that libFuzzer calls.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateABC(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32
) -> Int {
  unsafe mutate(data, size, most: most, seed: seed, change)
}

/// One input; a trap or a failed precondition is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzABC(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let text = unsafe bytes(start, count)
  do throws(ScoreError) {
    let score = try Score(abc: text, chords: count % 2 == 0)
    checkNotation(score)
    if count % 16 == 0 {
      let human = score.humanized(by: 1, seed: UInt64(count))
      checkNotation(human.repeating(from: 0, to: 9600, times: 3))
    }
  } catch {
    check(error)
  }
  return 0
}
