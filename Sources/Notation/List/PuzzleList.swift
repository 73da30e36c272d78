import StarBattle

/// The puzzles of a text, one after the other: a list, a file, or whatever stands on an input.
///
/// Each line is an SBN string or a puzzle in another notation; letter grids take several lines and
/// are kept apart by empty lines. Line ends are LF or CRLF, a byte order mark at the beginning is
/// passed over, and so are empty lines, blanks around a puzzle, and comments: from a `#` at the
/// start of a line or after a blank to the end of the line.
///
/// A bad puzzle does not end the list: its entry carries the error and the next one is read, so
/// that all mistakes of a file can be named at once. Nothing is read before it is asked for.
///
/// Any bytes can be read: nothing traps, the time is linear in the bytes, and the memory, besides
/// the bytes themselves, is that of the longest line a puzzle can have.
public struct PuzzleList: Sequence, IteratorProtocol, Sendable {
  private let bytes: [UInt8]
  private let notation: Notation?
  private let stars: Int?
  private var position: Int
  private var lineNumber = 0

  init(bytes: [UInt8], notation: Notation?, stars: Int?) {
    self.bytes = bytes
    self.notation = notation
    self.stars = stars
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Reads on to the next puzzle.
  ///
  /// - Returns: The puzzle or what is wrong with it; `nil` at the end of the text.
  public mutating func next() -> ListedPuzzle? {
    while let line = takeLine() {
      if !line.isEmpty { return entry(from: line) }
    }
    return nil
  }

  /// The entry that starts at a line.
  private mutating func entry(from line: TextLine) -> ListedPuzzle {
    let notation = notation ?? Notation.all.first { $0.recognises(line) }
    func entry(_ result: Result<SBN, NotationError>) -> ListedPuzzle {
      ListedPuzzle(line: line.number, notation: notation, result: result)
    }
    do throws(NotationError) {
      try TextLimits.checkLength(line.content.count, line: line.number)
      guard let notation else {
        let known = Notation.all.map(\.title).joined(separator: ", ")
        throw line.error(
          at: line.content.lowerBound, expected: "a puzzle in one of the notations \(known)")
      }
      let lines = notation.isMultiline ? try takeBlock(from: line) : [line]
      return entry(.success(try notation.reader(lines, stars)))
    } catch {
      return entry(.failure(error))
    }
  }

  /// A line and those that follow it until one that is empty or begins something else.
  ///
  /// Of the lines beyond those of the largest board one is kept, which is enough to complain of.
  private mutating func takeBlock(from first: TextLine) throws(NotationError) -> [TextLine] {
    var lines = [first]
    while true {
      let before = (position, lineNumber)
      guard let line = takeLine() else { return lines }
      let isOther =
        notation == nil && Notation.all.contains { !$0.isMultiline && $0.recognises(line) }
      if line.isEmpty || isOther {
        (position, lineNumber) = before
        return lines
      }
      try TextLimits.checkLength(line.content.count, line: line.number)
      if lines.count <= Grid.sides.upperBound { lines.append(line) }
    }
  }

  /// The next line; `nil` at the end of the text.
  private mutating func takeLine() -> TextLine? {
    guard position < bytes.count else { return nil }
    let newline = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
    var end = newline ?? bytes.count
    let start = position
    position = newline.map { $0 + 1 } ?? bytes.count
    lineNumber += 1
    if end > start && bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return TextLine(ofList: bytes[start..<end], number: lineNumber)
  }
}

/// Reads the puzzles of a text.
///
/// - Parameters:
///   - text: A list, a file, a single puzzle.
///   - notation: What it is written in; without it, each puzzle's notation is recognised by itself.
///   - stars: The star quota, for notations that do not say; without it, the usual one of the side.
/// - Returns: A sequence that reads as it is walked.
public func readPuzzles(
  _ text: String, as notation: Notation? = nil, stars: Int? = nil
) -> PuzzleList {
  readPuzzles(Array(text.utf8), as: notation, stars: stars)
}

/// Reads the puzzles of any bytes.
///
/// - Parameters:
///   - bytes: A list, a file, a single puzzle; it need not be valid UTF-8.
///   - notation: What it is written in; without it, each puzzle's notation is recognised by itself.
///   - stars: The star quota, for notations that do not say; without it, the usual one of the side.
/// - Returns: A sequence that reads as it is walked.
public func readPuzzles(
  _ bytes: [UInt8], as notation: Notation? = nil, stars: Int? = nil
) -> PuzzleList {
  PuzzleList(bytes: bytes, notation: notation, stars: stars)
}
