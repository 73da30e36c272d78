/// One of the ways in which puzzles are written down.
///
/// The table `Notation.all` is the one place that knows them: what is recognised, offered by a tool
/// and tested is read from it. To add one, write a file like `TaskList.swift` and a row here.
public struct Notation: Sendable, Identifiable {
  /// The name that options and files use for ever, such as `puzzlink`.
  public let id: String

  /// The name for people.
  public let title: String

  /// A short sample, to tell the notations apart by.
  public let sample: String

  /// Whether a puzzle takes several lines, so that an empty line has to come between puzzles.
  public let isMultiline: Bool

  /// Whether a line, with what comes behind it, looks like the start of a puzzle.
  ///
  /// The first row of the table that says so reads it.
  let recognises: @Sendable (_ line: TextLine, _ rest: TextSource) -> Bool

  let reader: Reader

  /// Writes a puzzle; `nil` for a notation that is only read.
  let writer: (@Sendable (_ sbn: SBN) -> String)?

  /// How puzzles are read; the lines are not empty.
  enum Reader: Sendable {
    /// Each line is a puzzle.
    case line(@Sendable (_ line: TextLine, _ stars: Int?) throws(NotationError) -> SBN)
    /// A puzzle goes on until a line that is empty or does not continue it.
    case block(
      @Sendable (_ lines: [TextLine], _ stars: Int?) throws(NotationError) -> SBN,
      continues: @Sendable (_ line: TextLine) -> Bool)
    /// A part of the text that may hold several puzzles, from its first line.
    case document(@Sendable (_ line: TextLine, _ stars: Int?) -> any PuzzleDocument)
  }

  /// Every notation, in the order in which an unknown text is tried.
  public static let all: [Notation] = [
    .sbn, .fpuzzles, .puzzlink, .starbattlelab, .pzprv3, .json, .legup, .table, .numbers, .task,
    .letters,
  ]

  /// The notations by their ids, for messages: `sbn, fpuzzles, …`.
  package static var choices: String { all.map(\.id).joined(separator: ", ") }

  /// The notations with a sample of each, a line for each, for help texts.
  package static var samples: String {
    let width = (all.map(\.id.count).max() ?? 0) + 2
    return all.map { notation in
      let gap = String(repeating: " ", count: width - notation.id.count)
      return "  \(notation.id)\(gap)\(notation.sample)"
    }.joined(separator: "\n")
  }

  /// SBN, which is what we publish.
  ///
  /// Read and written; what was read is written with the same bytes.
  public static let sbn = Notation(
    id: "sbn", title: "SBN", sample: "5x1.AABBB….s42d7l4c12", isMultiline: false,
    recognises: { line, _ in SBN.recognises(line) },
    reader: .line { line, _ throws(NotationError) in try SBN.read(line) },
    writer: \.description)

  /// The links of f-puzzles, and those of SudokuPad that hold the same; only read, without stars.
  public static let fpuzzles = Notation(
    id: "fpuzzles", title: "f-puzzles", sample: "https://f-puzzles.com/?load=N4Ig…",
    isMultiline: false, recognises: { line, _ in FPuzzles.recognises(line) },
    reader: .line { line, stars throws(NotationError) in try FPuzzles.read(line, stars: stars) },
    writer: nil)

  /// The links of puzz.link, read and written.
  public static let puzzlink = Notation(
    id: "puzzlink", title: "puzz.link",
    sample: "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou", isMultiline: false,
    recognises: { line, _ in PuzzLink.recognises(line) },
    reader: .line { line, _ throws(NotationError) in try PuzzLink.read(line) },
    writer: PuzzLink.write)

  /// The strings of Star Battle Lab, which are only read.
  public static let starbattlelab = Notation(
    id: "starbattlelab", title: "Star Battle Lab", sample: "551W7kxqe40", isMultiline: false,
    recognises: { line, _ in StarBattleLab.recognises(line) },
    reader: .line { line, _ throws(NotationError) in try StarBattleLab.read(line) }, writer: nil)

  /// The files of puzz.link, read and written.
  public static let pzprv3 = Notation(
    id: "pzprv3", title: "pzprv3", sample: "pzprv3/starbattle/5/5/1/5/…, or a line for each /",
    isMultiline: true, recognises: { line, _ in Pzprv3.recognises(line) },
    reader: .document { line, _ in Pzprv3(line) }, writer: Pzprv3.write)

