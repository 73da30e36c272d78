package import StarBattle

/// Draws boards with characters, at one of three sizes.
///
///     wide                 compact       letters
///     ┌───────┬───┐        ┌───┬─┐       a·×
///     │ *   · │[×]│        │* ·│×│       *b★
///     ├───┐   │   │        ├─┐ │ │
///
/// What is new differs from what is old by its symbol, so that colour is never needed: `*` and `·`
/// are old, `★` and `×` new; `o` is a cell that is looked at, `?` an assumed star.
package struct BoardDrawing {
  /// How much room a cell takes.
  package enum Size: CaseIterable {
    /// Four columns a cell, new cells in brackets.
    case wide
    /// Two columns a cell.
    case compact
    /// One column a cell and no borders: open cells show the letter of their region.
    case letters
  }

  /// What is drawn in a cell.
  package enum Mark: Int, CaseIterable {
    case open
    case star
    case mark
    case lookedAt
    case assumed
    case newStar
    case newMark

    fileprivate var symbol: String {
      switch self {
      case .open: " "
      case .star: "*"
      case .mark: "·"
      case .lookedAt: "o"
      case .assumed: "?"
      case .newStar: "★"
      case .newMark: "×"
      }
    }

    fileprivate var style: TerminalStyle {
      switch self {
      case .open: .plain
      case .star: .star
      case .mark: .faint
      case .lookedAt: .lookedAt
      case .assumed: .assumed
      case .newStar: .newStar
      case .newMark: .newMark
      }
    }

    fileprivate var isNew: Bool {
      switch self {
      case .assumed, .newStar, .newMark: true
      case .open, .star, .mark, .lookedAt: false
      }
    }
  }

  let puzzle: Puzzle
  let size: Size
  let isColoured: Bool

  /// The numbers of the columns, and the lines above each row and below the last, which are the
  /// same on every board of a puzzle.
  private let columnNumbers: [String]
  private let borders: [String]

  /// Whether a line runs left of each cell.
  private let isWalled: [Bool]

  /// What is drawn in a cell with each mark, but for letters of regions; in bytes, because a string
  /// looks at whatever is put to it.
  private let painted: [[UInt8]]

  /// A drawing can be made of one board after the other.
  ///
  /// - Complexity: O(cells).
  package init(puzzle: Puzzle, size: Size, isColoured: Bool) {
    self.puzzle = puzzle
    self.size = size
    self.isColoured = isColoured
    let side = puzzle.grid.side
    columnNumbers = BoardDrawing.columnNumbers(side, size, isColoured: isColoured)
    painted = Mark.allCases.map { mark in
      let symbol =
        size != .wide ? mark.symbol : mark.isNew ? "[\(mark.symbol)]" : " \(mark.symbol) "
      return Array(mark.style.paint(symbol, isColoured: isColoured).utf8)
    }
    borders =
      size == .letters
      ? []
      : (0...side).map {
        BoardDrawing.border(above: $0, of: puzzle, run: size == .wide ? 3 : 1)
      }
    isWalled = (0..<side * side).map { cell in
      let (row, column) = (cell / side, cell % side)
      return BoardDrawing.isBorder(puzzle, row, column, row, column - 1)
    }
  }

  /// What the symbols mean.
  static let legend = "* star, · empty, ★ new star, × newly empty, o looked at, ? assumed star"

  /// Columns in front of each line, for row numbers.
  private static let margin = 3

  /// The columns that a board takes.
  package static func width(of size: Size, side: Int) -> Int {
    switch size {
    case .wide: margin + 4 * side + 1
    case .compact: margin + 2 * side + 1
    case .letters: margin + side
    }
  }

  /// The lines of a drawing, all of the same width: column numbers, then the board.
  package func lines(_ cells: [Mark]) -> [String] {
    let side = puzzle.grid.side
    var lines = columnNumbers
    for row in 0..<side {
      if size != .letters { lines.append(borders[row]) }
      lines.append(content(of: row, cells))
    }
    if size != .letters { lines.append(borders[side]) }
    return lines
  }

  // MARK: - Parts

  private func label(_ row: Int) -> String {
    (row < 9 ? " " : "") + TerminalStyle.faint.paint("\(row + 1)", isColoured: isColoured) + " "
  }

  /// The numbers of the columns: tens where there are any, then units.
  private static func columnNumbers(_ side: Int, _ size: Size, isColoured: Bool) -> [String] {
    let units = line(of: (1...side).map { String($0 % 10) }, size, isColoured: isColoured)
    if side < 10 { return [units] }
    let tens = (1...side).map { $0 < 10 ? " " : String($0 / 10) }
    return [line(of: tens, size, isColoured: isColoured), units]
  }

  /// A character for each column, above its cells.
  private static func line(of characters: [String], _ size: Size, isColoured: Bool) -> String {
    var text = ""
    for character in characters {
      switch size {
      case .wide: text += "  \(character) "
      case .compact: text += " \(character)"
      case .letters: text += character
      }
    }
    if size != .letters { text += " " }
    return String(repeating: " ", count: margin)
      + TerminalStyle.faint.paint(text, isColoured: isColoured)
  }

  private func content(of row: Int, _ cells: [Mark]) -> String {
    let side = puzzle.grid.side
    var line = Array(label(row).utf8)
    line.reserveCapacity(line.count + 6 * side + 3)
    for cell in row * side..<(row + 1) * side {
      let mark = cells[cell]
      if size != .letters { line += (isWalled[cell] ? "│" : " ").utf8 }
      if size == .letters, mark == .open || mark == .lookedAt {
        let first = mark == .open ? UInt8(ascii: "a") : UInt8(ascii: "A")
        let letter = String(Unicode.Scalar(first + puzzle.regions[cell]))
        line += mark.style.paint(letter, isColoured: isColoured).utf8
      } else {
        line += painted[mark.rawValue]
      }
    }
    if size != .letters { line += "│".utf8 }
    return String(decoding: line, as: UTF8.self)
  }

  /// The line between two rows, so many columns a cell.
  private static func border(above row: Int, of puzzle: Puzzle, run: Int) -> String {
    let side = puzzle.grid.side
    var line = String(repeating: " ", count: margin)
    for column in 0...side {
      let up = row > 0 && isBorder(puzzle, row - 1, column, row - 1, column - 1)
      let down = row < side && isBorder(puzzle, row, column, row, column - 1)
      let left = column > 0 && isBorder(puzzle, row, column - 1, row - 1, column - 1)
      let right = column < side && isBorder(puzzle, row, column, row - 1, column)
      let arms = (up ? 1 : 0) + (right ? 2 : 0) + (down ? 4 : 0) + (left ? 8 : 0)
      line += corners[arms]
      if column < side { line += String(repeating: right ? "─" : " ", count: run) }
    }
    return line
  }

  /// Lines that meet, by their arms: up 1, right 2, down 4, left 8.
  private static let corners = [
    " ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼",
  ]

  /// Whether a line runs between two cells that share an edge; one of them may be off the board.
  private static func isBorder(
    _ puzzle: Puzzle, _ row: Int, _ column: Int, _ otherRow: Int, _ otherColumn: Int
  ) -> Bool {
    let side = puzzle.grid.side
    func region(_ row: Int, _ column: Int) -> Int {
      (0..<side).contains(row) && (0..<side).contains(column)
        ? puzzle.region(of: row * side + column) : -1
    }
    return region(row, column) != region(otherRow, otherColumn)
  }
}
