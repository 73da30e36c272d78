package import JSONText
package import Notation
package import Solving
package import StarBattle

/// The JSON that commands print, one object a line: a contract with a number.
package enum PuzzleJSON {
  /// The version of these shapes.
  package static let schema = 1

  /// A graded puzzle.
  package static func members(of grade: Grade, sbn: SBN, index: Int) -> [JSONMember] {
    let grid = sbn.puzzle.grid
    return [
      JSONMember("schema", .integer(schema)),
      JSONMember("index", .integer(index)),
      JSONMember("sbn", .string(sbn.description)),
      JSONMember("size", .integer(grid.side)),
      JSONMember("stars", .integer(grid.stars)),
      JSONMember("solved", .bool(grade.isSolved)),
      JSONMember("level", .integer(grade.level)),
      JSONMember("cycles", .integer(grade.cycles)),
      JSONMember("score", .number(hundredths(grade.scoreInHundredths))),
      JSONMember("difficulty", .integer(grade.difficulty)),
      JSONMember("band", .string(grade.band.rawValue)),
      JSONMember(
        "rules", .object(grade.rules.map { JSONMember($0.id, .integer($0.count)) })),
      JSONMember("solution", cells(grade.solution, grid)),
      JSONMember("graderVersion", .integer(Grade.version)),
    ]
  }

  /// The stars as `[row, column]` pairs from 0, or null.
  package static func cells(_ solution: Solution?, _ grid: Grid) -> JSONValue {
    guard let solution else { return .null }
    return .array(
      solution.stars.map { .array([.integer($0 / grid.side), .integer($0 % grid.side)]) })
  }

  /// A number of hundredths as a decimal number: `47.3`, `8.05`, `100`.
  package static func hundredths(_ number: Int) -> String {
    let (whole, rest) = number.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
