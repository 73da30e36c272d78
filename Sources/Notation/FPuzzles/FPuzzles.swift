/// The links of f-puzzles, and those of SudokuPad that hold the same.
///
///     https://f-puzzles.com/?load=N4Ig…        https://sudokupad.app/fpuzzlesN4Ig…
///
/// Behind the name stands JSON, compressed: `{"size":10,"grid":[[{"region":0},…],…],…}`. The stars
/// are in its rules at most, which are for people, so they are given apart or are the usual ones of
/// the side. Links that only name a puzzle on a server do not hold it. Read only.
enum FPuzzles {
  /// What stands right before the compressed text.
  private static let marks = ["load=", "puzzleid=", "fpuzzles", "fpuz"]

  /// How the compressed text begins, since the JSON begins with `{"` and a letter.
  private static let beginning = Array("N4Ig".utf8)

  /// The most characters of JSON: a thousand for each cell of the largest board, and more.
  private static let limit = 1 << 20

  static func recognises(_ line: TextLine) -> Bool { start(in: line) != nil }

  /// Where the compressed text begins.
  private static func start(in line: TextLine) -> Int? {
    let head = line.bytes[line.content].prefix(300)
    for mark in marks {
      var cursor = TextCursor(line.part(head.startIndex..<head.endIndex))
      while !cursor.isAtEnd {
        if cursor.take(mark) {
          if cursor.rest.starts(with: beginning) { return cursor.position }
        } else {
          cursor.skip()
        }
      }
    }
    return nil
  }

  static func read(_ line: TextLine, stars: Int?) throws(NotationError) -> SBN {
    guard let start = start(in: line) else {
      let name = Lookalike.name(of: line)
      throw line.error(
        at: line.content.lowerBound, found: name ?? line.excerpt(line.content),
        expected: "a link of f-puzzles, with “?load=N4Ig…”")
    }
    var cursor = TextCursor(line.part(start..<line.content.upperBound))
    var digits: [UInt8] = []
    while let byte = cursor.next, byte != UInt8(ascii: "&"), byte != UInt8(ascii: "#") {
      if let escape = escapes.first(where: { cursor.take($0.escape) }) {
        digits.append(escape.digit)
      } else {
        digits.append(byte)
        cursor.skip()
      }
    }
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    guard let text = LZString.text(ofBase64: digits, limit: limit) else {
      throw line.error(
        at: start, found: "a compressed text that is damaged or cut off",
        expected: "the whole link, as f-puzzles exports it")
    }
    // Only other people's words are not ASCII, and they are passed over.
    let json = text.map { $0 < 0x80 ? UInt8($0) : UInt8(ascii: "?") }
    var source = TextSource(json)
    guard let first = source.takeLine() else {
      throw line.error(at: start, found: "an empty puzzle", expected: "a board")
    }
    var document = JSONDocument(first, stars: stars)
    switch document.next(in: &source)?.result {
    case .success(let sbn)?: return sbn
    case .failure(let error)?:
      throw line.error(at: start, found: "\(error.found) in it", expected: error.expected)
    case nil: throw line.error(at: start, found: "an empty puzzle", expected: "a board")
    }
  }

  private static let escapes: [(escape: String, digit: UInt8)] = [
    ("%2B", UInt8(ascii: "+")), ("%2b", UInt8(ascii: "+")), ("%2F", UInt8(ascii: "/")),
    ("%2f", UInt8(ascii: "/")), ("%3D", UInt8(ascii: "=")), ("%3d", UInt8(ascii: "=")),
  ]
}
