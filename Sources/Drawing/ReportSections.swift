import Measurement

/// The sections of the page, as HTML.
extension Report {
  static let transport = """
    <section aria-label="Player">
    <div class="transport">
    <button id="play" class="primary">Play</button>
    <button id="back">Back to the start</button>
    <output id="time" aria-live="off">0:00</output>
    <span class="faint">The space bar plays and pauses; click a picture to go there.</span>
    </div>
    <div class="pad" id="pad" aria-hidden="true"><span class="dot" id="dot"></span></div>
    <div class="pad-labels faint" aria-hidden="true"><span>position →</span><span>volume ↑</span></div>
    <label class="visually-hidden">Position <input type="range" id="position" min="0" max="1000" value="0"></label>
    <label class="visually-hidden">Volume <input type="range" id="volume" min="0" max="100" value="80"></label>
    </section>

    """

  /// Radio buttons for the renders, check boxes for the tracks.
  var choices: String {
    var html = "<div class=\"choices\">\n<fieldset><legend>Render</legend>\n"
    for (index, render) in renders.enumerated() {
      html +=
        "<label><input type=\"radio\" name=\"render\" value=\"\(index)\"\(index == 0 ? " checked" : "")> "
        + "\(Self.escaped(render.name))</label>\n"
    }
    if renders.count > 1 {
      html += "<label><input type=\"checkbox\" id=\"match\"> equally loud</label>\n"
    }
    html += "</fieldset>\n"
    let voices = renders.lazy.map { $0.stems.compactMap(\.voice) }.first { $0.count > 1 } ?? []
    if voices.count > 1 {
      html += "<fieldset><legend>Tracks</legend>\n"
      for voice in voices {
        let name = voice < roll.voices.count ? roll.voices[voice] : "track \(voice + 1)"
        html +=
          "<label><input type=\"checkbox\" name=\"track\" value=\"\(voice)\" checked> "
          + "\(Self.escaped(name))</label>\n"
      }
      html += "</fieldset>\n"
    }
    return html + "</div>\n"
  }

  /// The roll and the spectrogram, each with a cursor.
  var pictures: String {
    var html = "<section aria-label=\"Pictures\">\n"
    if !roll.notes.isEmpty {
      html += """
        <h2>Piano roll</h2>
        <div class="timeline"><canvas id="roll" role="img" aria-label="Piano roll: \(roll.notes.count) notes in \(Int(seconds.rounded())) seconds"></canvas><span class="cursor"></span></div>

        """
    }
    if let spectrogram {
      html += """
        <h2 style="margin-top:.8rem">Spectrogram</h2>
        <div class="timeline"><img alt="Spectrogram of the first render, pitch upwards" src="data:image/png;base64,\(Base64.text(spectrogram))"><span class="cursor"></span></div>

        """
    }
    return html + "</section>\n"
  }

  static let keyboard = """
    <section aria-label="Keyboard">
    <h2>Keyboard</h2>
    <p class="faint">Keys light as the piece plays. Play them with the mouse, a finger, or the computer's keys A to ; (two rows, from C4).</p>
    <div class="octaves" id="octaves" hidden><button id="lower">← lower</button><button id="higher">higher →</button></div>
    <div class="keyboard-view"><div class="keyboard" id="keyboard" role="group" aria-label="Piano keyboard"></div></div>
    </section>

    """

  /// Which two of the renders are A and B is a choice where there are more.
  var blindTest: String {
    func choice(_ letter: String, chosen: Int) -> String {
      let options = renders.enumerated().map { index, render in
        "<option value=\"\(index)\"\(index == chosen ? " selected" : "")>"
          + "\(Self.escaped(render.name))</option>"
      }
      let id = "abx-is-\(letter.lowercased())"
      return "<label>\(letter) is <select id=\"\(id)\">\(options.joined())</select></label>\n"
    }
    return """
      <section id="abx" aria-label="Blind test">
      <h2>Blind test (ABX)</h2>
      <p class="faint">X is A or B, all equally loud. Listen to all three as often as you like, then say which it is.</p>
      <div class="abx">
      \(choice("A", chosen: 0))\(choice("B", chosen: 1))</div>
      <div class="abx">
      <button id="abx-start">Start</button>
      <button id="abx-a">A</button>
      <button id="abx-b">B</button>
      <button id="abx-x" disabled>X</button>
      <button id="abx-answer-a" disabled>X is A</button>
      <button id="abx-answer-b" disabled>X is B</button>
      <output id="abx-score" aria-live="polite">no answer yet</output>
      </div>
      </section>

      """
  }

