/// What an editor wants to be told of a puzzle.
package enum FlagKind: String, CaseIterable, Hashable, Sendable {
  /// One hard step in an easy puzzle.
  case spike
  /// Long and flat: a long stretch without a star.
  case tedium
  /// A hard way to the first star.
  case blankStart = "blank-start"
  /// Its hardest rule is used in one cycle, and another of its level can do the work.
  case decoration
  /// A single place to go on, and a long argument there.
  case bottleneck
  /// A region with a tail one cell wide, or that is nothing else.
  case ugly
  /// The stars of a puzzle shortly before, turned or mirrored.
  case pattern
  /// Regions of a neighbour.
  case neighbour
  /// Like the puzzle of the date before.
  case yesterday

  /// The kinds that a puzzle has by itself, whatever stands beside it.
  package static let ofOnePuzzle: [FlagKind] = [
    .spike, .tedium, .blankStart, .decoration, .bottleneck, .ugly,
  ]

  /// In words, for people.
  package var words: String {
    switch self {
    case .spike: "a spike"
    case .tedium: "tedium"
    case .blankStart: "a blank start"
    case .decoration: "a rule that decorates"
    case .bottleneck: "a bottleneck"
    case .ugly: "an ugly region"
    case .pattern: "stars seen lately"
    case .neighbour: "regions of a neighbour"
    case .yesterday: "too much of the one before"
    }
  }
}

/// Something to be told of a puzzle: what, how much of it, and why that is much.
package struct Flag: Hashable, Sendable {
  package let kind: FlagKind
  /// How much of it there is.
  package let figure: Int
  /// From how much on it is a flag.
  package let limit: Int
  /// The figure in a sentence.
  package let reason: String
  /// The place of the puzzle that it is like, in the list that was given.
  package var other: Int?

  package init(kind: FlagKind, figure: Int, limit: Int, reason: String, other: Int? = nil) {
    self.kind = kind
    self.figure = figure
    self.limit = limit
    self.reason = reason
    self.other = other
  }

  /// The flag in a line: `a spike (6): …`.
  package var words: String { "\(kind.words) (\(figure)): \(reason)" }
}
