import StarBattle

/// A picture of the board: a line of letters for each row, each letter naming a cell's region.
///
///     AABBB       Blanks between letters are allowed, and letters count in either case: `a` and
///     AABBC       `A` are the same region.
///     ADDCC
///     ADDCE       The stars are not in the text: they are given apart, or are the usual ones of
///     DDDEE       the side. In a list an empty line or a comment comes between two boards.
enum LetterGrid {
  /// Whether a line looks like a row: two letters, perhaps with blanks between.
  ///
  /// No other notation begins with a letter followed by a letter, save a link with its `http`,
  /// which comes earlier in the table, and a string of Star Battle Lab, likewise.
  static func recognises(_ line: TextLine) -> Bool {
    var cursor = TextCursor(line)
    guard cursor.next?.isLetter == true else { return false }
    cursor.skip()
    cursor.skip(while: \.isBlank)
    return cursor.next?.isLetter == true
  }

  /// Reads the rows of a board.
  ///
  /// - Parameters:
  ///   - rows: At least one line; none is empty.
  ///   - stars: The star quota, unless it is the usual one.
  /// - Returns: The puzzle, without metadata.
  /// - Throws: `NotationError` at the first place that is wrong.
  static func read(_ rows: [TextLine], stars: Int?) throws(NotationError) -> SBN {
    let first = rows[0]
    let start = first.content.lowerBound
    var cells = try letters(of: first)
    let side = cells.count
    let grid = try first.grid(side: side, stars: stars)
    for row in rows.dropFirst() {
      let letters = try letters(of: row)
      guard letters.count == side else {
        throw row.error(
          at: row.content.lowerBound,
          found: "a row of \(letters.count) \(letters.count == 1 ? "letter" : "letters")",
          expected: "\(side) letters, as in the first row")
      }
      cells += letters
    }
    guard rows.count == side else {
      let last = rows[min(rows.count - 1, side)]
      let found = "\(rows.count) \(rows.count == 1 ? "row" : "rows")"
      throw last.error(
        at: last.content.lowerBound, found: rows.count < side ? found : "one more row",
        expected: "\(side) rows, as many as there are letters in a row")
    }
    let puzzle = try first.puzzle(of: grid, labels: cells.map(\.label), at: start) { cell in
      (rows[cell / side], cells[cell].index)
    }
    return SBN(puzzle: puzzle)
  }

  /// The letters of a row, each with its index in the line.
  private static func letters(
    of row: TextLine
  ) throws(NotationError) -> [(label: Int, index: Int)] {
    var cursor = TextCursor(row)
    var letters: [(label: Int, index: Int)] = []
    while !cursor.isAtEnd {
      guard let label = cursor.next?.letterIndex else {
        throw cursor.unexpected("a region letter A–Z")
      }
      letters.append((label, cursor.position))
      cursor.skip()
      cursor.skip(while: \.isBlank)
    }
    return letters
  }

  /// Writes the rows of a board, without blanks, and no line end after the last.
  static func write(_ sbn: SBN) -> String {
    let side = sbn.puzzle.grid.side
    let letters = sbn.puzzle.regions.map { UInt8(ascii: "A") + $0 }
    return stride(from: 0, to: letters.count, by: side).map { start in
      String(decoding: letters[start..<start + side], as: UTF8.self)
    }.joined(separator: "\n")
  }
}
