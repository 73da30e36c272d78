import Foundation
package import GRDB
import Notation
import StarBattle

extension KeptPuzzle {
  /// The columns that a puzzle is read from, of a table named `puzzles`.
  static let columns = """
    puzzles.id, puzzles.sbn, puzzles.side, puzzles.stars, puzzles.seed, \
    puzzles.generator_version, puzzles.grader_version, puzzles.score_hundredths, \
    puzzles.difficulty, puzzles.level, puzzles.cycles, puzzles.rules, puzzles.solution, \
    puzzles.first_release
    """

  init(_ row: Row, path: String) throws {
    id = row["id"]
    sbn = row["sbn"]
    do {
      grid = try Grid(side: row["side"], stars: row["stars"])
      let decoder = JSONDecoder()
      rules = try decoder.decode([String: Int].self, from: Data((row["rules"] as String).utf8))
      let stars = try decoder.decode([Int].self, from: Data((row["solution"] as String).utf8))
      solution = Solution(stars: stars)
    } catch {
      throw CatalogError.corrupted(
        path: path, detail: "puzzle \(id): its grid, rules or solution cannot be read")
    }
    seed = row["seed"]
    generatorVersion = row["generator_version"]
    graderVersion = row["grader_version"]
    scoreInHundredths = row["score_hundredths"]
    difficulty = row["difficulty"]
    level = row["level"]
    cycles = row["cycles"]
    firstRelease = row["first_release"]
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
