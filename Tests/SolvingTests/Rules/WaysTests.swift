import Grading
import Notation
import Proving
import Searching
import Solving
import StarBattle
import Testing

/// Boards that no single assumption opens, found by moving borders of made puzzles.
@Suite("Ways to fill a container")
struct WaysTests {
  private static let small = """
    10x2.AAAABBBBBBCCCACCCBBBCDCCCCDBBBDDDDDDDEEEFDDGDDEEEHFDDGGEEHHHFFFGGIIIIHFFGGJJIIIHFFFGGJJJIHFFFJJ\
    JJIIH
    """

  private static let large = """
    14x3.AAAAABBBBBBBBBAAACABBCBBDDDDAAACAABCBBDDDDEFFCCCCCCBBGDDEFFFCCCHCBBGGGEEFCCCHHBBGGGGEEFFCHHHBBGIGG\
    EFFEEEHHBBIIJGEEEEKKHHIIIIJGLLLLKKKHIIJIJJLLLLKKKMNIJJJJLMKKKKMMNINJJJLMKMMMMNNNNNNJMMMMMMMMMMNNJJ
    """

  private func step(_ step: Step, with ways: [Way], marks: [Int]? = nil) -> Step {
    Step(
      rule: step.rule, level: step.level, cycle: step.cycle, containers: step.containers,
      cells: step.cells, stars: step.stars, marks: marks ?? step.marks, ways: ways)
  }

  private func fault(in trace: Trace) -> TraceFault? {
    do throws(TraceFault) {
      _ = try TraceChecker(scopes: Rule.scopes).check(trace, of: trace.puzzle)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "open boards that are stuck otherwise, and every way is checked", arguments: [small, large])
  func solves(text: String) throws {
    let puzzle = try SBN(text).puzzle
    var grader = Grader()
    #expect(!grader.grade(puzzle, highestLevel: 12).isSolved)
    let (grade, trace) = grader.trace(puzzle, highestLevel: 13)
    #expect(grade.isSolved && grade.level == 13)
    #expect(grade == grader.grade(puzzle, highestLevel: 13))
    var solver = ExactSolver()
    #expect(solver.count(puzzle, limit: 2).solutions == [try #require(grade.solution)])
    let steps = trace.steps.filter { !$0.ways.isEmpty }
    #expect(!steps.isEmpty)
    for step in steps {
      #expect(step.rule == "hypothetical.ways" && step.containers.count == 1)
      #expect(step.ways.contains { $0.failure != nil })
      #expect(step.ways.contains { $0.failure == nil })
    }
    #expect(fault(in: trace) == nil)
  }

  @Test("a way left out, a failure made up or a mark too many is found")
  func corrupted() throws {
    let puzzle = try SBN(Self.small).puzzle
    var grader = Grader()
    let trace = grader.trace(puzzle, highestLevel: 13).trace
    let index = try #require(trace.steps.firstIndex { !$0.ways.isEmpty })
    let good = trace.steps[index]
    func fault(with bad: Step) -> TraceFault? {
      var steps = trace.steps
      steps[index] = bad
      return self.fault(in: Trace(puzzle: puzzle, steps: steps))
    }
    let place = TraceFault.Location(step: index)
    for number in good.ways.indices {
      var ways = good.ways
      let way = ways.remove(at: number)
      #expect(fault(with: step(good, with: ways)) == .notImplied(place))
      if way.failure != nil { continue }
      // A way that stays open is said to fail.
      ways = good.ways
      ways[number] = Way(
        stars: way.stars, chain: way.chain,
        failure: Failure(rule: "direct.forced", containers: [.row(0)]))
      #expect(fault(with: step(good, with: ways)) == .noFailure(place))
    }
    let more = try #require(
      good.cells.first { cell in
        !good.marks.contains(cell)
          && good.ways.contains { $0.failure == nil && $0.stars.contains(cell) }
      })
    #expect(
      fault(with: step(good, with: good.ways, marks: good.marks + [more])) == .notImplied(place))
  }

  @Test("the eight symmetries leave what they find the same")
  func symmetries() throws {
    let puzzle = try SBN(Self.small).puzzle
    var grader = Grader()
    let grade = grader.grade(puzzle, highestLevel: 13)
    for symmetry in Symmetry.allCases {
      let other = grader.grade(puzzle.applying(symmetry), highestLevel: 13)
      #expect(other.cycles == grade.cycles && other.scoreInHundredths == grade.scoreInHundredths)
    }
  }
}
