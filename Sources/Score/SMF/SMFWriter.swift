extension Score {
  /// The score as a Standard MIDI File, every event kept.
  ///
  /// What such a file cannot say is said as nearly as it can and told in the warnings: tempos that are no
  /// whole microseconds are rounded to them, tempo ramps become steps, ticks beyond its divisions are
  /// scaled. Format 0 for one track, 1 for more, 2 where the score came from such a file.
  ///
  /// - Throws: `tooLarge` where an event lies beyond 2⁴⁰ ticks (36 years of 480 ticks a quarter at 120):
  ///   a MIDI file has no rests of any length, and bytes without end would bridge it.
  public func midiFile() throws(ScoreError) -> (bytes: [UInt8], warnings: [Diagnostic]) {
    var writer = SMFWriter(self)
    return (try writer.write(), writer.found.all)
  }
}

/// Writes a Standard MIDI File (RP-001).
struct SMFWriter {
  private let score: Score
  private let grid: SMFGrid
  private var bytes: [UInt8] = []
  private(set) var found = DiagnosticList()

  init(_ score: Score) {
    self.score = score
    grid = SMFGrid(score)
    if let warning = grid.warning { found.add(Diagnostic(.warning, .whole, warning)) }
  }

  mutating func write() throws(ScoreError) -> [UInt8] {
    if let track = score.tracks.first(where: { track in
      track.events.last.map { grid.tick($0.tick) > SMFTrackWriter.lastTick } ?? false
    }) {
      throw ScoreError(
        .tooLarge, at: .whole,
        "track \"\(track.name ?? "")\" goes on beyond \(SMFTrackWriter.lastTick) ticks, further than a MIDI file should"
      )
    }
    bytes.reserveCapacity(64 + score.tracks.reduce(0) { $0 + 5 * $1.events.count + 32 })
    let count = min(max(score.tracks.count, 1), 0xFFFF)
    let format = score.isSequential ? 2 : count == 1 && score.smfHeader?.format != 1 ? 0 : 1
    var (roundedTempos, ramps) = (0, 0)
    bytes += Array("MThd".utf8)
    add32(6)
    add16(format)
    add16(count)
    add16(Int(grid.division))
    for index in 0..<count {
      bytes += Array("MTrk".utf8)
      let start = bytes.count
      add32(0)
      var track = SMFTrackWriter(score.textEncoding, tempos: grid.tempoSteps)
      if index == 0 { track.open(score, grid: grid) }
      if index < score.tracks.count { track.write(score.tracks[index], grid: grid, into: &bytes) }
      track.close(into: &bytes)
      found.add(track.found)
      roundedTempos += track.roundedTempos
      ramps += track.ramps
      let length = bytes.count - start - 4
      for place in 0..<4 {
        bytes[start + place] = UInt8(truncatingIfNeeded: length >> (24 - 8 * place))
      }
    }
    if roundedTempos > 0 {
      warn(roundedTempos, "tempo", "rounded to whole microseconds a quarter note")
    }
    if ramps > 0 { warn(ramps, "tempo ramp", "written as steps of constant tempo") }
    if score.tracks.count > 0xFFFF {
      found.add(
        Diagnostic(.warning, .whole, "a MIDI file holds 65535 tracks; the rest is left out"))
    }
    return bytes
  }

  private mutating func warn(_ count: Int, _ what: String, _ becomes: String) {
    found.add(
      Diagnostic(
        .warning, .whole,
        "\(count) \(what)\(count == 1 ? " is" : "s are") \(becomes), as a MIDI file has no others"))
  }

  private mutating func add16(_ value: Int) {
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  private mutating func add32(_ value: Int) {
    add16(value >> 16)
    add16(value)
  }
}
