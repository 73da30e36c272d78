import StarBattle

/// The files of LEGUP: XML with a list of cells for each region.
///
///     <Legup version="…"><puzzle name="StarBattle"><board size="5" puzzle_num="1">
///       <region><cells><cell value="0" x="0" y="0"/>…</cells></region>…
///     </board></puzzle></Legup>
///
/// `puzzle_num` is the number of stars, `x` the column and `y` the row, from 0. Only tags are
/// looked at: what they stand in, and what a player has proved, is passed over. Read only.
struct Legup: PuzzleDocument {
  private let first: TextLine
  private let stars: Int?
  private var isOver = false

  init(_ line: TextLine, stars: Int?) {
    first = line
    self.stars = stars
  }

  static func recognises(_ line: TextLine) -> Bool {
    var cursor = TextCursor(line)
    return ["<?xml", "<Legup", "<puzzle", "<board"].contains { cursor.take($0) }
  }

  mutating func next(
    in source: inout TextSource
  ) -> (line: Int, result: Result<SBN, NotationError>)? {
    if isOver { return nil }
    isOver = true
    var board = Board(first: first, stars: stars)
    var line = first
    var isEnded = false
    var problem: NotationError?
    repeat {
      do throws(NotationError) {
        if problem == nil { try board.read(line) }
      } catch {
        problem = error
      }
      isEnded = line.holds("</Legup>") || (board.hasEnded && !board.isInLegup)
      guard !isEnded, let next = source.takeLine() else { break }
      // A `#` is no comment in XML.
      line = TextLine(verbatim: next.bytes, number: next.number)
    } while true
    if let problem { return (first.number, .failure(problem)) }
    do throws(NotationError) {
      return (first.number, .success(SBN(puzzle: try board.puzzle())))
    } catch {
      return (first.number, .failure(error))
    }
  }

  /// What has been read of a board.
  private struct Board {
    let first: TextLine
    var stars: Int?
    var side: Int?
    /// Where the board begins.
    var start: (line: TextLine, index: Int)
    var region = -1
    /// The region of each cell, and where that stands.
    var cells: [Int: (region: Int, line: TextLine, index: Int)] = [:]
    var isInLegup = false
    var hasEnded = false
    var isInComment = false

    init(first: TextLine, stars: Int?) {
      self.first = first
      self.stars = stars
      start = (first, first.content.lowerBound)
    }

    /// Reads the tags of a line.
    mutating func read(_ line: TextLine) throws(NotationError) {
      try TextLimits.checkLength(line.content.count, line: line.number)
      var cursor = TextCursor(line)
      while true {
        if isInComment {
          while !cursor.isAtEnd && !cursor.take("-->") { cursor.skip() }
          isInComment = cursor.isAtEnd && !line.bytes[line.content].ends(with: "-->")
          if isInComment { return }
        }
        cursor.skip { $0 != UInt8(ascii: "<") }
        guard !cursor.isAtEnd else { return }
        if cursor.take("<!--") {
          isInComment = true
          continue
        }
        let tagStart = cursor.position
        cursor.skip()
        let name = cursor.skip { $0.isLetter || $0 == UInt8(ascii: "/") }
        try read(
          String(decoding: line.bytes[name].prefix(12), as: UTF8.self), at: tagStart, &cursor)
      }
    }

