import Notation
package import Pipeline

/// Says what the regions of puzzles look like, grid by grid; nothing is solved.
package struct MeasureShapes: PuzzleCommand {
  package var source: PuzzleSource

  package init(_ source: PuzzleSource) { self.source = source }

  package func work(on item: PuzzleItem, with worker: inout PuzzleWorker) -> PuzzleResult {
    var result = PuzzleResult([])
    result.measured = item.sbn.puzzle
    return result
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    var shapes = ShapeReport()
    let status = try await workThrough(
      context, emit,
      count: { result in
        if let puzzle = result.measured { shapes.add(puzzle) }
      })
    guard let status else { return .badData }
    try emit(.answer(shapes))
    return status
  }
}
