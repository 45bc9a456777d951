// A libFuzzer target: reads anything as MusicXML or MXL and plays it. Run by Tests/Fuzz/run.
import MusicXML
import Score

/// The elements of a document as ranges, found by their brackets; good enough for mutation.
private func elements(_ text: [UInt8]) -> [Range<Int>] {
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

/// Numbers at the limits.
private let numbers = [
  "0", "-1", "1", "2", "3", "7", "16", "64", "127", "128", "129", "255", "1000000", "100000",
  "2147483648",
  "999999999999999", "9999999999999999999", "-999999999999999", "0.000000000000001", "0.333333333",
  "1e9", "", "x", "NaN", "1,2", "1,2,3,64",
]
/// Elements that mean something, wherever they fall.
private let pieces = [
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

/// Mutations that know elements (they are cut out, doubled, moved, nested), numbers and attributes.
private func change(_ text: inout [UInt8], _ random: inout Random) {
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
}

/// The mutation that libFuzzer calls.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateMusicXML(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32
) -> Int {
  unsafe mutate(data, size, most: most, seed: seed, change)
}

/// One input; a trap or a failed precondition is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMusicXML(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  do throws(ScoreError) {
    checkNotation(try Score(musicXML: bytes(start, count)))
  } catch {
    check(error)
  }
  return 0
}
