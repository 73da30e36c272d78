import Wording
import Yams

/// A row of a drawing in a recipe, without blanks.
struct DrawnRow {
  let line: Int
  let text: [Character]
  /// The column of each character in the file.
  let columns: [Int]

  /// The row as it stands in a line of the file, from some column on.
  init(_ text: some StringProtocol, line: Int, column: Int = 1) {
    let signs = text.enumerated().filter { !$1.isWhitespace }
    self.line = line
    self.text = signs.map(\.element)
    columns = signs.map { $0.offset + column }
  }

  /// Where a character is, or would be.
  func place(of index: Int) -> RecipeLocation {
    let last = columns.last ?? 0
    return RecipeLocation(
      line: line, column: index < columns.count ? columns[index] : last + 1)
  }
}

/// Reads what recipes draw: regions, shapes, stars.
struct DrawingReader {
  let side: Int
  let reader: RecipeReader

  /// The rows of a drawing: a block behind `|`, or a list of texts.
  func rows(_ node: Node, _ name: String) -> [DrawnRow]? {
    switch node {
    case .scalar(let scalar) where scalar.style == .literal:
      let mark = RecipeLocation(node.mark)
      let lines = reader.file.lines
      var rows = scalar.string.split(separator: "\n", omittingEmptySubsequences: false)
      while let last = rows.last, last.allSatisfy(\.isWhitespace) { rows.removeLast() }
      return rows.enumerated().map { index, row in
        let line = mark.line + 1 + index
        return DrawnRow(line <= lines.count ? lines[line - 1] : row, line: line)
      }
    case .sequence(let nodes):
      var rows: [DrawnRow] = []
      for node in nodes {
        guard let text = reader.text(node, "a row of `\(name)`") else { return nil }
        let place = RecipeLocation(node.mark)
        let isQuoted = node.scalar.map { $0.style != .plain } ?? false
        rows.append(
          DrawnRow(text, line: place.line, column: place.column + (isQuoted ? 1 : 0)))
      }
      return rows
    default:
      reader.note(
        RecipeLocation(node.mark),
        "`\(name)` is \(RecipeReader.described(node)) — draw it in lines below `\(name): |`")
      return nil
    }
  }

  /// The rows of a drawing of the whole board.
  func board(_ node: Node, _ name: String) -> [DrawnRow]? {
    guard let rows = rows(node, name) else { return nil }
    guard rows.count == side else {
      reader.note(
        RecipeLocation(node.mark),
        "`\(name)` has \(rows.count, of: "row") — this board has "
          + "\(side)")
      return nil
    }
    var isWhole = true
    for row in rows where row.text.count != side {
      isWhole = false
      reader.note(
        row.place(of: min(row.text.count, side)),
        "this row of `\(name)` has \(row.text.count, of: "cell") — this "
          + "board has \(side)")
    }
    return isWhole ? rows : nil
  }
}
