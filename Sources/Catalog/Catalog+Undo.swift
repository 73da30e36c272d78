import Foundation
import GRDB

/// Taking edits back.
///
/// An edit is remembered by the rows that it took out of the tables and those that it put there,
/// whatever command it was: so each command is undone alike, and one of tomorrow as well. It is
/// taken back only where every row that it put there still stands as it was put, and where no
/// release has given players any of it since.
extension Catalog {
  /// What editors can change, as it was at one moment.
  package struct Moment: Sendable {
    fileprivate var rows: [String: Set<String>] = [:]
    fileprivate var published = 0
  }

  /// A table that edits change, and its columns.
  private struct Table {
    let name: String
    /// The columns, and first of them those that rows are found by.
    let columns: [String]
    let keys: Int

    /// All of a row as JSON, which tells it from every other.
    var row: String { "json_array(\(columns.joined(separator: ", ")))" }

    /// Whether a row is the one whose JSON is the first argument.
    var isRow: String {
      let found = (0..<keys).map { "\(columns[$0]) = json_extract(?1, '$[\($0)]')" }
      return (found + ["\(row) = ?1"]).joined(separator: " AND ")
    }
  }

  /// In the order in which rows are put back; they are taken out in the opposite one, for what is
  /// replaced is noted before the date itself changes.
  private static let tables = [
    Table(name: "packs", columns: ["id", "name", "free"], keys: 1),
    Table(
      name: "replacements",
      columns: ["number", "id", "before", "before_release", "after", "reason", "at", "release"],
      keys: 1),
    Table(name: "calendar", columns: ["cadence", "key", "puzzle", "release"], keys: 2),
    Table(name: "slots", columns: ["pack", "position", "puzzle", "by_hand"], keys: 2),
    Table(name: "ahead", columns: ["cadence", "key", "puzzle", "aim", "pinned"], keys: 2),
    Table(
      name: "edits", columns: ["id", "at", "kind", "place", "before", "after", "reason"], keys: 1),
    Table(name: "refused", columns: ["puzzle", "reason", "at"], keys: 1),
    Table(name: "notes", columns: ["puzzle", "note"], keys: 1),
    Table(name: "tags", columns: ["puzzle", "tag"], keys: 2),
  ]

  /// The most edits that are remembered.
  private static let most = 500

  /// Looks at what edits change; to be called before one.
  ///
  /// - Throws: `CatalogError`.
  /// - Complexity: O(slots and dates).
  package func moment() throws(CatalogError) -> Moment {
    try reading(Catalog.moment)
  }

  private static func moment(_ database: Database) throws -> Moment {
    var moment = Moment()
    for table in tables {
      moment.rows[table.name] = try String.fetchSet(
        database, sql: "SELECT \(table.row) FROM \(table.name)")
    }
    moment.published =
      try Int.fetchOne(
        database, sql: "SELECT ifnull(max(number), 0) FROM releases WHERE state = 'published'") ?? 0
    return moment
  }

  /// Remembers an edit, so that it can be taken back; one that changed nothing is not kept.
  ///
  /// - Parameters:
  ///   - edit: What it was.
  ///   - before: The moment before it.
  /// - Returns: Its number; `nil` where nothing has changed.
  /// - Throws: `CatalogError`.
  @discardableResult
  package func remember(
    _ edit: NewEdit, since before: Moment
  ) throws(CatalogError) -> Int64? {
    try writing { database in
      let now = try Catalog.moment(database)
      var gone: [String: [String]] = [:]
      var come: [String: [String]] = [:]
      for table in Catalog.tables {
        let (old, new) = (before.rows[table.name] ?? [], now.rows[table.name] ?? [])
        gone[table.name] = old.subtracting(new).sorted()
        come[table.name] = new.subtracting(old).sorted()
      }
      guard (Array(gone.values) + Array(come.values)).contains(where: { !$0.isEmpty }) else {
        return nil
      }
      try database.execute(
        sql: """
          INSERT INTO undo (at, command, place, words, reason, published, gone, come)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          edit.at, edit.command, edit.place, edit.words, edit.reason, before.published,
          try Catalog.text(gone), try Catalog.text(come),
        ])
      let number = database.lastInsertedRowID
      try database.execute(
        sql: "DELETE FROM undo WHERE id <= ?", arguments: [number - Int64(Catalog.most)])
      return number
    }
  }

  /// The edits that are remembered, the last one first.
  ///
  /// - Throws: `CatalogError`.
  package func doneEdits(limit: Int = 100) throws(CatalogError) -> [DoneEdit] {
    try reading { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM undo ORDER BY id DESC LIMIT ?", arguments: [limit]
      ).map { try self.doneEdit(database, $0) }
    }
  }

  /// The edit of a number, or the last one that stands; `nil` where there is none.
  ///
  /// - Throws: `CatalogError`.
  package func doneEdit(_ number: Int64?) throws(CatalogError) -> DoneEdit? {
    try reading { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT * FROM undo WHERE CASE WHEN ?1 IS NULL THEN undone IS NULL ELSE id = ?1 END
          ORDER BY id DESC LIMIT 1
          """, arguments: [number])
      return try row.map { try self.doneEdit(database, $0) }
    }
  }

