package import Grading
package import Solving
public import StarBattle

/// Counts the solutions of a puzzle, exactly, up to a limit.
///
/// Depth-first search. At each node levels 1–6 are followed as far as they go, and at the topmost
/// ones level 7 as well; what is left is split on one cell (see `BranchChooser`): first with a star
/// there, then without. The order of nodes is fixed, so the node count is a repeatable measure.
public struct ExactSolver: ~Copyable {
  private var engine = RuleEngine()
  private var chooser = BranchChooser()

  /// The layout of the last puzzle, for the next one of the same grid.
  private var spareLayout: Layout?

  /// Makes a solver; one for each thread, for any number of puzzles.
  ///
  /// - Complexity: O(1).
  public init() {}

  /// The answer of a count.
  public struct Count: Hashable, Sendable {
    /// Up to `limit` solutions, in the order found.
    public let solutions: [Solution]
    /// The nodes of the search: 1 when the rules alone decide.
    public let nodes: Int
    /// Whether the search went through; if not, the node budget ran out and there may be more.
    public let isComplete: Bool
  }

  /// The nodes in which the solutions of a puzzle that the rules leave open are counted where
  /// somebody waits for it: about a second at the largest sizes, and more than all but one in
  /// twenty puzzles need at 21×21.
  package static let usualBudget = 250_000

  /// Counts solutions.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - limit: When to stop; 2 answers whether a puzzle is unique.
  ///   - nodeBudget: The most nodes to look at.
  /// - Returns: The solutions found, with the work done. A count that reached `limit` is complete.
  /// - Complexity: exponential in the worst case; bounded by `nodeBudget`.
  public mutating func count(
    _ puzzle: Puzzle, limit: Int, nodeBudget: Int = .max
  ) -> Count {
    count(puzzle, after: nil, limit: limit, nodeBudget: nodeBudget)
  }

  /// Counts solutions, beginning where the rules have come to.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - grade: Its grade, if that is known; where it is stuck, what it found is not searched
  ///     again.
  ///   - limit: When to stop.
  ///   - nodeBudget: The most nodes to look at.
  /// - Returns: As the other one does; of several solutions, others may be found first.
  package mutating func count(
    _ puzzle: Puzzle, after grade: Grade?, limit: Int, nodeBudget: Int = .max
  ) -> Count {
    var solutions: [Solution] = []
    guard limit > 0 else { return Count(solutions: [], nodes: 0, isComplete: true) }
    let effort = forEachSolution(of: puzzle, after: grade, nodeBudget: nodeBudget) { solution in
      solutions.append(solution)
      return solutions.count < limit
    }
    return Count(
      solutions: solutions, nodes: effort.nodes,
      isComplete: effort.isComplete || solutions.count >= limit)
  }

  /// The work of a search.
  public struct Effort: Hashable, Sendable {
    /// The nodes of the search: 1 when the rules alone decide.
    public let nodes: Int
    /// Whether every solution was found; if not, the node budget ran out or the search was told to
    /// stop.
    public let isComplete: Bool
  }

  /// Hands over the solutions one by one, as they are found.
  ///
  /// Nothing is kept: the memory that this takes does not depend on the number of solutions.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - nodeBudget: The most nodes to look at.
  ///   - found: Takes a solution, and says whether to go on.
  /// - Returns: The work done.
  /// - Complexity: exponential in the worst case; bounded by `nodeBudget`.
  public mutating func forEachSolution(
    of puzzle: Puzzle, nodeBudget: Int = .max, _ found: (Solution) -> Bool
  ) -> Effort {
    forEachSolution(of: puzzle, after: nil, nodeBudget: nodeBudget, found)
  }

  private mutating func forEachSolution(
    of puzzle: Puzzle, after grade: Grade?, nodeBudget: Int, _ found: (Solution) -> Bool
  ) -> Effort {
    var layout = spareLayout.take() ?? Layout(puzzle)
    if layout.grid == puzzle.grid { layout.load(puzzle) } else { layout = Layout(puzzle) }
    chooser.reset(.recent)
    var search = Search(
      nodeBudget: nodeBudget, countedDepth: ExactSolver.countedDepth(of: puzzle.grid))
    var board = Board(layout)
    if let grade, case .stuck = grade.outcome {
      board.restore(stars: grade.starCells, unknown: grade.openCells, layout)
    }
    explore(board, 0, layout, &search, found)
    spareLayout = consume layout
    return Effort(nodes: search.nodes, isComplete: !search.isOver)
  }

