import Glibc
import MusicXML
import Score

// Reads mutated MusicXML for a while and checks what a score promises.
//
//   KLAVIER_FUZZ=1 swift run -c release FuzzMusicXML SECONDS SEED FILE…
//
// Mutations know elements (they are cut out, doubled, moved, nested), numbers (extremes) and
// attributes; some only flip bytes. A trap ends the process; the line before it names the seed of the
// input, and the same seed with the same files makes the same input again: `… 0 SEED FILE…` writes it
// to standard output.

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

/// The elements of a document as ranges, found by their brackets; good enough for mutation.
func elements(_ text: [UInt8]) -> [Range<Int>] {
  var open: [Int] = []
  var found: [Range<Int>] = []
  var index = 0
  while index < text.count {
    guard text[index] == UInt8(ascii: "<"), index + 1 < text.count else {
      index += 1
      continue
    }
    guard let close = text[index...].firstIndex(of: UInt8(ascii: ">")) else { break }
    let next = text[index + 1]
    if next == UInt8(ascii: "/") {
      if let begin = open.popLast() { found.append(begin..<close + 1) }
    } else if next != UInt8(ascii: "?"), next != UInt8(ascii: "!") {
      if text[close - 1] == UInt8(ascii: "/") {
        found.append(index..<close + 1)
      } else {
        open.append(index)
      }
    }
    index = close + 1
  }
  return found
}

let numbers = [
  "0", "-1", "1", "2", "3", "7", "16", "64", "127", "128", "129", "255", "1000000", "100000",
  "2147483648",
  "999999999999999", "9999999999999999999", "-999999999999999", "0.000000000000001", "0.333333333",
  "1e9", "", "x", "NaN", "1,2", "1,2,3,64",
]
let pieces = [
  "<chord/>", "<grace/>", "<grace slash=\"yes\" steal-time-previous=\"80\"/>", "<cue/>", "<rest/>",
  "<tie type=\"start\"/>",
  "<tie type=\"stop\"/>", "<notations><ornaments><trill-mark/></ornaments></notations>",
  "<notations><ornaments><tremolo type=\"start\">3</tremolo></ornaments></notations>",
  "<notations><ornaments><tremolo type=\"stop\">3</tremolo></ornaments></notations>",
  "<notations><ornaments><turn/><mordent/></ornaments><arpeggiate number=\"1\"/><fermata/></notations>",
  "<barline location=\"left\"><repeat direction=\"forward\"/></barline>",
  "<barline location=\"right\"><repeat direction=\"backward\" times=\"3\"/></barline>",
  "<barline location=\"left\"><ending number=\"1\" type=\"start\"/></barline>",
  "<barline location=\"right\"><ending number=\"1\" type=\"stop\"/><repeat direction=\"backward\"/></barline>",
  "<barline location=\"left\"><ending number=\"2\" type=\"start\"/></barline>",
  "<direction><direction-type><wedge type=\"crescendo\"/></direction-type></direction>",
  "<direction><direction-type><wedge type=\"stop\"/></direction-type></direction>",
  "<direction><direction-type><dynamics><ff/></dynamics></direction-type><staff>2</staff></direction>",
  "<direction><direction-type><pedal type=\"change\"/></direction-type></direction>",
  "<sound dacapo=\"yes\"/>", "<sound fine=\"yes\"/>", "<sound segno=\"s\"/>",
  "<sound dalsegno=\"s\"/>", "<sound coda=\"c\"/>",
  "<sound tocoda=\"c\"/>", "<sound tempo=\"1\"/>", "<sound tempo=\"0.001\"/>",
  "<backup><duration>3</duration></backup>", "<forward><duration>5</duration></forward>",
  "<attributes><divisions>7</divisions></attributes>",
  "<attributes><transpose><chromatic>-13</chromatic><double/></transpose></attributes>",
  "<attributes><time><beats>7+2</beats><beat-type>16</beat-type></time></attributes>",
  "<attributes><measure-style><measure-repeat type=\"start\">1</measure-repeat></measure-style></attributes>",
]

