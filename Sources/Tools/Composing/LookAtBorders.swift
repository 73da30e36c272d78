import Composing
import Notation
package import Pipeline
import Pressing

/// Shows what moving each cell of a border would make of puzzles.
package struct LookAtBorders: Command {
  package var source: PuzzleSource

  package init(_ source: PuzzleSource) { self.source = source }

  /// The moves that one thread takes at a time.
  private static let batch = 16

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    var status = ExitStatus.done
    let isAny = try await source.read(context, emit) { first, page in
      for (place, entry) in page.enumerated() {
        try context.checkInterruption()
        switch entry.result {
        case .failure(let error):
          try emit(source.problem(error))
          status = .badData
        case .success(let sbn):
          let item = PuzzleItem(sbn: sbn, index: first + place, line: entry.line)
          try emit(.answer(try await LookAtBorders.look(at: item, context)))
        }
      }
    }
    return isAny ? status : .badData
  }

  /// Looks at all borders of a puzzle, on the run's threads.
  package static func look(
    at item: PuzzleItem, _ context: RunContext
  ) async throws -> BorderAnswer {
    let studied = StudiedPuzzle(item.sbn.puzzle)
    let moves = BorderMove.all(of: studied.puzzle)
    var outcomes: [BorderOutcome] = []
    outcomes.reserveCapacity(moves.count)
    try await inOrder(
      count: (moves.count + batch - 1) / batch, width: context.jobs,
      tool: { BorderLook(studied) },
      work: { number, look in
        let start = number * batch
        guard context.interruption() == nil else { return [BorderOutcome]() }
        return moves[start..<min(moves.count, start + batch)].map { look.outcome(of: $0) }
      },
      take: { _, found in
        try context.checkInterruption()
        outcomes += found
        return true
      })
    return BorderAnswer(item: item, studied: studied, outcomes: outcomes)
  }
}