  /// The comparison's numbers and, where the score is known, every note's.
  static func tables(_ comparison: Comparison, names: [String]) -> String {
    let second = names.count > 1 ? names[1] : "the second"
    let first = names.first ?? "the first"
    var rows: [(String, String)] = [
      ("identical samples", comparison.isIdentical ? "yes" : "no"),
      ("lag", "\(fixed(comparison.lagFrames, 2)) frames"),
      ("level", "\(fixed(comparison.gainDB, 2)) dB"),
      ("residual after alignment", "\(fixed(comparison.residualDB, 1)) dB"),
      (
        "largest difference",
        "\(fixed(Double(comparison.maxDifference), 5)) at frame \(comparison.maxDifferenceFrame)"
      ),
      ("spectral distance", "\(fixed(comparison.spectralDB, 2)) dB"),
      ("worst moment", "\(fixed(comparison.worstMomentDB, 2)) dB"),
    ]
    if let deviation = comparison.onsetDeviationFrames {
      rows.append(("largest onset deviation", "\(fixed(deviation, 1)) frames"))
    }
    if let loudness = comparison.loudnessDifferenceLU {
      rows.append(("loudness", "\(fixed(loudness, 2)) LU"))
    }
    var html =
      "<section aria-label=\"Comparison\">\n<h2>\(escaped(second)) against \(escaped(first))</h2>\n"
      + "<div class=\"scroll\"><table><thead><tr>\(header("measure"))\(header("value"))</tr></thead><tbody>\n"
    for (name, value) in rows { html += "<tr><td>\(name)</td><td>\(value)</td></tr>\n" }
    html += "</tbody></table></div>\n"
    if !comparison.notes.isEmpty {
      html +=
        "<h2 style=\"margin-top:.8rem\">Notes</h2>\n<div class=\"scroll\"><table><thead><tr>"
        + ["frame", "key", "onset, frames", "level, dB", "pitch, cents", "centroid", "release, dB"]
        .map(header).joined() + "</tr></thead><tbody>\n"
      for note in comparison.notes {
        let level =
          note.isMissing
          ? "<td class=\"missing\" data-value=\"-999\">missing</td>"
          : "<td>\(fixed(note.levelDB, 2))</td>"
        html +=
          "<tr><td>\(note.note.onFrame)</td><td>\(note.note.key)</td>"
          + "<td>\(fixed(note.onsetFrames, 1))</td>\(level)<td>\(fixed(note.pitchCents, 2))</td>"
          + "<td>\(fixed(note.centroidRatio, 3))</td><td>\(fixed(note.releaseDB, 2))</td></tr>\n"
      }
      html += "</tbody></table></div>\n"
    }
    return html + "</section>\n"
  }

  private static func header(_ name: String) -> String {
    "<th scope=\"col\"><button>\(name)</button></th>"
  }

  /// A number with fixed decimals, a dash where it is not known.
  private static func fixed(_ value: Double?, _ decimals: Int) -> String {
    value.map { fixed($0, decimals) } ?? "–"
  }

  /// A number with fixed decimals.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return value > 0 ? "∞" : "−∞" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let units = (abs(value) * scale).rounded()
    guard units < 1e15 else { return "\(value)" }
    let whole = Int(units) / Int(scale)
    let rest = String(Int(units) % Int(scale))
    let sign = value < 0 && units > 0 ? "-" : ""
    if decimals == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(String(repeating: "0", count: decimals - rest.count))\(rest)"
  }
}
