import Foundation
import Searching
import Solving
import StarBattle
import TestSupport
import Testing

/// `Fixtures/rules.txt`: positions with all that a rule finds there, and positions where it must be
/// silent.
///
/// They come from generated puzzles (`RuleHarvest`) and from hand, and are kept, so that they do
/// not change with the generator. `RECORD=1` harvests those of rules that have none yet: read the
/// difference like code.
@Suite("Rule fixtures", .serialized)
struct RuleFixtureTests {
  private static let file = Project.folder.appendingPathComponent("Tests/Fixtures/rules.txt")

  private static let heading = """
    # What each rule finds, alone: rule, puzzle, position (* star, x mark, . open), then the stars and
    # marks it gives. A minus sign: the rule must find nothing there. RECORD=1 make test
    # FILTER=RuleFixtureTests adds the lines of a new rule.

    """

  private func record() throws {
    let kept = try positions()
    let harvested = try RuleHarvest().positions
    let lines = Rule.ladder.flatMap { rule in
      let own = kept.filter { $0.rule == rule.id }
      return own.isEmpty ? harvested.filter { $0.rule == rule.id } : own
    }
    try (RuleFixtureTests.heading + lines.map { $0.text + "\n" }.joined())
      .write(to: RuleFixtureTests.file, atomically: true, encoding: .utf8)
  }

  private func positions() throws -> [RulePosition] {
    try String(contentsOf: RuleFixtureTests.file, encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { try RulePosition(reading: $0) }
  }

  @Test("every rule finds exactly what is on record, and nothing where it must be silent")
  func fixtures() throws {
    if Effort.isRecording { try record() }
    let positions = try positions()
    var engine = RuleEngine()
    var solver = ExactSolver()
    for position in positions {
      let findings = position.findings(&engine)
      let found = try #require(findings, "\(position.text)")
      #expect(found.stars == position.foundStars, "\(position.text)")
      #expect(found.marks == position.foundMarks, "\(position.text)")
      let solutions = solver.count(position.puzzle, limit: 2).solutions
      try #require(solutions.count == 1, "\(position.text)")
      #expect(Set(found.stars).isSubset(of: solutions[0].stars), "\(position.text)")
      #expect(Set(found.marks).isDisjoint(with: solutions[0].stars), "\(position.text)")
    }
    for rule in Rule.ladder {
      let own = positions.filter { $0.rule == rule.id }
      #expect(own.count { !$0.isSilent } >= 5, "\(rule.id)")
      #expect(own.count { $0.isSilent } >= 3, "\(rule.id)")
    }
  }

  @Test("a line reads as it was written")
  func roundTrip() throws {
    for position in try positions() {
      #expect(try RulePosition(reading: Substring(position.text)).text == position.text)
    }
  }
}
