package import JSONText
package import Notation
package import Solving
package import StarBattle

/// A trace as JSON: the members of the puzzle's grade, then how it ended and every step.
///
/// Cells are `[row, column]` from 0; containers `{"row": 2}`, `{"column": 0}` or `{"region": 4}`, from 0, regions in
/// order of first appearance.
package enum TraceJSON {
  /// The object of a trace.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - grade: The grade that it leads to.
  ///   - sbn: The puzzle as it was given.
  ///   - index: The puzzle's place in the input, from 0.
  /// - Returns: One object, with the schema number of `PuzzleJSON`.
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
        JSONMember("outcome", .string(outcome)),
        JSONMember("open", .integer(open)),
        JSONMember("failure", trace.failure.map(value) ?? .null),
        JSONMember("steps", .array(trace.steps.map { value($0, side: side) })),
      ])
  }

  private static func openCells(after trace: Trace) -> Int {
    var board = KnownBoard(trace.puzzle)
    for step in trace.steps { board.apply(step) }
    return board.cells.count { $0 == .open }
  }

  /// The object of a step.
  package static func value(_ step: Step, side: Int) -> JSONValue {
    .object([
      JSONMember("rule", .string(step.rule)),
      JSONMember("level", .integer(step.level)),
      JSONMember("cycle", .integer(step.cycle)),
      JSONMember("containers", .array(step.containers.map(value))),
      JSONMember("cells", .array(step.cells.map { value($0, side: side) })),
      JSONMember("stars", .array(step.stars.map { value($0, side: side) })),
      JSONMember("marks", .array(step.marks.map { value($0, side: side) })),
      JSONMember("assumption", step.assumption.map { value($0, side: side) } ?? .null),
      JSONMember("ways", .array(step.ways.map { value($0, side: side) })),
    ])
  }

  private static func value(_ way: Way, side: Int) -> JSONValue {
    .object([
      JSONMember("stars", .array(way.stars.map { value($0, side: side) })),
      JSONMember("chain", .array(way.chain.map { value($0, side: side) })),
      JSONMember("failure", way.failure.map(value) ?? .null),
    ])
  }

  private static func value(_ assumption: Assumption, side: Int) -> JSONValue {
    .object([
      JSONMember("cell", value(assumption.cell, side: side)),
      JSONMember("chain", .array(assumption.chain.map { value($0, side: side) })),
      JSONMember("failure", value(assumption.failure)),
    ])
  }

  static func value(_ failure: Failure) -> JSONValue {
    .object([
      JSONMember("rule", .string(failure.rule)),
      JSONMember("containers", .array(failure.containers.map(value))),
    ])
  }

  private static func value(_ container: Container) -> JSONValue {
    switch container {
    case .row(let row): .object([JSONMember("row", .integer(row))])
    case .column(let column): .object([JSONMember("column", .integer(column))])
    case .region(let region): .object([JSONMember("region", .integer(region))])
    }
  }

  private static func value(_ cell: Int, side: Int) -> JSONValue {
    .array([.integer(cell / side), .integer(cell % side)])
  }
}
