import Proving
import StarBattle
import TestSupport
import Testing

@Suite("RuleEncoding")
struct RuleEncodingTests {
  /// The grids of the tests, among them those without any room to spare: 4×4 and 8×8 with 2.
  private static let grids = [(4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (8, 2), (9, 2), (10, 2)]

  @Test("the formula is true of just the solutions, and leaves nothing open", arguments: grids)
  func meaning(side: Int, stars: Int) throws {
    var generator = ReplaySeed(61).generator
    let grid = try Grid(side: side, stars: stars)
    var solutions = 0
    for _ in 0..<2 {
      let (puzzle, solution) = try PlantedBoards.board(of: grid, using: &generator)
      let propagation = PlainPropagation(RuleEncoding(puzzle).formula)
      // The solution; the solution with a star moved; the stars of another board; a star missing.
      var candidates = [Set(solution.stars), Set(solution.stars.dropFirst())]
      candidates.append(Set(PlantedBoards.placement(of: grid, using: &generator)))
      for _ in 0..<4 {
        var moved = Set(solution.stars.dropFirst(generator.below(grid.starCount)))
        while moved.count < grid.starCount { moved.insert(generator.below(grid.cellCount)) }
        candidates.append(moved)
      }
      for candidate in candidates {
        let isStar = (0..<grid.cellCount).map { candidate.contains($0) }
        let values = propagation.consequences(of: isStar)
        if Solution(stars: candidate).solves(puzzle) {
          solutions += 1
          #expect(values?.allSatisfy { $0 != nil } == true)
        } else {
          #expect(values == nil, "\(candidate.sorted()) on \(puzzle.regions)")
        }
      }
    }
    #expect(solutions >= 2)
  }

  @Test("every variable is true when what its note says is true", arguments: grids)
  func notes(side: Int, stars: Int) throws {
    var generator = ReplaySeed(62).generator
    let grid = try Grid(side: side, stars: stars)
    let (puzzle, solution) = try PlantedBoards.board(of: grid, using: &generator)
    let formula = RuleEncoding(puzzle, isAnnotated: true).formula
    let stars = Set(solution.stars)
    let isStar = (0..<grid.cellCount).map { stars.contains($0) }
    let values = try #require(PlainPropagation(formula).consequences(of: isStar))
    var noted = 0
    for note in formula.notes {
      let parts = note.components(of: " = ")
      if parts[0].contains("to") { continue }
      noted += 1
      let statement = try #require(NotedStatement(parts[1], on: puzzle), "\(note)")
      let count = statement.cells.intersection(stars).count
      let variable = try #require(Int(parts[0])) - 1
      #expect(values[variable] == (count >= statement.number), "\(note)")
    }
    #expect(noted == formula.variableCount - grid.cellCount)
    #expect(formula.notes.first == "1 to \(side) = a star in row 1, columns 1 to \(side)")
  }

  @Test("it has no notes unless asked, and the same clauses")
  func annotation() throws {
    var generator = ReplaySeed(63).generator
    let puzzle = RandomBoards.puzzle(of: try Grid(side: 9, stars: 2), using: &generator)
    let (plain, noted) = (RuleEncoding(puzzle), RuleEncoding(puzzle, isAnnotated: true))
    #expect(plain.formula.notes.isEmpty)
    #expect(plain.formula.clauseCount == noted.formula.clauseCount)
    #expect(
      (0..<plain.formula.clauseCount).allSatisfy {
        plain.formula.clause($0) == noted.formula.clause($0)
      })
  }
}
