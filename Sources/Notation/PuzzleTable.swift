import Wording

/// A table with a column of puzzles, such as `catalog export` writes.
///
///     id,sbn,size,stars,…        The first line names the columns, and one of them is `sbn`.
///     1,5x1.AABBB…,5,1,…         Commas, semicolons or tabs stand between fields; a field that
///                                has one in it stands in quotation marks.
///
/// A `#` is text in a field of a row, since titles have it; a comment stands behind the last one.
///
/// The column may hold puzzles in any notation of a line. The table ends at an empty line. Read
/// only: `catalog export` writes it.
struct PuzzleTable: PuzzleDocument {
  private let head: TextLine
  private let stars: Int?
  private let layout: Layout?
  private var isRefused = false

  /// What stands between fields, and which field is the puzzle.
  private struct Layout {
    var separator: UInt8
    var column: Int
  }

  init(_ head: TextLine, stars: Int?) {
    self.head = head
    self.stars = stars
    layout = PuzzleTable.layout(head)
  }

  static func recognises(_ line: TextLine) -> Bool {
    // Every table begins with a name, and few lines that do are long.
    let bytes = line.bytes[line.content]
    guard bytes.count < 4096, let first = bytes.first, first.isLetter || first.isQuote,
      bytes.contains(where: { separators.contains($0) })
    else { return false }
    return layout(line) != nil
  }

  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  private static func layout(_ line: TextLine) -> Layout? {
    for separator in separators {
      let names = fields(of: line, separator).map { field in
        line.bytes[field].map { $0.isLetter ? $0 | 0x20 : $0 }
      }
      guard names.count > 1 else { continue }
      if let column = names.firstIndex(where: { $0.elementsEqual("sbn".utf8) }) {
        return Layout(separator: separator, column: column)
      }
    }
    return nil
  }

  mutating func next(
    in source: inout TextSource
  ) -> (line: Int, result: Result<SBN, NotationError>)? {
    guard let layout else {
      // Said to be a table, and none.
      if isRefused { return nil }
      isRefused = true
      while let line = source.takeLine(), !line.isEmpty {}
      let error = head.error(
        at: head.content.lowerBound, found: "no column “sbn”",
        expected: "the names of columns, one of them “sbn”")
      return (head.number, .failure(error))
    }
    let before = source
    guard let line = source.takeLine() else { return nil }
    if line.isEmpty {
      source = before
      return nil
    }
    do throws(NotationError) {
      try TextLimits.checkLength(line.bytes.count, line: line.number)
      let row = TextLine(verbatim: line.bytes, number: line.number)
      let fields = PuzzleTable.fields(of: row, layout.separator)
      guard layout.column < fields.count else {
        throw line.error(
          at: line.content.upperBound,
          found: "a row of \(fields.count, of: "field")",
          expected: "the field “sbn”, which is number \(layout.column + 1)")
      }
      let text = line.part(PuzzleTable.uncommented(fields[layout.column], of: line))
      let sbn = try Notation.puzzle(
        in: text, isEscaped: false,
        stars: PuzzleTable.comment(behind: fields[fields.count - 1], of: line).stars ?? stars)
      return (line.number, .success(sbn))
    } catch {
      return (line.number, .failure(error))
    }
  }

  /// The fields of a line, without blanks and quotation marks around them; in a line that counts as
  /// it stands, the last one may have a comment behind it.
  private static func fields(of line: TextLine, _ separator: UInt8) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var cursor = TextCursor(line)
    repeat {
      cursor.skip { $0.isBlank && $0 != separator }
      if cursor.take("\"") {
        fields.append(cursor.skip { $0 != UInt8(ascii: "\"") })
        cursor.skip { $0 != separator }
      } else {
        var field = cursor.skip { $0 != separator }
        while let last = field.last, line.bytes[last].isBlank { field = field.dropLast() }
        fields.append(field)
      }
      guard cursor.next == separator else { return fields }
      cursor.skip()
    } while true
  }

  /// A field without a comment that stands in it.
  private static func uncommented(_ field: Range<Int>, of line: TextLine) -> Range<Int> {
    TextLine(ofList: line.bytes[field], number: line.number).content
  }

  /// The comment of a line whose last field is known.
  private static func comment(
    behind field: Range<Int>, of line: TextLine
  ) -> (isThere: Bool, stars: Int?) {
    let isQuoted =
      field.lowerBound > line.bytes.startIndex
      && line.bytes[field.lowerBound - 1] == UInt8(ascii: "\"")
    let start = isQuoted ? min(field.upperBound + 1, line.bytes.endIndex) : field.lowerBound
    return TextLine(ofList: line.bytes[start...], number: line.number).comment
  }
}
