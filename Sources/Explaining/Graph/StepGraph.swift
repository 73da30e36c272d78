import Solving
package import StarBattle

/// Which steps of a solve rest on which: for apps that have no engine.
///
/// A step is *done* on a player's board when what it concludes is there and the steps that it rests
/// on are done. It can be told to the player when it is not done itself and those that it rests on
/// are: all that it needs is on the board then. Of the steps that are not done, the first in the
/// order of the trace can always be told; so a board without mistakes always gets one, until it is
/// full.
///
/// A step rests on the stars and marks of its containers at the start of its cycle, those of its
/// chain and its failure included, and so on the steps that brought them; where the trace refutes a
/// star, on the steps before it in its cycle as well, since it is told with these on the board.
/// Those on which one of these rests itself are left out, since done means done with all of them.
package struct StepGraph: Hashable, Sendable {
  /// A step, as an app looks it up.
  package struct Node: Hashable, Sendable {
    /// The id of the rule.
    package let rule: String
    /// The cells that get a star, and those that get a mark, ascending.
    package let stars: [Int]
    package let marks: [Int]
    /// The places of the steps that it rests on, ascending; all of them lie before it.
    package let rests: [Int]
  }

  /// The steps in the order of the trace, and so in that of hints.
  package let nodes: [Node]

  /// Makes the graph of a trace as it is told.
  ///
  /// - Complexity: O(steps² + steps × cells).
  package init(_ told: ToldTrace) {
    self.init(told.steps, of: told.puzzle, restsOnCycle: told.restsOnCycle)
  }

  /// Makes the graph of a trace whose hints tell its steps as they are, as those that were
  /// published with schema 1 do.
  ///
  /// - Complexity: O(steps² + steps × cells).
  package init(untold trace: Trace) {
    self.init(trace.steps, of: trace.puzzle, restsOnCycle: trace.steps.map { _ in false })
  }

  private init(_ all: [Step], of puzzle: Puzzle, restsOnCycle: [Bool]) {
    var nodes: [Node] = []
    // The step that decided a cell, and whether by a star.
    var decided = [(step: Int, isStar: Bool)?](repeating: nil, count: puzzle.grid.cellCount)
    var atStart = decided
    // All steps that a step rests on, however far back.
    var grounds: [Set<Int>] = []
    for (index, step) in all.enumerated() {
      if index > 0, step.cycle != all[index - 1].cycle { atStart = decided }
      let before = restsOnCycle[index] ? decided : atStart
      let steps = Set(
        StepGraph.premises(of: step, in: puzzle) { before[$0]?.isStar }
          .compactMap { before[$0]?.step })
      let implied = steps.reduce(into: Set<Int>()) { $0.formUnion(grounds[$1]) }
      grounds.append(steps.union(implied))
      nodes.append(
        Node(
          rule: step.rule, stars: step.stars, marks: step.marks,
          rests: steps.subtracting(implied).sorted()))
      for cell in step.stars { decided[cell] = (index, true) }
      for cell in step.marks { decided[cell] = (index, false) }
    }
    self.nodes = nodes
  }

  /// The cells that a step needs to be known.
  private static func premises(
    of step: Step, in puzzle: Puzzle, isStar: (Int) -> Bool?
  ) -> [Int] {
    // Beside a star, nothing counts but the star; a container that is complete is so by its stars.
    if step.rule == Rule.neighbours.id { return step.cells }
    let cells = Set(step.allContainers).flatMap { $0.cells(in: puzzle) }
    return step.rule == Rule.complete.id ? cells.filter { isStar($0) == true } : cells
  }
}

extension Step {
  /// The containers that it rests on, with those of its chain, its ways and their failures.
  fileprivate var allContainers: [Container] {
    var all = containers
    for link in assumption?.chain ?? [] { all += link.containers }
    all += assumption?.failure.containers ?? []
    for way in ways {
      for link in way.chain { all += link.containers }
      all += way.failure?.containers ?? []
    }
    return all
  }
}
