/// Puzzles in JSON: pack files, bundles, the app's packs, exported lines, and boards of programs.
///
///     {"id":"intro",…,"puzzles":["5x1.…",…]}                 a pack file; a bundle has `packs`
///     {"id":"intro",…,"puzzles":[{"sbn":"5x1.…",…},…]}       a pack in the app's shape
///     {"sbn":"5x1.…",…}                                      a line of an export or an answer
///     {"regions":[[1,1,2],…],"stars":1}                      a board, its quota beside it
///     [[1,1,2],…]   ["AAB",…]   [["A","A","B"],…]            a board alone
///     [1,1,2,…]     ["5x1.…",…]     [{…},…]                  a task list, a list of puzzles
///
/// Texts are puzzles in any notation of a line. What has another name is passed over. Puzzles are
/// given as they are met, and nothing is kept of them.
struct JSONDocument: PuzzleDocument {
  /// An object or a list that is open.
  private struct Frame {
    var isObject: Bool
    /// The object's puzzle so far: the best of its texts and boards.
    var puzzle: Puzzle?
    var stars: Int?
    /// What is wrong with its stars.
    var fault: NotationError?
    /// Where it begins.
    var start: JSONScanner.Place
    /// Whether a list of puzzles stands in it.
    var hasList = false
  }

  /// Where a puzzle stands, to be read when its object is at its end.
  private struct Puzzle {
    var rank: Int
    var place: JSONScanner.Place
  }

  private let firstLine: TextLine
  private var scanner: JSONScanner?
  private var frames: [Frame] = []
  private let stars: Int?
  private var isOver = false

  /// The most lists and objects with puzzles in each other: a bundle has five.
  private static let deepest = 8

  init(_ line: TextLine, stars: Int?) {
    firstLine = line
    self.stars = stars
  }

  /// Whether a line looks like JSON: a bracket, and no link in Markdown.
  static func recognises(_ line: TextLine) -> Bool {
    let first = line.bytes[line.content].first
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  mutating func next(
    in source: inout TextSource
  ) -> (line: Int, result: Result<SBN, NotationError>)? {
    if isOver { return nil }
    let isBegun = scanner != nil
    var scanner = self.scanner ?? JSONScanner(source.bytes, at: firstLine)
    do throws(NotationError) {
      if let found = try isBegun ? walk(&scanner) : begin(&scanner) {
        self.scanner = scanner
        return found
      }
      isOver = true
      try end(&scanner)
      let place = scanner.place
      source.goOn(behindLineEndingAt: place.lineRange.upperBound, number: place.lineNumber)
      return nil
    } catch {
      isOver = true
      leave(scanner.place, &source)
      return (error.line, .failure(error))
    }
  }

  /// Walks to the first puzzle.
  private mutating func begin(
    _ scanner: inout JSONScanner
  ) throws(NotationError) -> (line: Int, result: Result<SBN, NotationError>)? {
    if let found = try value(&scanner) { return found }
    return try walk(&scanner)
  }

  /// Walks on to a puzzle; `nil` at the end of the document.
  private mutating func walk(
    _ scanner: inout JSONScanner
  ) throws(NotationError) -> (line: Int, result: Result<SBN, NotationError>)? {
    while let frame = frames.last {
      _ = scanner.take(UInt8(ascii: ","))
      if scanner.take(frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        frames.removeLast()
        if frame.isObject, let found = try read(frame, scanner) { return found }
      } else if frame.isObject {
        try member(&scanner)
      } else if let found = try value(&scanner) {
        return found
      }
    }
    return nil
  }

  /// Reads an element of a list, or the document itself.
  private mutating func value(
    _ scanner: inout JSONScanner
  ) throws(NotationError) -> (line: Int, result: Result<SBN, NotationError>)? {
    scanner.skipSpace()
    switch scanner.next {
    case UInt8(ascii: "{"):
      try open(isObject: true, &scanner)
    case UInt8(ascii: "["):
      if JSONBoard.isBoard(scanner) { return try read(&scanner, stars: stars) }
      try open(isObject: false, &scanner)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return try read(&scanner, stars: stars)
    default:
      throw scanner.unexpected("a puzzle: a text in quotation marks, a board or an object")
    }
    return nil
  }

  private mutating func open(
    isObject: Bool, _ scanner: inout JSONScanner
  ) throws(NotationError) {
    guard frames.count < JSONDocument.deepest else {
      throw scanner.unexpected("puzzles that are not so deep in lists and objects")
    }
    frames.append(Frame(isObject: isObject, start: scanner.place))
    scanner.skip()
  }

  /// Reads a member of an object: opens its list of puzzles, or remembers where its puzzle is.
  private mutating func member(_ scanner: inout JSONScanner) throws(NotationError) {
    let name = JSONDocument.plain(try scanner.text().line)
    try scanner.expect(UInt8(ascii: ":"))
    scanner.skipSpace()
    let last = frames.count - 1
    let isList = scanner.next == UInt8(ascii: "[")
    if JSONDocument.lists.contains(name), isList, !JSONBoard.isBoard(scanner) {
      frames[last].hasList = true
      return try open(isObject: false, &scanner)
    }
    if let rank = JSONDocument.puzzles.firstIndex(of: name),
      isList || scanner.next?.isQuote == true
    {
      if rank < frames[last].puzzle?.rank ?? .max {
        frames[last].puzzle = Puzzle(rank: rank, place: scanner.place)
      }
    } else if JSONDocument.quotas.contains(name), JSONDocument.isQuota(scanner) {
      if let number = JSONDocument.quotedNumber(scanner) {
        frames[last].stars = number
        return try scanner.skipValue()
      }
      let start = scanner.place
      do throws(NotationError) {
        frames[last].stars = try scanner.wholeNumber()
        return
      } catch {
        frames[last].fault = error
        scanner = scanner.at(start)
      }
    }
    try scanner.skipValue()
  }

  /// Names of lists of puzzles, without `_` and `-` and in small letters, as all of these.
  private static let lists: Set<String> = [
    "puzzles", "packs", "levels", "games", "items", "data", "entries", "results",
  ]

  /// Names of puzzles, the surest first.
  private static let puzzles = [
    "sbn", "regions", "colorregions", "regiongrid", "regionmap", "areas", "zones", "grid", "board",
    "layout", "matrix", "map", "cells", "puzzle", "task", "url", "link", "text",
  ]

  /// Names of the star quota.
  private static let quotas: Set<String> = [
    "stars", "starcount", "numstars", "starsperrow", "starsperregion", "quota",
  ]

  /// Whether a value is meant as a number of stars: lists, objects and texts of that name are
  /// something else, the stars of a solution for example, and `null` is nothing.
  private static func isQuota(_ scanner: JSONScanner) -> Bool {
    guard let first = scanner.next else { return false }
    if first.isQuote { return quotedNumber(scanner) != nil }
    return ![UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "n")].contains(first)
  }

