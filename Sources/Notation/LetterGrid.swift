import StarBattle

/// A picture of the board: a line of letters for each row, each letter naming a cell's region.
///
///     AABBB       Blanks between letters are allowed, and `,`, `|` and quotation marks as well.
///     AABBC       Letters count in either case: `a` and `A` are the same region, unless there are
///     ADDCC       as many regions as rows only when they are told apart.
///     ADDCE
///     DDDEE       The rows can stand in one line as well: `AABBB|AABBC|…`, or without a mark.
///
/// The stars are not in the text: they are given apart, in a comment (`# 2 stars`), or are the
/// usual ones of the side. In a list an empty line or a comment comes between two boards.
enum LetterGrid {
  /// Whether a line looks like a row: two letters, perhaps with something between.
  ///
  /// No other notation begins with a letter followed by a letter, save those that come earlier in
  /// the table.
  static func recognises(_ line: TextLine) -> Bool {
    var cursor = TextCursor(line)
    cursor.skip(while: \.isBetweenCells)
    guard cursor.next?.isLetter == true else { return false }
    cursor.skip()
    cursor.skip(while: \.isBetweenCells)
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
    var board = BoardRows(names: .letter)
    for line in rows {
      let words = try BoardRows.words(of: line, \.isLetter, expected: "a region letter A–Z")
      // In a line that is alone, words of several letters are the rows.
      let areRows = rows.count == 1 && words.count > 1 && words[0].count > 1
      if !areRows { board.addRow(in: line) }
      for word in words {
        if areRows { board.addRow(in: line) }
        for index in word { board.add(Int(line.bytes[index]), at: index) }
      }
      if rows.count > 1 { try board.checkLastRow(stars: stars) }
    }
    return SBN(puzzle: try board.puzzle(stars: stars))
  }

  /// Writes the rows of a board, without blanks, and no line end after the last.
  static func write(_ sbn: SBN) -> String {
    let side = sbn.puzzle.grid.side
    let letters = sbn.puzzle.regions.map { UInt8(ascii: "A") + $0 }
    var rows = stride(from: 0, to: letters.count, by: side).map { start in
      String(decoding: letters[start..<start + side], as: UTF8.self)
    }
    rows[0] += StatedStars.comment(sbn.puzzle.grid)
    return rows.joined(separator: "\n")
  }
}
