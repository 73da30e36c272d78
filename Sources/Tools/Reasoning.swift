package import Grading
import Solving

/// What puzzles may be solved by.
package enum Reasoning: Hashable, Sendable {
  /// The ladder that puzzles are graded and published with.
  case usual
  /// The ladder, with sums of two to four parts before its first assumption.
  case withSmallSums
  /// What assumes no star; sums of any size take the place of assumptions.
  case withoutAssumptions
  /// The ladder, and where it leaves a puzzle, sums of any size and stars that they refute.
  case thorough

  /// Its rules.
  package var rules: RuleSet {
    switch self {
    case .usual: GraderVersion.current.rules
    case .withSmallSums: .withSmallSums
    case .withoutAssumptions: .withoutAssumptions
    case .thorough: .thorough
    }
  }

  /// What it adds to the rules that puzzles are graded by, behind their number.
  var added: String {
    switch self {
    case .withSmallSums: " and sums of two to four parts"
    case .thorough: " and sums of any size"
    case .usual, .withoutAssumptions: ""
    }
  }

  /// The rules that puzzles are graded by, through a level: what is thorough begins with them.
  static func ladder(through level: Int) -> ArraySlice<Rule> {
    Reasoning.usual.rules.rules(through: min(level, 12))
  }

  /// All its rules, in the order in which they are tried.
  var allRules: ArraySlice<Rule> { rules.rules(through: Rule.levels.upperBound) }
}
