extension Kernel {
  /// The weights and the past of one filter in each lane.
  ///
  /// A loop keeps it in a variable of its own: behind a pointer or in a closure's context every frame
  /// would wait for the last one's stores.
  private struct Filters {
    let b: SIMD4<Float>
    let c1: SIMD4<Float>
    let c2: SIMD4<Float>
    var x1: SIMD4<Float>
    var x2: SIMD4<Float>
    var y1: SIMD4<Float>
    var y2: SIMD4<Float>

    @inline(__always)
    init(_ weights: UnsafePointer<SIMD4<Float>>, _ past: UnsafeMutablePointer<SIMD4<Float>>) {
      unsafe (b, c1, c2, _) = turned(weights[0], weights[1], weights[2], weights[3])
      unsafe (x1, x2, y1, y2) = (past[0], past[1], past[2], past[3])
    }

    /// b·(x + 2x₁ + x₂) + c1·y₁ + c2·y₂.
    @inline(__always)
    mutating func next(_ x: SIMD4<Float>) -> SIMD4<Float> {
      let y = (b * (x + x2 + (x1 + x1)) + c2 * y2) + c1 * y1
      (x2, x1, y2, y1) = (x1, x, y1, y)
      return y
    }

    @inline(__always)
    func keep(_ past: UnsafeMutablePointer<SIMD4<Float>>) {
      unsafe (past[0], past[1], past[2], past[3]) = (x1, x2, y1, y2)
    }
  }

  /// Straight lines of gain for both sides in each lane.
  private struct Lines {
    let left: (base: SIMD4<Float>, slope: SIMD4<Float>)
    let right: (base: SIMD4<Float>, slope: SIMD4<Float>)

    /// `wet`: of reverb and chorus, else of left and right.
    @inline(__always)
    init(_ ramps: UnsafePointer<SIMD4<Float>>, wet: Bool = false) {
      let base = unsafe turned(ramps[0], ramps[1], ramps[2], ramps[3])
      let slope = unsafe turned(ramps[4], ramps[5], ramps[6], ramps[7])
      left = wet ? (base.2, slope.2) : (base.0, slope.0)
      right = wet ? (base.3, slope.3) : (base.1, slope.1)
    }
  }

  /// Four frames from frame `i` on of a group's rows, the voices abreast.
  @inline(__always)
  private static func frames(
    _ rows: UnsafeRawPointer, _ i: Int
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    @inline(__always) func row(_ number: Int) -> SIMD4<Float> {
      unsafe rows.loadUnaligned(
        fromByteOffset: 4 &* (number &* quantum &+ i), as: SIMD4<Float>.self)
    }
    return turned(row(0), row(1), row(2), row(3))
  }

  /// Low-passes a group's quantum, from its rows into `lanes`.
  ///
  /// `rows` are the four of this group, a quantum each. A group has a quantum in `lanes`; in `coefficients`
  /// a vector b, c1, c2, – for each voice; in `past` the last two inputs and outputs abreast, the newer
  /// first.
  public static func lowPass(
    _ rows: [Float], group: Int, _ coefficients: [SIMD4<Float>], _ past: inout [SIMD4<Float>],
    into lanes: inout [SIMD4<Float>]
  ) {
    precondition(group >= 0 && 4 * quantum <= rows.count)
    precondition(4 * group + 4 <= coefficients.count && 4 * group + 4 <= past.count)
    precondition((group + 1) * quantum <= lanes.count)
    unsafe rows.withUnsafeBytes { rows in
      unsafe coefficients.withUnsafeBufferPointer { coefficients in
        unsafe past.withUnsafeMutableBufferPointer { past in
          unsafe lanes.withUnsafeMutableBufferPointer { lanes in
            guard let rows = rows.baseAddress, let lanes = lanes.baseAddress,
              let weights = coefficients.baseAddress, let past = past.baseAddress
            else { return }
            let out = unsafe lanes + group &* quantum
            var filters = unsafe Filters(weights + 4 &* group, past + 4 &* group)
            var i = 0
            while i < quantum {
              let (a, b, c, d) = unsafe frames(rows, i)
              unsafe out[i] = filters.next(a)
              unsafe out[i &+ 1] = filters.next(b)
              unsafe out[i &+ 2] = filters.next(c)
              unsafe out[i &+ 3] = filters.next(d)
              i &+= 4
            }
            unsafe filters.keep(past + 4 &* group)
          }
        }
      }
    }
  }

