import Foundation
import Generating
import Grading
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("The ladder", .serialized)
struct LadderTests {
  private static let file = Project.folder.appendingPathComponent("Tests/Fixtures/ladder.txt")

  private static let heading = """
    # The ladder: code, id, level, scope and words of every rule, in order. A line may come in
    # anywhere, and none may go or get another code. RECORD=1 make test FILTER=LadderTests writes it.

    """

  /// A rule that finds nothing.
  private static func silent(code: Int, level: Int) -> Rule {
    Rule(
      code: code, id: "test.silent", name: "nothing", level: level, cost: 1, source: "a test",
      scope: .container, wording: .sentence, find: { _, _, _, _ in }, split: { _, _, _, _ in })
  }

  @Test("codes, ids, levels, scopes and order are as published")
  func published() throws {
    let text =
      LadderTests.heading
      + Rule.ladder.map { "\($0.code) \($0.id) \($0.level) \($0.scope) \($0.wording)\n" }.joined()
    if Effort.isRecording {
      try text.write(to: LadderTests.file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: LadderTests.file, encoding: .utf8) == text)
  }

  @Test("a rule is whole: a code that fits into a seed, an id of its own, a level that counts")
  func whole() {
    let rules = Rule.ladder
    #expect(Set(rules.map(\.code)).count == rules.count)
    #expect(rules.allSatisfy { Rule.codes.contains($0.code) })
    #expect(Set(rules.map(\.id)).count == rules.count)
    #expect(rules.map(\.level) == rules.map(\.level).sorted())
    #expect(Rule.levels == 1...13)
    #expect(rules.allSatisfy { !$0.name.isEmpty && !$0.source.isEmpty && $0.cost > 0 })
    #expect(rules.filter { $0.level >= 12 }.allSatisfy { $0.source == "this project" })
    for (row, rule) in rules.enumerated() {
      #expect(rule.row == row)
      #expect(Rule(id: rule.id) == rule && Rule(code: rule.code) == rule)
      #expect(Rule.scopes[rule.id] == rule.scope)
      #expect(Rule.ladder(through: rule.level).contains(rule))
      #expect(!Rule.ladder(through: rule.level - 1).contains(rule))
    }
    #expect(Rule(id: "no.rule") == nil && Rule(code: 0) == nil)
  }

  @Test("every level adds something to the magnitude of a score")
  func scored() {
    for level in Rule.levels {
      #expect(
        Score.magnitude(effort: 1000, level: level)
          >= Score.magnitude(effort: 1000, level: level - 1))
    }
  }

  @Test(
    "a rung that finds nothing changes no step, wherever it comes in", arguments: [3, 9, 11, 14])
  func insertion(row: Int) throws {
    let level = Rule.ladder[row].level
    let code = try #require(Rule.codes.first { Rule(code: $0) == nil })
    var longer = Rule.ladder
    longer.insert(LadderTests.silent(code: code, level: level), at: row)
    var engine = RuleEngine()
    let grid = try Grid(side: 10, stars: 2)
    var generator = PuzzleGenerator(grid: grid)
    for attempt in 0..<6 {
      let seed = ClimbProfile.seed(
        for: attempt % 2 == 0 ? .expert : .hard,
        from: Seed.derived(campaign: 12, item: "rungs", attempt: attempt))
      guard let puzzle = generator.puzzle(seed: seed) else { continue }
      #expect(steps(of: puzzle, longer, &engine) == steps(of: puzzle, Rule.ladder, &engine))
    }
  }

  private func steps(of puzzle: Puzzle, _ ladder: [Rule], _ engine: inout RuleEngine) -> [Step] {
    let layout = Layout(puzzle)
    var solve = LadderSolve(layout, climbing: ladder[...])
    var steps: [Step] = []
    let outcome = solve.run(
      &engine, layout, measuring: GraderVersion.current.scale.measure(for: puzzle.grid),
      explain: { row, solve, engine, layout in
        steps += solve.steps(of: solve.ladder[row], &engine, layout)
      })
    #expect(outcome == .solved)
    return steps
  }
}