  private func doneEdit(_ database: Database, _ row: Row) throws -> DoneEdit {
    let undone: String? = row["undone"]
    return DoneEdit(
      number: row["id"], at: row["at"], command: row["command"], place: row["place"],
      words: row["words"], reason: row["reason"], undone: undone,
      obstacle: undone == nil ? try obstacle(database, row) : nil)
  }

  /// Takes an edit back.
  ///
  /// - Parameters:
  ///   - number: Which.
  ///   - at: When.
  /// - Throws: `CatalogError`; `.cannotUndo` where players have it, where something else has
  ///   changed the same since, or where there is no such edit.
  package func undo(_ number: Int64, at: String) throws(CatalogError) {
    try writing { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM undo WHERE id = ?", arguments: [number])
      guard let row else {
        throw CatalogError.cannotUndo(number: number, reason: "there is no such edit to take back")
      }
      if let undone: String = row["undone"] {
        throw CatalogError.cannotUndo(
          number: number, reason: "it was taken back already, at \(undone)")
      }
      if let obstacle = try self.obstacle(database, row) {
        throw CatalogError.cannotUndo(number: number, reason: obstacle)
      }
      let (gone, come) = (try self.rows(row["gone"]), try self.rows(row["come"]))
      do {
        for table in Catalog.tables.reversed() {
          for text in come[table.name] ?? [] {
            try database.execute(
              sql: "DELETE FROM \(table.name) WHERE \(table.isRow)", arguments: [text])
          }
        }
        for table in Catalog.tables {
          let values = table.columns.indices.map { "json_extract(?1, '$[\($0)]')" }
          for text in gone[table.name] ?? [] {
            // A trigger may have put it back already.
            try database.execute(
              sql: """
                INSERT INTO \(table.name) (\(table.columns.joined(separator: ", ")))
                SELECT \(values.joined(separator: ", "))
                WHERE NOT EXISTS (SELECT 1 FROM \(table.name) WHERE \(table.isRow))
                """, arguments: [text])
          }
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw CatalogError.cannotUndo(number: number, reason: Catalog.changedSince)
      }
      try database.execute(
        sql: "UPDATE undo SET undone = ? WHERE id = ?", arguments: [at, number])
    }
  }

  private static let changedSince =
    "what it changed has been changed again since — take the later edits back first"

  /// Why an edit cannot be taken back; `nil` where it can.
  private func obstacle(_ database: Database, _ row: Row) throws -> String? {
    let (gone, come) = (try rows(row["gone"]), try rows(row["come"]))
    let (old, new) = (try slots(in: gone), try slots(in: come))
    let published: Int = row["published"]
    let packs = Set((old + new).map(\.pack)).sorted()
    for pack in packs {
      let (before, after) = (Catalog.puzzles(of: pack, in: old), Catalog.puzzles(of: pack, in: new))
      let release = try Catalog.release(
        database, of: pack, after: published, with: after, unlike: before)
      if let release {
        return "release \(release) has published \(pack) since: what players have is not taken "
          + "back — change it once more"
      }
    }
    if let slot = try Catalog.withdrawnSlot(database, ofPuzzlesIn: old, besides: new) {
      return "its puzzle was withdrawn as \(slot) since, and never comes back"
    }
    for table in Catalog.tables {
      for text in come[table.name] ?? [] {
        let isThere = try Bool.fetchOne(
          database,
          sql: "SELECT EXISTS (SELECT 1 FROM \(table.name) WHERE \(table.isRow))",
          arguments: [text])
        guard isThere ?? false else {
          return ["calendar", "replacements"].contains(table.name)
            ? "the date has been published or changed since — choose another puzzle for it"
            : Catalog.changedSince
        }
      }
    }
    for pack in packs {
      let now = try Set(
        Int.fetchAll(
          database, sql: "SELECT position FROM slots WHERE pack = ?", arguments: [pack]))
      let then = now.subtracting(new.filter { $0.pack == pack }.map(\.position))
        .union(old.filter { $0.pack == pack }.map(\.position))
      guard then == Set(0..<then.count) else {
        return "\(pack) has got or lost slots behind it since — take the later edits back first, "
          + "or replace the slot"
      }
    }
    func keeper(in names: [String], where condition: String = "true") throws -> Row? {
      try Catalog.keeper(database, in: names, where: condition, ofPuzzlesIn: gone, besides: come)
    }
    if let kept = try keeper(in: ["slots", "calendar"]) {
      let place: String = kept["place"]
      return "its puzzle has gone to \(place) since — take the later edits back first, or give "
        + "that place another puzzle"
    }
    if let refused = try keeper(in: ["refused"]) {
      let puzzle: Int64 = refused["puzzle"]
      return "its puzzle \(puzzle) is never to be used since — take the later edits back first"
    }
    // There it would be missing.
    return try keeper(in: ["ahead"], where: "pinned").map { row in
      let date: String = row["place"]
      return "its puzzle is pinned to \(date) since — “almanac calendar unpin \(date)” lets it go"
    }
  }

  /// The first release that has given players some of what an edit has put into a pack.
  ///
  /// Not every one that has published the pack since: a rollback publishes it without what editors
  /// have done to it.
  private static func release(
    _ database: Database, of pack: String, after published: Int, with after: [Int: Int64],
    unlike before: [Int: Int64]
  ) throws -> Int? {
    let places = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    return try Row.fetchAll(
      database,
      sql: """
        SELECT release, puzzles FROM pack_versions
        JOIN releases ON releases.number = pack_versions.release
        WHERE pack = ? AND release > ? AND releases.state = 'published' ORDER BY release
        """, arguments: [pack, published]
    ).first { row in
      let puzzles = numbers(row["puzzles"])
      return places.contains { place in
        (puzzles.indices.contains(place) ? puzzles[place] : nil) == after[place]
      }
    }?["release"]
  }

  /// The puzzles that rows have for a pack, by their places.
  private static func puzzles(of pack: String, in slots: [SlotRow]) -> [Int: Int64] {
    Dictionary(
      slots.lazy.filter { $0.pack == pack }.map { ($0.position, $0.puzzle) },
      uniquingKeysWith: { $1 })
  }

  /// The slot as which one of the puzzles that would come back into slots was withdrawn.
  private static func withdrawnSlot(
    _ database: Database, ofPuzzlesIn gone: [SlotRow], besides come: [SlotRow]
  ) throws -> String? {
    for puzzle in Set(gone.map(\.puzzle)).subtracting(come.map(\.puzzle)).sorted() {
      let slot = try String.fetchOne(
        database, sql: "SELECT id FROM withdrawals WHERE puzzle = ?", arguments: [puzzle])
      if let slot { return slot }
    }
    return nil
  }

  /// The first row of some tables that has one of the puzzles that would come back into slots or
  /// dates, and keeps it: `puzzle`, and its `place`, where the table has places.
  private static func keeper(
    _ database: Database, in names: [String], where condition: String = "true",
    ofPuzzlesIn gone: [String: [String]], besides come: [String: [String]]
  ) throws -> Row? {
    for text in (gone["slots"] ?? []) + (gone["calendar"] ?? []) {
      for table in tables where names.contains(table.name) {
        let rows = try Row.fetchAll(
          database,
          sql: """
            SELECT \(table.row) AS text, puzzle,
              \(table.columns[0]) || ':' || \(table.columns[1]) AS place
            FROM \(table.name) WHERE puzzle = json_extract(?, '$[2]') AND \(condition)
            """, arguments: [text])
        let kept = rows.first { row in !(come[table.name] ?? []).contains(row["text"]) }
        if let kept { return kept }
      }
    }
    return nil
  }

  /// A row of `slots`, without the columns that nobody asks for.
  private struct SlotRow: Decodable {
    let pack: String
    let position: Int
    let puzzle: Int64

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      pack = try values.decode(String.self)
      position = try values.decode(Int.self)
      puzzle = try values.decode(Int64.self)
    }
  }

  private func slots(in rows: [String: [String]]) throws -> [SlotRow] {
    try (rows["slots"] ?? []).map {
      do {
        return try JSONDecoder().decode(SlotRow.self, from: Data($0.utf8))
      } catch {
        throw CatalogError.corrupted(path: path, detail: "an edit to take back cannot be read")
      }
    }
  }

  private static func text(_ rows: [String: [String]]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(
      decoding: try encoder.encode(rows.filter { !$0.value.isEmpty }), as: UTF8.self)
  }

  private func rows(_ text: String) throws -> [String: [String]] {
    do {
      return try JSONDecoder().decode([String: [String]].self, from: Data(text.utf8))
    } catch {
      throw CatalogError.corrupted(path: path, detail: "an edit to take back cannot be read")
    }
  }
}
