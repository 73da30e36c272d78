import Explaining
package import Grading
package import JSONText
package import Notation
package import StarBattle

/// A trace as JSON: the members of the puzzle's grade, then how it ended and every step.
///
/// Cells are `[row, column]` from 0; containers `{"row": 2}`, `{"column": 0}` or `{"region": 4}`,
/// from 0, regions in order of first appearance.
package enum TraceJSON {
  /// Writes the object of a trace.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - grade: The grade that it leads to.
  ///   - sbn: The puzzle as it was given.
  ///   - index: The puzzle's place in the input, from 0.
  ///   - writer: Takes one object, with the schema number of `AnswerJSON`.
  package static func write(
    _ trace: Trace, grade: Grade, sbn: SBN, index: Int, to writer: inout JSONWriter
  ) {
    let side = trace.puzzle.grid.side
    let open =
      switch grade.outcome {
      case .solved: 0
      case .stuck(let unknowns): unknowns
      case .contradiction: openCells(after: trace)
      }
    writer.object { object in
      PuzzleJSON.write(grade, sbn: sbn, index: index, to: &object)
      object.member("outcome", GradeVerdict.word(for: grade.outcome))
      object.member("open", open)
      write("failure", trace.failure, side: side, to: &object)
      write("steps", trace.steps, side: side, to: &object)
    }
  }

  private static func openCells(after trace: Trace) -> Int {
    var board = KnownBoard(trace.puzzle)
    for step in trace.steps { board.apply(step) }
    return board.cells.count { $0 == .open }
  }

  private static func write(
    _ key: StaticString, _ steps: [Step], side: Int, to object: inout JSONWriter
  ) {
    object.member(key) { $0.array(steps) { write($1, side: side, to: &$0) } }
  }

  /// Writes the object of a step.
  private static func write(_ step: Step, side: Int, to writer: inout JSONWriter) {
    writer.object { object in
      object.member("rule", step.rule)
      object.member("level", step.level)
      object.member("cycle", step.cycle)
      write("containers", step.containers, to: &object)
      PuzzleJSON.write("cells", step.cells, side: side, to: &object)
      PuzzleJSON.write("stars", step.stars, side: side, to: &object)
      PuzzleJSON.write("marks", step.marks, side: side, to: &object)
      if let assumption = step.assumption {
        object.member("assumption") { write(assumption, side: side, to: &$0) }
      } else {
        object.member("assumption", JSONValue.null)
      }
      object.member("ways") { $0.array(step.ways) { write($1, side: side, to: &$0) } }
      // Only rules that add up have one; the others' steps stay as they have always been.
      if !step.sum.isEmpty {
        object.member("sum") { $0.array(step.sum) { write($1, side: side, to: &$0) } }
      }
    }
  }

  private static func write(_ addend: Addend, side: Int, to writer: inout JSONWriter) {
    writer.object { object in
      switch addend.source {
      case .container(let container): write(container, to: &object)
      case .tile(let corner):
        object.member("tile") { PuzzleJSON.write(corner, side: side, to: &$0) }
      }
      object.member("times", addend.times)
    }
  }

  private static func write(_ way: Way, side: Int, to writer: inout JSONWriter) {
    writer.object { object in
      PuzzleJSON.write("stars", way.stars, side: side, to: &object)
      write("chain", way.chain, side: side, to: &object)
      write("failure", way.failure, side: side, to: &object)
    }
  }

  private static func write(_ assumption: Assumption, side: Int, to writer: inout JSONWriter) {
    writer.object { object in
      object.member("cell") { PuzzleJSON.write(assumption.cell, side: side, to: &$0) }
      write("chain", assumption.chain, side: side, to: &object)
      write("failure", assumption.failure, side: side, to: &object)
    }
  }

  /// Writes a member with a failure, or null.
  static func write(
    _ key: StaticString, _ failure: Failure?, side: Int, to object: inout JSONWriter
  ) {
    guard let failure else { return object.member(key, JSONValue.null) }
    object.member(key) { value in
      value.object { object in
        object.member("rule", failure.rule)
        write("containers", failure.containers, to: &object)
        // As with steps.
        if !failure.sum.isEmpty {
          object.member("sum") { $0.array(failure.sum) { write($1, side: side, to: &$0) } }
        }
      }
    }
  }

  private static func write(
    _ key: StaticString, _ containers: [Container], to object: inout JSONWriter
  ) {
    object.member(key) { value in
      value.array(containers) { element, container in
        element.object { write(container, to: &$0) }
      }
    }
  }

  /// Writes the member that names a container.
  private static func write(_ container: Container, to object: inout JSONWriter) {
    switch container {
    case .row(let row): object.member("row", row)
    case .column(let column): object.member("column", column)
    case .region(let region): object.member("region", region)
    }
  }
}

/// The same as values, for what is looked into or stands in something larger.
extension TraceJSON {
  /// The object of a trace.
  package static func value(_ trace: Trace, grade: Grade, sbn: SBN, index: Int) -> JSONValue {
    JSONValue(writing: { write(trace, grade: grade, sbn: sbn, index: index, to: &$0) })
  }

  /// The object of a step.
  package static func value(_ step: Step, side: Int) -> JSONValue {
    JSONValue(writing: { write(step, side: side, to: &$0) })
  }

  /// The object that names a container.
  static func value(_ container: Container) -> JSONValue {
    JSONValue(writing: { $0.object { write(container, to: &$0) } })
  }
}
