import StarBattle
import Wording

/// The cells of a board as they stand in a text, row by row.
///
/// Every notation that draws the board ends here, whether it names regions by letters or numbers
/// and whatever stands between them, so that all of them are refused in the same words.
struct BoardRows {
  /// What names a cell's region, and where it stands.
  struct Cell {
    var label: Int
    /// The place of its line in `lines`.
    var line: Int
    var index: Int
  }

  /// What regions are named by: the word for one of it, and whether a small letter can be meant as
  /// the capital one.
  enum Names: String {
    case letter, number, name

    func counted(_ count: Int) -> String { "\(count, of: rawValue)" }
  }

  var lines: [TextLine] = []
  var rows: [[Cell]] = []
  var names: Names

  /// How many cells are ever kept: more than the largest board has, to complain of.
  static let mostCells = Grid.sides.upperBound * Grid.sides.upperBound + 1

  init(names: Names) { self.names = names }

  /// Adds a row without cells.
  mutating func addRow(in line: TextLine) {
    lines.append(line)
    rows.append([])
  }

  /// Adds a cell to the last row.
  mutating func add(_ label: Int, at index: Int) {
    rows[rows.count - 1].append(Cell(label: label, line: lines.count - 1, index: index))
  }

  /// The words of a line, and nothing else but what may stand between cells.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - isPart: Whether a byte is part of a word.
  ///   - expected: What a word is, for the message.
  /// - Returns: The indices of each word.
  /// - Throws: `NotationError` at anything else.
  static func words(
    of line: TextLine, _ isPart: (UInt8) -> Bool, expected: String
  ) throws(NotationError) -> [Range<Int>] {
    var cursor = TextCursor(line)
    var words: [Range<Int>] = []
    cursor.skip(while: \.isBetweenCells)
    while !cursor.isAtEnd {
      let word = cursor.skip(while: isPart)
      guard !word.isEmpty else { throw cursor.unexpected(expected) }
      words.append(word)
      cursor.skip(while: \.isBetweenCells)
    }
    return words
  }

  /// Refuses the last row as soon as it is there, so that the first mistake is the one that is
  /// told.
  ///
  /// - Parameter stars: The star quota, unless it is the usual one.
  /// - Throws: `NotationError` where the first row can be none of a board, or a later one is of
  ///   another length.
  func checkLastRow(stars: Int?) throws(NotationError) {
    let (line, index) = place(ofRow: rows.count - 1)
    let (side, count) = (rows[0].count, rows[rows.count - 1].count)
    if rows.count == 1 {
      _ = try line.grid(side: side, stars: stars)
    } else if count != side {
      throw line.error(
        at: index, found: "a row of \(names.counted(count))",
        expected: "\(side) \(names.rawValue)s, as in the first row")
    }
  }

  /// The puzzle of these rows.
  ///
  /// A single row that has as many cells as a square board is that board.
  ///
  /// - Parameter stars: The star quota, unless it is the usual one.
  /// - Returns: The puzzle.
  /// - Throws: `NotationError` at the first row or cell that is wrong.
  func puzzle(stars: Int?) throws(NotationError) -> Puzzle {
    let board = unfolded
    let (first, start) = board.place(ofRow: 0)
    let side = board.rows[0].count
    let grid = try first.grid(side: side, stars: stars)
    var checked = BoardRows(names: names)
    checked.lines = board.lines
    for row in board.rows {
      checked.rows.append(row)
      try checked.checkLastRow(stars: stars)
    }
    guard board.rows.count == side else {
      let (count, last) = (board.rows.count, min(board.rows.count - 1, side))
      let (line, index) = board.place(ofRow: last)
      throw line.error(
        at: index,
        found: count < side ? "\(count, of: "row")" : "one more row",
        expected: "\(side) rows, as many as there are \(names.rawValue)s in a row")
    }
    let cells = Array(board.rows.joined())
    return try first.puzzle(of: grid, labels: board.labels, at: start) { cell in
      (board.lines[cells[cell].line], cells[cell].index)
    }
  }

  /// These rows, or the rows of a board that stands in one.
  private var unfolded: BoardRows {
    guard rows.count == 1,
      let side = Grid.sides.first(where: { $0 * $0 == rows[0].count })
    else { return self }
    var board = self
    board.rows = stride(from: 0, to: rows[0].count, by: side).map { Array(rows[0][$0..<$0 + side]) }
    return board
  }

  /// Where a row begins.
  private func place(ofRow number: Int) -> (TextLine, Int) {
    if let cell = rows[number].first { return (lines[cell.line], cell.index) }
    let line = lines[min(number, lines.count - 1)]
    return (line, line.content.lowerBound)
  }

  /// The names, row-major: small letters are the capital ones, unless there are too few regions
  /// then and just enough when they are told apart.
  private var labels: [Int] {
    let plain = rows.joined().map(\.label)
    guard names == .letter else { return plain }
    let folded = plain.map { $0 & ~0x20 }
    let isTold = Set(folded).count < rows.count && Set(plain).count == rows.count
    return isTold ? plain : folded
  }
}
