/// SplitMix64: one number decides all mutations of an input.
struct Random {
  private var state: UInt64

  init(seed: UInt32) { state = UInt64(seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to `bound` − 1.
  mutating func below(_ bound: Int) -> Int { bound <= 0 ? 0 : Int(next() % UInt64(bound)) }
}

/// libFuzzer's own mutation, for which structure does not matter.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int) -> Int

/// Mutates an input in its place: three times out of four by what its language knows, else by bytes.
func mutate(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, most: Int, seed: UInt32,
  _ change: (inout [UInt8], inout Random) -> Void
) -> Int {
  var random = Random(seed: seed)
  if random.below(4) == 0 { return unsafe mutateBytes(data, size, most) }
  var text = unsafe bytes(data, size)
  change(&text, &random)
  let count = min(text.count, most)
  for index in 0..<count { unsafe data[index] = text[index] }
  return count
}
