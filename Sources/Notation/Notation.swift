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

  /// Whether a line looks like the start of a puzzle.
  ///
  /// The first row of the table that says so reads it.
  let recognises: @Sendable (_ line: TextLine) -> Bool

  /// Reads a puzzle of lines that are not empty; there is one, unless `isMultiline`.
  let reader: @Sendable (_ lines: [TextLine], _ stars: Int?) throws(NotationError) -> SBN

  /// Writes a puzzle; `nil` for a notation that is only read.
  let writer: (@Sendable (_ sbn: SBN) -> String)?

  /// Every notation, in the order in which an unknown text is tried.
  public static let all: [Notation] = [.sbn, .puzzlink, .starbattlelab, .task, .letters]

  /// The notations with a sample of each, for help texts: `sbn (5x1.…), …`.
  package static var choices: String {
    all.map { "\($0.id) (\($0.sample))" }.joined(separator: ", ")
  }

  /// SBN, which is what we publish.
  ///
  /// Read and written; what was read is written with the same bytes.
  public static let sbn = Notation(
    id: "sbn", title: "SBN", sample: "5x1.AABBB….s42d7l4c12", isMultiline: false,
    recognises: SBN.recognises,
    reader: { lines, _ throws(NotationError) in try SBN.read(lines[0]) },
    writer: \.description)

  /// The links of puzz.link, read and written.
  public static let puzzlink = Notation(
    id: "puzzlink", title: "puzz.link",
    sample: "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou", isMultiline: false,
    recognises: PuzzLink.recognises,
    reader: { lines, _ throws(NotationError) in try PuzzLink.read(lines[0]) },
    writer: PuzzLink.write)

  /// The strings of Star Battle Lab, which are only read.
  public static let starbattlelab = Notation(
    id: "starbattlelab", title: "Star Battle Lab", sample: "551W7kxqe40", isMultiline: false,
    recognises: StarBattleLab.recognises,
    reader: { lines, _ throws(NotationError) in try StarBattleLab.read(lines[0]) }, writer: nil)

  /// Region numbers with commas, read and written; the stars are not in the text.
  public static let task = Notation(
    id: "task", title: "Task list", sample: "1,1,2,2,2,…", isMultiline: false,
    recognises: TaskList.recognises,
    reader: { lines, stars throws(NotationError) in try TaskList.read(lines[0], stars: stars) },
    writer: TaskList.write)

  /// Rows of region letters, read and written; the stars are not in the text.
  public static let letters = Notation(
    id: "letters", title: "Letter grid", sample: "AABBB, one row a line", isMultiline: true,
    recognises: LetterGrid.recognises, reader: LetterGrid.read, writer: LetterGrid.write)

  /// The notation with an id, if there is one.
  ///
  /// - Parameter id: Such as `puzzlink`.
  /// - Returns: The row of the table.
  public static func named(_ id: String) -> Notation? { all.first { $0.id == id } }
}

extension Notation {
  /// Whether puzzles can be written in this notation.
  public var isWritable: Bool { writer != nil }

  /// A puzzle written in this notation, without a line end after it.
  ///
  /// - Parameter sbn: The puzzle. SBN gives the bytes it was read from; the others carry the puzzle
  ///   alone, without metadata.
  /// - Returns: The text, of one line unless `isMultiline`; `nil` unless `isWritable`.
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

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