  /// A number in quotation marks.
  private static func quotedNumber(_ scanner: JSONScanner) -> Int? {
    var scanner = scanner
    guard let (line, isEscaped) = try? scanner.text(), !isEscaped else { return nil }
    let digits = line.bytes[line.content]
    guard (1...9).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }

  /// A name in small letters and without `_` and `-`; at most a few of its letters.
  private static func plain(_ line: TextLine) -> String {
    let bytes = line.bytes[line.content].prefix(40)
      .filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
      .map { $0.isLetter ? $0 | 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The puzzle of an object at its end; `nil` where its puzzles stood in a list.
  private func read(
    _ frame: Frame, _ scanner: JSONScanner
  ) throws(NotationError) -> (line: Int, result: Result<SBN, NotationError>)? {
    if frame.hasList { return nil }
    guard let puzzle = frame.puzzle else {
      let start = scanner.at(frame.start).line
      let error = start.error(
        at: start.content.lowerBound, found: "an object without a puzzle",
        expected: "a member “puzzles”, “sbn” or “regions”")
      return (error.line, .failure(error))
    }
    // The text of a `sbn` has its stars itself.
    if let fault = frame.fault, frame.stars == nil, puzzle.rank > 0 {
      return (fault.line, .failure(fault))
    }
    var inner = scanner.at(puzzle.place)
    return try read(&inner, stars: frame.stars ?? stars)
  }

  /// Reads the text or board that is next.
  ///
  /// - Returns: The puzzle, or what is wrong with it alone.
  /// - Throws: `NotationError` where the text is no JSON.
  private func read(
    _ scanner: inout JSONScanner, stars: Int?
  ) throws(NotationError) -> (line: Int, result: Result<SBN, NotationError>) {
    let place = scanner.place
    if scanner.next?.isQuote == true {
      let (text, isEscaped) = try scanner.text()
      do throws(NotationError) {
        let sbn = try Notation.puzzle(in: text, isEscaped: isEscaped, stars: stars)
        return (place.lineNumber, .success(sbn))
      } catch {
        return (place.lineNumber, .failure(error))
      }
    }
    do throws(NotationError) {
      let board = try JSONBoard.read(&scanner)
      return (place.lineNumber, .success(SBN(puzzle: try board.puzzle(stars: stars))))
    } catch {
      scanner = scanner.at(place)
      try scanner.skipValue()
      return (place.lineNumber, .failure(error))
    }
  }

  /// Behind the document there is nothing in its last line.
  private func end(_ scanner: inout JSONScanner) throws(NotationError) {
    while let byte = scanner.next, byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "#") { return }
      guard byte.isSpace || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") else {
        throw scanner.unexpected("the end of the line behind the last bracket")
      }
      scanner.skip()
    }
  }

  /// Leaves a broken document: behind the lines that are indented or close a bracket.
  private func leave(_ place: JSONScanner.Place, _ source: inout TextSource) {
    let isFirst = place.lineNumber == firstLine.number
    source.goOn(
      behindLineEndingAt: isFirst ? place.lineRange.upperBound : place.lineRange.lowerBound - 1,
      number: isFirst ? place.lineNumber : place.lineNumber - 1)
    while true {
      let before = source
      guard let line = source.takeLine() else { return }
      let isInside =
        line.bytes.first.map { [UInt8(ascii: "]"), UInt8(ascii: "}")].contains($0) || $0.isBlank }
      if isInside != true || line.isEmpty {
        source = before
        return
      }
    }
  }
}
