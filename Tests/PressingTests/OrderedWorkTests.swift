import Pressing
import Synchronization
import Testing

@Suite("Ordered work")
struct OrderedWorkTests {
  struct Broken: Error, Equatable { let index: Int }

  @Test("results come in order, whatever is ready first", arguments: [1, 2, 7])
  func order(width: Int) async throws {
    var taken: [Int] = []
    try await inOrder(
      count: 100, width: width,
      work: { index in
        // Early pieces take longest.
        var state = UInt64(index)
        for _ in 0..<(100 - index) * 200 { state = state &* 6_364_136_223_846_793_005 &+ 1 }
        return state == 1 ? -1 : index * index
      },
      take: { index, result in
        #expect(result == index * index)
        taken.append(index)
        return true
      })
    #expect(taken == Array(0..<100))
  }

  @Test("no more pieces are in hand than the width, and no more are begun than the window")
  func bounds() async throws {
    let inHand = Mutex((now: 0, most: 0))
    try await inOrder(
      count: 60, width: 2,
      work: { index in
        inHand.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        defer { inHand.withLock { $0.now -= 1 } }
        return index
      }, take: { _, _ in true })
    #expect(inHand.withLock { $0.most } <= 2)
  }

  @Test("the first failure in order is the one that is thrown")
  func failure() async {
    for width in [0, 1, 3] {
      await #expect(throws: Broken(index: 5)) {
        try await inOrder(
          count: 50, width: width,
          work: { index in
            if index >= 5 { throw Broken(index: index) }
            return index
          }, take: { _, _ in true })
      }
    }
  }

  @Test("an endless list ends when it is told to")
  func endless() async throws {
    var sum = 0
    try await inOrder(
      count: nil, width: 3, work: { $0 },
      take: { index, value in
        sum += value
        return index < 9
      })
    #expect(sum == 45)
  }
}
