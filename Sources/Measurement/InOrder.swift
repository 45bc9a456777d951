private import Dispatch
private import Synchronization

/// What `body` makes of 0, 1, … `count` − 1, in this order, on up to `jobs` threads.
///
/// Which thread made what, and how many there were, cannot be told from the result.
func inOrder<Made: Sendable>(
  _ count: Int, jobs: Int, _ body: @Sendable (Int) -> Made
) -> [Made] {
  if jobs <= 1 || count <= 1 { return (0..<count).map(body) }
  let next = Atomic<Int>(0)
  let made = Mutex<[Made?]>([Made?](repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: min(jobs, count)) { _ in
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      if index >= count { return }
      let one = body(index)
      made.withLock { $0[index] = one }
    }
  }
  return made.withLock { $0 }.compactMap { $0 }
}