  /// Low-passes a group's quantum and adds it to `left` and `right`, which are one quantum each.
  ///
  /// The same bits as `lowPass` and `add`, in little more than the time of the first.
  public static func lowPassAndAdd(
    _ rows: [Float], group: Int, _ coefficients: [SIMD4<Float>], _ past: inout [SIMD4<Float>],
    to left: inout [SIMD4<Float>], _ right: inout [SIMD4<Float>], _ ramps: [SIMD4<Float>]
  ) {
    precondition(group >= 0 && 4 * quantum <= rows.count)
    precondition(4 * group + 4 <= coefficients.count && 4 * group + 4 <= past.count)
    precondition(8 * group + 8 <= ramps.count)
    precondition(left.count >= quantum && right.count >= quantum)
    unsafe rows.withUnsafeBytes { rows in
      unsafe coefficients.withUnsafeBufferPointer { coefficients in
        unsafe ramps.withUnsafeBufferPointer { ramps in
          unsafe past.withUnsafeMutableBufferPointer { past in
            unsafe left.withUnsafeMutableBufferPointer { left in
              unsafe right.withUnsafeMutableBufferPointer { right in
                guard let rows = rows.baseAddress, let weights = coefficients.baseAddress,
                  let ramps = ramps.baseAddress, let past = past.baseAddress,
                  let left = left.baseAddress, let right = right.baseAddress
                else { return }
                let lines = unsafe Lines(ramps + 8 &* group)
                var filters = unsafe Filters(weights + 4 &* group, past + 4 &* group)
                var place = SIMD4<Float>.zero
                @inline(__always) func add(_ x: SIMD4<Float>, _ i: Int) {
                  let y = filters.next(x)
                  unsafe left[i] += y * (lines.left.base + place * lines.left.slope)
                  unsafe right[i] += y * (lines.right.base + place * lines.right.slope)
                  place += 1
                }
                var i = 0
                while i < quantum {
                  let (a, b, c, d) = unsafe frames(rows, i)
                  add(a, i)
                  add(b, i &+ 1)
                  add(c, i &+ 2)
                  add(d, i &+ 3)
                  i &+= 4
                }
                unsafe filters.keep(past + 4 &* group)
              }
            }
          }
        }
      }
    }
  }

  /// Adds a group's quantum from its rows to `left` and `right`.
  public static func addRows(
    _ rows: [Float], group: Int, to left: inout [SIMD4<Float>], _ right: inout [SIMD4<Float>],
    _ ramps: [SIMD4<Float>]
  ) {
    precondition(group >= 0 && 4 * quantum <= rows.count)
    precondition(8 * group + 8 <= ramps.count)
    precondition(left.count >= quantum && right.count >= quantum)
    unsafe rows.withUnsafeBytes { rows in
      unsafe ramps.withUnsafeBufferPointer { ramps in
        unsafe left.withUnsafeMutableBufferPointer { left in
          unsafe right.withUnsafeMutableBufferPointer { right in
            guard let rows = rows.baseAddress, let ramps = ramps.baseAddress,
              let left = left.baseAddress, let right = right.baseAddress
            else { return }
            let lines = unsafe Lines(ramps + 8 &* group)
            var place = SIMD4<Float>.zero
            @inline(__always) func add(_ x: SIMD4<Float>, _ i: Int) {
              unsafe left[i] += x * (lines.left.base + place * lines.left.slope)
              unsafe right[i] += x * (lines.right.base + place * lines.right.slope)
              place += 1
            }
            var i = 0
            while i < quantum {
              let (a, b, c, d) = unsafe frames(rows, i)
              add(a, i)
              add(b, i &+ 1)
              add(c, i &+ 2)
              add(d, i &+ 3)
              i &+= 4
            }
          }
        }
      }
    }
  }

