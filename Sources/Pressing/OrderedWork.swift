import Synchronization

/// Does independent pieces of work on several threads and hands the results on in order.
///
/// What comes out depends on the pieces alone: a result is taken when its turn comes, never when it
/// happens to be ready. At most `width` pieces are in hand at once, and no piece is begun more than
/// a window ahead of the one whose turn it is, so that one slow piece cannot pile up the others.
///
/// - Parameters:
///   - count: The number of pieces; `nil` means that there is no end to them.
///   - width: The most pieces in hand at once, 1 or more.
///   - ahead: How many pieces for each of these may be begun ahead of the one whose turn it is:
///     more where one can take as long as many others, fewer where results are large.
///   - tool: Makes what a piece is done with, such as scratch space, at most `width` times; each is
///     used by one piece at a time, and by many one after the other.
///   - work: Does one piece; synchronous, and pure as far as results go.
///   - take: Given every result in order; `false` ends the work early.
/// - Throws: What `work` or `take` throws; of several pieces that fail, the first in order.
/// - Complexity: memory for `ahead × width` results.
package func inOrder<Tool: ~Copyable, Output: Sendable>(
  count: Int?, width: Int, ahead: Int = 4, tool: @escaping @Sendable () -> Tool,
  work: @escaping @Sendable (Int, inout Tool) throws -> Output,
  take: (Int, Output) throws -> Bool
) async throws {
  let tools = Tools(making: tool)
  try await inOrder(
    count: count, width: width, ahead: ahead,
    work: { index in try tools.lend { try work(index, &$0) } }, take: take)
}

/// The same for work that needs no tool.
package func inOrder<Output: Sendable>(
  count: Int?, width: Int, ahead: Int = 4,
  work: @escaping @Sendable (Int) throws -> Output,
  take: (Int, Output) throws -> Bool
) async throws {
  if width <= 1 {
    // Nobody to hand it to: each time another thread would be woken for nothing.
    var turn = 0
    while count.map({ turn < $0 }) ?? true, try take(turn, try work(turn)) { turn += 1 }
    return
  }
  let window = ahead * width
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

/// How many puzzles a thread takes at a time: so many that handing over costs next to nothing, and
/// so few that no thread is left without work at the end.
///
/// - Parameters:
///   - count: The puzzles in all.
///   - cells: The cells of one of them, about.
///   - width: The threads.
/// - Returns: 1 or more.
package func puzzlesAtOnce(of count: Int, cells: Int, width: Int) -> Int {
  max(1, min(2048 / max(1, cells), count / (8 * max(1, width))))
}

/// Things that are dear to make and that one piece of work at a time can use.
private final class Tools<Tool: ~Copyable>: Sendable {
  /// One of them; whoever has taken it out of the list has it alone.
  private final class Box: @unchecked Sendable {
    var tool: Tool

    init(_ tool: consuming Tool) { self.tool = tool }
  }

  private let make: @Sendable () -> Tool
  private let free = Mutex<[Box]>([])

  init(making make: @escaping @Sendable () -> Tool) { self.make = make }

  func lend<Output>(_ work: (inout Tool) throws -> Output) rethrows -> Output {
    let box = free.withLock { $0.popLast() } ?? Box(make())
    defer { free.withLock { $0.append(box) } }
    return try work(&box.tool)
  }
}
