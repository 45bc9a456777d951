/// An RMID file around a MIDI file: RIFF of the form RMID with its data, an INFO list with the bank offset
/// where there is one, and a bank of sounds.
public func rmidFile(_ midi: [UInt8], bank: [UInt8] = [], offset: [UInt8]? = nil) -> [UInt8] {
  func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
    let size = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> ($0 * 8)) }
    return Array(id.utf8) + size + body + (body.count % 2 == 1 ? [0] : [])
  }
  let info = offset.map { chunk("LIST", Array("INFO".utf8) + chunk("DBNK", $0)) } ?? []
  return chunk("RIFF", Array("RMID".utf8) + chunk("data", midi) + info + bank)
}
