import Answering
import Grading
import HouseSupport
import JSONText
import Searching
import StarBattle
import Testing

@Suite("Verdict of a grade")
struct GradeVerdictTests {
  private func verdict(
    on rows: String, stars: Int = 1, highestLevel: Int = 12
  ) throws -> GradeVerdict {
    let puzzle = try TraceSamples.puzzle(rows, stars: stars)
    var grader = Grader()
    var solver = ExactSolver()
    let grade = grader.grade(puzzle, highestLevel: highestLevel)
    return GradeVerdict(
      of: grade, trace: { grader.trace(puzzle, highestLevel: highestLevel).trace }, puzzle,
      &solver)
  }

  @Test("what the rules solve is unique, and nothing is open")
  func solved() throws {
    let (grade, trace) = try #require(TraceSamples.traces(side: 8).first { $0.grade.isSolved })
    var solver = ExactSolver()
    let verdict = GradeVerdict(
      of: grade, trace: { trace }, trace.puzzle, &solver)
    #expect(verdict.solutions == .unique)
    #expect(verdict.found == [try #require(grade.solution)])
    #expect(verdict.openCells.isEmpty && verdict.failure == nil)
    #expect(
      verdict.text(on: trace.puzzle.grid, highestLevel: 12)
        .hasPrefix("difficulty \(grade.difficulty) ("))
  }

  @Test("what a low level leaves open is counted, and its solution is that of a higher one")
  func stuck() throws {
    let (grade, trace) = try #require(
      TraceSamples.traces(side: 10).first { $0.grade.isSolved && $0.grade.level > 3 })
    var grader = Grader()
    var solver = ExactSolver()
    let low = grader.grade(trace.puzzle, highestLevel: 3)
    try #require(!low.isSolved)
    let verdict = GradeVerdict(of: low, trace: { trace }, trace.puzzle, &solver)
    #expect(verdict.solutions == .unique)
    #expect(verdict.found == [try #require(grade.solution)])
    #expect(verdict.openCells == low.openCells)
    let text = verdict.text(on: trace.puzzle.grid, highestLevel: 3)
    #expect(text.hasPrefix("one solution, not solved by the rules to level 3: "))
    #expect(text.contains("\(low.openCells.count) cells stay open"))
  }

  @Test("of several solutions two are found, and few open cells are named")
  func several() throws {
    let verdict = try verdict(on: "AAAA/BBBB/CCCC/DDDD")
    #expect(verdict.solutions == .several)
    #expect(verdict.found.count == 2 && Set(verdict.found).count == 2)
    #expect(
      try verdict.text(on: Grid(side: 4, stars: 1), highestLevel: nil)
        == "several solutions: 8 cells stay open, r1c2 r1c3 r2c1 r2c4 r3c1 r3c4 r4c2 r4c3")
  }

  @Test("where the rules show that there is none, it is said what fails")
  func none() throws {
    let verdict = try verdict(on: "ABCCC/CCCCC/CCCCC/CCCCC/CCCDE")
    #expect(verdict.solutions == .none)
    #expect(verdict.found.isEmpty)
    #expect(try !#require(verdict.failure).containers.isEmpty)
    #expect(
      try verdict.text(on: Grid(side: 5, stars: 1), highestLevel: 12).hasSuffix(
        "row 1 would have two stars, which is too many"))
  }

  @Test("JSON has the verdict, how the ladder ended, and the open cells by row and column")
  func json() throws {
    let verdict = try verdict(on: "AAAA/BBBB/CCCC/DDDD")
    let object = JSONValue.object(verdict.members(side: 4))
    #expect(object["verdict"] == .string("several"))
    #expect(object["outcome"] == .string("stuck"))
    #expect(object["open"] == .integer(8))
    let cells = try StepReader.cells(object["openCells"], side: 4)
    #expect(cells == verdict.openCells)
    #expect(object["failure"] == .null)
    let failing = JSONValue.object(
      try self.verdict(on: "ABCCC/CCCCC/CCCCC/CCCCC/CCCDE").members(side: 5))
    #expect(failing["outcome"] == .string("contradiction"))
    #expect(try StepReader.failure(#require(failing["failure"])).containers.isEmpty == false)
  }
}
