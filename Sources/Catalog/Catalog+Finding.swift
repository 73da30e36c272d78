import GRDB
import Identity

extension Catalog {
  /// The puzzle of a number and where it is used, or `nil`.
  ///
  /// - Throws: `CatalogError`.
  package func puzzle(numbered id: Int64) throws(CatalogError) -> PuzzleRecord? {
    try reading { database in
      let row = try Row.fetchOne(
        database, sql: "\(Catalog.selectRecords) WHERE puzzles.id = ?", arguments: [id])
      return try row.map { try self.record(database, $0) }
    }
  }

  /// The puzzles that a query asks for: smaller boards first, then fewer stars, then by score.
  ///
  /// - Throws: `CatalogError`.
  /// - Complexity: O(puzzles of the side).
  package func puzzles(matching query: PuzzleQuery) throws(CatalogError) -> [PuzzleRecord] {
    var conditions: [String] = []
    var arguments = StatementArguments()
    func require(_ condition: String, _ values: [any DatabaseValueConvertible]) {
      conditions.append(condition)
      arguments += StatementArguments(values)
    }
    if let side = query.side { require("side = ?", [side]) }
    if let stars = query.stars { require("stars = ?", [stars]) }
    if let range = query.difficulties {
      require("difficulty BETWEEN ? AND ?", [range.lowerBound, range.upperBound])
    }
    if let range = query.levels {
      require("level BETWEEN ? AND ?", [range.lowerBound, range.upperBound])
    }
    for rule in query.rules {
      require("EXISTS (SELECT 1 FROM json_each(puzzles.rules) WHERE json_each.key = ?)", [rule])
    }
    if let pack = query.pack {
      require("puzzles.id IN (SELECT puzzle FROM slots WHERE pack = ?)", [pack.text])
    }
    for tag in query.tags {
      require("puzzles.id IN (SELECT puzzle FROM tags WHERE tag = ?)", [tag])
    }
    if let note = query.note {
      // SQLite's own “lower” knows the letters of English alone.
      let lowercase = DatabaseFunction.lowercase.name
      require("instr(\(lowercase)(notes.note), ?) > 0", [note.lowercased()])
    }
    if query.isRefusedOnly { conditions.append("refused.reason IS NOT NULL") }
    if query.isKeptAboutOnly {
      conditions.append(
        "(refused.reason IS NOT NULL OR notes.note IS NOT NULL "
          + "OR puzzles.id IN (SELECT puzzle FROM tags))")
    }
    if query.isReserveOnly { conditions.append(Catalog.isUnused) }
    let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let limit = query.limit.map { "LIMIT \($0)" } ?? ""
    return try reading { database in
      try Row.fetchAll(
        database,
        sql: """
          \(Catalog.selectRecords) \(filter)
          ORDER BY side, stars, score_hundredths, id \(limit)
          """, arguments: arguments
      ).map { try self.record(database, $0) }
    }
  }

  /// What a record is read from: `record` reads a row of it.
  static let selectRecords = """
    SELECT releases.created_at, traces.signals, notes.note, refused.reason AS refusal,
      \(KeptPuzzle.columns)
    FROM puzzles LEFT JOIN releases ON releases.number = puzzles.first_release
      LEFT JOIN traces ON traces.puzzle = puzzles.id
      LEFT JOIN notes ON notes.puzzle = puzzles.id
      LEFT JOIN refused ON refused.puzzle = puzzles.id
    """

  func record(_ database: Database, _ row: Row) throws -> PuzzleRecord {
    let puzzle = try KeptPuzzle(row, path: path)
    return PuzzleRecord(
      puzzle: puzzle, places: try self.properPlaces(database, of: puzzle.id),
      standsInFor: try self.dates(database, of: puzzle.id, in: "fillers"),
      firstPublished: row["created_at"], signals: row["signals"], note: row["note"],
      tags: try String.fetchAll(
        database, sql: "SELECT tag FROM tags WHERE puzzle = ? ORDER BY tag",
        arguments: [puzzle.id]),
      refusal: row["refusal"])
  }
}
