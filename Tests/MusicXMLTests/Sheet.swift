import MusicXML
import Score
import Testing

/// MusicXML documents for tests, built around the music of one part: 4 divisions a quarter, 4/4.
enum Sheet {
  /// A document of measures; `barred` is what they hold.
  static func document(_ measures: [String], list: String = "", head: String = "") -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <score-partwise version="4.0">\(head)<part-list><score-part id="P1"><part-name>Piano</part-name>\(list)</score-part></part-list>
      <part id="P1">

      """
    for (index, measure) in measures.enumerated() {
      let attributes =
        index == 0
        ? "<attributes><divisions>4</divisions><key><fifths>0</fifths></key><time><beats>4</beats><beat-type>4</beat-type></time></attributes>"
        : ""
      text += "<measure number=\"\(index + 1)\">\(attributes)\(measure)</measure>\n"
    }
    return Array((text + "</part></score-partwise>").utf8)
  }

  /// A note such as `C4`, `F#3`, `r`, of `duration` divisions; `inner` is put into it before its notations.
  static func note(
    _ name: String, _ duration: Int = 4, chord: Bool = false, voice: Int = 1, inner: String = "",
    notations: String = "", attributes: String = ""
  ) -> String {
    var pitch = "<rest/>"
    if name != "r" {
      let alter =
        name.contains("#") ? "<alter>1</alter>" : name.contains("b") ? "<alter>-1</alter>" : ""
      pitch =
        "<pitch><step>\(name.first ?? "C")</step>\(alter)<octave>\(name.last ?? "4")</octave></pitch>"
    }
    let time = inner.contains("<grace") ? "" : "<duration>\(duration)</duration>"
    let notated = notations.isEmpty ? "" : "<notations>\(notations)</notations>"
    return
      "<note\(attributes)>\(inner.contains("<grace") ? inner : "")\(chord ? "<chord/>" : "")\(pitch)\(time)<voice>\(voice)</voice>\(inner.contains("<grace") ? "" : inner)\(notated)</note>"
  }

  /// A direction with these types, and a sound if given.
  static func direction(_ type: String, sound: String = "") -> String {
    "<direction><direction-type>\(type)</direction-type>\(sound.isEmpty ? "" : "<sound \(sound)/>")</direction>"
  }
}

/// A note of a score in quarters.
struct Heard: Hashable, CustomStringConvertible {
  var on: Double
  var off: Double
  var key: Int
  var velocity: Int = 90

  init(_ on: Double, _ off: Double, _ key: Int, _ velocity: Int = 90) {
    self.on = on
    self.off = off
    self.key = key
    self.velocity = velocity
  }

  var description: String { "\(on)…\(off) \(key) @\(velocity)" }
}

extension Score {
  var perQuarter: Double {
    if case .ticksPerQuarter(let ticks) = timebase { return Double(ticks) }
    return 1
  }

  /// All notes by onset and key.
  var heard: [Heard] {
    let performance = Performance(self)
    return performance.strokes.map {
      Heard(
        Double($0.on) / perQuarter, Double($0.off) / perQuarter, Int($0.note.key),
        Int($0.note.velocity))
    }.sorted { ($0.on, $0.key) < ($1.on, $1.key) }
  }

  /// The values of a controller with their positions in quarters, from all tracks.
  func controller(_ wanted: UInt8) -> [String] {
    tracks.flatMap { track in
      track.events.compactMap { event -> String? in
        guard case .controller(_, wanted, let value) = event.message else { return nil }
        return "\(Double(event.tick) / perQuarter): \(value)"
      }
    }
  }

  /// The tempos in quarters a minute with their positions in quarters.
  var tempos: [String] {
    tracks[0].events.compactMap { event -> String? in
      guard case .tempo(let seconds) = event.message else { return nil }
      return "\(Double(event.tick) / perQuarter): \(60 / seconds.double)"
    }
  }

  /// The keys in the order of their onsets.
  var keys: [Int] { heard.map(\.key) }
}
