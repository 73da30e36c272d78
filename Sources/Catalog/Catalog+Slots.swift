import GRDB
package import Identity
import Notation

/// What editors do to the slots of a pack.
extension Catalog {
  /// The packs that are defined, by ascending id.
  ///
  /// - Throws: `CatalogError`.
  package func packs() throws(CatalogError) -> [(id: PackID, name: String, isFree: Bool)] {
    try reading { database in
      try Row.fetchAll(database, sql: "SELECT id, name, free FROM packs ORDER BY id")
        .map { (try self.pack($0["id"]), $0["name"], $0["free"]) }
    }
  }

  /// The last published version of a pack: its number, name, price and puzzles by their numbers.
  ///
  /// - Throws: `CatalogError`.
  package func publishedVersion(_ pack: PackID) throws(CatalogError) -> PublishedPack? {
    try reading { try Catalog.publishedVersion($0, pack) }
  }

  /// Appends puzzles to a pack, by an editor's choice.
  ///
  /// - Parameters:
  ///   - puzzles: The puzzles, in order.
  ///   - pack: The pack; it is defined.
  ///   - at: When, for the record.
  ///   - reason: Why, for the record.
  /// - Returns: The slots; all of them or, when one is a twin, none and the twin.
  /// - Throws: `CatalogError`.
  package func append(
    _ puzzles: [NewPuzzle], to pack: PackID, at: String, reason: String
  ) throws(CatalogError) -> Result<[Int], TwinRefused> {
    do {
      return .success(
        try writing { database in
          let first = try Catalog.slotCount(database, pack)
          return try puzzles.enumerated().map { offset, puzzle in
            let slot = SlotID(pack: pack, index: first + offset)
            switch try self.assign(database, puzzle, to: .slot(slot)) {
            case .twin(let twin):
              throw CatalogError.refused(TwinRefused(sbn: puzzle.sbn.description, twin: twin))
            case .assigned(let id), .alreadyThere(let id):
              try database.execute(
                sql: "UPDATE slots SET by_hand = 1 WHERE pack = ? AND position = ?",
                arguments: [pack.text, slot.index])
              try Catalog.note(
                database, Edit(at: at, kind: .append, place: slot.description, reason: reason),
                before: nil, after: id)
            }
            return slot.index
          }
        })
    } catch .refused(let twin) {
      return .failure(twin)
    }
  }

  /// Gives a slot another puzzle.
  ///
  /// The old one, if it was ever published, is never used again.
  ///
  /// - Parameters:
  ///   - slot: The slot; it has a puzzle.
  ///   - puzzle: Its new puzzle.
  ///   - at: When, for the record.
  ///   - reason: Why, for the record.
  /// - Returns: What became of it; a twin is refused, and named.
  /// - Throws: `CatalogError`; `.emptyPlace` when the slot has no puzzle.
  package func replace(
    _ slot: SlotID, with puzzle: NewPuzzle, at: String, reason: String
  ) throws(CatalogError) -> Assignment {
    try writing { database in
      try Catalog.check(puzzle)
      try Catalog.checkPack(database, of: slot)
      guard let holder = try Catalog.holder(database, of: .slot(slot)) else {
        throw CatalogError.emptyPlace(.slot(slot))
      }
      if holder.sbn == puzzle.sbn.description { return .alreadyThere(holder.id) }
      let id: Int64
      switch try self.unused(database, puzzle, takingDated: true) {
      case .failure(let found): return .twin(found.twin)
      case .success(let found): id = found
      }
      try database.execute(sql: "DELETE FROM ahead WHERE puzzle = ?", arguments: [id])
      try database.execute(
        sql: "UPDATE slots SET puzzle = ? WHERE pack = ? AND position = ?",
        arguments: [id, slot.pack.text, slot.index])
      try Catalog.note(
        database, Edit(at: at, kind: .replace, place: slot.description, reason: reason),
        before: holder.id, after: id)
      return .assigned(id)
    }
  }

