import AudioFile
import Measurement
import Score
import Synthesis

/// What is in an audio file; it is read through once, in pieces.
struct AudioInfo {
  private let path: String
  private let rate: Int
  private let channels: Int
  private let encoding: String
  private let container: Container?
  private let tags: [Tag: String]
  private let cues: [CuePoint]
  private var frames = 0
  private var peak: Float = 0
  /// Samples that are infinite or no numbers; the peak is that of the others.
  private var notNumbers = 0
  private var loudness: Double?

  init(_ path: String) throws(Failure) {
    self.path = path
    do throws(AudioFileError) {
      var reader = try AudioFileReader(path: path)
      rate = reader.rate
      channels = reader.channels
      encoding = reader.encoding
      container = reader.container
      tags = reader.tags
      let cues = reader.cues
      self.cues = cues.isEmpty ? HiddenCues.read(path) : cues
      // Some files declare rates at which nothing can be measured.
      let isMeasured =
        Subject.rates.contains(rate) && channels <= 2 && LoudnessMeter.missing == nil
      var meter =
        isMeasured ? LoudnessMeter(rate: rate, channels: channels, truePeak: false) : nil
      while true {
        let planes = try reader.read(16_384)
        if planes[0].isEmpty { break }
        frames += planes[0].count
        for plane in planes {
          for sample in plane where !sample.isFinite { notNumbers += 1 }
          peak = plane.reduce(peak) { $1.isFinite ? max($0, abs($1)) : $0 }
        }
        if !isMeasured { continue }
        var block = StereoBlock(frames: 0)
        block.left = planes[0]
        block.right = channels > 1 ? planes[1] : planes[0]
        meter?.write(block)
      }
      loudness = meter?.loudness
    } catch {
      throw Failure(error)
    }
  }

  private var peakDecibels: Double { peak > 0 ? ExactMath.decibels(Double(peak)) : -.infinity }
  private var seconds: Double { Double(frames) / Double(max(1, rate)) }

  /// What is wrong with it.
  var warnings: [String] {
    var warnings: [String] = []
    if let cut = Self.warningOfCut(path) { warnings.append(cut) }
    if notNumbers > 0 {
      warnings.append("\(Text.count(notNumbers, "sample")) infinite or not a number")
    }
    if let reason = LoudnessMeter.missing {
      warnings.append("its loudness is not measured: \(reason)")
    }
    return warnings
  }

  /// What is said of a file whose end is missing.
  static func warningOfCut(_ path: String) -> String? {
    let missing = CutFile.missingBytes(path)
    if missing > 0 {
      return "its end is missing: its header promises \(Text.count(missing, "byte")) more"
    }
    return CutFile.isUnendedOgg(path)
      ? "its end is missing: its last page of Ogg does not end the stream" : nil
  }

  /// The answer to `info --json`.
  var json: JSON {
    [
      "file": .string(path), "kind": "audio", "format": JSON(container?.rawValue),
      "rate": .integer(rate), "channels": .integer(channels), "frames": .integer(frames),
      "seconds": .number(seconds), "encoding": .string(encoding), "peakDBFS": .number(peakDecibels),
      "loudnessLUFS": loudness.map(JSON.number) ?? nil,
      "tags": .object(
        tags.sorted { $0.key.rawValue < $1.key.rawValue }.map {
          .init($0.key.rawValue, .string($0.value))
        }),
      "markers": .array(cues.map { ["frame": .integer($0.frame), "name": .string($0.name)] }),
      "warnings": .array(warnings.map(JSON.string)),
    ]
  }

  /// The lines for a person.
  var lines: [String] {
    let form = container.map { "\($0.rawValue) " } ?? ""
    var first =
      "\(path): \(form)\(encoding), \(rate) Hz, \(Text.count(channels, "channel")), "
      + "\(Text.count(frames, "frame")), \(Text.duration(seconds: seconds)), "
    first += peak > 0 ? "peak \(Text.fixed(peakDecibels, decimals: 1)) dBFS" : "silent"
    if let loudness { first += ", \(Text.fixed(loudness, decimals: 1)) LUFS" }
    return [first]
      + tags.sorted { $0.key.rawValue < $1.key.rawValue }.map {
        "  \($0.key.rawValue): \($0.value)"
      }
      + cues.map { "  marker at frame \($0.frame): \($0.name)" }
  }
}
