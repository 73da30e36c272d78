import Notation
import StarBattle

/// Boards that several suites use.
enum Samples {
  /// The rows of a 5×5 board with one star.
  static let rows = ["AABBB", "AABBC", "ADDCC", "ADDCE", "DDDEE"]

  /// Its letters in one string.
  static let letters = rows.joined()

  /// It as SBN, without metadata.
  static let text = "5x1.\(letters)"

  /// Reads a puzzle of region letters.
  static func puzzle(_ letters: String, stars: Int = 1) throws -> Puzzle {
    let side = Grid.sides.first { $0 * $0 == letters.utf8.count } ?? 0
    return try Puzzle(grid: Grid(side: side, stars: stars), regions: Array(letters.utf8))
  }

  /// The error of reading an SBN string, in words.
  static func complaint(_ text: String) -> String? {
    do {
      _ = try SBN(text)
      return nil
    } catch {
      return error.description
    }
  }

  /// The error of reading a text in a notation, in words.
  static func complaint(_ text: String, as notation: Notation, stars: Int? = nil) -> String? {
    do {
      _ = try notation.read(text, stars: stars)
      return nil
    } catch {
      return error.description
    }
  }

  /// A string of Star Battle Lab's format, written out apart from the code under test.
  static func starBattleLab(_ puzzle: Puzzle) -> String {
    let side = puzzle.grid.side
    func region(_ row: Int, _ column: Int) -> UInt8 { puzzle.regions[row * side + column] }
    var bits = ""
    for row in 0..<side {
      for column in 0..<side - 1 {
        bits += region(row, column) == region(row, column + 1) ? "0" : "1"
      }
    }
    for column in 0..<side {
      for row in 0..<side - 1 {
        bits += region(row, column) == region(row + 1, column) ? "0" : "1"
      }
    }
    while bits.count % 6 != 0 { bits = "0" + bits }
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_")
    let code = String(alphabet[side])
    var text = code + code + "\(puzzle.grid.stars)W"
    while !bits.isEmpty {
      text.append(alphabet[Int(bits.prefix(6), radix: 2) ?? 0])
      bits.removeFirst(6)
    }
    return text
  }
}
