import StarBattle

/// A picture of the board in numbers: a line for each row, each number naming a cell's region.
///
///     1 1 2 2 2       Blanks, commas, `|` and `;` stand between numbers. Without anything between,
///     1 1 2 2 3       each digit is a cell: `11222`. The rows can stand in one line as well.
///     1 4 4 3 3
///     1 4 4 3 5       With commas a line of 16 or 25 numbers is a task list, unless it and the
///     4 4 4 5 5       lines below make up one board.
///
/// The stars are not in the text, as with letters.
enum NumberGrid {
  /// Whether a line looks like a row, or like all rows in one line.
  static func recognises(_ line: TextLine, before rest: TextSource) -> Bool {
    var cursor = TextCursor(line)
    cursor.skip { $0.isBetweenCells && $0 != UInt8(ascii: ",") }
    let first = cursor.skip(while: \.isDigit)
    guard !first.isEmpty else { return false }
    let gap = cursor.skip(while: \.isBetweenCells)
    if gap.isEmpty { return cursor.isAtEnd && first.count >= Grid.sides.lowerBound }
    let hasComma = line.bytes[gap].contains(UInt8(ascii: ","))
    guard hasComma else { return cursor.next?.isDigit == true }
    if line.bytes[line.content].contains(where: {
      $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "|")
    }) {
      return true
    }
    guard let words = words(of: line), Grid.sides.contains(words.count) else { return false }
    if areRows(words) { return true }
    let count = words.count
    guard let next = rest.following, self.words(of: next)?.count == count else { return false }
    // Three numbers may stand in front of a task list.
    let canBeTask = Grid.sides.contains { $0 * $0 == count || $0 * $0 == count - 3 }
    return !canBeTask || isBoard(line, count, rest)
  }

  /// The numbers of a line that has nothing else in it, and is not too long to be read.
  private static func words(of line: TextLine) -> [Range<Int>]? {
    guard line.content.count <= TextLimits.longestLine else { return nil }
    return try? BoardRows.words(of: line, \.isDigit, expected: "")
  }

  /// Whether words of digits in one line are the rows of a board: as many as they are long.
  private static func areRows(_ words: [Range<Int>]) -> Bool {
    words.count >= Grid.sides.lowerBound && words.allSatisfy { $0.count == words.count }
  }

  /// Whether a line and those behind it make up one board.
  private static func isBoard(_ line: TextLine, _ count: Int, _ rest: TextSource) -> Bool {
    var (rest, lines) = (rest, [line])
    while lines.count < count, let next = rest.takeLine() {
      if next.content.count > TextLimits.longestLine { return false }
      lines.append(next)
    }
    // The quota does not matter here, and one star is possible everywhere.
    return (try? read(lines, stars: 1)) != nil
  }

  /// Reads the rows of a board.
  ///
  /// - Parameters:
  ///   - rows: At least one line; none is empty.
  ///   - stars: The star quota, unless it is the usual one.
  /// - Returns: The puzzle, without metadata.
  /// - Throws: `NotationError` at the first place that is wrong.
  static func read(_ rows: [TextLine], stars: Int?) throws(NotationError) -> SBN {
    var board = BoardRows(names: .number)
    var areDigits = false
    for (number, line) in rows.enumerated() {
      let words = try BoardRows.words(of: line, \.isDigit, expected: "a region number")
      let areRows = rows.count == 1 && NumberGrid.areRows(words)
      if number == 0 { areDigits = words.count == 1 || areRows }
      if !areRows { board.addRow(in: line) }
      for word in words {
        if areRows { board.addRow(in: line) }
        if areDigits {
          for index in word { board.add(Int(line.bytes[index]), at: index) }
        } else {
          var cursor = TextCursor(line.part(word))
          board.add(try cursor.number("a region number").value, at: word.lowerBound)
        }
      }
      if rows.count > 1 { try board.checkLastRow(stars: stars) }
    }
    return SBN(puzzle: try board.puzzle(stars: stars))
  }

  /// Writes rows of numbers from 1, with blanks, and no line end after the last.
  static func write(_ sbn: SBN) -> String {
    let side = sbn.puzzle.grid.side
    let numbers = sbn.puzzle.regions.map { String($0 + 1) }
    var rows = stride(from: 0, to: numbers.count, by: side).map { start in
      numbers[start..<start + side].joined(separator: " ")
    }
    rows[0] += StatedStars.comment(sbn.puzzle.grid)
    return rows.joined(separator: "\n")
  }
}
