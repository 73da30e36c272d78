import StarBattle

/// The files of puzz.link and its relatives, of the kind pzprv3.
///
///     pzprv3              The number of rows, of columns, of stars and of regions, then a line of
///     starbattle          region numbers for each row. The rows of a player's answer behind them
///     4                   are no part of the puzzle, so they are passed over.
///     4
///     1                   The same with a `/` for each line end, in one line, is read as well:
///     4                   `pzprv3/starbattle/4/4/1/4/0 0 1 1 /…/`.
///     0 0 1 1
///     …
struct Pzprv3: PuzzleDocument {
  private let first: TextLine
  private var isOver = false

  init(_ line: TextLine) { first = line }

  static func recognises(_ line: TextLine) -> Bool {
    var cursor = TextCursor(line)
    return cursor.take("pzprv3")
  }

  mutating func next(
    in source: inout TextSource
  ) -> (line: Int, result: Result<SBN, NotationError>)? {
    if isOver { return nil }
    isOver = true
    do throws(NotationError) {
      try TextLimits.checkLength(first.content.count, line: first.number)
      let parts = first.bytes[first.content].split(separator: UInt8(ascii: "/"))
        .map { first.part($0.startIndex..<$0.endIndex) }
      if parts.count > 1 { return (first.number, .success(try read(parts))) }
      let lines = takeLines(from: &source)
      return (first.number, .success(try read(lines)))
    } catch {
      return (first.number, .failure(error))
    }
  }

  /// The lines of the file, up to an empty one or what begins something else.
  ///
  /// Of the rows behind the board none is kept: they are a player's.
  private func takeLines(from source: inout TextSource) -> [TextLine] {
    var lines = [first]
    while true {
      let before = source
      guard let line = source.takeLine() else { return lines }
      let isOther = lines.count > 1 && Notation.beginsOther(line, isTaskRow: true)
      // The signs of an answer look like a comment.
      let isAnswer = line.isEmpty && line.comment.isThere && lines.count > 6
      if isOther && !isAnswer {
        source = before
        return lines
      }
      if lines.count <= Grid.sides.upperBound + 6 { lines.append(line) }
    }
  }

  private func read(_ lines: [TextLine]) throws(NotationError) -> SBN {
    func line(_ number: Int, _ expected: String) throws(NotationError) -> TextLine {
      guard number < lines.count else {
        let last = lines[lines.count - 1]
        throw last.error(at: last.content.upperBound, expected: expected)
      }
      return lines[number]
    }
    func number(_ place: Int, _ what: String) throws(NotationError) -> (value: Int, TextLine) {
      let line = try line(place, what)
      var cursor = TextCursor(line)
      let value = try cursor.number(what).value
      try cursor.expectEnd()
      return (value, line)
    }
    let kind = try line(1, "“starbattle”")
    guard kind.bytes[kind.content].elementsEqual("starbattle".utf8) else {
      throw kind.error(
        at: kind.content.lowerBound, found: kind.excerpt(kind.content),
        expected: "“starbattle”: a puzzle of this kind")
    }
    let (rows, rowsLine) = try number(2, "the number of rows")
    let (columns, columnsLine) = try number(3, "the number of columns")
    guard rows == columns else {
      throw columnsLine.error(
        at: columnsLine.content.lowerBound,
        found: "a board of \(columns) columns and \(rows) rows", expected: "as many rows as columns"
      )
    }
    let (stars, starsLine) = try number(4, "the stars in each row")
    _ = try number(5, "the number of regions")
    // Two errors with a place of their own, before the rows are counted.
    let start = rowsLine.content.lowerBound
    _ = try rowsLine.grid(side: rows, at: start, stars: 1, at: start)
    _ = try starsLine.grid(
      side: rows, at: starsLine.content.lowerBound, stars: stars, at: starsLine.content.lowerBound)

    var board = BoardRows(names: .number)
    for row in 0..<rows {
      let line = try line(6 + row, "row \(row + 1) of \(rows) rows of region numbers")
      board.addRow(in: line)
      for word in try BoardRows.words(of: line, \.isDigit, expected: "a region number") {
        var cursor = TextCursor(line.part(word))
        board.add(try cursor.number("a region number").value, at: word.lowerBound)
      }
    }
    return SBN(puzzle: try board.puzzle(stars: stars))
  }

  /// Writes the file, without an answer and without a line end after the last row.
  static func write(_ sbn: SBN) -> String {
    let (side, stars) = (sbn.puzzle.grid.side, sbn.puzzle.grid.stars)
    let numbers = sbn.puzzle.regions.map { String($0) + " " }
    let rows = stride(from: 0, to: numbers.count, by: side).map { start in
      numbers[start..<start + side].joined()
    }
    let answer = Array(repeating: String(repeating: ". ", count: side), count: side)
    let head = ["pzprv3", "starbattle", "\(side)", "\(side)", "\(stars)", "\(side)"]
    return (head + rows + answer).joined(separator: "\n")
  }
}
