public import StarBattle
import Wording

extension PlayerBoard {
  /// Reads what a player has put on a puzzle, in any of three forms.
  ///
  /// - As the apps keep it, row-major: `[0,1,2,…]` with 0 for nothing, 1 for a star, 2 for a mark.
  /// - As letters, a character a cell, the rows in lines or with a `/` between: `*` is a star, `x`
  ///   or `·` a mark, `.` or the letter of the cell's region nothing. The numbers do as well.
  /// - Drawn, as `almanac trace` draws boards, with or without borders.
  ///
  /// - Parameters:
  ///   - text: The board.
  ///   - puzzle: The puzzle that it is of.
  /// - Throws: `NotationError` at the first place that is wrong.
  /// - Complexity: O(characters); more than 64 KiB are refused.
  public init(reading text: String, of puzzle: Puzzle) throws(NotationError) {
    guard text.utf8.count <= TextLimits.longestLine else {
      throw NotationError(
        line: 1, column: 1, found: "\(text.utf8.count) bytes",
        expected: "a board, in at most \(TextLimits.longestLine) bytes")
    }
    let lines = BoardLine.lines(of: text)
    let reader = PlayerBoardReader(puzzle: puzzle)
    let first = lines.lazy.compactMap { line in line.signs.first { !$0.isSpace } }.first
    let cells: [Cell]
    if first == "[" || first == "\"" {
      cells = try reader.numbers(lines)
    } else if let rows = reader.drawnRows(lines) {
      cells = try reader.rows(rows)
    } else {
      cells = try reader.rows(reader.typedRows(lines))
    }
    guard let board = PlayerBoard(puzzle.grid, cells: cells) else {
      preconditionFailure("a reader gives a cell for each of the grid's")
    }
    self = board
  }
}

/// A line of a board, or a row of it, with its place in the text.
private struct BoardLine {
  let number: Int
  /// The column of each sign, from 1.
  let columns: [Int]
  let signs: [Unicode.Scalar]

  init(_ number: Int, _ signs: [Unicode.Scalar], columns: [Int]? = nil) {
    self.number = number
    self.signs = signs
    self.columns = columns ?? Array(1..<signs.count + 1)
  }

  static func lines(of text: String) -> [BoardLine] {
    var scalars = Array(text.unicodeScalars)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    return scalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      BoardLine($0 + 1, $1.last == "\r" ? Array($1.dropLast()) : Array($1))
    }
  }

  /// Some of its signs.
  func part(of range: Range<Int>? = nil, _ isWanted: (Int) -> Bool) -> BoardLine {
    let wanted = (range ?? signs.indices).filter(isWanted)
    return BoardLine(number, wanted.map { signs[$0] }, columns: wanted.map { columns[$0] })
  }

  func error(at index: Int, found: String? = nil, expected: String) -> NotationError {
    let isInside = signs.indices.contains(index)
    return NotationError(
      line: number, column: isInside ? columns[index] : (columns.last ?? 0) + 1,
      found: found ?? (isInside ? signs[index].quoted : "the end of the line"), expected: expected)
  }
}

/// Reads boards of one puzzle.
private struct PlayerBoardReader {
  let puzzle: Puzzle

  private var side: Int { puzzle.grid.side }
  private var cellCount: Int { puzzle.grid.cellCount }

  // MARK: - As the apps keep it

  func numbers(_ lines: [BoardLine]) throws(NotationError) -> [PlayerBoard.Cell] {
    var cells: [PlayerBoard.Cell] = []
    var (depth, isOver, mayFollow) = (0, false, true)
    var last = lines[0]
    for line in lines where !line.signs.allSatisfy(\.isSpace) {
      last = line
      for (index, sign) in line.signs.enumerated() where !sign.isSpace && sign != "\"" {
        if isOver { throw line.error(at: index, expected: "nothing behind the list") }
        switch sign {
        case "[" where depth < 2: depth += 1
        case "]" where depth > 0:
          depth -= 1
          isOver = depth == 0
          mayFollow = false
        case "," where depth > 0: mayFollow = true
        case "0", "1", "2":
          guard depth > 0, mayFollow, let cell = cell(numbered: sign) else {
            throw line.error(at: index, expected: "“,” or “]” behind a number")
          }
          if cells.count == cellCount { throw wrongCount("more cells", line, index) }
          cells.append(cell)
          mayFollow = false
        default:
          throw line.error(
            at: index, expected: "0 for nothing, 1 for a star, 2 for a mark, or “,” or “]”")
        }
      }
    }
    guard isOver else {
      throw last.error(at: last.signs.count, expected: "“]” behind the last cell")
    }
    guard cells.count == cellCount else {
      throw wrongCount(
        "\(cells.count, of: "cell")", last, last.signs.count)
    }
    return cells
  }

