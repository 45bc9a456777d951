import Score

/// What counts for the whole score, gathered from all parts while they are read.
struct ConductorSheet: Sendable {
  /// By measure.
  var marks: [[ConductorMark]] = []
  /// Repeats, endings and jumps, by measure.
  var form: [FormMark] = []
  /// The notes that measure repeats have made in the parts so far.
  var repeatedNotes = 0

  mutating func extend(to count: Int) {
    while marks.count < count {
      marks.append([])
      form.append(FormMark())
    }
  }
}

/// Reads the music of one part, measure after measure, into data.
struct PartReader {
  let tree: XMLTree
  let grid: Grid
  let complaints: Complaints
  let part: Part
  let isFirst: Bool
  var sheet: ConductorSheet

  /// What has been read.
  var measures: [WrittenMeasure] = []
  var dynamics: [DynamicMark] = []
  /// Which sounds have played a pitched note.
  var pitched: Set<Int32> = []
  /// Sounds that the part list does not name, by their ids.
  var sounds: [PartSound]

  // What the attributes say until they say otherwise.
  var divisions = Decimal(1)
  var hasDivisions = false
  var alterations: [Int: [Int]] = [:]
  var transposition: [Int: Int] = [:]
  var doubling: [Int: Int] = [:]
  var nominal: Int64?
  var measureRepeat = 0
  /// The most notes that measure repeats may make in all parts: a tenth of what a score may play.
  private static let mostRepeatedNotes = 1_000_000

  // The measure that is being read.
  var measure = WrittenMeasure()
  var index = 0
  /// Ticks from the begin of the part to the begin of the measure.
  var start: Int64 = 0
  var cursor: Int64 = 0
  var lastOnset: Int64 = 0
  var lastDelay: Int64 = 0
  var graces: [WrittenNote] = []
  var graceSlots: [GraceSlot] = []
  var openTremolos: [Int32: [Int]] = [:]
  var joined: JoinedTremolo?
  var arpeggioCount: Int32 = 0
  /// Segnos and codas behind the begin of the measure.
  var targets: [FormTarget] = []
  var isSostenuto = false
  var failure: ScoreError?

  init(
    _ part: Part, _ tree: XMLTree, _ grid: Grid, _ complaints: Complaints, isFirst: Bool,
    sheet: ConductorSheet
  ) {
    self.part = part
    self.tree = tree
    self.grid = grid
    self.complaints = complaints
    self.isFirst = isFirst
    self.sheet = sheet
    sounds = part.sounds
  }

  /// Reads all measures.
  mutating func read() throws(ScoreError) {
    complaints.part = part.id
    measures.reserveCapacity(part.measures.count)
    for source in part.measures {
      begin(source.header)
      if let content = source.content {
        for child in tree.children(of: content) { read(child.tag, child.index) }
      }
      if let failure { throw failure }
      finish()
      if let failure { throw failure }
    }
    complaints.measure = nil
  }

  private mutating func begin(_ header: XMLTree.Index) {
    measure = WrittenMeasure()
    measure.byte = tree.nodes[header].byte
    measure.number = tree.string(attribute: .number, of: header) ?? String(measures.count + 1)
    measure.isImplicit = tree.attribute(.implicit, of: header, is: "yes")
    measure.nominal = nominal
    complaints.measure = measure.number
    index = measures.count
    sheet.extend(to: index + 1)
    cursor = 0
    lastOnset = 0
    lastDelay = 0
    joined = nil
  }

  private mutating func read(_ tag: Tag, _ node: XMLTree.Index) {
    switch tag {
    case .note: readNote(node)
    case .backup, .forward: move(node, tag == .forward ? 1 : -1)
    case .attributes: readAttributes(node)
    case .direction: readDirection(node)
    case .sound: readSound(node, at: cursor)
    case .barline: readBarline(node)
    case .harmony: warn("chord symbols are not played", node)
    case .figuredBass: warn("figured bass is not played", node)
    case .listening, .visual: break
    default: warn("<\(tag.rawValue)> has no place in a measure; left out", node)
    }
  }

  /// `backup` and `forward`.
  private mutating func move(_ node: XMLTree.Index, _ sign: Int64) {
    guard let step = duration(of: node) else { return }
    if sign < 0 { finishGraces() }
    cursor += sign * step
    if cursor < 0 {
      warn("a backup leads before the begin of the measure; it ends there", node)
      cursor = 0
    }
    reach(cursor, node)
    lastOnset = cursor
    lastDelay = 0
    if sign > 0 { measure.hasContent = true }
  }

  /// The duration that an element has, in ticks; nil, with a warning, where there is none.
  mutating func duration(of node: XMLTree.Index) -> Int64? {
    guard let child = tree.child(.duration, of: node) else {
      warn("<\(tree.nodes[node].tag.rawValue)> has no duration; it takes no time", node)
      return nil
    }
    guard let value = tree.decimal(child) else {
      warn("'\(tree.string(child).prefix(40))' is not a duration; it takes no time", child)
      return nil
    }
    guard value.digits >= 0 else {
      warn("a duration below 0; it takes no time", child)
      return nil
    }
    if !hasDivisions {
      hasDivisions = true
      warn("no <divisions> before the first duration; taken as quarters", child)
    }
    guard let ticks = grid.ticks(value, divisions: divisions) else {
      tooLong(child)
      return nil
    }
    return ticks
  }

  /// Notes how far the measure reaches.
  mutating func reach(_ position: Int64, _ node: XMLTree.Index) {
    measure.length = max(measure.length, position)
    if position > Grid.longestQuarters * grid.ticksPerQuarter { tooLong(node) }
  }

  private mutating func tooLong(_ node: XMLTree.Index) {
    failure = ScoreError(
      .tooLarge, at: .byte(Int(tree.nodes[node].byte), track: nil),
      "measure \(measure.number) of part \(part.id) is longer than \(Grid.longestQuarters) quarters"
    )
  }

  func warn(_ message: String, _ node: XMLTree.Index) {
    complaints.add(message, at: tree.nodes[node].byte)
  }

  /// Closes the measure.
  private mutating func finish() {
    finishGraces()
    for tremolo in openTremolos.values {
      for note in tremolo { measure.notes[note].marks.remove(.tremoloStart) }
      complaints.add(
        "a tremolo between two notes does not end in its measure; not played", at: measure.byte)
    }
    openTremolos = [:]
    rollChords()
    placeTargets()
    if measureRepeat > 0, measure.notes.isEmpty, measures.count >= measureRepeat {
      let source = measures[measures.count - measureRepeat]
      sheet.repeatedNotes += source.notes.count
      if sheet.repeatedNotes > PartReader.mostRepeatedNotes {
        failure = ScoreError(
          .tooLarge, at: .byte(Int(measure.byte), track: nil),
          "measure repeats make more than \(PartReader.mostRepeatedNotes) notes")
        return
      }
      measure.notes = source.notes
      measure.length = max(measure.length, source.length)
    }
    measure.marks.stablySort { $0.tick }
    start += measure.length
    measures.append(measure)
  }
}

extension Array {
  /// Sorts by a position and keeps the order of what is at one.
  mutating func stablySort(by position: (Element) -> Int64) {
    var isSorted = true
    for index in indices.dropFirst() where position(self[index]) < position(self[index - 1]) {
      isSorted = false
      break
    }
    if isSorted { return }
    let order = indices.sorted {
      (position(self[$0]), $0) < (position(self[$1]), $1)
    }
    self = order.map { self[$0] }
  }
}
