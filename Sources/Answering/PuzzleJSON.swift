package import Grading
package import JSONText
package import Notation
package import StarBattle

/// How puzzles are written in the JSON that commands print.
package enum PuzzleJSON {
  /// Writes how the object of a puzzle of an input begins.
  package static func writeOpening(_ sbn: SBN, index: Int, to object: inout JSONWriter) {
    object.member(AnswerJSON.schema)
    object.member("index", index)
    object.member("sbn", sbn.description)
  }

  /// Writes the members of a graded puzzle.
  package static func write(_ grade: Grade, sbn: SBN, index: Int, to object: inout JSONWriter) {
    let grid = sbn.puzzle.grid
    writeOpening(sbn, index: index, to: &object)
    object.member("size", grid.side)
    object.member("stars", grid.stars)
    object.member("solved", grade.isSolved)
    object.member("level", grade.level)
    object.member("cycles", grade.cycles)
    object.member("score", number: ScoreText.decimal(hundredths: grade.scoreInHundredths))
    object.member("difficulty", grade.difficulty)
    object.member("band", grade.band.rawValue)
    object.member("rules") { rules in
      rules.object { for rule in grade.rules { $0.member(JSONMember(rule.id, rule.count)) } }
    }
    write("solution", grade.solution, grid, to: &object)
    object.member("graderVersion", Grade.version)
  }

  /// Writes a member with the stars as `[row, column]` pairs from 0, or null.
  package static func write(
    _ key: StaticString, _ solution: Solution?, _ grid: Grid, to object: inout JSONWriter
  ) {
    if let solution {
      write(key, solution.stars, side: grid.side, to: &object)
    } else {
      object.member(key, JSONValue.null)
    }
  }

  /// Writes a member with cells as `[row, column]` pairs from 0.
  package static func write(
    _ key: StaticString, _ cells: [Int], side: Int, to object: inout JSONWriter
  ) {
    object.member(key) { $0.array(cells) { write($1, side: side, to: &$0) } }
  }

  /// Writes a cell as a `[row, column]` pair from 0.
  static func write(_ cell: Int, side: Int, to writer: inout JSONWriter) {
    let (row, column) = cell.quotientAndRemainder(dividingBy: side)
    writer.write(pair: row, column)
  }
}

/// The same as values, for what is looked into or stands in something larger.
extension PuzzleJSON {
  /// How the object of a puzzle of an input begins.
  package static func opening(_ sbn: SBN, index: Int) -> [JSONMember] {
    JSONValue(writing: { $0.object { writeOpening(sbn, index: index, to: &$0) } }).members
  }

  /// A graded puzzle.
  package static func members(of grade: Grade, sbn: SBN, index: Int) -> [JSONMember] {
    JSONValue(writing: { $0.object { write(grade, sbn: sbn, index: index, to: &$0) } }).members
  }

  /// The stars as `[row, column]` pairs from 0, or null.
  package static func cells(_ solution: Solution?, _ grid: Grid) -> JSONValue {
    solution.map { cells($0.stars, side: grid.side) } ?? .null
  }

  /// Cells as `[row, column]` pairs from 0.
  package static func cells(_ cells: [Int], side: Int) -> JSONValue {
    JSONValue(writing: { $0.array(cells) { write($1, side: side, to: &$0) } })
  }

  /// A cell as a `[row, column]` pair from 0.
  package static func cell(_ cell: Int, side: Int) -> JSONValue {
    JSONValue(writing: { write(cell, side: side, to: &$0) })
  }
}
