import Explaining
package import JSONText
package import Notation
package import Solving
package import StarBattle

/// A trace as JSON: the members of the puzzle's grade, then how it ended and every step.
///
/// Cells are `[row, column]` from 0; containers `{"row": 2}`, `{"column": 0}` or `{"region": 4}`,
/// from 0, regions in order of first appearance.
package enum TraceJSON {
  /// The object of a trace.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - grade: The grade that it leads to.
  ///   - sbn: The puzzle as it was given.
  ///   - index: The puzzle's place in the input, from 0.
  /// - Returns: One object, with the schema number of `AnswerJSON`.
  package static func value(_ trace: Trace, grade: Grade, sbn: SBN, index: Int) -> JSONValue {
    let side = trace.puzzle.grid.side
    let (outcome, open): (String, Int) =
      switch grade.outcome {
      case .solved: ("solved", 0)
      case .stuck(let unknowns): ("stuck", unknowns)
      case .contradiction: ("contradiction", openCells(after: trace))
      }
    return .object(
      PuzzleJSON.members(of: grade, sbn: sbn, index: index) + [
        JSONMember("outcome", outcome),
        JSONMember("open", open),
        JSONMember("failure", trace.failure.map(value) ?? .null),
        JSONMember("steps", trace.steps.map { value($0, side: side) }),
      ])
  }

  private static func openCells(after trace: Trace) -> Int {
    var board = KnownBoard(trace.puzzle)
    for step in trace.steps { board.apply(step) }
    return board.cells.count { $0 == .open }
  }

  /// The object of a step.
  package static func value(_ step: Step, side: Int) -> JSONValue {
    var members = [
      JSONMember("rule", step.rule),
      JSONMember("level", step.level),
      JSONMember("cycle", step.cycle),
      JSONMember("containers", step.containers.map(value)),
      JSONMember("cells", PuzzleJSON.cells(step.cells, side: side)),
      JSONMember("stars", PuzzleJSON.cells(step.stars, side: side)),
      JSONMember("marks", PuzzleJSON.cells(step.marks, side: side)),
      JSONMember("assumption", step.assumption.map { value($0, side: side) } ?? .null),
      JSONMember("ways", step.ways.map { value($0, side: side) }),
    ]
    // Only rules that add up have one; the others' steps stay as they have always been.
    if !step.sum.isEmpty {
      members.append(JSONMember("sum", step.sum.map { value($0, side: side) }))
    }
    return .object(members)
  }

  private static func value(_ addend: Addend, side: Int) -> JSONValue {
    let times = JSONMember("times", addend.times)
    switch addend.source {
    case .container(.row(let row)): return .object([JSONMember("row", row), times])
    case .container(.column(let column)): return .object([JSONMember("column", column), times])
    case .container(.region(let region)): return .object([JSONMember("region", region), times])
    case .tile(let corner):
      return .object([JSONMember("tile", PuzzleJSON.cell(corner, side: side)), times])
    }
  }

  private static func value(_ way: Way, side: Int) -> JSONValue {
    .object([
      JSONMember("stars", PuzzleJSON.cells(way.stars, side: side)),
      JSONMember("chain", way.chain.map { value($0, side: side) }),
      JSONMember("failure", way.failure.map(value) ?? .null),
    ])
  }

  private static func value(_ assumption: Assumption, side: Int) -> JSONValue {
    .object([
      JSONMember("cell", PuzzleJSON.cell(assumption.cell, side: side)),
      JSONMember("chain", assumption.chain.map { value($0, side: side) }),
      JSONMember("failure", value(assumption.failure)),
    ])
  }

  static func value(_ failure: Failure) -> JSONValue {
    .object([
      JSONMember("rule", failure.rule),
      JSONMember("containers", failure.containers.map(value)),
    ])
  }

  static func value(_ container: Container) -> JSONValue {
    switch container {
    case .row(let row): .object([JSONMember("row", row)])
    case .column(let column): .object([JSONMember("column", column)])
    case .region(let region): .object([JSONMember("region", region)])
    }
  }
}
