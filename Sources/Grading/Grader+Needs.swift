package import Solving
package import StarBattle

/// What a puzzle needs of a rule: how often the rule is used, and what becomes of the puzzle
/// without it.
package struct RuleNeed: Hashable, Sendable {
  package let rule: Rule
  /// The cycles in which it is the easiest rule that applies, from 0.
  package let cycles: [Int]
  /// Its steps in the trace, from 0.
  package let steps: [Int]
  /// The grade by all the other rules, harder ones included.
  package let without: Grade
  /// Whether nothing that is as easy does its work: without it the puzzle is not solved, or only by
  /// a rule that stands higher on the ladder than the hardest one of the usual way.
  package let isNeeded: Bool

  /// Whether no other rule does its work, however hard.
  package var isIrreplaceable: Bool { !without.isSolved }
}

extension Grader {
  /// What a puzzle needs of each rule that it is solved with.
  ///
  /// Each rule is left out in turn and the puzzle solved with the rest. What a harder rule is able
  /// to do in place of an easier one is told and does not count: nobody would say that the easier
  /// one is not needed. So the hardest rule of a puzzle is always needed.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - highestLevel: The highest rule level to use, 1…13.
  /// - Returns: The rules, in ladder order; none where the rules do not solve the puzzle.
  /// - Complexity: a trace, and a grade for each rule.
  package mutating func needs(of puzzle: Puzzle, highestLevel: Int = 12) -> [RuleNeed] {
    let (grade, trace) = trace(puzzle, highestLevel: highestLevel)
    guard grade.isSolved else { return [] }
    return grade.rules.map { count in
      let without = self.grade(puzzle, leavingOut: count.rule, highestLevel: highestLevel)
      let steps = trace.steps.indices.filter { trace.steps[$0].rule == count.id }
      return RuleNeed(
        rule: count.rule, cycles: Set(steps.map { trace.steps[$0].cycle }).sorted(), steps: steps,
        without: without, isNeeded: isHarder(without, than: grade))
    }
  }

  /// Whether a puzzle needs a rule, as `needs(of:highestLevel:)` says.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - puzzle: The puzzle.
  ///   - grade: Its grade to level 12.
  /// - Returns: Whether the puzzle is solved with the rule, and not as easily without it.
  package mutating func isNeeded(_ rule: Rule, by puzzle: Puzzle, _ grade: Grade) -> Bool {
    guard grade.isSolved, grade.rules.contains(where: { $0.rule == rule }) else { return false }
    if grade.hardest?.rule == rule { return true }
    return isHarder(self.grade(puzzle, leavingOut: rule), than: grade)
  }

  /// Whether the hardest rule of a puzzle is used in one cycle, and others of its level can do the
  /// work.
  ///
  /// The rules of the first four levels are never that: they stand beside each other.
  package mutating func isDecorated(_ puzzle: Puzzle, _ grade: Grade) -> Bool {
    guard grade.isSolved, let last = grade.hardest, last.count == 1, last.rule.level > 4 else {
      return false
    }
    let without = self.grade(puzzle, leavingOut: last.rule)
    return without.isSolved && without.level <= grade.level
  }

  /// Grades a puzzle by all rules but one.
  package mutating func grade(
    _ puzzle: Puzzle, leavingOut rule: Rule, highestLevel: Int = 12
  ) -> Grade {
    let layout = Layout(puzzle)
    return grade(
      layout, climbing: rules.rules(through: highestLevel).filter { $0 != rule }[...])
  }

  private func isHarder(_ other: Grade, than grade: Grade) -> Bool {
    guard other.isSolved else { return true }
    func height(_ grade: Grade) -> Int {
      let last = grade.hardest?.rule
      return rules.rules(through: Rule.levels.upperBound).lastIndex { $0 == last } ?? 0
    }
    return height(other) > height(grade)
  }
}
