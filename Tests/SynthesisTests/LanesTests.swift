import Synthesis
import Testing

@Suite struct LanesTests {
  @Test(arguments: [1, 2, 3, 16])
  func `every lane is worked on once, whatever the threads`(jobs: Int) {
    let lanes = Lanes(Array(repeating: 0, count: 8), jobs: jobs)
    for _ in 0..<50 { lanes.forEach { index, lane in lane += index } }
    for index in 0..<8 {
      var total = 0
      lanes.with(index) { total = $0 }
      #expect(total == 50 * index)
    }
  }
}