  private func wrongCount(_ found: String, _ line: BoardLine, _ index: Int) -> NotationError {
    line.error(
      at: index, found: found, expected: "\(cellCount) cells, as the puzzle is \(side)×\(side)")
  }

  private func cell(numbered sign: Unicode.Scalar) -> PlayerBoard.Cell? {
    PlayerBoard.Cell(rawValue: Int(sign.value) - 48)
  }

  // MARK: - Rows

  /// The rows of a drawing: the lines that begin with the numbers 1, 2, 3 … in three columns;
  /// `nil` where it is none.
  func drawnRows(_ lines: [BoardLine]) -> [BoardLine]? {
    var rows: [BoardLine] = []
    for line in lines {
      let label = String(String.UnicodeScalarView(line.signs.prefix(3)))
      let number = "\(rows.count + 1)"
      guard label == (number.count == 1 ? " \(number) " : "\(number) ") else { continue }
      let place: (Int) -> Bool
      switch line.signs.count - 3 {
      case 4 * side + 1: place = { $0 >= 5 && ($0 - 5) % 4 == 0 }
      case 2 * side + 1: place = { $0 >= 4 && ($0 - 4) % 2 == 0 }
      case side: place = { $0 >= 3 }
      default: return nil
      }
      rows.append(line.part(place))
    }
    return rows.count == side ? rows : nil
  }

  /// The rows that somebody has typed: each in a line, or all in one.
  func typedRows(_ lines: [BoardLine]) throws(NotationError) -> [BoardLine] {
    var rows: [BoardLine] = []
    var last = lines[0]
    for line in lines {
      for part in line.parts where !part.signs.isEmpty {
        last = part
        rows.append(part)
      }
    }
    if rows.count == 1, rows[0].signs.count == cellCount {
      let row = rows[0]
      return (0..<side).map { number in
        row.part { $0 / side == number }
      }
    }
    for row in rows where row.signs.count != side {
      throw row.error(
        at: min(side, row.signs.count),
        found: "a row of \(row.signs.count, of: "cell")",
        expected: "\(side) cells a row, or “[0,1,2,…]” with \(cellCount) cells")
    }
    guard rows.count == side else {
      throw last.error(
        at: last.signs.count, found: "\(rows.count, of: "row")",
        expected: "\(side) rows")
    }
    return rows
  }

  /// Reads rows of a sign for each cell.
  ///
  /// Where marks are drawn, a letter is always that of a region, `x` too; and so is a capital `X`
  /// in the region of that letter where others are written in capitals.
  func rows(_ rows: [BoardLine]) throws(NotationError) -> [PlayerBoard.Cell] {
    let hasDrawnMarks = rows.contains { $0.signs.contains { $0 == "·" || $0 == "×" } }
    let hasCapitals = rows.contains { $0.signs.contains { "A"..."W" ~= $0 || $0 == "Y" } }
    let hasNoLetters = hasNoLetters(rows)
    var cells: [PlayerBoard.Cell] = []
    for row in rows {
      for (index, sign) in row.signs.enumerated() {
        let region = UInt32(puzzle.regions[cells.count])
        switch sign {
        case " ", ".", "0", "?": cells.append(.open)
        case "*", "★", "1": cells.append(.star)
        case "·", "×", "2": cells.append(.mark)
        case "X" where hasCapitals && region == 23: cells.append(.open)
        case "x" where !hasDrawnMarks, "X" where !hasDrawnMarks: cells.append(.mark)
        case _ where sign.value | 0x20 == 0x61 + region, "o" where hasNoLetters:
          cells.append(.open)
        default:
          let letter = Puzzle.letter(ofRegion: Int(region))
          throw row.error(
            at: index,
            expected: "“*” for a star, “x” for a mark, “.” or “\(letter)” for an open cell")
        }
      }
    }
    return cells
  }

  /// Whether open cells are drawn as blanks: then `o` is a cell that a drawing looks at.
  private func hasNoLetters(_ rows: [BoardLine]) -> Bool {
    rows.allSatisfy { row in
      row.signs.allSatisfy { !$0.properties.isAlphabetic || $0 == "o" || $0 == "x" || $0 == "X" }
    }
  }
}

extension BoardLine {
  /// The rows in a line: what stands between `/`, `|` or `,`, without blanks and quotation marks.
  fileprivate var parts: [BoardLine] {
    var parts: [BoardLine] = []
    var start = 0
    for index in 0...signs.count {
      if index < signs.count, signs[index] != "/", signs[index] != "|", signs[index] != "," {
        continue
      }
      parts.append(
        part(of: start..<index) { !signs[$0].isSpace && signs[$0] != "\"" && signs[$0] != "'" })
      start = index + 1
    }
    return parts
  }
}

extension Unicode.Scalar {
  /// A blank, or the end of a line as Windows writes it.
  fileprivate var isSpace: Bool { self == " " || self == "\t" || self == "\r" }

}
