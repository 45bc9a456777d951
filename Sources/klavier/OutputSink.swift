import AudioFile
import Measurement
import Synthesis

/// The way of the sound from the renderer to the file: the range, the level, the file; stems beside it.
struct OutputSink: FrameSink, ~Copyable {
  private var file: FileSink
  /// Frames to be left out before the file begins.
  private var skip: Int
  /// The frames of silence left out at the begin.
  private var trimmed = 0
  /// Whether the frames until the first sound are left out too.
  private var isWaitingForSound: Bool
  /// The frame of the piece with which the file begins.
  private(set) var start: Int
  private let isMono: Bool
  private let stems: StemFiles?
  /// Places to be named once it is known where the file begins, counted from `start` as it was.
  private var markers: [CuePoint]

  // Where a level has to be known before the first frame is written.
  private let goal: LevelPlan.Goal?
  private var spool: FrameSpool?
  private var meter: LoudnessMeter?

  /// What the format cannot keep.
  let warnings: [String]

  private init(
    _ writer: consuming sending AudioFileWriter, _ spool: consuming FrameSpool?,
    _ range: TimeRange, _ plan: LevelPlan, stems: StemFiles?, markers: [CuePoint], overlaps: Bool
  ) {
    let (rate, channels) = (writer.format.rate, writer.format.channels)
    warnings = writer.warnings
    skip = range.start
    start = range.start
    isWaitingForSound = range.trimStart
    isMono = channels == 1
    self.stems = stems
    self.markers = markers
    goal = plan.goal
    self.spool = consume spool
    meter =
      if case .loudness = plan.goal {
        LoudnessMeter(rate: rate, channels: channels, truePeak: false)
      } else { nil }
    file = FileSink(writer, plan, stems: stems, overlaps: overlaps)
  }

  /// The way to a target; throws where that cannot be created.
  static func to(
    _ target: Target, _ piece: Piece, _ options: AudioFileWriter.Options, _ plan: LevelPlan,
    stems: StemFiles?, overlaps: Bool
  ) throws(AudioFileError) -> OutputSink {
    let range = piece.range
    let markers = range.trimStart ? range.within(piece.markers) : []
    let writer = try AudioFileWriter(target.destination, format: target.format, options: options)
    let spool = plan.goal == nil ? nil : try FrameSpool()
    return OutputSink(
      writer, spool, range, plan, stems: stems, markers: markers, overlaps: overlaps)
  }

  /// Takes the next frames.
  mutating func write(_ block: borrowing StereoBlock) throws(AudioFileError) {
    if skip == 0, !isWaitingForSound, !isMono {
      try stems?.take(0..<block.frames)
      return try pass(block)
    }
    var first = min(skip, block.frames)
    skip -= first
    if isWaitingForSound {
      while first < block.frames, !block.isSound(at: first) {
        first += 1
        start += 1
        trimmed += 1
      }
      if first < block.frames {
        isWaitingForSound = false
        try markBegin()
      }
    }
    if first == block.frames { return }
    try stems?.take(first..<block.frames)
    try pass(isMono ? block.dropping(first).mono : block.dropping(first))
  }

  /// Names the places; those in the silence that was left out lie at the begin.
  private mutating func markBegin() throws(AudioFileError) {
    if markers.isEmpty { return }
    let moved = markers.map { CuePoint(frame: max(0, $0.frame - trimmed), name: $0.name) }
    try file.mark(moved)
  }

  private mutating func pass(_ block: borrowing StereoBlock) throws(AudioFileError) {
    if goal == nil { return try file.write(block) }
    meter?.write(block)
    try spool?.write(block)
  }

  /// Sends what has waited through the rest of the way, the stems beside it.
  private mutating func replay(gain: Float) throws(AudioFileError) {
    var block = StereoBlock(frames: 0)
    var done = 0
    while let frames = spool?.frames, done < frames {
      let range = done..<min(done + 4096, frames)
      try spool?.read(range, gain: gain, into: &block)
      try stems?.takeAgain(range, gain: gain)
      try file.write(block)
      done = range.upperBound
    }
  }

  /// Brings the sound to its level and through to the writer, which is still to be finished.
  consuming func settle(
    _ measures: inout FileSink.Measures
  ) throws(AudioFileError) -> AudioFileWriter {
    if let goal {
      let gain = LevelPlan.gain(
        to: goal, peak: spool?.peak ?? 0, loudness: meter?.loudness)
      try replay(gain: gain ?? 1)
    }
    return try file.settle(&measures)
  }
}

extension StereoBlock {
  /// Whether a frame reaches −90 dBFS.
  fileprivate func isSound(at frame: Int) -> Bool {
    let floor: Float = 3.1622777e-5
    return abs(left[frame]) >= floor || abs(right[frame]) >= floor
  }

  /// Both planes (L + R) / 2: the level of a mono file is that of its one channel.
  fileprivate var mono: StereoBlock {
    var mixed = StereoBlock(frames: frames)
    Self.mix(left, right, into: &mixed.left)
    mixed.right = mixed.left
    return mixed
  }

  private static func mix(_ left: [Float], _ right: [Float], into target: inout [Float]) {
    let (l, r) = (left.span, right.span)
    var mixed = target.mutableSpan
    for i in l.indices { mixed[i] = l[i] * 0.5 + r[i] * 0.5 }
  }
}
