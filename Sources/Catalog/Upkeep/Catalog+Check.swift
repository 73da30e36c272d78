import Foundation
import GRDB
import Identity
import Notation
import StarBattle
import Tables

extension Catalog {
  /// Looks for damage: by SQLite's own check, by the schema and the references between tables, and
  /// by reading every puzzle.
  ///
  /// Every text is parsed, every canonical key computed again, every solution checked against its
  /// puzzle, every trace unfolded, and what is kept twice compared.
  ///
  /// - Parameter progress: Told how many puzzles are done, and of how many.
  /// - Returns: What is wrong, a line each; empty when all is well.
  /// - Throws: `CatalogError` when the file cannot even be looked at; what `progress` throws ends
  ///   the check.
  /// - Complexity: O(size of the file).
  package func check(
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> [String] {
    do {
      return try queue.read { database in
        let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check")
          .flatMap { $0.split(separator: "\n").map(String.init) }.filter { $0 != "ok" }
        // What the disk does not give is not damaged, as far as anybody can tell.
        if let line = integrity.first(where: Catalog.isOfTheDisk) {
          throw CatalogError.inputOutput(path: path, detail: line)
        }
        // Where pages are damaged, rows are not to be trusted; nor where tables are others.
        guard integrity.isEmpty else { return integrity }
        let schema = try Schema.faults(database)
        if schema.contains(where: { $0.hasPrefix("table ") }) { return schema }
        return try schema + Catalog.strayReferences(database)
          + wrongPuzzles(database, progress)
          + Catalog.wrongPlaces(database)
      }
    } catch let error as DatabaseError {
      throw CatalogError(error, path: path)
    }
  }

  /// Whether a line of SQLite's own check tells of a page that could not be read: `Tree 5 page 7:
  /// unable to get the page. error code=266`, whose lowest byte is that of `SQLITE_IOERR`.
  private static func isOfTheDisk(_ line: String) -> Bool {
    guard let mark = line.firstRange(of: "error code=") else { return line == "disk I/O error" }
    return Int(line[mark.upperBound...].prefix { $0.isNumber }).map { $0 & 0xFF == 10 } ?? false
  }

  private static func strayReferences(_ database: Database) throws -> [String] {
    try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { row in
      let table: String = row["table"]
      let parent: String = row["parent"]
      return "a row of \(table) refers to a row of \(parent) that is not there"
    }
  }

  private func wrongPuzzles(
    _ database: Database, _ progress: (Int, Int) throws -> Void
  ) throws -> [String] {
    var findings: [String] = []
    let total = try Int.fetchOne(database, sql: "SELECT count(*) FROM puzzles") ?? 0
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT puzzles.canonical, traces.dictionary, traces.bytes, \(KeptPuzzle.columns)
        FROM puzzles LEFT JOIN traces ON traces.puzzle = puzzles.id ORDER BY puzzles.id
        """)
    var done = 0
    while let row = try rows.next() {
      let id: Int64 = row["id"]
      findings += try faults(database, row).map { "puzzle \(id): \($0)" }
      done += 1
      if done % 64 == 0 || done == total { try progress(done, total) }
    }
    return findings
  }

  /// What is wrong with a row of a puzzle and its trace.
  private func faults(_ database: Database, _ row: Row) throws -> [String] {
    let (kept, wrong) = faultsBesideTrace(row)
    var faults = wrong
    if let kept, (row["bytes"] as Data?) != nil {
      if let trace = try trace(database, row, of: kept.board) {
        let stars = Set(trace.steps.flatMap(\.stars))
        if trace.failure != nil || !stars.isSubset(of: kept.puzzle.solution.stars) {
          faults.append("its trace leads elsewhere than its solution")
        }
      } else {
        faults.append("its trace cannot be read")
      }
    }
    return faults
  }

  /// What is wrong with a row of a puzzle by itself.
  ///
  /// - Parameter row: `KeptPuzzle.columns` and `puzzles.canonical`.
  /// - Returns: The row and the board of its text, where both can be read, and what is wrong.
  func faultsBesideTrace(_ row: Row) -> (kept: (puzzle: KeptPuzzle, board: Puzzle)?, [String]) {
    let puzzle: KeptPuzzle
    do {
      puzzle = try KeptPuzzle(row, path: path)
    } catch {
      return (nil, ["\(error)"])
    }
    let sbn: SBN
    do {
      sbn = try SBN(puzzle.sbn)
    } catch {
      return (nil, ["its text is not SBN: \(error)"])
    }
    var faults: [String] = []
    let board = sbn.puzzle
    if sbn.description != puzzle.sbn { faults.append("its text is not written canonically") }
    if board.grid != puzzle.grid { faults.append("its text is of another grid than its row") }
    if Data(board.canonicalForm.key) != row["canonical"] as Data {
      faults.append("its canonical key is that of another puzzle")
    }
    if !puzzle.solution.solves(board) { faults.append("its solution does not solve it") }
    let printed = sbn.metadata
    if printed.difficulty != puzzle.difficulty || printed.level != puzzle.level
      || printed.cycles != puzzle.cycles
      || printed.seed != puzzle.seed
    {
      faults.append("its text prints another seed or grade than its row has")
    }
    return ((puzzle, board), faults)
  }

  private static func wrongPlaces(_ database: Database) throws -> [String] {
    var findings: [String] = []
    for table in ["calendar", "ahead", "fillers"] {
      for row in try Row.fetchAll(database, sql: "SELECT cadence, key FROM \(table)") {
        let id = "\(row["cadence"] as String):\(row["key"] as String)"
        if PuzzleID(id)?.period == nil { findings.append("a row of \(table): “\(id)” is no date") }
      }
    }
    for pack in try String.fetchAll(database, sql: "SELECT id FROM packs ORDER BY id") {
      if PackID(pack) == nil { findings.append("“\(pack)” is no id of a pack") }
      let positions = try Int.fetchAll(
        database, sql: "SELECT position FROM slots WHERE pack = ? ORDER BY position",
        arguments: [pack])
      if positions != Array(positions.indices) {
        findings.append("pack \(pack): a slot before the last is empty")
      }
    }
    let known = Set(try Int64.fetchAll(database, sql: "SELECT id FROM puzzles"))
    let versions = try Row.fetchAll(
      database, sql: "SELECT pack, version, puzzles FROM pack_versions ORDER BY pack, version")
    var last: (pack: String, version: Int)?
    for row in versions {
      let (pack, version): (String, Int) = (row["pack"], row["version"])
      let ids = (row["puzzles"] as String).split(separator: ",").map { Int64($0) }
      if !ids.allSatisfy({ $0.map(known.contains) ?? false }) {
        findings.append("pack \(pack), version \(version): it names a puzzle that is not there")
      }
      if let last, last.pack == pack, version != last.version + 1 {
        findings.append("pack \(pack): version \(version) follows version \(last.version)")
      }
      last = (pack, version)
    }
    let texts = try String.fetchAll(database, sql: "SELECT map FROM migrations")
    for text in texts where map(text) == nil {
      findings.append("a migration map cannot be read: \(text.prefix(40))")
    }
    return findings
  }
}
