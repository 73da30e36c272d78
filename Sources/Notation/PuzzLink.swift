import StarBattle

/// The links of puzz.link and its relatives.
///
///     https://puzz.link/p?starbattle/{columns}/{rows}/{stars}/{borders}
///
/// The borders are two bit strings, packed apart, 5 bits a character: first the lines right of
/// cells, row-major, `(columns − 1) × rows` of them, then the lines below cells, row-major,
/// `columns × (rows − 1)` of them. Written as above.
///
/// Read in all the forms in which links are passed on: with `http` or `https` in either case or
/// without, any host and path, what the editor shares (`starbattle_edit`, `?e+starbattle`), with
/// the mark of a variant (`v:`), with `%2F` for `/`, with a `/`, `#…` or `&…` behind, in `<…>`, as
/// `[text](link)`, and bare from the number of columns on.
enum PuzzLink {
  private static let bits = BitString(
    alphabet: Array("0123456789abcdefghijklmnopqrstuv".utf8), summary: "0–9 or a–v",
    padding: .right)
  private static let keyword = "starbattle/"

  /// Whether a line looks like a link, or like the bare part of one.
  static func recognises(_ line: TextLine) -> Bool {
    let link = unwrapped(line)
    var cursor = TextCursor(link)
    if cursor.takeScheme() || isBare(link) { return true }
    let columns = cursor.skip(while: \.isDigit)
    return 1...2 ~= columns.count && (cursor.next == UInt8(ascii: "/") || cursor.takeSlash())
  }

  /// Whether a text is the address of a puzzle rather than the name of a file.
  static func isAddress(_ text: String) -> Bool {
    let line = unwrapped(TextLine(verbatim: Array(text.utf8.prefix(300))[...], number: 1))
    var cursor = TextCursor(line)
    return cursor.takeScheme() || isBare(line)
  }

  /// Whether a link without a scheme, such as `puzz.link/p?starbattle/…`: it says what it is.
  private static func isBare(_ line: TextLine) -> Bool {
    var cursor = TextCursor(line)
    if cursor.takeKeyword() { return true }
    let host = cursor.skip { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    guard !host.isEmpty, cursor.next == UInt8(ascii: ".") else { return false }
    return cursor.takeQuery() && cursor.takeKeyword()
  }

  /// The link of `<link>`, `[text](link)` or `` `link` ``.
  private static func unwrapped(_ line: TextLine) -> TextLine {
    let content = line.content
    guard content.count > 2 else { return line }
    let (first, last) = (line.bytes[content.lowerBound], line.bytes[content.upperBound - 1])
    let inner = content.lowerBound + 1..<content.upperBound - 1
    switch (first, last) {
    case (UInt8(ascii: "<"), UInt8(ascii: ">")), (UInt8(ascii: "`"), UInt8(ascii: "`")):
      return line.part(inner)
    case (UInt8(ascii: "["), UInt8(ascii: ")")):
      guard let end = line.bytes[inner].firstIndex(of: UInt8(ascii: "]")),
        end + 1 < inner.upperBound,
        line.bytes[end + 1] == UInt8(ascii: "(")
      else { return line }
      return line.part(end + 2..<inner.upperBound)
    default: return line
    }
  }

  /// Goes on behind the keyword of a link with a scheme.
  private static func find(_ keyword: String, _ cursor: inout TextCursor) throws(NotationError) {
    var ahead = cursor
    while ahead.takeQuery() {
      if ahead.takeKeyword() {
        cursor = ahead
        return
      }
    }
    if let name = Lookalike.name(of: cursor.line) {
      throw cursor.line.error(
        at: cursor.line.content.lowerBound, found: name, expected: Lookalike.advice)
    }
    if !cursor.takeQuery() { cursor.skip { _ in true } }
    guard cursor.next?.isLetter == true else { throw cursor.unexpected("“?\(keyword)”") }
    let kind = cursor.skip { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    throw cursor.wrong(kind, expected: "“\(keyword)”: a puzzle of this kind")
  }

  static func read(_ outer: TextLine) throws(NotationError) -> SBN {
    let line = unwrapped(outer)
    var cursor = TextCursor(line)
    let isLink = cursor.takeScheme()
    if isLink || isBare(line) {
      if isLink || !cursor.takeKeyword() { try find(keyword, &cursor) }
    }
    if cursor.take("v:") { try cursor.expectSlash() }
    let (columns, start) = try cursor.number("the number of columns")
    try cursor.expectSlash()
    let (rows, rowsStart) = try cursor.number("the number of rows")
    guard columns == rows else {
      throw line.error(
        at: rowsStart, found: "a board of \(columns) columns and \(rows) rows",
        expected: "as many rows as columns")
    }
    try cursor.expectSlash()
    let (stars, starsStart) = try cursor.number("the stars in each row")
    let grid = try line.grid(side: columns, at: start, stars: stars, at: starsStart)
    try cursor.expectSlash()

    let bordersStart = cursor.position
    var borders = Borders(side: columns)
    let right = try bits.read(borders.countPerDirection, &cursor)
    let below = try bits.read(borders.countPerDirection, &cursor)
    while cursor.takeSlash() {}
    if cursor.next == UInt8(ascii: "#") || cursor.next == UInt8(ascii: "&") {
      cursor.skip { !$0.isBlank }
    }
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

extension TextCursor {
  /// Passes over `http://` or `https://`, in either case.
  fileprivate mutating func takeScheme() -> Bool {
    // Most lines are no links: this one is over at their first byte.
    let rest = rest
    for scheme in ["http://", "https://"] {
      let isScheme =
        rest.count >= scheme.utf8.count
        && zip(rest, scheme.utf8).allSatisfy { ($0.isLetter ? $0 | 0x20 : $0) == $1 }
      if isScheme {
        skip(scheme.utf8.count)
        return true
      }
    }
    return false
  }

  /// Passes over a `/`, also one that is written `%2F`.
  fileprivate mutating func takeSlash() -> Bool { take("/") || take("%2F") || take("%2f") }

  fileprivate mutating func expectSlash() throws(NotationError) {
    if !takeSlash() { throw unexpected("“/”") }
  }

  /// Passes over everything up to a question mark and over that, where there is one.
  fileprivate mutating func takeQuery() -> Bool {
    var ahead = self
    while !ahead.isAtEnd {
      if ahead.take("?") || ahead.take("%3F") || ahead.take("%3f") {
        self = ahead
        return true
      }
      ahead.skip()
    }
    return false
  }

  /// Passes over the name of the kind of puzzle and the `/` behind it.
  fileprivate mutating func takeKeyword() -> Bool {
    var ahead = self
    for mode in ["m+", "e+", "p+"] where ahead.take(mode) { break }
    guard ahead.take("starbattle") else { return false }
    for mode in ["_edit", "_play", "_test"] where ahead.take(mode) { break }
    guard ahead.takeSlash() else { return false }
    self = ahead
    return true
  }
}
