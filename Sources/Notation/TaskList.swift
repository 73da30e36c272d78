import StarBattle

/// The region numbers of the cells, row-major, with commas: `1,1,2,2,…`.
///
/// Any whole numbers do as names of regions; the writer counts from 1 in order of first appearance.
/// The stars are not in the text: they are given apart, or are the usual ones of the side.
enum TaskList {
  /// Whether a line looks like a list of numbers.
  static func recognises(_ line: TextLine) -> Bool {
    var cursor = TextCursor(line)
    guard !cursor.skip(while: \.isDigit).isEmpty else { return false }
    cursor.skip(while: \.isBlank)
    return cursor.next == UInt8(ascii: ",")
  }

  /// Reads a list; blanks are allowed after and before commas.
  static func read(_ line: TextLine, stars: Int?) throws(NotationError) -> SBN {
    var cursor = TextCursor(line)
    var labels: [Int] = []
    var starts: [Int] = []
    repeat {
      cursor.skip(while: \.isBlank)
      let (label, start) = try cursor.number("a region number")
      labels.append(label)
      starts.append(start)
      cursor.skip(while: \.isBlank)
    } while cursor.take(",")
    try cursor.expectEnd("“,” or the end of the line after a region number")

    let sides = Grid.sides
    guard let side = sides.first(where: { $0 * $0 == labels.count }) else {
      let (least, most) = (sides.lowerBound, sides.upperBound)
      throw line.error(
        at: line.content.lowerBound,
        found: "\(labels.count) \(labels.count == 1 ? "number" : "numbers")",
        expected: "a number for each cell of a square board: \(least)×\(least) = \(least * least), "
          + "… \(most)×\(most) = \(most * most)")
    }
    let grid = try line.grid(side: side, stars: stars)
    let puzzle = try line.puzzle(of: grid, labels: labels, at: line.content.lowerBound) {
      (line, starts[$0])
    }
    return SBN(puzzle: puzzle)
  }

  static func write(_ sbn: SBN) -> String {
    sbn.puzzle.regions.map { String($0 + 1) }.joined(separator: ",")
  }
}
