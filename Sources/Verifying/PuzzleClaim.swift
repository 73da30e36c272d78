package import Identity
package import Stores

/// What a profile says of a puzzle: for whoever can solve it to compare.
package struct PuzzleClaim: Hashable, Sendable {
  /// A step of a hint, cells row-major from 0.
  package struct Step: Hashable, Sendable {
    /// The level of the rule.
    package let level: Int
    /// The cells that get a star, in the order in which they are written.
    package let stars: [Int]
    /// The cells that get a mark.
    package let marks: [Int]
    /// What it says of its rule, where it says so apart from a sentence.
    package var grounds: Grounds?
  }

  /// What a step rests on, as a hint tells an app.
  package struct Grounds: Hashable, Sendable {
    /// The id of the rule.
    package let rule: String
    /// The names of containers: `row 3`, `column 5`, `region C`.
    package let containers: [String]
    /// The cells that it looks at.
    package let cells: [Int]
    /// The cell on which a star is assumed.
    package let assumption: Int?

    package init(rule: String, containers: [String], cells: [Int], assumption: Int?) {
      self.rule = rule
      self.containers = containers
      self.cells = cells
      self.assumption = assumption
    }
  }

  /// A step of a step graph, cells row-major from 0.
  package struct Link: Hashable, Sendable {
    /// The id of the rule.
    package let rule: String
    /// The cells that get a star.
    package let stars: [Int]
    /// The cells that get a mark.
    package let marks: [Int]
    /// The places of the steps that it rests on, each before its own.
    package let rests: [Int]
  }

  package enum Statement: Hashable, Sendable {
    /// Where the stars are, cells row-major from 0, and how hard it is, 1…100 and in a word.
    case solved(stars: [Int], difficulty: Int, band: String)
    /// How to get there, by which grader, and whether each step is told on the board that those
    /// before it leave, where that is written.
    case explained([Step], grader: Int?, isTold: Bool?)
    /// The same for apps that look steps up, each with the places of those that it rests on.
    case linked([Link], grader: Int, isTold: Bool)
  }

  /// The puzzle's id: `intro:3`, `daily:2026-11-21`.
  package let id: PuzzleID

  /// The object that says it.
  package let object: ObjectKey

  package let statement: Statement

  /// The grader that it says it is of; `nil` where it says nothing of the kind.
  package var grader: Int? {
    switch statement {
    case .solved: nil
    case .explained(_, let grader, _): grader
    case .linked(_, let grader, _): grader
    }
  }
}
