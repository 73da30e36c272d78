import Dates
import Foundation
import GRDB
import Identity
import Notation
package import StarBattle

extension Catalog {
  /// Keeps a puzzle in reserve: it has no place yet.
  ///
  /// - Returns: Its number, or the twin that the catalogue has already.
  /// - Throws: `CatalogError`; `.notASolution` when its stars do not solve it.
  /// - Complexity: O(cells + log puzzles).
  package func add(_ puzzle: NewPuzzle) throws(CatalogError) -> Addition {
    try writing { database in
      try Catalog.check(puzzle)
      if let twin = try self.twin(database, puzzle.form) { return .twin(twin) }
      return .added(try self.insert(database, puzzle))
    }
  }

  /// The puzzle of the catalogue that is the same as another in some orientation and lettering.
  ///
  /// - Returns: It and where it is used, or `nil`.
  /// - Throws: `CatalogError`.
  /// - Complexity: O(cells + log puzzles).
  package func twin(of form: CanonicalForm) throws(CatalogError) -> Twin? {
    try reading { try self.twin($0, form) }
  }

  /// The puzzles of a grid that were never used, in the order in which they came.
  ///
  /// - Throws: `CatalogError`.
  package func reserve(of grid: Grid) throws(CatalogError) -> [KeptPuzzle] {
    try reading { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT \(KeptPuzzle.columns) FROM puzzles
          WHERE side = ? AND stars = ? AND \(Catalog.isUnused) ORDER BY id
          """, arguments: [grid.side, grid.stars]
      ).map { try KeptPuzzle($0, path: self.path) }
    }
  }

  /// How much there is.
  ///
  /// - Throws: `CatalogError`.
  /// - Complexity: O(puzzles).
  package func counts() throws(CatalogError) -> CatalogCounts {
    try reading { database in
      func count(_ rows: String) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(rows)") ?? 0
      }
      return CatalogCounts(
        puzzles: try count("puzzles"), reserve: try count("puzzles WHERE \(Catalog.isUnused)"),
        slots: try count("slots"), dates: try count("calendar"),
        releases: try count("releases WHERE state = 'published'"))
    }
  }

  /// Counts candidates that were refused when they were made, by reason.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - reason: Why, in a few words that stay the same.
  /// - Throws: `CatalogError`.
  package func countCandidates(_ count: Int, refusedFor reason: String) throws(CatalogError) {
    try writing { database in
      try database.execute(
        sql: """
          INSERT INTO refusals (reason, count) VALUES (?, ?)
          ON CONFLICT (reason) DO UPDATE SET count = count + excluded.count
          """, arguments: [reason, count])
    }
  }

  /// How many candidates were ever refused, by reason.
  ///
  /// - Throws: `CatalogError`.
  package func refusedCandidates() throws(CatalogError) -> [String: Int] {
    try reading { database in
      let rows = try Row.fetchAll(database, sql: "SELECT reason, count FROM refusals")
      return Dictionary(rows.map { ($0["reason"], $0["count"]) }, uniquingKeysWith: { $1 })
    }
  }

  /// Never used, and not refused: without a place now, and without a release that ever published
  /// it.
  static let isUnused = """
    first_release IS NULL
    AND NOT EXISTS (SELECT 1 FROM slots WHERE slots.puzzle = puzzles.id)
    AND NOT EXISTS (SELECT 1 FROM calendar WHERE calendar.puzzle = puzzles.id)
    AND NOT EXISTS (SELECT 1 FROM fillers WHERE fillers.puzzle = puzzles.id)
    AND NOT EXISTS (SELECT 1 FROM refused WHERE refused.puzzle = puzzles.id)
    """

  static func check(_ puzzle: NewPuzzle) throws {
    guard puzzle.solution.solves(puzzle.sbn.puzzle) else {
      throw CatalogError.notASolution(sbn: puzzle.sbn.description)
    }
  }

  func twin(_ database: Database, _ form: CanonicalForm) throws -> Twin? {
    let row = try Row.fetchOne(
      database, sql: "SELECT \(KeptPuzzle.columns) FROM puzzles WHERE canonical = ?",
      arguments: [Data(form.key)])
    guard let row else {
      return try isUsed(database, form) ? Twin(puzzle: nil, places: []) : nil
    }
    let puzzle = try KeptPuzzle(row, path: path)
    var twin = Twin(puzzle: puzzle, places: try places(database, of: puzzle.id))
    if !twin.places.isEmpty { return twin }
    twin.refusal = try String.fetchOne(
      database, sql: "SELECT reason FROM refused WHERE puzzle = ?", arguments: [puzzle.id])
    let dated = try Row.fetchOne(
      database, sql: "SELECT cadence, key, pinned FROM ahead WHERE puzzle = ?",
      arguments: [puzzle.id])
    if let dated {
      twin.reservedFor = try period(dated)
      twin.isPinned = dated["pinned"]
    }
    twin.formerly = try String.fetchAll(
      database,
      sql: """
        SELECT DISTINCT place FROM edits WHERE before = ? AND kind IN ('replace', 'remove')
        ORDER BY place
        """, arguments: [puzzle.id]
    ).map { text in
      guard let slot = SlotID(text) else { throw notAnID(text, "slot") }
      return slot
    }
    return twin
  }

  /// The places of a puzzle; a date in the mobile app's list alone counts as well.
  func places(_ database: Database, of puzzle: Int64) throws -> [PuzzleID] {
    try properPlaces(database, of: puzzle)
      + dates(database, of: puzzle, in: "fillers").map { .date($0) }
  }

  /// The places of a puzzle in packs and calendar.
  func properPlaces(_ database: Database, of puzzle: Int64) throws -> [PuzzleID] {
    let slots = try Row.fetchAll(
      database, sql: "SELECT pack, position FROM slots WHERE puzzle = ?", arguments: [puzzle])
    return try slots.map { .slot(pack: try pack($0["pack"]), index: $0["position"]) }
      + dates(database, of: puzzle, in: "calendar").map { .date($0) }
  }

  /// The dates of a puzzle in a table of dates.
  func dates(_ database: Database, of puzzle: Int64, in table: String) throws -> [Period] {
    try Row.fetchAll(
      database, sql: "SELECT cadence, key FROM \(table) WHERE puzzle = ?", arguments: [puzzle]
    ).map { try period($0) }
  }

  // MARK: - Ids

  /// The date of a row with the columns `cadence` and `key`.
  func period(_ row: Row) throws -> Period {
    let (cadence, key): (String, String) = (row["cadence"], row["key"])
    guard let known = Cadence(rawValue: cadence), let period = try? Period(known, key: key) else {
      throw notAnID("\(cadence):\(key)", "date")
    }
    return period
  }

  /// The pack of a text in the database.
  func pack(_ text: String) throws -> PackID {
    guard let pack = PackID(text) else { throw notAnID(text, "pack") }
    return pack
  }

  func notAnID(_ text: String, _ what: String) -> CatalogError {
    .corrupted(path: path, detail: "“\(text)” is the id of no \(what)")
  }
}
