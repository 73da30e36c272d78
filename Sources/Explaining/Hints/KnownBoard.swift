package import StarBattle

/// What is known of a board after some steps, for whoever tells or draws them.
///
/// Steps are taken as they come: a step that contradicts an earlier one never takes a star away.
package struct KnownBoard {
  /// What is known of one cell.
  package typealias Cell = PlayerBoard.Cell

  package let puzzle: Puzzle

  /// What is known of each cell, row-major.
  package private(set) var cells: [Cell]

  /// The cells of each region.
  private let regionCells: [[Int]]

  /// The empty board.
  package init(_ puzzle: Puzzle) {
    self.puzzle = puzzle
    cells = [Cell](repeating: .open, count: puzzle.grid.cellCount)
    var members = [[Int]](repeating: [], count: puzzle.grid.side)
    for cell in cells.indices { members[puzzle.region(of: cell)].append(cell) }
    regionCells = members
  }

  /// What a player knows.
  ///
  /// - Precondition: the board is of the puzzle's grid.
  package init(_ puzzle: Puzzle, _ board: PlayerBoard) {
    self.init(puzzle)
    cells = board.cells
  }

  package var side: Int { puzzle.grid.side }

  /// Takes over what a step concludes.
  package mutating func apply(_ step: Step) {
    for cell in step.stars { place(cell) }
    for cell in step.marks where cells[cell] == .open { cells[cell] = .mark }
  }

  package mutating func place(_ cell: Int) { cells[cell] = .star }

  /// The cells of a container, ascending.
  func members(of container: Container) -> [Int] {
    switch container {
    case .region(let region): regionCells[region]
    case .row, .column: container.cells(in: puzzle)
    }
  }

  /// The row, the column and the region of a cell.
  func containers(of cell: Int) -> [Container] {
    [.row(cell / side), .column(cell % side), .region(puzzle.region(of: cell))]
  }

  /// The stars in some containers that share no cell.
  func stars(in containers: [Container]) -> Int {
    containers.reduce(0) { sum, container in
      sum + members(of: container).count { cells[$0] == .star }
    }
  }

  /// The stars that containers without common cells still need; negative when they have too many.
  func need(of containers: [Container]) -> Int {
    containers.count * puzzle.grid.stars - stars(in: containers)
  }

  /// The open cells of a container, ascending.
  package func open(in container: Container) -> [Int] {
    members(of: container).filter { cells[$0] == .open }
  }

  /// The cells of a container that a star can still go to, ascending: cells next to a star that
  /// nobody has marked yet are none.
  func places(in container: Container) -> [Int] { members(of: container).filter(isPlace) }

  /// Whether a star can still go to a cell, as far as its neighbours are concerned.
  func isPlace(_ cell: Int) -> Bool { cells[cell] == .open && !touchesOtherStar(cell) }

  /// Whether a cell is next to a star.
  func touchesOtherStar(_ cell: Int) -> Bool {
    puzzle.grid.neighbours(of: cell).contains { cells[$0] == .star }
  }

  /// Whether a cell lies in a container.
  func isCell(_ cell: Int, in container: Container) -> Bool {
    switch container {
    case .row(let row): cell / side == row
    case .column(let column): cell % side == column
    case .region(let region): puzzle.region(of: cell) == region
    }
  }
}
