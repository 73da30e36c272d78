/// One step of a solve: a rule, what it looks at, and what follows.
///
/// A step can be checked by itself. What it concludes follows from the stars and marks before it,
/// from the quotas of `containers` and from the fact that no two stars touch; no other container
/// plays a part. For an assumption, the same holds of every step of its chain and of the failure at
/// its end; and so for every one of its ways. A step with a sum follows from adding it up.
public struct Step: Hashable, Sendable {
  /// The id of the rule, such as `tiling.overhang`.
  public let rule: String
  /// The rule's level, 1…13.
  public let level: Int
  /// The cycle the step belongs to, from 0: steps of one cycle are the same rule in different
  /// places.
  public let cycle: Int
  /// The containers whose quotas the step rests on, ascending; none where a star rules out its
  /// neighbours.
  public let containers: [Container]
  /// The cells it looks at, ascending: the stars whose neighbours are marked, or the unknown cells
  /// of `containers`.
  public let cells: [Int]
  /// The stars it places, ascending.
  public let stars: [Int]
  /// The cells it marks, ascending.
  public let marks: [Int]
  /// The assumption that it refutes, for hypothetical rules.
  public let assumption: Assumption?
  /// All the ways to place the stars that the one container still needs, for a step that holds
  /// whichever it is.
  public let ways: [Way]
  /// The sum that shows it, for a step that adds up: containers and tiles, each once; `containers`
  /// are those that are in it.
  public let sum: [Addend]

  /// Makes a step; cells and containers in any order.
  ///
  /// - Parameters:
  ///   - rule: The id of its rule.
  ///   - level: The rule's level.
  ///   - cycle: The cycle that it belongs to, from 0.
  ///   - containers: The containers that it rests on.
  ///   - cells: The cells that it looks at.
  ///   - stars: The stars that it places.
  ///   - marks: The cells that it marks.
  ///   - assumption: What it refutes.
  ///   - ways: The ways that it goes through.
  ///   - sum: What it adds up.
  /// - Complexity: O(cells × log cells).
  public init(
    rule: String, level: Int, cycle: Int, containers: [Container], cells: [Int], stars: [Int] = [],
    marks: [Int] = [], assumption: Assumption? = nil, ways: [Way] = [], sum: [Addend] = []
  ) {
    self.rule = rule
    self.level = level
    self.cycle = cycle
    self.containers = containers.inOrder
    self.cells = cells.inOrder
    self.stars = stars.inOrder
    self.marks = marks.inOrder
    self.assumption = assumption
    self.ways = ways
    self.sum = sum
  }
}

/// One way to place the stars that a container still needs, and where it leads.
public struct Way: Hashable, Sendable {
  /// The stars, ascending.
  public let stars: [Int]
  /// What follows from them, in order; none of these steps assumes anything itself.
  public let chain: [Step]
  /// What cannot be completed in the end; `nil` where the way stays open, and leads to all that
  /// the step concludes.
  public let failure: Failure?

  /// Makes a way; stars in any order.
  ///
  /// - Parameters:
  ///   - stars: The stars.
  ///   - chain: What follows from them.
  ///   - failure: What cannot be completed in the end, if anything.
  /// - Complexity: O(stars × log stars).
  public init(stars: [Int], chain: [Step], failure: Failure?) {
    self.stars = stars.inOrder
    self.chain = chain
    self.failure = failure
  }
}

/// A star assumed on one cell, and where that leads.
public struct Assumption: Hashable, Sendable {
  /// The cell, row-major from 0.
  public let cell: Int
  /// What follows from a star there, in order; none of these steps is itself an assumption.
  public let chain: [Step]
  /// What cannot be completed in the end.
  public let failure: Failure

  /// Makes an assumption.
  ///
  /// - Parameters:
  ///   - cell: The cell of the star.
  ///   - chain: What follows from it.
  ///   - failure: What cannot be completed in the end.
  /// - Complexity: O(1).
  public init(cell: Int, chain: [Step], failure: Failure) {
    self.cell = cell
    self.chain = chain
    self.failure = failure
  }
}

/// Containers that can no longer all have their quotas.
///
/// This follows from their quotas and from the fact that no two stars touch; with a sum, from
/// adding it up.
public struct Failure: Hashable, Sendable {
  /// The id of the rule that sees it, such as `tiling.pairs`.
  public let rule: String
  /// The containers, ascending; two touching stars or a star too many show in the quota of one.
  public let containers: [Container]
  /// The sum that shows it, for a rule that adds up: containers and tiles, each once; `containers`
  /// are those that are in it.
  public let sum: [Addend]

  /// Makes a failure; containers in any order.
  ///
  /// - Parameters:
  ///   - rule: The id of the rule that sees it.
  ///   - containers: The containers that fail.
  ///   - sum: What it adds up.
  /// - Complexity: O(containers × log containers).
  public init(rule: String, containers: [Container], sum: [Addend] = []) {
    self.rule = rule
    self.containers = containers.inOrder
    self.sum = sum
  }
}

/// A solve from the empty board, step by step.
public struct Trace: Hashable, Sendable {
  /// The puzzle.
  public let puzzle: Puzzle
  /// The steps, in order.
  public let steps: [Step]
  /// What cannot be completed after the last step, where the puzzle turns out to have no solution.
  public let failure: Failure?

  /// Makes a trace.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - steps: The steps, in order.
  ///   - failure: What cannot be completed in the end, where the rules show that there is no
  ///     solution.
  /// - Complexity: O(1).
  public init(puzzle: Puzzle, steps: [Step], failure: Failure? = nil) {
    self.puzzle = puzzle
    self.steps = steps
    self.failure = failure
  }
}

extension Array where Element: Comparable {
  /// The elements, ascending: nearly always they are already, and are not copied.
  fileprivate var inOrder: [Element] {
    for index in indices.dropFirst() where self[index] < self[index - 1] { return sorted() }
    return self
  }
}