  /// Turns a group's rows into lanes.
  public static func turn(_ rows: [Float], group: Int, into lanes: inout [SIMD4<Float>]) {
    precondition(group >= 0 && 4 * quantum <= rows.count)
    precondition((group + 1) * quantum <= lanes.count)
    unsafe rows.withUnsafeBytes { rows in
      unsafe lanes.withUnsafeMutableBufferPointer { lanes in
        guard let rows = rows.baseAddress, let lanes = lanes.baseAddress else { return }
        let out = unsafe lanes + group &* quantum
        var i = 0
        while i < quantum {
          unsafe (out[i], out[i &+ 1], out[i &+ 2], out[i &+ 3]) = frames(rows, i)
          i &+= 4
        }
      }
    }
  }

  /// Adds `lanes[from…]`, four voices abreast, to `left` and `right` from `at` on.
  ///
  /// A group has eight vectors in `ramps`: for each voice the gains to left, right, reverb and chorus at
  /// the quantum's frame 0, then for each voice their slopes a frame; so that cuts cannot be heard, every
  /// frame's gain is reckoned from there. `wet` takes the last two gains instead of the first two.
  public static func add(
    _ lanes: [SIMD4<Float>], from: Int, to left: inout [SIMD4<Float>],
    _ right: inout [SIMD4<Float>], at: Int, count: Int, _ ramps: [SIMD4<Float>], group: Int,
    wet: Bool = false
  ) {
    precondition(from >= 0 && at >= 0 && count >= 0 && from + count <= lanes.count)
    precondition(at + count <= left.count && at + count <= right.count)
    precondition(group >= 0 && 8 * group + 8 <= ramps.count)
    unsafe lanes.withUnsafeBufferPointer { lanes in
      unsafe ramps.withUnsafeBufferPointer { ramps in
        unsafe left.withUnsafeMutableBufferPointer { left in
          unsafe right.withUnsafeMutableBufferPointer { right in
            guard let ramps = ramps.baseAddress else { return }
            let lines = unsafe Lines(ramps + 8 &* group, wet: wet)
            let source = from &- at
            var place = SIMD4<Float>(repeating: Float(at))
            for i in at..<at &+ count {
              let x = unsafe lanes[source &+ i]
              unsafe left[i] += x * (lines.left.base + place * lines.left.slope)
              unsafe right[i] += x * (lines.right.base + place * lines.right.slope)
              place += 1
            }
          }
        }
      }
    }
  }

  /// Adds the four lanes of `lanes[from…]` to `plane[at…]` and makes them 0.
  public static func gather(
    _ lanes: inout [SIMD4<Float>], from: Int, to plane: inout [Float], at: Int, count: Int
  ) {
    precondition(from >= 0 && at >= 0 && count >= 0 && from + count <= lanes.count)
    precondition(at + count <= plane.count)
    unsafe lanes.withUnsafeMutableBufferPointer { lanes in
      unsafe plane.withUnsafeMutableBytes { plane in
        guard let lanes = lanes.baseAddress, let plane = plane.baseAddress else { return }
        let four = unsafe lanes + from
        let out = unsafe plane + 4 &* at
        var i = 0
        while i &+ 4 <= count {
          let added = unsafe sums(four[i], four[i &+ 1], four[i &+ 2], four[i &+ 3])
          let sum = unsafe out.loadUnaligned(fromByteOffset: 4 &* i, as: SIMD4<Float>.self) + added
          unsafe out.storeBytes(of: sum, toByteOffset: 4 &* i, as: SIMD4<Float>.self)
          for k in i..<i &+ 4 { unsafe four[k] = .zero }
          i &+= 4
        }
        while i < count {
          let halves = unsafe four[i].lowHalf + four[i].highHalf
          let before = unsafe out.loadUnaligned(fromByteOffset: 4 &* i, as: Float.self)
          let sum = before + (halves.x + halves.y)
          unsafe out.storeBytes(of: sum, toByteOffset: 4 &* i, as: Float.self)
          unsafe four[i] = .zero
          i &+= 1
        }
      }
    }
  }
}
