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
}
