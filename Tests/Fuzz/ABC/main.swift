internal import Glibc
import Score

// Reads mutated ABC for a while and checks what a score promises.
//
//   KLAVIER_FUZZ=1 swift run -c release FuzzABC SECONDS SEED FILE…
//
// Mutations know ABC's words (signs, fields, directives, numbers at their limits), cut, double and swap
// lines, and flip bytes. A trap ends the process; the last line of standard error names the seed of
// the input, and `… 0 SEED FILE…` writes that input to standard output.

/// SplitMix64.
struct Random {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  mutating func below(_ bound: Int) -> Int { bound <= 0 ? 0 : Int(next() % UInt64(bound)) }
}

func bytes(_ path: String) -> [UInt8] {
  guard let file = unsafe fopen(path, "rb") else { return [] }
  defer { unsafe fclose(file) }
  var found: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe fread(&chunk, 1, chunk.count, file)
    if count == 0 { return found }
    found += chunk[..<count]
  }
}

func say(_ text: String, to descriptor: Int32 = 2) {
  let bytes = Array(text.utf8)
  unsafe bytes.withUnsafeBytes { _ = unsafe write(descriptor, $0.baseAddress, $0.count) }
}

/// Words that mean something in a tune.
let words = [
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
  "\nP:((A9)9B99)99\n", "\n%%MIDI drum d9z99dd 35 36 37 1 127 255\n", "\n%%MIDI drumon\n",
  "\n%%MIDI gchord fzcbGHIJghij99\n", "\n%%MIDI gchordbars 99\n", "\n%%MIDI droneon\n",
  "\n%%MIDI beat 127 0 1 999\n", "\n%%MIDI beatstring fmp\n", "\n%%MIDI chordattack 480\n",
  "\n%%MIDI trim 9/1\n", "\n%%MIDI expand 99\n", "\n%%MIDI grace 9/10\n",
  "\n%%MIDI gracedivider 1\n",
  "\n%%MIDI ratio 1000 1\n", "\n%%MIDI c 0\n", "\n%%MIDI channel 10\n", "\n%%MIDI fermatafixed\n",
  "\n%%MIDI deltaloudness 127\n", "\n%%MIDI chordname x 60 -60\n", "\n%%begintext\n",
  "\n%%endtext\n",
  "\n%%propagate-accidentals octave\n", "é", "\u{0}", "\r", "\t",
].map { Array($0.utf8) }

/// The input of a seed.
func input(_ seed: UInt64, _ files: [[UInt8]]) -> [UInt8] {
  var random = Random(state: seed)
  var text = files[random.below(files.count)]
  // A window of a large book is as good as the whole.
  let most = 200 + random.below(4000)
  if text.count > most {
    let begin = random.below(text.count - most)
    text = Array("X:1\nK:C\n".utf8) + text[begin..<begin + most]
  }
  for _ in 0...random.below(24) {
    let at = random.below(text.count + 1)
    switch random.below(8) {
    case 0, 1, 2: text.insert(contentsOf: words[random.below(words.count)], at: at)
    case 3:
      let word = words[random.below(words.count)]
      for _ in 0..<random.below(40) { text.insert(contentsOf: word, at: at) }
    case 4:
      let end = min(text.count, at + random.below(60))
      text.removeSubrange(at..<end)
    case 5:
      let end = min(text.count, at + random.below(200))
      let piece = Array(text[at..<end])
      text.insert(contentsOf: piece, at: random.below(text.count + 1))
    case 6: if at < text.count { text[at] = UInt8(random.below(256)) }
    default: if at < text.count { text[at] ^= 1 << UInt8(random.below(8)) }
    }
  }
  return text
}

/// What a score promises, as words where it does not hold.
func complaint(_ score: Score) -> String? {
  if score.warnings.count > 1001 { return "\(score.warnings.count) warnings" }
  for track in score.tracks {
    var last: Int64 = 0
    var sounding: [Int: Int] = [:]
    for event in track.events {
      if event.tick < last { return "ticks fall from \(last) to \(event.tick)" }
      last = event.tick
      switch event.message {
      case .noteOn(let channel, let key, let velocity):
        if channel > 15 || key > 127 || velocity < 1 || velocity > 127 { return "a bad note-on" }
        sounding[Int(channel) << 8 | Int(key), default: 0] += 1
      case .noteOff(let channel, let key, _):
        let slot = Int(channel) << 8 | Int(key)
        guard let count = sounding[slot], count > 0 else { return "a note-off without its note" }
        sounding[slot] = count - 1
      default: break
      }
    }
    if sounding.values.contains(where: { $0 > 0 }) { return "a note without an end" }
    if track.events.last?.message != .endOfTrack { return "a track without an end" }
  }
  return nil
}

func now() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let arguments = CommandLine.arguments
guard arguments.count > 3, let seconds = Double(arguments[1]), let seed = UInt64(arguments[2])
else {
  say("usage: FuzzABC SECONDS SEED FILE…\n")
  exit(2)
}
let files = arguments[3...].map(bytes).filter { !$0.isEmpty }
if files.isEmpty {
  say("no file could be read\n")
  exit(2)
}
if seconds == 0 {
  let bytes = input(seed, files)
  unsafe bytes.withUnsafeBytes { _ = unsafe write(1, $0.baseAddress, $0.count) }
  exit(0)
}
var count: UInt64 = 0
var refused = 0
var notes = 0
var slowest = (seconds: 0.0, seed: UInt64(0))
var failures = 0
let begin = now()
while now() - begin < seconds {
  let one = seed &+ count
  let text = input(one, files)
  say("\r\(one)")
  let start = now()
  do throws(ScoreError) {
    let score = try Score(abc: text, chords: count % 2 == 0)
    if let complaint = complaint(score) {
      say("\rseed \(one): \(complaint)\n")
      failures += 1
    }
    notes += Performance(score).strokes.count
    if count % 16 == 0 {
      let human = score.humanized(by: 1, seed: one)
      if let complaint = complaint(human.repeating(from: 0, to: 9600, times: 3)) {
        say("\rseed \(one), humanized and repeated: \(complaint)\n")
        failures += 1
      }
    }
  } catch {
    refused += 1
    if error.diagnostics.isEmpty { say("\rseed \(one): an error that says nothing\n") }
  }
  let took = now() - start
  if took > slowest.seconds { slowest = (took, one) }
  count += 1
}
say(
  "\r\(count) inputs, \(refused) refused, \(notes) notes, \(failures) failures; "
    + "slowest \(slowest.seconds) s, seed \(slowest.seed)\n")
exit(failures == 0 ? 0 : 1)