  /// Counts the solutions of a position.
  ///
  /// - Parameters:
  ///   - board: What is known, with or without a solution.
  ///   - layout: The layout of the board.
  ///   - limit: When to stop.
  ///   - nodeBudget: The most nodes to look at.
  /// - Returns: The solutions found, with the work done. A count that reached `limit` is complete.
  package mutating func count(
    from board: Board, _ layout: borrowing Layout, limit: Int, nodeBudget: Int
  ) -> Count {
    guard limit > 0 else { return Count(solutions: [], nodes: 0, isComplete: true) }
    chooser.reset(.recent)
    var search = Search(
      nodeBudget: nodeBudget, countedDepth: ExactSolver.countedDepth(of: layout.grid))
    var solutions: [Solution] = []
    explore(board, 0, layout, &search) { solution in
      solutions.append(solution)
      return solutions.count < limit
    }
    return Count(
      solutions: solutions, nodes: search.nodes,
      isComplete: !search.isOver || solutions.count >= limit)
  }

  /// Whether a position has one solution and no other.
  ///
  /// - Parameters:
  ///   - board: What is known; it has a solution.
  ///   - layout: The layout of the board.
  ///   - nodeBudget: The most nodes to look at.
  /// - Returns: `false` as well when the node budget ran out.
  package mutating func isUnique(
    _ board: Board, _ layout: borrowing Layout, nodeBudget: Int
  ) -> Bool {
    // The climb's seeds rest on which positions take more nodes than the budget.
    chooser.reset(.even)
    var search = Search(nodeBudget: nodeBudget, countedDepth: 0)
    var count = 0
    explore(board, 0, layout, &search) { _ in
      count += 1
      return count < 2
    }
    return count == 1 && !search.isOver
  }

  /// The stars chosen by search up to which nodes count with tiles.
  ///
  /// At 21×21 that leaves a third of the nodes, at 17×17 half. Further down it costs more than it
  /// saves: at 14×14 eight stars leave two thirds of the nodes that four do, and take 3 in a
  /// hundred less; ten take 1 more again, fourteen 3. So it does at 10×10, and with one star it
  /// says nothing new.
  ///
  /// Nothing gained: restarts that keep what the chooser has learned, following assumptions at the
  /// topmost nodes, blaming the lines of an interval that fails. Choosing the cell by following
  /// both its branches, of 2 to 40 cells at the topmost 3 to 30 nodes, leaves a tenth of the nodes
  /// and takes longer, but for the hardest puzzle of 21×21 (a third less).
  private static func countedDepth(of grid: Grid) -> Int {
    grid.stars < 3 ? 0 : 4 * (grid.stars - 1)
  }

  private struct Search {
    let nodeBudget: Int
    let countedDepth: Int
    var nodes = 0
    /// The budget ran out, or the caller has had enough.
    var isOver = false
  }

  /// Looks for solutions of a board.
  ///
  /// The second branch at a cell goes on in the same frame.
  private mutating func explore(
    _ start: Board, _ depth: Int, _ layout: borrowing Layout, _ search: inout Search,
    _ found: (Solution) -> Bool
  ) {
    var board = start
    while !search.isOver {
      if search.nodes >= search.nodeBudget {
        search.isOver = true
        return
      }
      search.nodes += 1
      let level = depth < search.countedDepth ? 7 : 6
      guard engine.propagate(&board, layout, through: level) else {
        chooser.blame(engine.culprit)
        return
      }
      if board.unknownCount == 0 {
        if !found(board.solution(side: layout.grid.side)) { search.isOver = true }
        return
      }
      let (row, column) = chooser.cell(of: &board, layout)
      var next = board
      if next.place(row: row, column: column, layout) {
        explore(next, depth + 1, layout, &search, found)
      }
      board.mark(1 << UInt32(column), in: row, layout)
    }
  }
}
