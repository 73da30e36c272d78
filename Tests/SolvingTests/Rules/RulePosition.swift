import Solving
import StarBattle

/// A line of `Fixtures/rules.txt`: a rule, a position, and all that the rule finds there.
///
///     tiling.forced 5x1.AAABB… ..x.*/…/… *r2c3 xr1c1
///     -tiling.forced 5x1.AAABB… ..x.*/…/…
///
/// In the position, row by row, `*` is a star, `x` a mark and `.` an open cell; what the rule finds
/// has the same signs, rows and columns counting from 1. A minus sign says that the rule must find
/// nothing.
struct RulePosition {
  let rule: String
  let puzzle: Puzzle
  let stars: [Int]
  let marks: [Int]
  let foundStars: [Int]
  let foundMarks: [Int]

  var isSilent: Bool { foundStars.isEmpty && foundMarks.isEmpty }

  private var side: Int { puzzle.grid.side }

  /// What the rule finds there now; nothing where the position or the rule is none.
  func findings(_ engine: inout RuleEngine) -> (stars: [Int], marks: [Int])? {
    let layout = Layout(puzzle)
    guard let rule = Rule(id: rule), var solve = LadderSolve(layout, stars: stars, marks: marks)
    else { return nil }
    return solve.findings(of: rule, &engine, layout)
  }

  var text: String {
    let letters = puzzle.regions.map { String(Unicode.Scalar(UInt8(ascii: "A") + $0)) }.joined()
    var cells = [Character](repeating: ".", count: puzzle.grid.cellCount)
    for cell in stars { cells[cell] = "*" }
    for cell in marks { cells[cell] = "x" }
    let rows = stride(from: 0, to: cells.count, by: side).map { String(cells[$0..<$0 + side]) }
    let found =
      foundStars.map { "*" + name(of: $0) } + foundMarks.map { "x" + name(of: $0) }
    let puzzle = "\(side)x\(puzzle.grid.stars).\(letters)"
    return ([(isSilent ? "-" : "") + rule, puzzle, rows.joined(separator: "/")] + found)
      .joined(separator: " ")
  }

  private func name(of cell: Int) -> String { "r\(cell / side + 1)c\(cell % side + 1)" }
}

extension RulePosition {
  init(reading line: Substring) throws {
    let words = line.split(separator: " ")
    guard words.count >= 3 else { throw FixtureError(line: String(line)) }
    let isSilent = words[0].hasPrefix("-")
    let parts = words[1].split(separator: ".")
    let numbers = parts[0].split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, numbers.count == 2, isSilent == (words.count == 3) else {
      throw FixtureError(line: String(line))
    }
    let side = numbers[0]
    let cells = Array(words[2].replacing("/", with: ""))
    func found(_ sign: Character) throws -> [Int] {
      try words[3...].filter { $0.first == sign }.map { word in
        let place = word.dropFirst(2).split(separator: "c").compactMap { Int($0) }
        guard place.count == 2 else { throw FixtureError(line: String(line)) }
        return (place[0] - 1) * side + place[1] - 1
      }
    }
    self.init(
      rule: String(isSilent ? words[0].dropFirst() : words[0]),
      puzzle: try Puzzle(
        grid: Grid(side: side, stars: numbers[1]), regions: Array(parts[1].utf8)),
      stars: cells.indices.filter { cells[$0] == "*" },
      marks: cells.indices.filter { cells[$0] == "x" },
      foundStars: try found("*"), foundMarks: try found("x"))
  }

  struct FixtureError: Error {
    let line: String
  }
}
