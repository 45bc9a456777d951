import Score

// What a document says of the piece before its music.
extension DocumentReader {
  /// Title, composer and rights.
  func readHead(_ score: inout Score) {
    var (work, movement): (String?, String?) = (nil, nil)
    for child in tree.children(of: 0) {
      switch child.tag {
      case .work: work = tree.string(.workTitle, of: child.index)
      case .movementTitle: movement = tree.string(child.index)
      case .identification: readIdentification(child.index, &score)
      case .credit:
        guard let type = tree.child(.creditType, of: child.index),
          let words = tree.string(.creditWords, of: child.index)
        else { continue }
        if tree.bytes(type).spells("title"), score.title == nil { score.title = words }
        if tree.bytes(type).spells("composer"), score.composer == nil { score.composer = words }
        if tree.bytes(type).spells("rights"), score.copyright == nil { score.copyright = words }
      default: break
      }
    }
    if movement?.isEmpty ?? false { movement = nil }
    switch (work, movement) {
    case (let work?, let movement?):
      score.title = work == movement ? work : "\(work): \(movement)"
    case (let title?, nil), (nil, let title?): score.title = title
    case (nil, nil): break
    }
  }

  private func readIdentification(_ node: Int, _ score: inout Score) {
    var composers: [String] = []
    var rights: [String] = []
    for child in tree.children(of: node) {
      let text = tree.string(child.index)
      if text.isEmpty { continue }
      if child.tag == .creator, tree.attribute(.type, of: child.index, is: "composer") {
        composers.append(text)
      }
      if child.tag == .rights { rights.append(text) }
    }
    if !composers.isEmpty { score.composer = composers.joined(separator: ", ") }
    if !rights.isEmpty { score.copyright = rights.joined(separator: "\n") }
  }
}
