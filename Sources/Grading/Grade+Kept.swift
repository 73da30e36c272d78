import Solving
package import StarBattle

extension Grade {
  /// The grade of a solved puzzle, from what is kept of it; `nil` where it names a rule that there
  /// is not.
  ///
  /// - Parameters:
  ///   - counts: How often each rule was applied, by its id.
  ///   - scoreInHundredths: The effort of solving.
  ///   - solution: The solution.
  package init?(counts: [String: Int], scoreInHundredths: Int, solution: Solution) {
    let used = Rule.all.filter { counts[$0.id] != nil }
    guard used.count == counts.count else { return nil }
    outcome = .solved
    level = used.map(\.level).max() ?? 0
    cycles = counts.values.reduce(0, +)
    self.scoreInHundredths = scoreInHundredths
    rules = used.map { RuleCount(code: $0.code, count: counts[$0.id] ?? 0) }
    openCells = []
    starCells = []
    self.solution = solution
  }
}
