import StarBattle
import Wording

/// The region numbers of the cells, row-major, with commas: `1,1,2,2,…`.
///
/// Any whole numbers do as names of regions; the writer counts from 1 in order of first appearance.
/// A comma behind the last one is passed over.
///
/// The stars are not in the text: they are given apart, in a comment (`# 2 stars`), or are the
/// usual ones of the side. Three numbers in front, as tables have them, say rows, columns and
/// stars: `10,10,2,…`.
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
    } while cursor.take(",") && !(isWhole(labels) && cursor.rest.isBlank)
    if !cursor.rest.isBlank {
      throw cursor.unexpected("“,” or the end of the line after a region number")
    }
    if let side = headedSide(labels) {
      let grid = try line.grid(side: side, at: starts[0], stars: labels[2], at: starts[2])
      let puzzle = try line.puzzle(of: grid, labels: Array(labels.dropFirst(3)), at: starts[3]) {
        (line, starts[$0 + 3])
      }
      return SBN(puzzle: puzzle)
    }

    let sides = Grid.sides
    guard let side = sides.first(where: { $0 * $0 == labels.count }) else {
      let (least, most) = (sides.lowerBound, sides.upperBound)
      throw line.error(
        at: line.content.lowerBound,
        found: "\(labels.count, of: "number")",
        expected: "a number for each cell of a square board: \(least)×\(least) = \(least * least), "
          + "… \(most)×\(most) = \(most * most)")
    }
    let grid = try line.grid(side: side, stars: stars)
    let puzzle = try line.puzzle(of: grid, labels: labels, at: line.content.lowerBound) {
      (line, starts[$0])
    }
    return SBN(puzzle: puzzle)
  }

  /// Whether labels are those of a board, with or without rows, columns and stars in front.
  private static func isWhole(_ labels: [Int]) -> Bool {
    Grid.sides.contains { $0 * $0 == labels.count } || headedSide(labels) != nil
  }

  /// The side of a board whose numbers come behind those of rows, columns and stars.
  private static func headedSide(_ labels: [Int]) -> Int? {
    guard labels.count > 3, labels[0] == labels[1], Grid.sides.contains(labels[0]) else {
      return nil
    }
    return labels.count == labels[0] * labels[0] + 3 ? labels[0] : nil
  }

  static func write(_ sbn: SBN) -> String {
    sbn.puzzle.regions.map { String($0 + 1) }.joined(separator: ",")
      + StatedStars.comment(sbn.puzzle.grid)
  }
}

extension ArraySlice<UInt8> {
  /// Whether there is nothing but blanks in it.
  fileprivate var isBlank: Bool { allSatisfy(\.isBlank) }
}
