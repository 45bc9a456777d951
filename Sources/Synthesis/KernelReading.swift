extension Kernel {
  /// Two samples a frame, into `row[from…]`.
  static func linear(
    _ tape: [Float], at position: UInt64, _ step: UInt64, into row: inout [Float], from: Int,
    count: Int
  ) {
    precondition(inside(tape, position, step, count, taps: 2))
    precondition(from >= 0 && from + count <= row.count)
    var place = position
    unsafe tape.withUnsafeBufferPointer { tape in
      unsafe row.withUnsafeMutableBufferPointer { row in
        for i in from..<from &+ count {
          let k = Int(truncatingIfNeeded: place >> 32)
          let x = Float(UInt32(truncatingIfNeeded: place) >> 8) * 0x1p-24
          let a = unsafe tape[k]
          unsafe row[i] = a + x * (tape[k &+ 1] - a)
          place &+= step
        }
      }
    }
  }

  /// Four samples a frame, weighed by the phase; four frames at a time.
  static func cubic(
    _ tape: [Float], at position: UInt64, _ step: UInt64, into row: inout [Float], from: Int,
    count: Int
  ) {
    precondition(inside(tape, position, step, count, taps: 2))
    precondition(from >= 0 && from + count <= row.count)
    // Whole frames and fraction apart: the carry costs less than shifting the frames out each time.
    var k = Int(truncatingIfNeeded: position >> 32)
    var fraction = UInt32(truncatingIfNeeded: position)
    let wholeStep = Int(truncatingIfNeeded: step >> 32)
    let fractionStep = UInt32(truncatingIfNeeded: step)
    unsafe tape.withUnsafeBufferPointer { tape in
      unsafe Weights.cubic.withUnsafeBufferPointer { weights in
        unsafe row.withUnsafeMutableBytes { row in
          guard let tape = tape.baseAddress, let weights = weights.baseAddress,
            let row = row.baseAddress
          else { return }
          let before = unsafe tape - 1
          @inline(__always) func next() -> SIMD4<Float> {
            let four = unsafe UnsafeRawPointer(before + k).loadUnaligned(as: SIMD4<Float>.self)
            let products = unsafe four * weights[Int(truncatingIfNeeded: fraction >> 24)]
            let (sum, carry) = fraction.addingReportingOverflow(fractionStep)
            fraction = sum
            k = k &+ wholeStep &+ (carry ? 1 : 0)
            return products
          }
          var i = 0
          while i &+ 4 <= count {
            let a = next()
            let b = next()
            let c = next()
            let d = next()
            unsafe row.storeBytes(
              of: sums(a, b, c, d), toByteOffset: 4 &* (from &+ i), as: SIMD4<Float>.self)
            i &+= 4
          }
          while i < count {
            let products = next()
            let halves = products.lowHalf + products.highHalf
            unsafe row.storeBytes(
              of: halves.x + halves.y, toByteOffset: 4 &* (from &+ i), as: Float.self)
            i &+= 1
          }
        }
      }
    }
  }

  /// Thirty-two samples a frame; the weights go in a line from phase to phase.
  static func sinc(
    _ tape: [Float], at position: UInt64, _ step: UInt64, _ table: [SIMD4<Float>],
    into row: inout [Float], from: Int, count: Int
  ) {
    precondition(inside(tape, position, step, count, taps: 16))
    precondition(from >= 0 && from + count <= row.count)
    precondition(table.count == (Weights.phases + 1) * 8)
    var place = position
    unsafe tape.withUnsafeBytes { tape in
      unsafe table.withUnsafeBufferPointer { table in
        unsafe row.withUnsafeMutableBufferPointer { row in
          guard let tape = tape.baseAddress, let table = table.baseAddress else { return }
          for i in from..<from &+ count {
            let offset = Int(truncatingIfNeeded: (place >> 30) & ~3) &- 60
            let phase = Int(truncatingIfNeeded: (place >> 24) & 255) &* 8
            let between = Float(UInt32(truncatingIfNeeded: place) & 0xFF_FFFF) * 0x1p-24
            var low = SIMD4<Float>.zero
            var high = SIMD4<Float>.zero
            for group in 0..<8 {
              let four = unsafe (tape + (offset &+ 16 &* group)).loadUnaligned(
                as: SIMD4<Float>.self)
              unsafe low += four * table[phase &+ group]
              unsafe high += four * table[phase &+ 8 &+ group]
            }
            let sum = low + between * (high - low)
            let halves = sum.lowHalf + sum.highHalf
            unsafe row[i] = halves.x + halves.y
            place &+= step
          }
        }
      }
    }
  }
}
