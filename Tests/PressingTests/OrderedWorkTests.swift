import Foundation
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

  @Test(
    "no more pieces are in hand than the width, and no more are begun than the window",
    arguments: [4, 64])
  func bounds(ahead: Int) async throws {
    let width = 2
    let window = ahead * width
    let seen = Mutex((inHand: 0, most: 0, begun: 0, ahead: 0))
    try await inOrder(
      count: 3 * window, width: width, ahead: ahead,
      work: { index in
        seen.withLock {
          $0.inHand += 1
          $0.begun += 1
          $0.most = max($0.most, $0.inHand)
        }
        if index == 0 {
          // All that may be begun before it is done is, if there is a thread for it, and no more.
          for _ in 0..<2000 where seen.withLock({ $0.begun < window }) { usleep(1000) }
          usleep(50_000)
          seen.withLock { $0.ahead = $0.begun }
        }
        seen.withLock { $0.inHand -= 1 }
      }, take: { _, _ in true })
    let (_, most, begun, ahead) = seen.withLock { $0 }
    #expect(most <= width && ahead <= window && begun == 3 * window)
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
