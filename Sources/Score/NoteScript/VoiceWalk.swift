/// Goes through a voice's words in the order of playing: repeats and endings are jumps.
///
/// A copy goes on from the same place, so a look ahead is a copy.
struct VoiceWalk {
  private let ops: [VoiceOp]
  private var index = 0
  /// The time that each open repeat is being played, from 1.
  private var passes: [UInt32] = []

  init(_ ops: [VoiceOp]) { self.ops = ops }

  /// The next word that is no jump.
  mutating func next() -> VoiceOp? {
    while index < ops.count {
      let op = ops[index]
      index += 1
      switch op {
      case .openRepeat: passes.append(1)
      case .closeRepeat(let times, let begin):
        guard let pass = passes.last else { break }
        if pass < times {
          passes[passes.count - 1] = pass + 1
          index = Int(begin) + 1
        } else {
          passes.removeLast()
        }
      case .openEnding(let number, let end):
        if passes.last != number { index = Int(end) }
      case .closeEnding: break
      default: return op
      }
    }
    return nil
  }
}
