/// What one rule concludes from a board, before anything is changed.
///
/// Marks are gathered by line, whichever way the rule looked; stars by row. A rule adds; the engine
/// applies and clears. Cells that are no longer unknown may be named and are passed over.
package struct Deductions: BitwiseCopyable {
  package var marks: [64 of UInt32] = .init(repeating: 0)
  var stars: [32 of UInt32] = .init(repeating: 0)
  /// The lines that have marks, a bit each.
  var markedLines: UInt64 = 0
  /// The rows that have stars, a bit each.
  var starredRows: UInt32 = 0
  /// A container cannot be completed: the board has no solution.
  package var isContradiction = false

  package init() {}

  @inline(__always)
  package var isEmpty: Bool {
    markedLines | UInt64(starredRows) | (isContradiction ? 1 : 0) == 0
  }

  @inline(__always)
  package mutating func mark(_ cells: UInt32, in line: Int) {
    marks[unchecked: line] |= cells
    markedLines |= (cells == 0 ? 0 : 1) &<< UInt64(truncatingIfNeeded: line)
  }

  @inline(__always)
  package mutating func place(_ cells: UInt32, in line: Int) {
    if cells == 0 { return }
    if line < .columns {
      stars[unchecked: line] |= cells
      starredRows |= .bit(line)
    } else {
      let column: UInt32 = .bit(line &- .columns)
      for row in SetBits(cells) { stars[unchecked: row] |= column }
      starredRows |= cells
    }
  }

  @inline(__always)
  package mutating func clear() {
    if markedLines != 0 { marks = .init(repeating: 0) }
    if starredRows != 0 { stars = .init(repeating: 0) }
    (markedLines, starredRows) = (0, 0)
    isContradiction = false
  }
}

extension Deductions {
  /// What puts stars and marks on cells (row-major, from 0).
  package init(stars: [Int], marks: [Int], side: Int) {
    self.init()
    add(stars: stars, marks: marks, side: side)
  }

  /// Puts stars and marks on cells (row-major, from 0).
  package mutating func add(stars: [Int] = [], marks: [Int] = [], side: Int) {
    for cell in stars { place(2 << UInt32(cell % side), in: cell / side + 1) }
    for cell in marks { mark(2 << UInt32(cell % side), in: cell / side + 1) }
  }

  /// The unknown cells of a board that get a star, and those that get a mark, ascending.
  package func cells(on board: Board, side: Int) -> (stars: [Int], marks: [Int]) {
    var rows = rows(on: board)
    return rows.cells(side: side)
  }

  /// The same as masks, one for each row.
  package func rows(on board: Board) -> RowMasks {
    var (rest, rows) = (self, RowMasks())
    rest.moveRows(to: &rows)
    let lines = board.lines.span
    for row in 0..<32 {
      rows.stars[unchecked: row] &= lines[unchecked: row]
      rows.marks[unchecked: row] &= lines[unchecked: row]
    }
    return rows
  }

  /// Takes out all cells, whether they are unknown or not, and gives a mask for each row.
  ///
  /// - Parameter rows: Takes the cells, in the place of what it has.
  @inline(__always)
  mutating func moveRows(to rows: inout RowMasks) {
    rows = RowMasks()
    while starredRows != 0 {
      let row = starredRows.trailingZeroBitCount
      starredRows &= starredRows &- 1
      rows.stars[unchecked: row] = stars[unchecked: row]
      stars[unchecked: row] = 0
    }
    while markedLines != 0 {
      let line = markedLines.trailingZeroBitCount
      markedLines &= markedLines &- 1
      let cells = marks[unchecked: line]
      marks[unchecked: line] = 0
      if line < .columns {
        rows.marks[unchecked: line] |= cells
      } else {
        let column: UInt32 = .bit(line &- .columns)
        for row in SetBits(cells) { rows.marks[unchecked: row] |= column }
      }
    }
    isContradiction = false
  }
}

/// Cells that get a star and cells that get a mark, as a mask for each row.
package struct RowMasks: BitwiseCopyable {
  package var stars: [32 of UInt32] = .init(repeating: 0)
  package var marks: [32 of UInt32] = .init(repeating: 0)

  /// The cells (row-major, from 0), ascending.
  ///
  /// Changes nothing; it is mutating because a value of this size that is only read is copied for
  /// every row.
  mutating func cells(side: Int) -> (stars: [Int], marks: [Int]) {
    (
      Board.cells(side: side) { stars[unchecked: $0] },
      Board.cells(side: side) { marks[unchecked: $0] }
    )
  }
}

extension RowMasks: Equatable {
  package static func == (left: RowMasks, right: RowMasks) -> Bool {
    for row in 0..<32
    where left.stars[row] != right.stars[row] || left.marks[row] != right.marks[row] {
      return false
    }
    return true
  }
}

extension Board {
  /// Carries out deductions.
  ///
  /// - Parameters:
  ///   - deductions: What to carry out; cleared.
  ///   - withNeighbours: Whether the cells that touch a new star are marked at once.
  ///   - layout: The layout of this board.
  /// - Returns: Whether the board may still have a solution.
  @inline(__always)
  mutating func apply(
    _ deductions: inout Deductions, markingNeighbours withNeighbours: Bool = true,
    _ layout: borrowing Layout
  ) -> Bool {
    var isPossible = !deductions.isContradiction
    var rows = deductions.starredRows
    while rows != 0 && isPossible {
      let row = rows.trailingZeroBitCount
      rows &= rows &- 1
      var cells = deductions.stars[unchecked: row]
      while cells != 0 {
        let column = cells.trailingZeroBitCount
        cells &= cells &- 1
        let bit: UInt32 = .bit(column)
        if stars[unchecked: row] & bit != 0 { continue }
        isPossible =
          lines[unchecked: row] & bit != 0
          && (withNeighbours
            ? place(row: row, column: column, layout)
            : placeAlone(row: row, column: column, layout))
        if !isPossible { break }
      }
    }
    var marked = deductions.markedLines
    while marked != 0 && isPossible {
      let line = marked.trailingZeroBitCount
      marked &= marked &- 1
      let cells = deductions.marks[unchecked: line] & lines[unchecked: line]
      if cells != 0 { mark(cells, in: line, layout) }
    }
    deductions.clear()
    return isPossible
  }
}
