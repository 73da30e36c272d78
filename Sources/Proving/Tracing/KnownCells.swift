package import StarBattle

/// What is known of a board while a trace is read: stars and marks, and nothing that follows from
/// them.
package struct KnownCells {
  package let puzzle: Puzzle

  /// The cells of each row, one bit a place: stars, marks, and what touches a star.
  private(set) var starRows = SIMD32<UInt32>()
  private(set) var markRows = SIMD32<UInt32>()
  private(set) var touchedRows = SIMD32<UInt32>()

  /// Whether two known stars touch, or a cell was said to be both a star and a mark.
  package private(set) var isContradictory = false

  /// The empty board.
  package init(_ puzzle: Puzzle) { self.puzzle = puzzle }

  /// Whether a cell holds a star; `nil` where that is open.
  package subscript(cell: Int) -> Bool? {
    let (row, bit) = place(of: cell)
    return starRows[row] & bit != 0 ? true : markRows[row] & bit != 0 ? false : nil
  }

  /// Whether a cell can hold a star, as far as it and the known stars around it tell.
  package func isOpen(_ cell: Int) -> Bool {
    let (row, bit) = place(of: cell)
    return (starRows[row] | markRows[row] | touchedRows[row]) & bit == 0
  }

  /// Lends the cells of each row that are stars, marks, or touch a star.
  ///
  /// What is in registers is written to memory for every row that is asked for; here that happens
  /// once.
  @inline(__always)
  func withClosedRows<Value>(_ body: (_ closed: (Int) -> UInt32) -> Value) -> Value {
    withUnsafeBytes(of: starRows) { stars in
      withUnsafeBytes(of: markRows) { marks in
        withUnsafeBytes(of: touchedRows) { touched in
          body { row in
            let place = row &* 4
            return stars.load(fromByteOffset: place, as: UInt32.self)
              | marks.load(fromByteOffset: place, as: UInt32.self)
              | touched.load(fromByteOffset: place, as: UInt32.self)
          }
        }
      }
    }
  }

  package mutating func place(_ cell: Int) {
    let (row, bit) = place(of: cell)
    if (markRows[row] | touchedRows[row]) & bit != 0 { isContradictory = true }
    starRows[row] |= bit
    markRows[row] &= ~bit
    touchedRows[row] |= bit << 1 | bit >> 1
    if row > 0 { touchedRows[row - 1] |= LineCells.widened(bit) }
    touchedRows[row + 1] |= LineCells.widened(bit)
  }

  package mutating func mark(_ cell: Int) {
    let (row, bit) = place(of: cell)
    if starRows[row] & bit != 0 { isContradictory = true }
    markRows[row] |= bit
    starRows[row] &= ~bit
  }

  private func place(of cell: Int) -> (row: Int, bit: UInt32) {
    let (row, column) = cell.quotientAndRemainder(dividingBy: puzzle.grid.side)
    return (row, 1 << UInt32(truncatingIfNeeded: column))
  }

  /// Takes note of what a step concludes.
  mutating func carryOut(_ step: Step) {
    for cell in step.stars { place(cell) }
    for cell in step.marks { mark(cell) }
  }

  /// The known stars.
  var stars: [Int] { (0..<puzzle.grid.cellCount).filter { self[$0] == true } }

  /// How many cells are neither star nor mark.
  var unknownCount: Int {
    let known = starRows | markRows
    let count = (0..<puzzle.grid.side).reduce(0) { $0 + known[$1].nonzeroBitCount }
    return puzzle.grid.cellCount - count
  }
}
