/// Does independent pieces of work on several threads and hands the results on in order.
///
/// What comes out depends on the pieces alone: a result is taken when its turn comes, never when it
/// happens to be ready. At most `width` pieces are in hand at once, and no piece is begun more than
/// a window ahead of the one whose turn it is, so that one slow piece cannot pile up the others.
///
/// - Parameters:
///   - count: The number of pieces; `nil` means that there is no end to them.
///   - width: The most pieces in hand at once, 1 or more.
///   - work: Does one piece; synchronous, and pure as far as results go.
///   - take: Given every result in order; `false` ends the work early.
/// - Throws: What `work` or `take` throws; of several pieces that fail, the first in order.
/// - Complexity: memory for `4 × width` results.
package func inOrder<Output: Sendable>(
  count: Int?, width: Int,
  work: @escaping @Sendable (Int) throws -> Output,
  take: (Int, Output) throws -> Bool
) async throws {
  let width = max(1, width)
  let window = 4 * width
  try await withThrowingTaskGroup(of: (Int, Result<Output, any Error>).self) { group in
    var begun = 0
    var turn = 0
    var inHand = 0
    var waiting: [Int: Result<Output, any Error>] = [:]
    while true {
      while inHand < width, begun < turn + window, count.map({ begun < $0 }) ?? true {
        let index = begun
        group.addTask { (index, Result { try work(index) }) }
        begun += 1
        inHand += 1
      }
      guard let (index, result) = try await group.next() else { return }
      inHand -= 1
      waiting[index] = result
      while let result = waiting.removeValue(forKey: turn) {
        let goesOn = try take(turn, try result.get())
        turn += 1
        if !goesOn {
          group.cancelAll()
          return
        }
      }
    }
  }
}