    private mutating func read(
      _ tag: String, at tagStart: Int, _ cursor: inout TextCursor
    ) throws(NotationError) {
      let line = cursor.line
      switch tag {
      case "Legup": isInLegup = true
      case "puzzle":
        let kind = cursor.attribute("name")
        if let kind, kind.lowercased() != "starbattle" {
          throw line.error(
            at: tagStart, found: "a LEGUP puzzle of the kind “\(kind)”",
            expected: "one of the kind “StarBattle”")
        }
      case "board":
        start = (line, tagStart)
        let size = try number("size", in: cursor, at: tagStart)
        stars = cursor.attribute("puzzle_num").flatMap { Int($0) } ?? stars
        _ = try line.grid(side: size, at: tagStart, stars: 1, at: tagStart)
        side = size
      case "region" where !hasEnded: region += 1
      case "cell" where !hasEnded && region >= 0:
        guard let side else {
          throw line.error(at: tagStart, found: "a cell", expected: "a board before it")
        }
        let x = try number("x", in: cursor, at: tagStart)
        let y = try number("y", in: cursor, at: tagStart)
        guard x < side && y < side else {
          throw line.error(
            at: tagStart, found: "a cell at x \(x) and y \(y)", expected: "x and y of 0…\(side - 1)"
          )
        }
        guard cells[y * side + x] == nil else {
          throw line.error(
            at: tagStart, found: "the cell at x \(x) and y \(y) once more",
            expected: "each cell in one region")
        }
        cells[y * side + x] = (region, line, tagStart)
      case "/board": hasEnded = true
      default: break
      }
    }

    private func number(
      _ name: String, in cursor: TextCursor, at start: Int
    ) throws(NotationError) -> Int {
      guard let text = cursor.attribute(name), let value = Int(text), value >= 0 else {
        throw cursor.line.error(
          at: start, found: "a tag without “\(name)”", expected: "\(name)=\"…\", a whole number")
      }
      return value
    }

    func puzzle() throws(NotationError) -> Puzzle {
      guard let side else {
        let name = Lookalike.name(of: first) ?? "XML"
        let found = isInLegup ? "a LEGUP file without a board" : "\(name) without a LEGUP board"
        throw first.error(
          at: first.content.lowerBound, found: found, expected: "<board size=\"…\"> in a LEGUP file"
        )
      }
      let grid = try start.line.grid(
        side: side, at: start.index, stars: stars ?? Grid.usualStars(ofSide: side), at: start.index)
      var labels: [Int] = []
      for cell in 0..<grid.cellCount {
        guard let found = cells[cell] else {
          throw start.line.error(
            at: start.index,
            found: "no region for the cell at x \(cell % side) and y \(cell / side)",
            expected: "each cell in one region")
        }
        labels.append(found.region)
      }
      let places = cells
      return try start.line.puzzle(of: grid, labels: labels, at: start.index) { cell in
        places[cell].map { ($0.line, $0.index) } ?? start
      }
    }
  }
}

extension TextLine {
  /// Whether a word stands in it.
  fileprivate func holds(_ word: String) -> Bool {
    guard content.count <= TextLimits.longestLine else { return false }
    var cursor = TextCursor(self)
    while !cursor.isAtEnd {
      cursor.skip { $0 != UInt8(ascii: "<") }
      if cursor.take(word) { return true }
      cursor.skip()
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with word: String) -> Bool {
    suffix(word.utf8.count).elementsEqual(word.utf8)
  }
}

extension TextCursor {
  /// The value of an attribute of the tag that is being read, if it is short.
  fileprivate func attribute(_ wanted: String) -> String? {
    var cursor = self
    // A tag that is not closed ends where the next one begins.
    while let byte = cursor.next, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<") {
      let name = cursor.skip { $0.isLetter || $0 == UInt8(ascii: "_") }
      if name.isEmpty {
        cursor.skip()
        continue
      }
      cursor.skip(while: \.isBlank)
      guard cursor.take("=") else { continue }
      cursor.skip(while: \.isBlank)
      guard let mark = cursor.next, mark.isQuote else { continue }
      cursor.skip()
      // XML has no `<` in a value; without that, each tag might look through all of the line.
      let value = cursor.skip { $0 != mark && $0 != UInt8(ascii: "<") }
      cursor.skip()
      if line.bytes[name].elementsEqual(wanted.utf8) {
        return value.count <= 32 ? String(decoding: line.bytes[value], as: UTF8.self) : nil
      }
    }
    return nil
  }
}
