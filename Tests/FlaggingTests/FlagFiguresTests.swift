import Flagging
import Generating
import Grading
import StarBattle
import Testing

@Suite("Flags")
struct FlagFiguresTests {
  private func puzzle(_ rows: String, stars: Int = 1) throws -> Puzzle {
    let labels = rows.filter { $0 != " " }.map { Int($0.asciiValue ?? 0) }
    let side = Int(Double(labels.count).squareRoot())
    return try Puzzle(grid: Grid(side: side, stars: stars), regions: labels)
  }

  private func step(
    _ cycle: Int, _ level: Int, stars: [Int] = [], marks: [Int] = [], parts: Int = 1
  ) -> Step {
    Step(
      rule: "r\(level)", level: level, cycle: cycle,
      containers: (0..<parts).map { .row($0) }, cells: [], stars: stars, marks: marks)
  }

  @Test("a tail is as long as a region stays one cell wide")
  func tails() throws {
    #expect(try puzzle("AAAA BBCA BBCC DDDC").longestTail.cells == 5)
    let square = try puzzle("AABB AABB CCDD CCDD")
    #expect(square.longestTail.cells == 0)
  }

  @Test("figures are counted from the steps")
  func figures() throws {
    let puzzle = try puzzle("AABB AABB CCDD CCDD")
    let trace = Trace(
      puzzle: puzzle,
      steps: [
        step(0, 4, marks: [0]), step(0, 4, marks: [3]), step(1, 11, marks: [5], parts: 4),
        step(2, 2, stars: [1]), step(3, 1, marks: [2]),
      ])
    var grader = Grader()
    let figures = FlagFigures(grader.grade(puzzle), trace, &grader)
    #expect(figures.spike == 7)
    #expect(figures.tedium == 2)
    #expect(figures.blankStart == 2 && figures.firstStarLevel == 11)
    #expect(figures.bottleneck == 4)
  }

  @Test("a flag says its figure, its limit and its reason, and can be turned off")
  func flags() throws {
    let puzzle = try puzzle(
      "AAABBBBCCC AAAAAACCCC ADDDEEEECC DDDDEEFFFC DDDGGHFFFC DDDGGHFFFF DDDGGHFFFF IDDGGHFFFF "
        + "IIIGHHFFFF IIIHHJJJJF", stars: 2)
    var grader = Grader()
    let (grade, trace) = grader.trace(puzzle)
    try #require(grade.isSolved)
    let figures = FlagFigures(grade, trace, &grader)
    var limits = FlagLimits(for: puzzle.grid)
    for kind in FlagKind.allCases { limits[kind] = nil }
    #expect(figures.flags(limits).isEmpty)
    limits[.ugly] = 9
    #expect(figures.flags(limits).isEmpty)
    limits[.ugly] = 8
    let flags = figures.flags(limits)
    #expect(flags.map(\.kind) == [.ugly])
    let flag = try #require(flags.first)
    #expect(flag.figure == 8 && flag.limit == 8)
    #expect(flag.words.contains("region H has a tail of 8 cells, one wide"))
  }

  @Test("what a puzzle shares with those before it is told")
  func lists() throws {
    var grader = Grader()
    var generator = PuzzleGenerator(grid: try Grid(side: 8, stars: 1))
    let found = (1...9).compactMap { Seed($0).flatMap { generator.puzzle(seed: $0) } }.prefix(3)
    let list = (found + [found[0].applying(.rotated90)]).map {
      ListedSolve(puzzle: $0, grade: grader.grade($0))
    }
    let limits = FlagLimits(for: found[0].grid)
    let flags = ListedSolve.flags(among: list, areDates: true) { _ in limits }
    #expect(flags[0].isEmpty)
    let last = flags[3]
    #expect(last.contains { $0.kind == .pattern && $0.other == 0 })
    #expect(last.contains { $0.kind == .neighbour && $0.figure == 8 })
  }
}
