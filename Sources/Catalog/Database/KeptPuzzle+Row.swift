import Foundation
package import GRDB
import JSONText
import Notation
import StarBattle

extension KeptPuzzle {
  /// The columns that a puzzle is read from, of a table named `puzzles`: the last of a query.
  static let columns = """
    puzzles.id, puzzles.sbn, puzzles.side, puzzles.stars, puzzles.seed, \
    puzzles.generator_version, puzzles.grader_version, puzzles.score_hundredths, \
    puzzles.difficulty, puzzles.level, puzzles.cycles, puzzles.rules, puzzles.solution, \
    puzzles.first_release
    """

  private static let columnCount = columns.split(separator: ",").count

  /// Reads a row whose last columns are `columns`.
  ///
  /// By place, for finding a column by its name takes longer than reading it, and puzzles are read
  /// by the thousand. A row of a cursor is read more quickly than one of an array, which is a copy.
  init(_ row: Row, path: String) throws {
    let first = row.count - KeptPuzzle.columnCount
    id = row[first]
    sbn = row[first + 1]
    grid = try KeptPuzzle.grid(
      side: row[first + 2], stars: row[first + 3], ofPuzzle: id, path: path)
    guard let rules = KeptPuzzle.counts(row[first + 11]),
      let stars = KeptPuzzle.numbers(row[first + 12])
    else {
      throw CatalogError.corrupted(
        path: path, detail: "puzzle \(id): its rules or solution cannot be read")
    }
    self.rules = rules
    solution = Solution(stars: stars)
    seed = row[first + 4]
    generatorVersion = row[first + 5]
    graderVersion = row[first + 6]
    scoreInHundredths = row[first + 7]
    difficulty = row[first + 8]
    level = row[first + 9]
    cycles = row[first + 10]
    firstRelease = row[first + 13]
  }

  /// The grid that a row tells of.
  static func grid(
    side: Int, stars: Int, ofPuzzle id: Int64, path: String
  ) throws -> Grid {
    do {
      return try Grid(side: side, stars: stars)
    } catch {
      throw CatalogError.corrupted(path: path, detail: "puzzle \(id): its grid cannot be read")
    }
  }

  /// Reads `{"rule": count, …}`.
  private static func counts(_ text: String) -> [String: Int]? {
    guard case .object(let members)? = try? JSONValue(reading: Array(text.utf8)) else { return nil }
    var counts = [String: Int](minimumCapacity: members.count)
    for member in members {
      guard case .integer(let count) = member.value else { return nil }
      counts[member.key] = count
    }
    return counts
  }

  /// Reads `[number,…]`, the cells of the stars, as `NewPuzzle.insert` writes them.
  ///
  /// Without values of JSON between, which would take longer than all the rest of the row.
  private static func numbers(_ text: String) -> [Int]? {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else { return nil }
    var numbers: [Int] = []
    numbers.reserveCapacity(bytes.count / 2)
    var number: Int?
    for byte in bytes.dropFirst().dropLast() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let cell = (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
        guard cell < Grid.sides.upperBound * Grid.sides.upperBound else { return nil }
        number = cell
      case UInt8(ascii: ","):
        guard let cell = number else { return nil }
        numbers.append(cell)
        number = nil
      default: return nil
      }
    }
    guard let last = number else { return nil }
    return numbers + [last]
  }
}

extension NewPuzzle {
  /// How often each rule was used, as it is kept.
  var rulesText: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(rules), as: UTF8.self)
    }
  }

  /// Puts the puzzle into the table.
  ///
  /// - Returns: Its number.
  package func insert(_ database: Database) throws -> Int64 {
    let stars = solution.stars.map(String.init).joined(separator: ",")
    let insertion = try database.cachedStatement(
      sql: """
        INSERT INTO puzzles (canonical, sbn, side, stars, seed, generator_version, grader_version,
          score_hundredths, difficulty, level, cycles, rules, solution)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try insertion.execute(
      arguments: [
        Data(form.key), sbn.description, sbn.puzzle.grid.side, sbn.puzzle.grid.stars,
        sbn.metadata.seed, generatorVersion, graderVersion, scoreInHundredths,
        sbn.metadata.difficulty, sbn.metadata.level, sbn.metadata.cycles, try rulesText,
        "[\(stars)]",
      ])
    return database.lastInsertedRowID
  }
}
