import Notation
package import Pipeline
import Searching
import StarBattle

/// Finds the solutions of puzzles by exact search.
package struct SolvePuzzles: PuzzleCommand {
  package var source: PuzzleSource
  package var limit: Int
  /// The most nodes of the search to look at for one puzzle.
  package var nodeBudget: Int
  /// Whether each solution is shown, as soon as it is found and without keeping it.
  package var showsAll: Bool

  package init(
    _ source: PuzzleSource, limit: Int = 2, nodeBudget: Int = SolvePuzzles.usualBudget,
    showsAll: Bool = false
  ) {
    self.source = source
    self.limit = limit
    self.nodeBudget = nodeBudget
    self.showsAll = showsAll
  }

  /// The nodes for one puzzle where no other number is given: minutes, for the worst.
  package static let usualBudget = 50_000_000

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    showsAll
      ? try await solveAll(context, emit)
      : try await workThrough(context, emit) ?? .badData
  }

  package func work(on item: PuzzleItem, with worker: inout PuzzleWorker) -> PuzzleResult {
    var messages: [Message] = []
    let status = solve(item, with: &worker) { messages.append($0) }
    return PuzzleResult(messages, status: status)
  }

  /// Solves puzzles one after the other and passes on every solution as it is found.
  ///
  /// A puzzle may have millions: none of them is kept, and whoever has read enough ends the search.
  private func solveAll(
    _ context: RunContext, _ emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    var status = ExitStatus.done
    let isAny = try await source.read(context, emit) { first, page in
      var worker = PuzzleWorker(context)
      for (place, entry) in page.enumerated() {
        try context.checkInterruption()
        guard case .success(let sbn) = entry.result else {
          let result = process(entry, index: first + place, with: &worker)
          for message in result.messages { try emit(message) }
          status = status.worse(result.status)
          continue
        }
        let item = PuzzleItem(sbn: sbn, index: first + place, line: entry.line)
        let ending = try solve(item, with: &worker) { message throws(any Error) in
          try context.checkInterruption()
          try emit(message)
        }
        status = status.worse(ending)
      }
    }
    return isAny ? status : .badData
  }

  /// Finds the solutions of a puzzle.
  ///
  /// - Parameters:
  ///   - item: The puzzle.
  ///   - worker: Scratch space.
  ///   - emit: Takes what there is to say.
  /// - Returns: How this puzzle ended.
  /// - Throws: What `emit` throws; the search ends there.
  private func solve<Refusal: Error>(
    _ item: PuzzleItem, with worker: inout PuzzleWorker,
    emit: (Message) throws(Refusal) -> Void
  ) throws(Refusal) -> ExitStatus {
    let (context, puzzle) = (worker.context, item.sbn.puzzle)
    var (found, first, refusal) = (0, Solution?.none, Refusal?.none)
    let effort = worker.solver.forEachSolution(of: puzzle, nodeBudget: nodeBudget) { solution in
      if first == nil { first = solution }
      if showsAll {
        do throws(Refusal) {
          try emit(context.written(FoundSolution(item: item, solution: solution, number: found)))
        } catch {
          refusal = error
          return false
        }
      }
      found += 1
      return found < limit
    }
    if let refusal { throw refusal }
    let answer = SolvedPuzzle(
      item: item, found: found, limit: limit, nodes: effort.nodes,
      isComplete: effort.isComplete || found >= limit, first: first, isShown: showsAll)
    try emit(context.written(answer))
    return answer.isComplete ? .done : .partial
  }
}
