package import Dates
import GRDB
package import Identity
import Notation

extension Catalog {
  /// Makes a pack, or gives it another name or price.
  ///
  /// - Throws: `CatalogError`.
  package func definePack(_ id: PackID, name: String, free: Bool) throws(CatalogError) {
    try writing { database in
      try Catalog.definePack(database, id, name: name, free: free)
    }
  }

  static func definePack(
    _ database: Database, _ id: PackID, name: String, free: Bool
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO packs (id, name, free) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, free = excluded.free
        """, arguments: [id.text, name, free])
  }

  /// The slots of a pack that are filled, ascending; none for a pack that is not defined.
  ///
  /// - Throws: `CatalogError`.
  package func slots(of pack: PackID) throws(CatalogError) -> [Slot] {
    try reading { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT slots.position, slots.by_hand, \(KeptPuzzle.columns)
            FROM slots JOIN puzzles ON puzzles.id = slots.puzzle
            WHERE slots.pack = ? ORDER BY slots.position
            """), arguments: [pack.text])
      // By place and from the statement itself, as `KeptPuzzle` is read: see there.
      return try Array(
        rows.map { row in
          Slot(index: row[0], puzzle: try KeptPuzzle(row, path: self.path), isByHand: row[1])
        })
    }
  }

  /// The same, with less of their puzzles, and sooner.
  ///
  /// - Throws: `CatalogError`; `.slotGap` when a slot before the last is empty.
  package func listedSlots(of pack: PackID) throws(CatalogError) -> [ListedSlot] {
    try reading { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT slots.position, slots.by_hand, puzzles.id, puzzles.sbn, puzzles.side,
              puzzles.stars, puzzles.grader_version, puzzles.difficulty
            FROM slots JOIN puzzles ON puzzles.id = slots.puzzle
            WHERE slots.pack = ? ORDER BY slots.position
            """), arguments: [pack.text])
      let slots = try Array(rows.map { try ListedSlot($0, path: self.path) })
      try Catalog.checkGaps(pack, slots.map(\.index))
      return slots
    }
  }

  /// The dates of a cadence that are filled, in the order of time.
  ///
  /// - Throws: `CatalogError`.
  package func calendarEntries(_ cadence: Cadence) throws(CatalogError) -> [DatedPuzzle] {
    try reading { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT calendar.cadence, calendar.key, calendar.release, \(KeptPuzzle.columns)
          FROM calendar JOIN puzzles ON puzzles.id = calendar.puzzle
          WHERE calendar.cadence = ? ORDER BY calendar.key
          """, arguments: [cadence.rawValue])
      return try Array(
        rows.map { row in
          let puzzle = try KeptPuzzle(row, path: self.path)
          return DatedPuzzle(
            period: try self.period(row), puzzle: puzzle, release: row["release"])
        })
    }
  }

  /// The periods of a cadence that are filled, in the order of time.
  ///
  /// - Throws: `CatalogError`.
  package func filledPeriods(_ cadence: Cadence) throws(CatalogError) -> [Period] {
    try reading { database in
      try Row.fetchAll(
        database, sql: "SELECT cadence, key FROM calendar WHERE cadence = ? ORDER BY key",
        arguments: [cadence.rawValue]
      ).map(self.period)
    }
  }

  /// Gives a puzzle a place.
  ///
  /// The puzzle is new to the catalogue, or is in reserve with the very same text.
  ///
  /// - Returns: What became of it; a twin is refused, and the twin is named.
  /// - Throws: `CatalogError`; `.placeTaken` when the place has another puzzle, `.unknownPack`,
  ///   `.notASolution`.
  /// - Complexity: O(cells + log puzzles).
  package func assign(
    _ puzzle: NewPuzzle, to place: PuzzleID
  ) throws(CatalogError) -> Assignment {
    try writing { try self.assign($0, puzzle, to: place) }
  }

  /// Gives puzzles their places, all of them or, when an error is thrown, none.
  ///
  /// A twin is no error: it is refused, and the others get their places. Of twins within the batch
  /// the first one gets in.
  ///
  /// - Returns: What became of each, in the same order.
  /// - Throws: `CatalogError` as `assign(_:to:)` does.
  package func assign(
    _ batch: [(NewPuzzle, PuzzleID)]
  ) throws(CatalogError) -> [Assignment] {
    try writing { database in
      try batch.map { try self.assign(database, $0, to: $1) }
    }
  }

  func assign(
    _ database: Database, _ puzzle: NewPuzzle, to place: PuzzleID
  ) throws -> Assignment {
    try Catalog.check(puzzle)
    if let slot = place.slot { try Catalog.checkPack(database, of: slot) }
    let text = puzzle.sbn.description
    let twin = try self.twin(database, puzzle.form)
    if let holder = try Catalog.holder(database, of: place) {
      guard let twin, twin.puzzle?.id == holder.id else {
        throw CatalogError.placeTaken(place, by: holder.sbn)
      }
      return twin.puzzle?.sbn == text ? .alreadyThere(holder.id) : .twin(twin)
    }
    let id: Int64
    switch try unused(database, puzzle, twin: twin, takingDated: true, for: place.period) {
    case .failure(let found): return .twin(found.twin)
    case .success(let found): id = found
    }
    switch place {
    case .slot(let slot):
      try database.execute(
        sql: "INSERT INTO slots (pack, position, puzzle) VALUES (?, ?, ?)",
        arguments: [slot.pack.text, slot.index, id])
    case .date(let period):
      try database.execute(
        sql: "INSERT INTO calendar (cadence, key, puzzle) VALUES (?, ?, ?)",
        arguments: [period.cadence.rawValue, period.key, id])
    }
    return .assigned(id)
  }

  static func checkPack(_ database: Database, of slot: SlotID) throws {
    let isDefined = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM packs WHERE id = ?)",
      arguments: [slot.pack.text])
    guard isDefined ?? false else { throw CatalogError.unknownPack(slot.pack) }
  }

  static func holder(
    _ database: Database, of place: PuzzleID
  ) throws -> (id: Int64, sbn: String)? {
    let row: Row?
    switch place {
    case .slot(let slot):
      row = try Row.fetchOne(
        database,
        sql: """
          SELECT puzzles.id, puzzles.sbn FROM slots JOIN puzzles ON puzzles.id = slots.puzzle
          WHERE slots.pack = ? AND slots.position = ?
          """, arguments: [slot.pack.text, slot.index])
    case .date(let period):
      row = try Row.fetchOne(
        database,
        sql: """
          SELECT puzzles.id, puzzles.sbn FROM calendar JOIN puzzles ON puzzles.id = calendar.puzzle
          WHERE calendar.cadence = ? AND calendar.key = ?
          """, arguments: [period.cadence.rawValue, period.key])
    }
    return row.map { ($0["id"], $0["sbn"]) }
  }
}