func mutated(_ seeds: [[UInt8]], _ random: inout Random) -> [UInt8] {
  var text = seeds[random.below(seeds.count)]
  for _ in 0...random.below(6) {
    let ranges = elements(text)
    switch random.below(10) {
    case 0 where !text.isEmpty:
      text[random.below(text.count)] = UInt8(truncatingIfNeeded: random.next())
    case 1 where !ranges.isEmpty: text.removeSubrange(ranges[random.below(ranges.count)])
    case 2 where !ranges.isEmpty:
      let range = ranges[random.below(ranges.count)]
      if range.count < 20000 { text.insert(contentsOf: Array(text[range]), at: range.upperBound) }
    case 3 where ranges.count > 1:
      let (from, to) = (ranges[random.below(ranges.count)], ranges[random.below(ranges.count)])
      if from.count < 20000 { text.insert(contentsOf: Array(text[from]), at: to.lowerBound) }
    case 4, 5:
      let texts = ranges.filter { $0.count < 60 && text[$0.upperBound - 2] != UInt8(ascii: "/") }
      guard !texts.isEmpty else { continue }
      let range = texts[random.below(texts.count)]
      guard let open = text[range].firstIndex(of: UInt8(ascii: ">")),
        let close = text[range].lastIndex(of: UInt8(ascii: "<")), open < close
      else { continue }
      text.replaceSubrange(open + 1..<close, with: Array(numbers[random.below(numbers.count)].utf8))
    case 6...8 where !ranges.isEmpty:
      let range = ranges[random.below(ranges.count)]
      text.insert(
        contentsOf: Array(pieces[random.below(pieces.count)].utf8),
        at: random.below(2) == 0 ? range.lowerBound : range.upperBound)
    case 9 where !text.isEmpty:
      let quotes = text.indices.filter { text[$0] == UInt8(ascii: "\"") }
      guard quotes.count > 1 else { continue }
      let at = random.below(quotes.count - 1)
      text.replaceSubrange(
        quotes[at] + 1..<quotes[at + 1], with: Array(numbers[random.below(numbers.count)].utf8))
    default:
      if text.count > 10 { text.removeSubrange(random.below(text.count)..<text.count) }
    }
  }
  return text
}

/// What every score promises; a text says which promise was broken.
func fault(_ score: Score) -> String? {
  for track in score.tracks {
    var last: Int64 = 0
    for event in track.events {
      if event.tick < last { return "ticks fall" }
      last = event.tick
      if case .noteOn(let channel, let key, let velocity) = event.message,
        channel > 15 || key > 127 || velocity == 0 || velocity > 127
      {
        return "a note out of range"
      }
    }
  }
  if Performance(score).strokes.contains(where: { $0.off <= $0.on }) {
    return "a note without length"
  }
  return nil
}

let arguments = CommandLine.arguments
guard arguments.count > 3, let seconds = Int(arguments[1]), let first = UInt64(arguments[2]) else {
  print("usage: FuzzMusicXML SECONDS SEED FILE…")
  exit(2)
}
let seeds = arguments.dropFirst(3).map(bytes).filter { !$0.isEmpty && $0.count < 200_000 }
if seconds == 0 {
  var random = Random(state: first)
  let text = mutated(seeds, &random)
  _ = unsafe text.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
  exit(0)
}
let end = time(nil) + seconds
var (seed, scores, errors, slowest) = (first, 0, 0, 0)
while time(nil) < end {
  var random = Random(state: seed)
  let text = mutated(seeds, &random)
  let begin = clock()
  var note: [UInt8] = Array("seed \(seed)            \r".utf8)
  _ = unsafe write(2, &note, note.count)
  do {
    let score = try Score(musicXML: text)
    scores += 1
    if let fault = fault(score) {
      print("seed \(seed): \(fault)")
      exit(1)
    }
  } catch {
    errors += 1
    if error.diagnostics.isEmpty {
      print("seed \(seed): an error that says nothing")
      exit(1)
    }
  }
  let milliseconds = (clock() - begin) / 1000
  if milliseconds > slowest {
    slowest = milliseconds
    print("seed \(seed): \(milliseconds) ms, \(text.count) bytes")
  }
  seed += 1
}
print("\(seed - first) inputs, \(scores) scores, \(errors) errors, slowest \(slowest) ms")
