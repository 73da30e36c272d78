package import Explaining
import Files
import JSONText
import Notation
package import Pipeline
import StarBattle

/// Does something with every puzzle of an input, in order.
///
/// A line that is no puzzle is reported with its place, the others are processed all the same, and
/// the whole ends as bad data.
package struct PuzzleJob: Sendable {
  /// What is done with each puzzle.
  package enum Task: Hashable, Sendable {
    /// Solve it as a person does with rules up to a level, and say how hard that was; or only count what
    /// came of all of them.
    case grade(highestLevel: Int = 12, isTallied: Bool = false)
    /// Do not solve it: only say what the regions of all of them look like.
    case shapes
    /// Solve it as a person does, and tell every step.
    case trace(TraceStyle)
    /// Find its solutions: up to a limit, looking at no more than so many nodes of the search; and show
    /// the first of them, or each.
    case solve(limit: Int, nodeBudget: Int = PuzzleJob.nodeBudget, showingAll: Bool = false)
    /// Prove that it has one solution and that the rules reach it; write certificates into a folder.
    case prove(certificates: String? = nil)
    /// Write it in another notation.
    case convert(to: String)
  }

  let input: PuzzleInput
  let task: Task
  let stars: Int?
  let isJSON: Bool

  /// Makes a job.
  ///
  /// - Parameters:
  ///   - input: Where the puzzles are.
  ///   - task: What is done with each.
  ///   - stars: The star quota, for notations that do not say.
  ///   - isJSON: Whether results are JSON objects, one a line.
  package init(input: PuzzleInput, task: Task, stars: Int? = nil, isJSON: Bool = false) {
    self.input = input
    self.task = task
    self.stars = stars
    self.isJSON = isJSON
  }

  /// Puzzles that one thread takes at a time.
  private static let batch = 8

  /// The nodes that `solve` looks at for one puzzle where no other number is given: minutes, for the worst.
  package static let nodeBudget = 50_000_000

  /// The notations that puzzles can be written in, by id.
  package static var writableNotations: [String] { Notation.all.filter(\.isWritable).map(\.id) }

  /// Works through the input.
  ///
  /// - Parameters:
  ///   - context: Threads and interruption.
  ///   - emit: Given each line as soon as its turn comes.
  /// - Returns: How the program should end.
  /// - Throws: `PipelineError` when the input cannot be read, `FolderError` when a certificate cannot be written; what
  ///   `emit` throws.
  package func run(
    _ context: RunContext, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    var list = readPuzzles(try input.bytes(context), stars: stars).makeIterator()
    if case .prove(let folder?) = task { try Folders.make(folder) }
    var status = ExitStatus.done
    var index = 0
    var statistics: GradeStatistics?
    if case .grade(let level, isTallied: true) = task {
      statistics = GradeStatistics(highestLevel: level)
    }
    var shapes = ShapeReport()
    while true {
      // Not the whole list at once: a million puzzles need a gigabyte once they are read.
      var entries: [PuzzleEntry] = []
      while entries.count < 4096, let entry = list.next() { entries.append(entry) }
      if entries.isEmpty { break }
      let first = index
      let page = entries
      if case .solve(let limit, let nodes, showingAll: true) = task {
        try status = PuzzleJob.worse(
          status,
          solveAll(page, from: first, limit: limit, nodeBudget: nodes, context, emit: emit))
        index += page.count
        continue
      }
      let batches = (page.count + PuzzleJob.batch - 1) / PuzzleJob.batch
      try await inOrder(
        count: batches, width: context.jobs,
        work: { number in
          var worker = PuzzleWorker(job: self, elapsed: context.elapsed)
          let start = number * PuzzleJob.batch
          let end = min(page.count, start + PuzzleJob.batch)
          return (start..<end).map { place in
            context.interruption() == nil
              ? worker.process(page[place], index: first + place) : nil
          }
        },
        take: { _, results in
          for result in results {
            try context.checkInterruption()
            guard let result else { continue }
            for line in result.lines { try emit(line) }
            if let graded = result.graded { statistics?.add(graded) }
            if let measured = result.measured { shapes.add(measured) }
            if let error = result.error { throw error }
            status = PuzzleJob.worse(status, result.status)
          }
          return true
        })
      index += page.count
    }
    guard index > 0 else {
      try emit(.problem("\(input.name): there is no puzzle in it — \(Notation.choices)"))
      return .badData
    }
    if let statistics {
      if isJSON {
        try emit(.result(String(decoding: statistics.json.text, as: UTF8.self)))
      } else {
        for line in statistics.lines() { try emit(.result(line)) }
      }
      for line in statistics.timing() { try emit(.note(line)) }
    }
    if task == .shapes {
      let lines =
        isJSON ? shapes.objects().map { String(decoding: $0.text, as: UTF8.self) } : shapes.lines()
      for line in lines { try emit(.result(line)) }
    }
    return status
  }
}

extension PuzzleJob {
  /// Solves puzzles one after the other and passes on every solution as it is found.
  ///
  /// A puzzle may have millions: none of them is kept, and whoever has read enough ends the search.
  private func solveAll(
    _ entries: [PuzzleEntry], from first: Int, limit: Int, nodeBudget: Int, _ context: RunContext,
    emit: (OutputLine) throws -> Void
  ) throws -> ExitStatus {
    var worker = PuzzleWorker(job: self, elapsed: context.elapsed)
    var status = ExitStatus.done
    for (place, entry) in entries.enumerated() {
      try context.checkInterruption()
      guard case .success(let sbn) = entry.result else {
        let result = worker.process(entry, index: first + place)
        for line in result.lines { try emit(line) }
        status = PuzzleJob.worse(status, result.status)
        continue
      }
      let ending = try worker.solve(
        sbn, first + place, limit: limit, nodeBudget: nodeBudget, showingAll: true
      ) { line throws(any Error) in
        try context.checkInterruption()
        try emit(line)
      }
      status = PuzzleJob.worse(status, ending)
    }
    return status
  }

  /// Of two ways to end, the one that asks for more attention.
  private static func worse(_ first: ExitStatus, _ second: ExitStatus) -> ExitStatus {
    [ExitStatus.badData, .partial].first { $0 == first || $0 == second } ?? .done
  }
}

/// What came of one puzzle.
package struct PuzzleResult: Sendable {
  package var lines: [OutputLine]
  /// `badData` for what is no puzzle or failed its check, `partial` for what was not decided.
  var status = ExitStatus.done
  /// What ends the whole job.
  package var error: (any Error)?
  /// What is counted of it, for statistics.
  var graded: GradedPuzzle?
  /// Whose regions are measured, for statistics of shapes.
  var measured: Puzzle?
}
