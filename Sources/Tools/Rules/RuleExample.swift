import Drawing
package import Explaining
import Grading
package import Notation
package import Solving
package import StarBattle

/// A position of one of our own puzzles in which a rule is the easiest that finds anything.
package struct RuleExample: Sendable {
  package let rule: Rule
  package let sbn: SBN
  /// What is known before the step.
  package let board: KnownBoard
  package let step: Step

  /// The example of a rule; `nil` where nobody has looked for one.
  package init?(of rule: Rule) {
    guard let text = RuleExample.texts[rule.id], let sbn = try? SBN(text) else { return nil }
    self.init(of: rule, in: sbn)
  }

  /// The plainest step of a rule in the solve of a puzzle; `nil` where the puzzle has none.
  package init?(of rule: Rule, in sbn: SBN) {
    let rules = [RuleSet.ladder, .withSums, .withoutAssumptions].first {
      $0.rules(through: Rule.levels.upperBound).contains(rule)
    }
    var grader = Grader(rules: rules ?? .ladder)
    // What nothing but the largest boards need is shown where all that assumes nothing stops.
    let ladder =
      rules?.rules(through: Rule.levels.upperBound) ?? Rule.ladder(through: 7) + [rule]
    let (_, trace) = grader.trace(sbn.puzzle, climbing: ladder)
    let steps = trace.steps.indices.filter { trace.steps[$0].rule == rule.id }
    let sizes = trace.steps.map { RuleExample.size(of: $0) }
    guard let plainest = steps.min(by: { (sizes[$0], $0) < (sizes[$1], $1) }) else { return nil }
    var board = KnownBoard(sbn.puzzle)
    for step in trace.steps[..<plainest] { board.apply(step) }
    self.rule = rule
    self.sbn = sbn
    self.board = board
    step = trace.steps[plainest]
  }

  /// How much there is to follow in the step.
  package var size: Int { RuleExample.size(of: step) }

  private static func size(of step: Step) -> Int {
    let chain = step.assumption?.chain.count ?? step.ways.reduce(0) { $0 + $1.chain.count }
    return 10 * chain + 2 * step.containers.count + step.cells.count
  }

  /// What the step says.
  package func sentence(in language: HintLanguage = .english) -> String {
    HintWriter(language: language).sentence(for: step, on: board)
  }

  /// The position, drawn.
  package var picture: String {
    BoardSVG.document(
      of: step, on: board, title: "\(rule.name): \(HintWriter().sentence(for: step, on: board))")
  }

  /// The examples, by rule: a rule and a puzzle a line.
  private static let texts: [String: String] = {
    var texts: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { texts[String(words[0])] = String(words[1]) }
    }
    return texts
  }()
}
