/// Cue points as chunks of a WAVE file: `cue ` with the places, `LIST adtl` with their names
/// (Microsoft and IBM: Multimedia Programming Interface and Data Specifications 1.0, 1991).
///
/// libsndfile writes the first without the second, and neither to RF64.
enum CueChunks {
  static func places(_ cues: [CuePoint]) -> [UInt8] {
    var body: [UInt8] = []
    body.append(little: cues.count, count: 4)
    for (index, cue) in cues.enumerated() {
      body.append(little: index + 1, count: 4)
      body.append(little: cue.frame, count: 4)
      body.append(contentsOf: "data".utf8)
      body.append(little: 0, count: 8)
      body.append(little: cue.frame, count: 4)
    }
    return body
  }

  static func names(_ cues: [CuePoint]) -> [UInt8] {
    var body = Array("adtl".utf8)
    for (index, cue) in cues.enumerated() {
      // Filled to four bytes: libsndfile fills chunks so, outside of their inner ones.
      var text = Array(cue.name.utf8.prefix(1 << 12)) + [0]
      while text.count % 4 != 0 { text.append(0) }
      body.append(contentsOf: "labl".utf8)
      body.append(little: text.count + 4, count: 4)
      body.append(little: index + 1, count: 4)
      body.append(contentsOf: text)
    }
    return body
  }
}
