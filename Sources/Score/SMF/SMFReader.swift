/// Reads a Standard MIDI File (RP-001, version 1.0), whole or as the data of an RMID.
///
/// Formats 0, 1 and 2; any header length from 6; chunks of other kinds are stepped over. A track's
/// length is believed where it leads to another chunk or to the end of the file; otherwise the track
/// ends at its end-of-track event, or where the next `MTrk` stands.
struct SMFReader {
  /// The header.
  private(set) var header = SMFHeader(format: 0, tracks: 0, division: 0)
  private(set) var timebase = Score.Timebase.ticksPerQuarter(1)
  private(set) var tracks: [Track] = []
  /// Whether each track begins a note.
  private(set) var hasNotes: [Bool] = []
  private(set) var found = DiagnosticList()
  private var alienChunks = 0

  /// Reads the file that begins with `MThd` at `start` and ends at `end`.
  mutating func read(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(ScoreError) {
    var at = try readHeader(bytes, from: start, to: end)
    while at < end {
      if bytes.hasTrack(at: at), at + 8 <= end {
        at = try readTrack(bytes, at: at, end: end)
      } else if isChunk(bytes, at: at, end: end) {
        alienChunks += 1
        at += 8 + bytes.bigEndian32(at: at + 4)
      } else {
        let next = nextTrack(bytes, from: at, end: end)
        found.warn(
          at, track: nil,
          "\(next - at) bytes that are no chunk\(next < end ? "; the next track is looked for" : "")"
        )
        at = next
      }
    }
    if tracks.isEmpty {
      throw ScoreError(
        .malformed,
        found.all + [
          Diagnostic(
            .error, .byte(min(start + 14, end), track: nil), "no track chunk: expected \"MTrk\"")
        ])
    }
    // Music of which nothing could be read is no music: say so rather than play silence.
    if !hasNotes.contains(true), broken == tracks.count {
      throw ScoreError(
        .malformed,
        found.all + [Diagnostic(.error, .whole, "no track could be read to a note")])
    }
    checkCount(at: start)
  }

  private var broken = 0

  private mutating func readHeader(_ bytes: Span<UInt8>, from start: Int, to end: Int)
    throws(ScoreError) -> Int
  {
    guard start + 14 <= end else {
      throw ScoreError(
        .malformed, at: .byte(end, track: nil),
        "the file ends inside its header: \(end - start) bytes of 14")
    }
    let length = bytes.bigEndian32(at: start + 4)
    if length < 6 {
      throw ScoreError(
        .malformed, at: .byte(start + 4, track: nil),
        "a header of \(length) bytes, expected at least 6")
    }
    header = SMFHeader(
      format: bytes.bigEndian16(at: start + 8), tracks: bytes.bigEndian16(at: start + 10),
      division: UInt16(bytes.bigEndian16(at: start + 12)))
    if header.format > 2 {
      found.warn(
        start + 8, track: nil, "format \(header.format) is unknown; it is read as format 1")
    }
    timebase = try SMFReader.timebase(header.division, at: start + 12)
    if length > end - start - 8 {
      found.warn(start + 4, track: nil, "a header of \(length) bytes is longer than the file")
      return nextTrack(bytes, from: start + 14, end: end)
    }
    return start + 8 + length
  }

  /// The meaning of a division, found at `byte`.
  static func timebase(_ division: UInt16, at byte: Int) throws(ScoreError) -> Score.Timebase {
    if division == 0 {
      throw ScoreError(
        .malformed, at: .byte(byte, track: nil),
        "division is 0 at byte \(byte): expected ticks a quarter note")
    }
    if division < 0x8000 { return .ticksPerQuarter(Int(division)) }
    let framesPerSecond = 256 - Int(division >> 8)
    let ticksPerFrame = Int(division & 0xFF)
    guard [24, 25, 29, 30].contains(framesPerSecond), ticksPerFrame > 0 else {
      throw ScoreError(
        .malformed, at: .byte(byte, track: nil),
        "an SMPTE division of \(framesPerSecond) frames a second with \(ticksPerFrame) ticks: expected 24, 25, 29 or 30 frames and at least 1 tick"
      )
    }
    // "29" is 29.97 drop frame: 30000/1001 frames a second.
    let frame =
      framesPerSecond == 29 ? Rational(1001, 30000) : Rational(1, Int128(framesPerSecond))
    return .secondsPerTick(frame / Rational(ticksPerFrame))
  }

  private mutating func readTrack(_ bytes: Span<UInt8>, at: Int, end: Int) throws(ScoreError) -> Int
  {
    let number = tracks.count + 1
    let length = bytes.bigEndian32(at: at + 4)
    let start = at + 8
    let declaredEnd = start + length
    let isTrusted =
      declaredEnd == end
      || declaredEnd < end && (isChunk(bytes, at: declaredEnd, end: end))
    var reader = SMFTrackReader(
      at: start, limit: isTrusted ? declaredEnd : end, isLimitTrusted: isTrusted, number: number)
    let ending = try reader.read(bytes)
    var next = declaredEnd
    if !isTrusted {
      next = reader.at
      // What follows a track of too great a length is padding up to there, or nothing.
      if ending == .broken || !isChunk(bytes, at: next, end: end) && next < end {
        next = nextTrack(bytes, from: reader.at, end: end)
      }
      // Bytes after a good length that only the file's end spoils are told once, by what follows.
      let isOnlyTail = declaredEnd < end && reader.at == declaredEnd
      if isOnlyTail {
        next = declaredEnd
      } else {
        reader.found.warn(
          at + 4, track: number,
          "the track's length is \(length) bytes, \(declaredEnd > end ? "the file has \(end - start)" : "the next chunk is elsewhere"); it ends at its end of track"
        )
      }
    }
    switch ending {
    case .endOfTrack where isTrusted && reader.at < declaredEnd:
      reader.found.warn(
        reader.at, track: number,
        "\(declaredEnd - reader.at) bytes after the end of track are ignored")
    case .end, .nextTrack:
      if length > 0 { reader.found.warn(reader.at, track: number, "no end of track") }
    case .broken: broken += 1
    case .endOfTrack: break
    }
    found.add(reader.found)
    tracks.append(Track(events: reader.events))
    hasNotes.append(reader.hasNotes)
    return next
  }

  /// Whether a chunk with a plausible name and a length that the file has stands at `at`.
  private func isChunk(_ bytes: Span<UInt8>, at: Int, end: Int) -> Bool {
    guard at + 8 <= end else { return false }
    if bytes.hasTrack(at: at) { return true }
    for index in at..<at + 4 where bytes[index] < 0x20 || bytes[index] > 0x7E { return false }
    return bytes.bigEndian32(at: at + 4) <= end - at - 8
  }

  private func nextTrack(_ bytes: Span<UInt8>, from start: Int, end: Int) -> Int {
    var at = start
    while at + 8 <= end {
      if bytes.hasTrack(at: at) { return at }
      at += 1
    }
    return end
  }

  private mutating func checkCount(at start: Int) {
    let count = tracks.count
    if count != header.tracks, count + alienChunks != header.tracks {
      found.warn(
        start + 10, track: nil, "the header counts \(header.tracks) tracks, the file has \(count)")
    }
    if header.format == 0, count > 1 {
      found.warn(
        start + 8, track: nil, "format 0 with \(count) tracks; they are played together")
    }
  }
}
