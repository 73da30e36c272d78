public import StarBattle

/// Counts the solutions of a puzzle, exactly, up to a limit.
///
/// Depth-first search. At each node levels 1–6 are followed as far as they go; what is left is split on one
/// cell of the container with the least slack between the stars it can hold and those it needs: first with
/// a star there, then without. The order of nodes is fixed, so the node count is a repeatable measure.
public struct ExactSolver: ~Copyable {
  private var engine = RuleEngine()
  private var packing = RegionPacking()

  /// Makes a solver; one for each thread, for any number of puzzles.
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
    let layout = Layout(puzzle)
    var search = Search(limit: limit, nodeBudget: nodeBudget)
    explore(Board(layout), layout, &search)
    return Count(
      solutions: search.solutions, nodes: search.nodes,
      isComplete: !search.ranOut || search.solutions.count >= limit)
  }

  private struct Search {
    let limit: Int
    let nodeBudget: Int
    var solutions: [Solution] = []
    var nodes = 0
    var ranOut = false

    var isOver: Bool { solutions.count >= limit || ranOut }
  }

  /// Looks for solutions of a board.
  ///
  /// The second branch at a cell goes on in the same frame.
  private mutating func explore(
    _ start: Board, _ layout: borrowing Layout, _ search: inout Search
  ) {
    var board = start
    while !search.isOver {
      if search.nodes >= search.nodeBudget {
        search.ranOut = true
        return
      }
      search.nodes += 1
      guard engine.propagate(&board, layout, through: 6) else { return }
      if board.unknownCount == 0 {
        search.solutions.append(board.solution(side: layout.grid.side))
        return
      }
      let (row, column) = branchingCell(board, layout)
      var next = board
      if next.place(row: row, column: column, layout) { explore(next, layout, &search) }
      board.mark(1 << UInt32(column), in: row, layout)
    }
  }

  /// The first cell of the container with the least slack, then the fewest cells for each star.
  private mutating func branchingCell(
    _ board: Board, _ layout: borrowing Layout
  ) -> (row: Int, column: Int) {
    let side = layout.grid.side
    var best = Int.max
    var bestContainer = 0
    for container in 1..<(64 + side) where board.needs[container] != 0 {
      let need = Int(board.needs[container])
      let unknown = Int(board.unknowns[container])
      if unknown == 0 { continue }
      let capacity =
        container < 64
        ? Runs.capacity(board.lines[container])
        : stripCapacity(of: container - 64, board, layout)
      let value = (capacity - need) * 1024 + unknown * 12 / need
      if value < best {
        best = value
        bestContainer = container
      }
    }
    if bestContainer < 32 {
      return (bestContainer, board.lines[bestContainer].trailingZeroBitCount)
    }
    if bestContainer < 64 {
      return (board.lines[bestContainer].trailingZeroBitCount, bestContainer - 32)
    }
    var row = 1
    while board.lines[row] & layout.cells(of: bestContainer - 64, in: row) == 0 { row += 1 }
    return (
      row, (board.lines[row] & layout.cells(of: bestContainer - 64, in: row)).trailingZeroBitCount
    )
  }

  /// An upper bound on the stars that a region can hold, by strips of rows (see `IntervalCounting`).
  @inline(__always)
  private func stripCapacity(
    of region: Int, _ board: borrowing Board, _ layout: borrowing Layout
  ) -> Int {
    var (before, now) = (0, 0)
    var above: UInt32 = 0
    for row in layout.rows(of: region) {
      let cells = board.lines[row] & layout.cells(of: region, in: row)
      (before, now) = (
        now, min(now &+ Runs.capacity(cells), before &+ Runs.capacity(above | cells))
      )
      above = cells
    }
    return now
  }
}
