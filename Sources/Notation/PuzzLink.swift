import StarBattle

/// The links of puzz.link and its relatives.
///
///     https://puzz.link/p?starbattle/{columns}/{rows}/{stars}/{borders}
///
/// The borders are two bit strings, packed apart, 5 bits a character: first the lines right of
/// cells, row-major, `(columns − 1) × rows` of them, then the lines below cells, row-major,
/// `columns × (rows − 1)` of them. Read with `http` or `https`, any host and path, or bare from the
/// number of columns on; written as above.
enum PuzzLink {
  private static let bits = BitString(
    alphabet: Array("0123456789abcdefghijklmnopqrstuv".utf8), summary: "0–9 or a–v",
    padding: .right)
  private static let keyword = "starbattle/"

  /// Whether a line looks like a link, or like the bare part of one.
  static func recognises(_ line: TextLine) -> Bool {
    var cursor = TextCursor(line)
    if cursor.take("http://") || cursor.take("https://") || cursor.take(keyword) { return true }
    return !cursor.skip(while: \.isDigit).isEmpty && cursor.next == UInt8(ascii: "/")
  }

  static func read(_ line: TextLine) throws(NotationError) -> SBN {
    var cursor = TextCursor(line)
    if cursor.take("http://") || cursor.take("https://") {
      cursor.skip { $0 != UInt8(ascii: "?") }
      try cursor.expect("?" + keyword)
    } else {
      _ = cursor.take(keyword)
    }
    let (columns, start) = try cursor.number("the number of columns")
    try cursor.expect("/")
    let (rows, rowsStart) = try cursor.number("the number of rows")
    guard columns == rows else {
      throw line.error(
        at: rowsStart, found: "a board of \(columns) columns and \(rows) rows",
        expected: "as many rows as columns")
    }
    try cursor.expect("/")
    let (stars, starsStart) = try cursor.number("the stars in each row")
    let grid = try line.grid(side: columns, at: start, stars: stars, at: starsStart)
    try cursor.expect("/")

    let bordersStart = cursor.position
    var borders = Borders(side: columns)
    let right = try bits.read(borders.countPerDirection, &cursor)
    let below = try bits.read(borders.countPerDirection, &cursor)
    try cursor.expectEnd("the end of the link after its borders")
    for (index, bit) in right.enumerated() {
      borders.right[index / (columns - 1) * columns + index % (columns - 1)] = bit
    }
    for (cell, bit) in below.enumerated() { borders.below[cell] = bit }
    let puzzle = try line.puzzle(of: grid, labels: borders.labels, at: bordersStart) { _ in
      (line, bordersStart)
    }
    return SBN(puzzle: puzzle)
  }

  static func write(_ sbn: SBN) -> String {
    let side = sbn.puzzle.grid.side
    let borders = Borders(of: sbn.puzzle)
    let right = borders.right.indices.filter { $0 % side < side - 1 }.map { borders.right[$0] }
    let below = Array(borders.below.dropLast(side))
    let packed = bits.text(of: right) + bits.text(of: below)
    return "https://puzz.link/p?\(keyword)\(side)/\(side)/\(sbn.puzzle.grid.stars)/\(packed)"
  }
}
