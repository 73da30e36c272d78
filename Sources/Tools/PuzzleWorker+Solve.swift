import Explaining
import JSONText
import Notation
import Pipeline
import Pressing
import Solving
import StarBattle

extension PuzzleWorker {
  /// Finds the solutions of a puzzle.
  ///
  /// - Parameters:
  ///   - sbn: The puzzle.
  ///   - index: Its place in the input.
  ///   - limit: When to stop.
  ///   - nodeBudget: The most nodes to look at.
  ///   - showingAll: Whether each solution is shown, as soon as it is found and without keeping it.
  ///   - emit: Takes the lines.
  /// - Returns: How this puzzle ended.
  /// - Throws: What `emit` throws; the search ends there.
  mutating func solve<Refusal: Error>(
    _ sbn: SBN, _ index: Int, limit: Int, nodeBudget: Int, showingAll: Bool,
    emit: (OutputLine) throws(Refusal) -> Void
  ) throws(Refusal) -> ExitStatus {
    let isJSON = job.isJSON
    let head = head(sbn, index)
    var (found, first, refusal) = (0, Solution?.none, Refusal?.none)
    let effort = solver.forEachSolution(of: sbn.puzzle, nodeBudget: nodeBudget) { solution in
      if first == nil { first = solution }
      if showingAll {
        let lines =
          isJSON
          ? [PuzzleWorker.object(solution, number: found, of: sbn, index)]
          : [.result("\(head)solution \(found + 1)")] + PuzzleWorker.picture(of: sbn, solution)
        do throws(Refusal) {
          for line in lines { try emit(line) }
        } catch {
          refusal = error
          return false
        }
      }
      found += 1
      return found < limit
    }
    if let refusal { throw refusal }
    let isComplete = effort.isComplete || found >= limit
    if isJSON {
      try emit(
        PuzzleWorker.line(
          PuzzleJSON.opening(sbn, index: index) + [
            JSONMember("solutions", found),
            JSONMember("limit", limit),
            JSONMember("nodes", effort.nodes),
            JSONMember("complete", isComplete),
            JSONMember(
              "verdict", PuzzleWorker.verdict(found, isComplete: isComplete, limit: limit)),
            JSONMember("solution", PuzzleJSON.cells(first, sbn.puzzle.grid)),
          ]))
    } else {
      let verdict =
        switch found {
        case _ where !isComplete: "undecided, \(found) found"
        case 0: "no solution"
        case 1 where limit > 1: "one solution"
        case limit: found == 1 ? "a solution" : "at least \(found) solutions"
        default: "\(found) solutions"
        }
      let nodes = "\(effort.nodes) node\(effort.nodes == 1 ? "" : "s")"
      try emit(.result("\(head)\(verdict), \(nodes)"))
      if let first, !showingAll {
        for line in PuzzleWorker.picture(of: sbn, first) { try emit(line) }
      }
    }
    return isComplete ? .done : .partial
  }

  /// One solution of several, as JSON.
  private static func object(
    _ solution: Solution, number: Int, of sbn: SBN, _ index: Int
  ) -> OutputLine {
    line([
      AnswerJSON.schema,
      JSONMember("index", index),
      JSONMember("number", number),
      JSONMember("stars", PuzzleJSON.cells(solution, sbn.puzzle.grid)),
    ])
  }

  /// The answer in a word: `none`, `unique`, `several`, `some` where one was enough, or `undecided`.
  private static func verdict(_ found: Int, isComplete: Bool, limit: Int) -> String {
    switch found {
    case 2...: "several"
    case _ where !isComplete: "undecided"
    case 0: "none"
    default: limit > 1 ? "unique" : "some"
    }
  }

  /// The board, a line a row: stars, and the letters of the regions elsewhere.
  private static func picture(of sbn: SBN, _ solution: Solution) -> [OutputLine] {
    let side = sbn.puzzle.grid.side
    let stars = Set(solution.stars)
    return (0..<side).map { row in
      let cells = (0..<side).map { column in
        let cell = row * side + column
        let letter = Unicode.Scalar(UInt8(ascii: "a") + sbn.puzzle.regions[cell])
        return stars.contains(cell) ? "★" : String(letter)
      }
      return .result("   " + cells.joined(separator: " "))
    }
  }
}