  /// JSON: pack files, the app's packs, exported lines and boards of programs are read; a board
  /// with its stars is written.
  public static let json = Notation(
    id: "json", title: "JSON", sample: "{\"stars\":1,\"regions\":[[1,1,2,…],…]}, pack files",
    isMultiline: false, recognises: { line, _ in JSONDocument.recognises(line) },
    reader: .document { line, stars in JSONDocument(line, stars: stars) }, writer: JSONBoard.write)

  /// The files of LEGUP, which are only read.
  public static let legup = Notation(
    id: "legup", title: "LEGUP", sample: "<Legup …>", isMultiline: true,
    recognises: { line, _ in Legup.recognises(line) },
    reader: .document { line, stars in Legup(line, stars: stars) }, writer: nil)

  /// Tables with a column of puzzles, which are only read.
  public static let table = Notation(
    id: "table", title: "Table", sample: "id,sbn,…, a puzzle a line", isMultiline: true,
    recognises: { line, _ in PuzzleTable.recognises(line) },
    reader: .document { line, stars in PuzzleTable(line, stars: stars) }, writer: nil)

  /// Rows of region numbers, read and written; the stars are in a comment at most.
  public static let numbers = Notation(
    id: "numbers", title: "Number grid", sample: "1 1 2 2 2, one row a line", isMultiline: true,
    recognises: NumberGrid.recognises,
    reader: .block(NumberGrid.read, continues: { !Notation.beginsOther($0, isTaskRow: true) }),
    writer: NumberGrid.write)

  /// Region numbers with commas, read and written; the stars are in a comment at most.
  public static let task = Notation(
    id: "task", title: "Task list", sample: "1,1,2,2,2,…", isMultiline: false,
    recognises: { line, _ in TaskList.recognises(line) },
    reader: .line { line, stars throws(NotationError) in try TaskList.read(line, stars: stars) },
    writer: TaskList.write)

  /// Rows of region letters, read and written; the stars are in a comment at most.
  public static let letters = Notation(
    id: "letters", title: "Letter grid", sample: "AABBB, one row a line", isMultiline: true,
    recognises: { line, _ in LetterGrid.recognises(line) },
    reader: .block(LetterGrid.read, continues: { !Notation.beginsOther($0) }),
    writer: LetterGrid.write)

  /// The notation with an id, if there is one.
  ///
  /// - Parameter id: Such as `puzzlink`.
  /// - Returns: The row of the table.
  /// - Complexity: O(1).
  public static func named(_ id: String) -> Notation? { all.first { $0.id == id } }
}

extension Notation {
  /// Whether a text is the address of a puzzle, which is the puzzle itself, and no file's name.
  package static func isAddress(_ text: String) -> Bool { PuzzLink.isAddress(text) }

  /// Whether a text is a puzzle in SBN rather than the name of a file: the letters of the smallest
  /// board follow the grid.
  package static func isSBN(_ text: String) -> Bool {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let first = parts.first else { return false }
    let numbers = first.split(separator: "x", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }
      && parts[1].utf8.prefix { $0.letterIndex != nil }.count >= 16
  }

  /// Whether puzzles can be written in this notation.
  public var isWritable: Bool { writer != nil }

  /// A puzzle written in this notation, without a line end after it.
  ///
  /// - Parameter sbn: The puzzle. SBN gives the bytes it was read from; the others carry the puzzle
  ///   alone, without metadata.
  /// - Returns: The text, of one line unless `isMultiline`; `nil` unless `isWritable`.
  /// - Complexity: O(cells).
  public func text(of sbn: SBN) -> String? { writer?(sbn) }

  /// Reads a text that holds exactly one puzzle in this notation.
  ///
  /// Blanks and comments around it are passed over, as in a list.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - stars: The star quota, for notations that do not say; without it, the usual one of the
  ///     side.
  /// - Returns: The puzzle, with its metadata where the notation has any.
  /// - Throws: `NotationError` at the first place that is wrong, or where a second puzzle begins.
  /// - Complexity: O(characters).
  public func read(_ text: String, stars: Int? = nil) throws(NotationError) -> SBN {
    var list = readPuzzles(text, as: self, stars: stars)
    guard let only = list.next() else {
      throw NotationError(
        line: 1, column: 1, found: "no puzzle", expected: "one, such as “\(sample)”")
    }
    let sbn = try only.result.get()
    if let second = list.next() {
      throw NotationError(
        line: second.line, column: 1, found: "a second puzzle", expected: "only one")
    }
    return sbn
  }
}

extension Notation: Hashable {
  /// Two notations are the same when their ids are.
  public static func == (left: Notation, right: Notation) -> Bool { left.id == right.id }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