  /// Lays the slots of a pack anew: some stay or move, some go, some are new.
  ///
  /// Where players have the pack, the next release has a map of old to new slots, unless none
  /// moves.
  ///
  /// - Parameters:
  ///   - pack: The pack.
  ///   - sources: What each slot is filled with, from slot 0 on; slots that are not named are taken
  ///     away.
  ///   - at: When, for the record.
  ///   - reason: Why, for the record and for players.
  /// - Returns: For each slot before, its slot now; `nil` for one that is gone.
  /// - Throws: `CatalogError`; `.badOrder`, or `.refused` when a new puzzle is a twin.
  @discardableResult
  package func rearrange(
    _ pack: PackID, _ sources: [SlotSource], at: String, reason: String
  ) throws(CatalogError) -> [Int?] {
    try writing { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT puzzle, by_hand FROM slots WHERE pack = ? ORDER BY position",
        arguments: [pack.text])
      var map = [Int?](repeating: nil, count: rows.count)
      for (index, source) in sources.enumerated() {
        guard case .slot(let old) = source else { continue }
        guard rows.indices.contains(old), map[old] == nil else {
          throw CatalogError.badOrder(pack: pack, index: old)
        }
        map[old] = index
      }
      try database.execute(sql: "DELETE FROM slots WHERE pack = ?", arguments: [pack.text])
      for (index, source) in sources.enumerated() {
        let (id, isByHand) = try self.puzzle(of: source, rows, database)
        try database.execute(
          sql: "INSERT INTO slots (pack, position, puzzle, by_hand) VALUES (?, ?, ?, ?)",
          arguments: [pack.text, index, id, isByHand])
      }
      for (old, new) in map.enumerated() where new == nil {
        let slot = SlotID(pack: pack, index: old)
        try Catalog.note(
          database, Edit(at: at, kind: .remove, place: slot.description, reason: reason),
          before: rows[old]["puzzle"], after: nil)
      }
      try Catalog.note(
        database, Edit(at: at, kind: .order, place: pack.text, reason: reason), before: nil,
        after: nil)
      return map
    }
  }

  private func puzzle(
    of source: SlotSource, _ rows: [Row], _ database: Database
  ) throws -> (Int64, Bool) {
    switch source {
    case .slot(let old): return (rows[old]["puzzle"], rows[old]["by_hand"])
    case .new(let puzzle):
      try Catalog.check(puzzle)
      switch try unused(database, puzzle, takingDated: true) {
      case .failure(let found):
        throw CatalogError.refused(TwinRefused(sbn: puzzle.sbn.description, twin: found.twin))
      case .success(let id): return (id, false)
      }
    }
  }

  /// Marks the slots behind a number of them as an editor's: after a rebuild, nobody else knows.
  ///
  /// - Throws: `CatalogError`.
  package func markByHand(_ pack: PackID, from index: Int) throws(CatalogError) {
    try writing { database in
      try database.execute(
        sql: "UPDATE slots SET by_hand = 1 WHERE pack = ? AND position >= ?",
        arguments: [pack.text, index])
    }
  }

  static func publishedVersion(_ database: Database, _ pack: PackID) throws -> PublishedPack? {
    try lastVersion(database, of: pack).map { row in
      PublishedPack(
        version: row["version"], release: row["release"], name: row["name"], isFree: row["free"],
        puzzles: numbers(row["puzzles"]))
    }
  }

  private static func slotCount(_ database: Database, _ pack: PackID) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM slots WHERE pack = ?", arguments: [pack.text]) ?? 0
  }

  // MARK: - The record

  /// What was decided by hand, oldest first.
  ///
  /// - Throws: `CatalogError`.
  package func edits() throws(CatalogError) -> [Edit] {
    try reading { database in
      try Row.fetchAll(database, sql: "SELECT at, kind, place, reason FROM edits ORDER BY id")
        .compactMap { row in
          Edit.Kind(rawValue: row["kind"]).map {
            Edit(at: row["at"], kind: $0, place: row["place"], reason: row["reason"])
          }
        }
    }
  }

  static func note(
    _ database: Database, _ edit: Edit, before: Int64?, after: Int64?
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO edits (at, kind, place, before, after, reason) VALUES (?, ?, ?, ?, ?, ?)
        """, arguments: [edit.at, edit.kind.rawValue, edit.place, before, after, edit.reason])
  }
}

/// A puzzle that was refused because the catalogue has it already.
package struct TwinRefused: Error, Hashable, Sendable, CustomStringConvertible {
  /// The puzzle that was offered.
  package let sbn: String
  /// The one that is there.
  package let twin: Twin

  package init(sbn: String, twin: Twin) {
    self.sbn = sbn
    self.twin = twin
  }

  /// Which puzzle it is and where that one is or was used.
  package var description: String {
    "\(sbn) is \(twin)\(twin.puzzle.map { " (\($0.sbn))" } ?? "") — a puzzle is used once, however turned, mirrored or "
      + "relettered; choose another"
  }
}
