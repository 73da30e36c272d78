import StarBattle

/// The puzzles of a text, one after the other: a list, a file, or whatever stands on an input.
///
/// Each line is an SBN string or a puzzle in another notation; boards that are drawn take several
/// lines and are kept apart by empty lines; documents, such as pack files, know where they end.
/// Line ends are LF or CRLF, or CR in a text that has no others; a byte order mark at the beginning
/// is passed over, and so are empty lines, blanks (no-break ones too) and quotation marks around a
/// puzzle, and comments: from a `#` at the start of a line or after a blank to the end of the line.
/// A comment that says nothing but a star quota, `# 2 stars`, gives it to the puzzle behind which
/// or right above which it stands, if its notation does not say.
///
/// A bad puzzle does not end the list: its entry carries the error and the next one is read, so
/// that all mistakes of a file can be named at once. Nothing is read before it is asked for.
///
/// Any bytes can be read: nothing traps, the time is linear in the bytes, and the memory, besides
/// the bytes themselves, is that of the longest line a puzzle can have.
public struct PuzzleList: Sequence, IteratorProtocol, Sendable {
  private let notation: Notation?
  private let stars: Int?
  /// Whether what is read may be a document: not where it stands in one itself.
  private let isInDocument: Bool
  private var source: TextSource
  /// The document that is being walked, and its notation.
  private var document: (any PuzzleDocument, Notation)?

  init(bytes: [UInt8], notation: Notation?, stars: Int?, isInDocument: Bool = false) {
    self.notation = notation
    self.stars = stars
    self.isInDocument = isInDocument
    source = TextSource(bytes)
  }

  /// Reads on to the next puzzle.
  ///
  /// - Returns: The puzzle or what is wrong with it; `nil` at the end of the text.
  /// - Complexity: O(characters of the puzzle, and of what stands before it).
  public mutating func next() -> ListedPuzzle? {
    var statedStars: Int?
    while true {
      if let entry = nextOfDocument() { return entry }
      guard let line = source.takeLine() else { return nil }
      if line.number == 1, let name = Lookalike.file(beginningWith: line) {
        // Its other lines are none.
        source.skipToEnd()
        let error = Notation.unknown(line, looksLike: name)
        return ListedPuzzle(line: 1, notation: nil, result: .failure(error))
      }
      let comment = line.comment
      if line.isEmpty {
        // A comment above counts up to the next empty line.
        statedStars = comment.isThere ? comment.stars ?? statedStars : nil
      } else if let entry = entry(from: line, stars: comment.stars ?? statedStars ?? stars) {
        return entry
      }
    }
  }

  /// The next entry of the document that is being walked.
  private mutating func nextOfDocument() -> ListedPuzzle? {
    guard let (begun, notation) = document else { return nil }
    // Held once, so that walking copies nothing.
    document = nil
    var walked = begun
    guard let (line, result) = walked.next(in: &source) else { return nil }
    document = (walked, notation)
    return ListedPuzzle(line: line, notation: notation, result: result)
  }

  /// The entry that starts at a line; `nil` where a document starts.
  private mutating func entry(from line: TextLine, stars: Int?) -> ListedPuzzle? {
    let notation = notation ?? Notation.recognised(line, before: source, inDocument: isInDocument)
    func entry(_ result: Result<SBN, NotationError>) -> ListedPuzzle {
      ListedPuzzle(line: line.number, notation: notation, result: result)
    }
    do throws(NotationError) {
      switch notation?.reader {
      case .document(let begin):
        if let notation { document = (begin(line, stars), notation) }
        return nil
      case .block(let read, let continues):
        let lines = try takeBlock(from: line, while: continues)
        return entry(.success(try read(lines.map(\.withoutQuotes), stars)))
      case .line(let read):
        return ListedPuzzle(line, stars: stars, notation: notation, reader: read)
      case nil:
        let name = Lookalike.name(of: line)
        if name == nil { try TextLimits.checkLength(line.content.count, line: line.number) }
        throw Notation.unknown(line, looksLike: name)
      }
    } catch {
      return entry(.failure(error))
    }
  }

  /// A line and those that follow it until one that is empty or begins something else.
  ///
  /// Of the lines beyond those of the largest board one is kept, which is enough to complain of.
  private mutating func takeBlock(
    from first: TextLine, while continues: @Sendable (TextLine) -> Bool
  ) throws(NotationError) -> [TextLine] {
    try TextLimits.checkLength(first.content.count, line: first.number)
    var lines = [first]
    while true {
      let before = source
      guard let line = source.takeLine() else { return lines }
      let isOther = notation == nil && !continues(line)
      if line.isEmpty || isOther {
        source = before
        return lines
      }
      try TextLimits.checkLength(line.content.count, line: line.number)
      if lines.count <= Grid.sides.upperBound { lines.append(line) }
    }
  }
}

/// Reads the puzzles of a text.
///
/// - Parameters:
///   - text: A list, a file, a single puzzle.
///   - notation: What it is written in; without it, each puzzle's notation is recognised by itself.
///   - stars: The star quota, for notations that do not say; without it, the usual one of the side.
/// - Returns: A sequence that reads as it is walked.
/// - Complexity: O(bytes) when walked to its end.
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
/// - Complexity: O(bytes) when walked to its end.
public func readPuzzles(
  _ bytes: [UInt8], as notation: Notation? = nil, stars: Int? = nil
) -> PuzzleList {
  PuzzleList(bytes: bytes, notation: notation, stars: stars)
}
