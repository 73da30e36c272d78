import StarBattle

/// A board in JSON: a list of rows, or of all cells.
///
///     [[1,1,2],…]     [["A","A","B"],…]     ["AAB",…]     [1,1,2,…]     [[{"region":0},…],…]
enum JSONBoard {
  /// Whether the list that is next is a board rather than a list of puzzles.
  static func isBoard(_ scanner: JSONScanner) -> Bool {
    var scanner = scanner
    guard scanner.take(UInt8(ascii: "[")) else { return false }
    scanner.skipSpace()
    guard let first = scanner.next else { return false }
    if first == UInt8(ascii: "[") {
      scanner.skip()
      scanner.skipSpace()
      return scanner.next != UInt8(ascii: "[")
    }
    return first.isQuote ? areRows(scanner) : first.isDigit
  }

  /// Whether the texts that are next are the rows or the cells of a board.
  ///
  /// Words of 16 or 25 letters may be boards of their own; they are rows where there are as many.
  private static func areRows(_ scanner: JSONScanner) -> Bool {
    var (scanner, count, length) = (scanner, 0, 0)
    while count <= Grid.sides.upperBound, let (text, isEscaped) = try? scanner.text() {
      let bytes = text.bytes[text.content]
      guard !isEscaped, !bytes.isEmpty, bytes.count <= Grid.sides.upperBound,
        bytes.allSatisfy(\.isLetter) || bytes.allSatisfy(\.isDigit)
      else { return false }
      if count == 0 { length = bytes.count }
      count += 1
      guard scanner.take(UInt8(ascii: ",")) else { break }
    }
    let canBeBoards = Grid.sides.contains { $0 * $0 == length }
    return count > 1 && (length == count || !canBeBoards)
  }

  /// Reads the list that is next.
  ///
  /// - Returns: Its rows, of whatever lengths they are.
  /// - Throws: `NotationError` at the first value that is no row and no cell.
  static func read(_ scanner: inout JSONScanner) throws(NotationError) -> BoardRows {
    var reader = Reader()
    try scanner.expect(UInt8(ascii: "["))
    while !scanner.take(UInt8(ascii: "]")) {
      scanner.skipSpace()
      if scanner.next == UInt8(ascii: "[") {
        // Rows may be empty, and then no count of cells bounds them.
        guard reader.board.rows.count < BoardRows.mostCells else {
          throw scanner.unexpected("at most \(BoardRows.mostCells - 1) rows")
        }
        reader.board.addRow(in: scanner.line)
        scanner.skip()
        while !scanner.take(UInt8(ascii: "]")) {
          try reader.readCell(&scanner)
          _ = scanner.take(UInt8(ascii: ","))
        }
      } else {
        try reader.readRowOrCell(&scanner)
      }
      _ = scanner.take(UInt8(ascii: ","))
    }
    if reader.board.rows.isEmpty { reader.board.addRow(in: scanner.line) }
    return reader.board
  }

  private struct Reader {
    var board = BoardRows(names: .number)
    /// Longer names of regions, by the number that stands for each.
    private var labels: [String: Int] = [:]
    private var cellCount = 0

    /// Reads a text that is a row of letters or digits, or a cell of a board in one list.
    mutating func readRowOrCell(_ scanner: inout JSONScanner) throws(NotationError) {
      var ahead = scanner
      if scanner.next?.isQuote == true, case let text = try ahead.text().line,
        text.content.count > 1, text.bytes[text.content].allSatisfy({ $0.isLetter || $0.isDigit })
      {
        board.addRow(in: text)
        board.names = .letter
        for index in text.content { try add(Int(text.bytes[index]), at: index, scanner) }
        scanner = ahead
        return
      }
      if board.rows.isEmpty { board.addRow(in: scanner.line) }
      try readCell(&scanner)
    }

    /// Reads what names the region of a cell: a number, a text, or an object with its `region`.
    mutating func readCell(_ scanner: inout JSONScanner) throws(NotationError) {
      scanner.skipSpace()
      let line = scanner.line
      let start = line.content.lowerBound
      // Rows of a board may be broken into lines.
      if board.lines[board.lines.count - 1].number != line.number { board.lines.append(line) }
      switch scanner.next {
      case let byte? where byte.isDigit: try add(try scanner.wholeNumber(), at: start, scanner)
      case let byte? where byte.isQuote:
        let text = try scanner.text().line
        let bytes = text.bytes[text.content]
        guard bytes.count <= 64, let first = bytes.first else {
          throw text.error(at: start, found: "a text", expected: "the name of a region")
        }
        if bytes.count == 1 {
          board.names = first.isLetter && board.names != .name ? .letter : .name
          return try add(Int(first), at: start, scanner)
        }
        board.names = .name
        let name = String(decoding: bytes, as: UTF8.self)
        // Beyond all bytes, which stand for themselves.
        let label = labels[name] ?? 256 + labels.count
        labels[name] = label
        try add(label, at: start, scanner)
      case UInt8(ascii: "{"): try readObject(&scanner)
      default: throw scanner.unexpected("the number or name of a region")
      }
    }

    /// Reads the region of a cell that has other things to say as well.
    private mutating func readObject(_ scanner: inout JSONScanner) throws(NotationError) {
      let line = scanner.line
      let start = line.content.lowerBound
      var region: Int?
      try scanner.expect(UInt8(ascii: "{"))
      while !scanner.take(UInt8(ascii: "}")) {
        let name = try scanner.text().line
        try scanner.expect(UInt8(ascii: ":"))
        scanner.skipSpace()
        if name.bytes[name.content].elementsEqual("region".utf8), scanner.next?.isDigit == true {
          region = try scanner.wholeNumber()
        } else {
          try scanner.skipValue()
        }
        _ = scanner.take(UInt8(ascii: ","))
      }
      guard let region else {
        throw line.error(
          at: start, found: "a cell without a region", expected: "its “region”, as a number")
      }
      try add(region, at: start, scanner)
    }

    private mutating func add(
      _ label: Int, at index: Int, _ scanner: JSONScanner
    ) throws(NotationError) {
      cellCount += 1
      guard cellCount <= BoardRows.mostCells else {
        throw scanner.unexpected("at most \(BoardRows.mostCells - 1) cells")
      }
      board.add(label, at: index)
    }
  }

  /// Writes a board: its size, its stars, and rows of region numbers from 1.
  static func write(_ sbn: SBN) -> String {
    let grid = sbn.puzzle.grid
    let rows = stride(from: 0, to: grid.cellCount, by: grid.side).map { start in
      let row = sbn.puzzle.regions[start..<start + grid.side].map { String($0 + 1) }
      return "[" + row.joined(separator: ",") + "]"
    }
    let regions = rows.joined(separator: ",")
    return "{\"size\":\(grid.side),\"stars\":\(grid.stars),\"regions\":[\(regions)]}"
  }
}
