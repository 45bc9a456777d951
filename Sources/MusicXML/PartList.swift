import Score

/// A sound of a part: a score-instrument with what midi-instrument says of it.
struct PartSound: Sendable {
  /// The id that notes name.
  var id: [UInt8] = []
  /// The channel that the file asks for, 0…15.
  var wantedChannel: UInt8?
  /// The channel that it got, and its port.
  var channel: UInt8 = 0
  var port: UInt8 = 0
  /// The program, 0…127, the bank, 0…16383.
  var program: UInt8?
  var bank: UInt16?
  /// Controllers 7 and 10.
  var volume: UInt8?
  var pan: UInt8?
  /// The key of its unpitched notes.
  var unpitchedKey: UInt8?
}

/// A part: its name, its sounds, and the measures that hold its music.
struct Part: Sendable {
  var id: String
  var name: String?
  var sounds: [PartSound] = []
  /// The elements whose children are the music of each measure, and those that carry its number.
  var measures: [(content: XMLTree.Index?, header: XMLTree.Index)] = []
}

extension Part {
  /// The part that a `score-part` describes.
  init(_ tree: XMLTree, scorePart: XMLTree.Index, complaints: Complaints) {
    id = tree.string(attribute: .id, of: scorePart) ?? ""
    if let display = tree.child(.partNameDisplay, of: scorePart) {
      name = tree.children(of: display).filter { $0.tag == .displayText }
        .map { tree.string($0.index) }.joined(separator: " ")
    }
    if name?.isEmpty ?? true { name = tree.string(.partName, of: scorePart) }
    for child in tree.children(of: scorePart) {
      switch child.tag {
      case .scoreInstrument:
        guard sounds.count < 1000 else { continue }
        sounds.append(PartSound(id: tree.attribute(.id, of: child.index).map(Array.init) ?? []))
      case .midiInstrument:
        let id = tree.attribute(.id, of: child.index).map(Array.init) ?? []
        let known = sounds.firstIndex { $0.id == id }
        if known == nil {
          guard sounds.count < 1000 else { continue }
          sounds.append(PartSound(id: id))
        }
        sounds[known ?? sounds.count - 1].read(tree, midiInstrument: child.index, complaints)
      default: break
      }
    }
  }
}

extension PartSound {
  /// Controller 10 for a direction, −180…180: −90 is hard left, 90 hard right; behind the listener the
  /// same from the other side.
  static func pan(degrees: Int) -> UInt8 {
    let side = degrees > 90 ? 180 - degrees : degrees < -90 ? -180 - degrees : degrees
    return UInt8(clamping: (side + 90) * 64 / 90 - (side == 90 ? 1 : 0))
  }

  /// Takes what a `midi-instrument` says.
  mutating func read(_ tree: XMLTree, midiInstrument: XMLTree.Index, _ complaints: Complaints) {
    for child in tree.children(of: midiInstrument) {
      guard let number = tree.decimal(child.index) else { continue }
      let whole = number.integer
      func within(_ range: ClosedRange<Int>) -> Bool {
        if range.contains(whole) { return true }
        complaints.add(
          "<\(child.tag.rawValue)> is \(whole), not within \(range.lowerBound) and \(range.upperBound); left out",
          at: tree.nodes[child.index].byte)
        return false
      }
      switch child.tag {
      case .midiChannel: if within(1...16) { wantedChannel = UInt8(whole - 1) }
      case .midiProgram: if within(1...128) { program = UInt8(whole - 1) }
      case .midiBank: if within(1...16384) { bank = UInt16(whole - 1) }
      case .midiUnpitched: if within(1...128) { unpitchedKey = UInt8(whole - 1) }
      case .volume:
        if within(0...100) { volume = UInt8(min(127, (number.double * 1.27).rounded())) }
      case .pan:
        if within(-180...180) { pan = PartSound.pan(degrees: whole) }
      default: break
      }
    }
  }
}

/// Gives every sound a channel of its own: the one that the file asks for where no other part has it.
///
/// Channel 10 is for percussion only. More than fifteen melodic sounds go to further ports.
struct ChannelAllocation {
  private var taken: Set<UInt16> = []
  /// Ports below have no channel left for the last part.
  private var port: UInt8 = 0

  /// Gives channels to the sounds of a part, all on one port.
  mutating func assign(_ sounds: inout [PartSound], isPercussion: (Int) -> Bool) {
    let melodic = sounds.indices.filter { !isPercussion($0) }
    while port < 255, free(port).count < min(15, melodic.count) { port += 1 }
    for index in sounds.indices {
      sounds[index].port = port
      if isPercussion(index) { sounds[index].channel = 9 }
    }
    for index in melodic {
      let wanted = sounds[index].wantedChannel
      let free = free(port)
      // More than fifteen sounds in one part have to share.
      let channel = wanted.flatMap { free.contains($0) ? $0 : nil } ?? free.first ?? 0
      sounds[index].channel = channel
      taken.insert(UInt16(port) * 16 + UInt16(channel))
    }
  }

  private func free(_ port: UInt8) -> [UInt8] {
    (0..<16).filter { $0 != 9 && !taken.contains(UInt16(port) * 16 + UInt16($0)) }
  }
}
