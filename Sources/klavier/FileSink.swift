import AudioFile
import Measurement
import Synthesis

/// The last part of the way to a file: limiter, meter, writer; stems go beside it at the same level.
struct FileSink: FrameSink, ~Copyable {
  private let stems: StemFiles?
  private var limiter: Limiter?
  private var meter: LoudnessMeter?
  private var limited = StereoBlock(frames: 0)
  private var writer: Writer

  /// The writer, on this thread or on one of its own.
  private enum Writer: ~Copyable {
    case direct(AudioFileWriter)
    case overlapped(OverlappedSink<AudioFileWriter>)

    mutating func mark(_ cues: [CuePoint]) throws(AudioFileError) {
      switch consume self {
      case .direct(var sink):
        do throws(AudioFileError) { try sink.mark(cues) } catch {
          self = .direct(sink)
          throw error
        }
        self = .direct(sink)
      case .overlapped(var sink):
        do throws(AudioFileError) {
          try sink.change { sink throws(AudioFileError) in try sink.mark(cues) }
        } catch {
          self = .overlapped(sink)
          throw error
        }
        self = .overlapped(sink)
      }
    }

    mutating func write(_ block: borrowing StereoBlock) throws(AudioFileError) {
      switch consume self {
      case .direct(var sink):
        do throws(AudioFileError) { try sink.write(block) } catch {
          self = .direct(sink)
          throw error
        }
        self = .direct(sink)
      case .overlapped(var sink):
        do throws(AudioFileError) { try sink.write(block) } catch {
          self = .overlapped(sink)
          throw error
        }
        self = .overlapped(sink)
      }
    }
  }

  init(
    _ writer: consuming sending AudioFileWriter, _ plan: LevelPlan, stems: StemFiles?,
    overlaps: Bool
  ) {
    let (rate, channels) = (writer.format.rate, writer.format.channels)
    self.stems = stems
    limiter = plan.ceiling.map { Limiter(rate: rate, ceilingDecibels: $0) }
    meter = plan.isMeasured ? LoudnessMeter(rate: rate, channels: channels) : nil
    self.writer = overlaps ? .overlapped(OverlappedSink(writer)) : .direct(writer)
  }

  /// Takes the next frames.
  mutating func write(_ block: borrowing StereoBlock) throws(AudioFileError) {
    if limiter == nil {
      try stems?.letGo()
      return try pass(block)
    }
    limiter?.render(block, into: &limited)
    try passLimited()
  }

  /// Names places, before the first frame.
  mutating func mark(_ cues: [CuePoint]) throws(AudioFileError) {
    try stems?.mark(cues)
    try writer.mark(cues)
  }

  private mutating func passLimited() throws(AudioFileError) {
    let block = limited
    if block.frames == 0 { return }
    try stems?.letGo(limiter?.factors)
    try pass(block)
  }

  private mutating func pass(_ block: borrowing StereoBlock) throws(AudioFileError) {
    meter?.write(block)
    try writer.write(block)
  }

  /// What was measured on the way.
  struct Measures: Sendable, Hashable {
    var loudness: Double?
    var truePeak: Double?
    var framesLimited = 0
  }

  /// Lets the last frames through; the measures are told, the file is still to be finished.
  consuming func settle(
    _ measures: inout Measures
  ) throws(AudioFileError) -> AudioFileWriter {
    if limiter != nil {
      limiter?.finish(into: &limited)
      try passLimited()
      measures.framesLimited = limiter?.framesLimited ?? 0
    }
    measures.loudness = meter?.loudness
    measures.truePeak = meter?.truePeak
    switch consume writer {
    case .direct(let sink): return sink
    case .overlapped(let sink): return try sink.sink()
    }
  }
}
