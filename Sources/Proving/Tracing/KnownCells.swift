package import StarBattle

/// What is known of a board while a trace is read: stars and marks, and nothing that follows from
/// them.
package struct KnownCells {
  package let puzzle: Puzzle

  /// For each cell, whether it holds a star; `nil` where that is open.
  private var cells: [Bool?]

  /// Whether two known stars touch, or a cell was said to be both a star and a mark.
  package private(set) var isContradictory = false

  /// The empty board.
  package init(_ puzzle: Puzzle) {
    self.puzzle = puzzle
    cells = Array(repeating: nil, count: puzzle.grid.cellCount)
  }

  /// Whether a cell holds a star; `nil` where that is open.
  package subscript(cell: Int) -> Bool? { cells[cell] }

  /// Whether a cell can hold a star, as far as it and the known stars around it tell.
  package func isOpen(_ cell: Int) -> Bool { cells[cell] == nil && !isBesideStar(cell) }

  /// Whether a known star touches a cell.
  func isBesideStar(_ cell: Int) -> Bool {
    puzzle.grid.neighbours(of: cell).contains { cells[$0] == true }
  }

  package mutating func place(_ cell: Int) {
    if cells[cell] == false || isBesideStar(cell) { isContradictory = true }
    cells[cell] = true
  }

  package mutating func mark(_ cell: Int) {
    if cells[cell] == true { isContradictory = true }
    cells[cell] = false
  }

  /// Takes note of what a step concludes.
  mutating func carryOut(_ step: Step) {
    for cell in step.stars { place(cell) }
    for cell in step.marks { mark(cell) }
  }

  /// The known stars.
  var stars: [Int] { cells.indices.filter { cells[$0] == true } }

  /// How many cells are neither star nor mark.
  var unknownCount: Int { cells.count { $0 == nil } }
}
