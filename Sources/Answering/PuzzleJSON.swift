import Explaining
package import JSONText
package import Notation
package import Solving
package import StarBattle

/// How puzzles are written in the JSON that commands print.
package enum PuzzleJSON {
  /// How the object of a puzzle of an input begins.
  package static func opening(_ sbn: SBN, index: Int) -> [JSONMember] {
    [AnswerJSON.schema, JSONMember("index", index), JSONMember("sbn", sbn.description)]
  }

  /// A graded puzzle.
  package static func members(of grade: Grade, sbn: SBN, index: Int) -> [JSONMember] {
    let grid = sbn.puzzle.grid
    return opening(sbn, index: index) + [
      JSONMember("size", grid.side),
      JSONMember("stars", grid.stars),
      JSONMember("solved", grade.isSolved),
      JSONMember("level", grade.level),
      JSONMember("cycles", grade.cycles),
      JSONMember("score", .number(ScoreText.decimal(hundredths: grade.scoreInHundredths))),
      JSONMember("difficulty", grade.difficulty),
      JSONMember("band", grade.band.rawValue),
      JSONMember(
        "rules", .object(grade.rules.map { JSONMember($0.id, $0.count) })),
      JSONMember("solution", cells(grade.solution, grid)),
      JSONMember("graderVersion", Grade.version),
    ]
  }

  /// The stars as `[row, column]` pairs from 0, or null.
  package static func cells(_ solution: Solution?, _ grid: Grid) -> JSONValue {
    solution.map { cells($0.stars, side: grid.side) } ?? .null
  }

  /// Cells as `[row, column]` pairs from 0.
  package static func cells(_ cells: [Int], side: Int) -> JSONValue {
    .array(cells.map { cell($0, side: side) })
  }

  /// A cell as a `[row, column]` pair from 0.
  package static func cell(_ cell: Int, side: Int) -> JSONValue {
    .array([.integer(cell / side), .integer(cell % side)])
  }
}
