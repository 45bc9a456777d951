import AudioFile
import Score
import Synthesis

/// A score made ready for an instrument: its events on their samples.
struct Piece: Sendable {
  /// The score's name in messages.
  let name: String
  /// Its path, `-` for standard input.
  let path: String
  /// What is written in it.
  let score: Score
  /// When its ticks are.
  let tempoMap: TempoMap
  /// The events as they are to be played.
  var timeline: Timeline
  /// What of it the file holds.
  let range: TimeRange
  /// The notes read, those left out among them, each once however often it is repeated.
  let notes: Int
  /// What was left out of them.
  let omissions: Playing.Omissions
  /// Named places, at their frames.
  let markers: [CuePoint]
  /// MIDI channels, a multiple of 16.
  let channels: Int

  init(
    _ path: String, rate: Int, for instrument: Instrument, _ options: Options,
    _ warnings: inout Warnings
  ) throws(Failure) {
    let input = try Input(path, options)
    try options.checkSequence(of: input.score)
    name = input.name
    self.path = path
    let isRepeated = options.times > 1
    let (score, options) = input.score.changed(by: options)
    self.score = score
    let performance = Performance(score, options: options.performance)
    tempoMap = performance.tempoMap
    warnings.add(score.warnings + performance.warnings, file: name)
    let playing = try Playing(options, score, isPiano: instrument.isPiano)
    let (timeline, omissions) = playing.apply(to: Timeline(performance, rate: rate))
    range = try TimeRange(options, score, performance.tempoMap, timeline)
    self.timeline = range.cut(timeline)
    let hours = Double(self.timeline.endFrame - range.start) / Double(rate) / 3600
    guard hours <= Self.hoursLimit else {
      throw Failure(
        .badInput, file: name,
        "it is too large: it lasts \(Text.fixed(hours, decimals: 0)) hours, and \(Int(Self.hoursLimit)) are rendered at most",
        hint: "cut it with --start and --end")
    }
    if isRepeated {
      let once = Performance(input.score, options: options.performance)
      notes = once.strokes.count
      self.omissions = playing.apply(to: Timeline(once, rate: rate)).omissions
    } else {
      notes = performance.strokes.count
      self.omissions = omissions
    }
    markers = score.markers(performance.tempoMap, rate: rate)
    channels = Playing.channels(of: timeline)
  }
}

extension Piece {
  /// Beyond this a score is a mistake: 100 hours are 64 GB of CD sound.
  static let hoursLimit = 100.0

  /// What a person should know of the sound: silence with its reason, clipping with its cure, a level that
  /// was not reached.
  ///
  /// `gain` is what was added, in decibels.
  func remarks(
    on take: borrowing Take, notesPlayed: Int, gain: Double, _ plan: LevelPlan
  ) -> [String] {
    let written = take.written
    var remarks = omissions.remarks
    let isEmpty = notesPlayed == 0
    if written.peak == 0 {
      remarks.append("the result is silent: \(reasonOfSilence(isRangeEmpty: isEmpty))")
    } else {
      if isEmpty { remarks.append("no note is heard: \(reasonOfSilence(isRangeEmpty: true))") }
      if let missed = plan.missed(take.measures) { remarks.append(missed) }
    }
    if written.clipped > 0 {
      let peak = ExactMath.decibels(Double(written.peak))
      // Rounded up to a tenth, so that it is enough.
      let cure = Text.fixed(((gain - peak) * 10).rounded(.down) / 10, decimals: 1)
      let cures =
        plan.goal == nil ? "--gain \(cure), --normalize or --limit" : "a lower goal or --limit"
      remarks.append(
        "\(Text.count(written.clipped, "sample")) clipped, peak +\(Text.fixed(peak, decimals: 1)) dBFS"
          + " (\(cures) would avoid it)")
    }
    if take.voicesStolen > 0 {
      remarks.append("\(Text.count(take.voicesStolen, "voice")) stolen by the limit of polyphony")
    }
    return remarks
  }

  /// The notes in the file: those that its labels list.
  func notesPlayed(start: Int, frames: Int) -> Int {
    // Only where the file begins later it takes pedals to know what still sounds.
    if start > 0 { return Labels(self, start: start, frames: frames).rows.count }
    return timeline.events.reduce(0) { count, event in
      if case .noteOn = event.event, event.frame < frames { count + 1 } else { count }
    }
  }

  private func reasonOfSilence(isRangeEmpty: Bool) -> String {
    if notes == 0 { return "no notes" }
    if omissions.muted == notes { return "all tracks with notes are muted" }
    if omissions.percussion == notes {
      return "all notes are on drum channels, which are left out (--percussion on)"
    }
    if omissions.total == notes { return "all notes are left out" }
    if isRangeEmpty { return "no note sounds in this range" }
    return "no note makes a sound with this instrument and level"
  }
}

extension Playing.Omissions {
  /// All notes left out.
  var total: Int { percussion + offKeyboard + silentKeys + muted }

  /// What nobody has asked for.
  var remarks: [String] {
    var remarks: [String] = []
    if offKeyboard > 0 {
      remarks.append(
        "\(Text.count(offKeyboard, "note")) left out: transposed beyond the keys 0 to 127")
    }
    if silentKeys > 0 {
      remarks.append(
        "\(Text.count(silentKeys, "note")) left out: the tuning has no pitch for them")
    }
    return remarks
  }
}
