import Solving
import StarBattle

/// Places the stars of a board, where something is known of them: cells with and without one, parts
/// that hold no more than a region does, and a symmetry.
///
/// As `StarPlacer` does, it follows the rules on a board whose rows are its regions and tries what
/// is left; what else is known is followed in between.
struct PatternPlacer: ~Copyable {
  /// Cells with the fewest and the most stars that they can have.
  struct Group: Sendable {
    let cells: [Int]
    let least: Int
    let most: Int
  }

  enum Ending {
    case placed(Solution)
    /// There is no such pattern: every way was tried.
    case none
    /// The work that was allowed is done.
    case spent
  }

  private let grid: Grid
  private let layout: Layout
  private var engine = RuleEngine()

  init(grid: Grid) {
    self.grid = grid
    layout = Layout(rowsAsRegions: grid)
  }

  /// Places stars at random.
  mutating func place(
    stars: [Int], empty: [Int], groups: [Group], _ frame: CompositionFrame, restarts: Int,
    nodes budget: Int, _ random: inout SeededGenerator
  ) -> Ending {
    var start = Board(layout)
    guard put(stars, on: &start), mark(empty, on: &start) else { return .none }
    var groups = groups
    if frame.order > 1 {
      for group in groups {
        var cells = group.cells
        for _ in 1..<frame.order {
          cells = cells.map { frame.symmetry.image(of: $0, side: grid.side) }
          groups.append(Group(cells: cells, least: group.least, most: group.most))
        }
      }
    }
    for _ in 0..<max(1, restarts) {
      var frames: [Board] = []
      var board = start
      var nodes = 0
      while nodes < budget {
        nodes += 1
        if follow(&board, groups, frame) {
          if board.unknownCount == 0 { return .placed(board.solution(side: grid.side)) }
          let (row, column) = choose(board, &random)
          var without = board
          without.mark(1 << UInt32(column), in: row, layout)
          frames.append(without)
          if board.place(row: row, column: column, layout) { continue }
        }
        guard let last = frames.popLast() else { return .none }
        board = last
      }
    }
    return .spent
  }

  // MARK: - What follows

  private mutating func follow(
    _ board: inout Board, _ groups: [Group], _ frame: CompositionFrame
  ) -> Bool {
    while true {
      guard engine.propagate(&board, layout, through: 6) else { return false }
      let before = board.unknownCount
      for group in groups {
        var open: [Int] = []
        var count = 0
        for cell in group.cells {
          if isStar(cell, board) { count += 1 } else if isOpen(cell, board) { open.append(cell) }
        }
        if count > group.most || count + open.count < group.least { return false }
        if open.isEmpty { continue }
        if count == group.most {
          guard mark(open, on: &board) else { return false }
        } else if count + open.count == group.least {
          guard put(open, on: &board) else { return false }
        }
      }
      if frame.order > 1 {
        for cell in 0..<grid.cellCount where !isOpen(cell, board) {
          let image = frame.symmetry.image(of: cell, side: grid.side)
          guard isStar(cell, board) ? put([image], on: &board) : mark([image], on: &board) else {
            return false
          }
        }
      }
      if board.unknownCount == before { return true }
    }
  }

  private func place(of cell: Int) -> (row: Int, bit: UInt32) {
    let (row, column) = layout.place(of: cell)
    return (row, 1 << UInt32(column))
  }

  private func isStar(_ cell: Int, _ board: borrowing Board) -> Bool {
    let (row, bit) = place(of: cell)
    return board.stars[row] & bit != 0
  }

  private func isOpen(_ cell: Int, _ board: borrowing Board) -> Bool {
    let (row, bit) = place(of: cell)
    return board.lines[row] & bit != 0
  }

  /// Puts stars on cells; `false` where one cannot have any.
  private func put(_ cells: [Int], on board: inout Board) -> Bool {
    for cell in cells where !isStar(cell, board) {
      let (row, column) = layout.place(of: cell)
      guard isOpen(cell, board), board.place(row: row, column: column, layout) else { return false }
    }
    return true
  }

  /// Marks cells; `false` where one has a star.
  private func mark(_ cells: [Int], on board: inout Board) -> Bool {
    for cell in cells {
      if isStar(cell, board) { return false }
      let (row, bit) = place(of: cell)
      if board.lines[row] & bit != 0 { board.mark(bit, in: row, layout) }
    }
    return true
  }

  /// A random unknown cell of a random row among those with the least slack.
  private func choose(
    _ board: borrowing Board, _ random: inout SeededGenerator
  ) -> (row: Int, column: Int) {
    var least = Int.max
    var ties = 0
    var line = 1
    for candidate in 1...grid.side where board.lines[candidate] != 0 {
      let slack = Runs.capacity(board.lines[candidate]) - Int(board.needs[candidate])
      if slack < least { (least, ties) = (slack, 0) }
      if slack == least {
        ties += 1
        if random.below(ties) == 0 { line = candidate }
      }
    }
    let cells = board.lines[line]
    return (line, SetBits.position(of: random.below(cells.nonzeroBitCount), in: cells))
  }
}
