/// Why a candidate was not kept.
package enum Refusal: String, CaseIterable, Hashable, Sendable {
  /// Its seed led to no puzzle within the generator's budget.
  case notGenerated
  /// The rules did not solve it from cold.
  case notSolved
  /// The proof found several solutions, or none.
  case notUnique
  /// The proof ran out of its budget.
  case undecided
  /// The proof and the rules found different solutions.
  case disagreement
  /// The same puzzle, perhaps turned or mirrored, is used already.
  case twin
  /// It has flags, where puzzles without them come first; it is taken only if there is no other.
  case flagged

  /// The reason in words, after a number of candidates.
  package var words: String {
    switch self {
    case .notGenerated: "led to no puzzle"
    case .notSolved: "not solved by the rules"
    case .notUnique: "not unique"
    case .undecided: "not proved within the budget"
    case .disagreement: "solved differently by rules and proof"
    case .twin: "used already (turned or mirrored)"
    case .flagged: "passed over for their flags"
    }
  }
}

/// How many candidates were tried and how many refused, by reason.
package struct Tally: Hashable, Sendable {
  /// The candidates that were generated, or tried in vain to be.
  package var tried = 0
  /// The layouts that the generator evaluated for them: its work, the same on every machine.
  package var evaluations = 0
  private var refused = [Int](repeating: 0, count: Refusal.allCases.count)

  package init() {
  }

  /// The candidates that were refused for a reason.
  package subscript(reason: Refusal) -> Int {
    refused[Refusal.allCases.firstIndex(of: reason) ?? 0]
  }

  /// The candidates that were refused for any reason.
  package var refusedInAll: Int { refused.reduce(0, +) }

  /// A share of the candidates, in brackets; empty where none were tried.
  package func rate(of accepted: Int) -> String {
    tried == 0 ? "" : " (\(100 * accepted / tried) %)"
  }

  /// The refusals in words, in the order of `Refusal`.
  package var reasons: String {
    let reasons = Refusal.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.words)" }
    return reasons.isEmpty ? "none refused" : reasons.joined(separator: ", ")
  }

  package mutating func refuse(_ reason: Refusal) {
    refused[Refusal.allCases.firstIndex(of: reason) ?? 0] += 1
  }

  package static func += (left: inout Tally, right: Tally) {
    left.tried += right.tried
    left.evaluations += right.evaluations
    for index in left.refused.indices { left.refused[index] += right.refused[index] }
  }
}
