import Score

/// The compressed form of MusicXML: a zip whose META-INF/container.xml names the score (MusicXML 4.0, "Compressed .mxl files").
enum MXLContainer {
  /// What may be unpacked in any case, in bytes.
  static let freeBytes = 16 << 20
  /// How many times its packed size a score may have beyond that; text seldom packs better than 50 to 1.
  static let greatestRatio = 100
  /// The largest score, in bytes.
  static let greatestSize = 1 << 30

  /// The score in an archive, and its name there.
  static func score(in bytes: [UInt8]) throws(ScoreError) -> (bytes: [UInt8], name: String) {
    let archive: ZipArchive
    do {
      archive = try ZipArchive(bytes)
    } catch {
      throw scoreError(error, "the archive")
    }
    let name = try rootfile(of: archive)
    if climbs(name) {
      throw ScoreError(
        .malformed, at: .whole,
        "META-INF/container.xml names the score '\(name.prefix(100))', a path that leaves the archive"
      )
    }
    do {
      let score = try archive.bytes(of: name) {
        min(
          greatestSize,
          max(freeBytes, $0.multipliedReportingOverflow(by: greatestRatio).partialValue))
      }
      return (score, name)
    } catch {
      throw scoreError(error, name)
    }
  }

  /// Whether a path leads out of the archive.
  static func climbs(_ path: String) -> Bool {
    path.hasPrefix("/") || path.contains("\\") || path.utf8.dropFirst().first == UInt8(ascii: ":")
      || path.split(separator: "/").contains("..")
  }

  private static func rootfile(of archive: borrowing ZipArchive) throws(ScoreError) -> String {
    let container: [UInt8]
    do {
      container = try archive.bytes(of: "META-INF/container.xml") { _ in 1 << 20 }
    } catch .missing {
      return try onlyScore(of: archive)
    } catch {
      throw scoreError(error, "META-INF/container.xml")
    }
    let tree: XMLTree
    do {
      tree = try XMLParser.tree(of: container)
    } catch {
      throw ScoreError(error.reason, at: .whole, "META-INF/container.xml: \(error.message)")
    }
    for index in tree.nodes.indices where tree.nodes[index].tag == .rootfile {
      // The first one is the score; others are the same in other forms.
      if let path = tree.string(attribute: .fullPath, of: index), !path.isEmpty { return path }
    }
    throw ScoreError(.malformed, at: .whole, "META-INF/container.xml names no score")
  }

  /// An archive without a container file is read if it holds just one score.
  private static func onlyScore(of archive: borrowing ZipArchive) throws(ScoreError) -> String {
    let scores = archive.names(limit: 1000).filter {
      let name = $0.lowercased()
      return (name.hasSuffix(".xml") || name.hasSuffix(".musicxml")) && !name.hasPrefix("meta-inf/")
    }
    guard scores.count == 1 else {
      throw ScoreError(
        .malformed, at: .whole,
        "a zip archive without META-INF/container.xml and with \(scores.count) scores; not an MXL file"
      )
    }
    return scores[0]
  }

  private static func scoreError(_ failure: ZipArchive.Failure, _ what: String) -> ScoreError {
    switch failure {
    case .broken(let reason):
      ScoreError(.malformed, at: .whole, "\(what) cannot be unpacked: \(reason)")
    case .unsupported(let reason):
      ScoreError(.unsupported, at: .whole, "\(what) cannot be unpacked: \(reason)")
    case .missing: ScoreError(.malformed, at: .whole, "the archive has no '\(what)'")
    case .tooLarge(let limit):
      ScoreError(
        .tooLarge, at: .whole,
        "\(what) unpacks to more than \(limit) bytes, more than a score of its packed size can have"
      )
    }
  }
}
