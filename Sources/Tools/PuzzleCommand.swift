package import Notation
package import Pipeline
import Pressing
import Printable

/// A command that does something with every puzzle of an input, in order.
///
/// A line that is no puzzle is reported with its place, the others are processed all the same, and
/// the whole ends as bad data.
package protocol PuzzleCommand: Command {
  /// Where the puzzles are.
  var source: PuzzleSource { get }

  /// What puzzles may be solved by.
  var reasoning: Reasoning { get }

  /// Does one puzzle, on any thread.
  func work(on item: PuzzleItem, with worker: inout PuzzleWorker) -> PuzzleResult
}

extension PuzzleCommand {
  package var reasoning: Reasoning { .usual }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await workThrough(context, emit) ?? .badData
  }

  /// Works through the input on several threads.
  ///
  /// - Parameters:
  ///   - context: Threads and interruption.
  ///   - emit: Given each message as soon as its turn comes.
  ///   - begin: Called once a puzzle has been read.
  ///   - count: Given each result, for statistics.
  /// - Returns: How the program should end, or `nil` when there is no puzzle, which has been said
  ///   then.
  /// - Throws: `PipelineError` when the input cannot be read; what a puzzle's result says; what the
  ///   closures throw.
  func workThrough(
    _ context: RunContext, _ emit: (Message) throws -> Void, begin: (() throws -> Void)? = nil,
    count: (PuzzleResult) -> Void = { _ in }
  ) async throws -> ExitStatus? {
    var status = ExitStatus.done
    var isFirst = true
    let isAny = try await source.read(context, emit, begin: begin) { first, page in
      let length = page.reduce(0) { $0 + $1.length } / max(1, page.count)
      let batch = puzzlesAtOnce(of: page.count, cells: length, width: context.jobs)
      try await inOrder(
        count: (page.count + batch - 1) / batch, width: context.jobs,
        tool: { PuzzleWorker(context, reasoning) },
        work: { number, worker in
          page.indices.dropFirst(number * batch).prefix(batch).map { place in
            context.interruption() == nil
              ? process(page[place], index: first + place, with: &worker) : nil
          }
        },
        take: { _, results in
          // What stands next to each other is printed at once.
          var written = TerminalText()
          func flush() throws {
            if !written.bytes.isEmpty { try emit(.written(written)) }
            written = TerminalText()
          }
          let ending = Result {
            for result in results {
              try context.checkInterruption()
              guard let result else { continue }
              for message in result.messages {
                if case .written(let text) = message {
                  if result.isApart && !isFirst { written.append(TerminalLine("")) }
                  written.append(text)
                  isFirst = false
                } else {
                  try flush()
                  try emit(message)
                }
              }
              count(result)
              if let error = result.error { throw error }
              status = status.worse(result.status)
            }
          }
          try flush()
          try ending.get()
          return true
        })
    }
    return isAny ? status : nil
  }

  /// Does one line of the input.
  package func process(
    _ entry: ListedPuzzle, index: Int, with worker: inout PuzzleWorker
  ) -> PuzzleResult {
    switch entry.result {
    case .failure(let error):
      PuzzleResult([source.problem(error)], status: .badData)
    case .success(let sbn):
      work(on: PuzzleItem(sbn: sbn, index: index, line: entry.line), with: &worker)
    }
  }
}

extension ExitStatus {
  /// Of two ways to end, the one that asks for more attention.
  func worse(_ other: ExitStatus) -> ExitStatus {
    [ExitStatus.badData, .partial].first { $0 == self || $0 == other } ?? .done
  }
}
