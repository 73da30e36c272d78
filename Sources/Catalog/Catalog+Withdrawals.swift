package import Dates
import GRDB
package import Identity
package import Notation
import StarBattle

extension Catalog {
  /// Everything that was taken back, in that order.
  ///
  /// - Throws: `CatalogError`.
  package func withdrawals() throws(CatalogError) -> [Withdrawal] {
    try reading { database in
      try Row.fetchAll(database, sql: "SELECT id, reason FROM withdrawals ORDER BY number")
        .map { Withdrawal(id: $0["id"], reason: $0["reason"]) }
    }
  }

  /// Whether a pack was taken back, all of it.
  ///
  /// - Throws: `CatalogError`.
  package func isWithdrawn(_ pack: PackID) throws(CatalogError) -> Bool {
    try reading { database in
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM withdrawals WHERE id = ?)",
        arguments: [pack.text]) ?? false
    }
  }

  /// Takes the puzzle of a date back: the date is open again, and the puzzle is never used again.
  ///
  /// - Throws: `CatalogError`; `.emptyPlace` when the date has no puzzle.
  package func withdraw(
    _ period: Period, reason: String, at time: String
  ) throws(CatalogError) {
    try writing { database in
      let (cadence, key) = (period.cadence.rawValue, period.key)
      // What players have is what is taken back.
      try Catalog.takeReplacementBack(database, period)
      let puzzle = try Int64.fetchOne(
        database, sql: "SELECT puzzle FROM calendar WHERE cadence = ? AND key = ?",
        arguments: [cadence, key])
      guard let puzzle else { throw CatalogError.emptyPlace(.date(period)) }
      try Catalog.note(database, period.id, puzzle, reason, time)
      try database.execute(
        sql: "DELETE FROM calendar WHERE cadence = ? AND key = ?", arguments: [cadence, key])
    }
  }

  /// The puzzles of slots of a pack that were taken back: none of them is published again.
  ///
  /// - Throws: `CatalogError`.
  package func withdrawnPuzzles(of pack: PackID) throws(CatalogError) -> [SBN] {
    try reading { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT sbn FROM withdrawals JOIN puzzles ON puzzles.id = withdrawals.puzzle
          WHERE substr(withdrawals.id, 1, length(:pack) + 1) = :pack || ':'
          """, arguments: ["pack": pack.text]
      ).map { try SBN($0) }
    }
  }

  /// Takes the puzzle of a slot back and gives its place another.
  ///
  /// What players have is what is taken back. Where slots were moved since, that is in another
  /// place here; where an editor has replaced it already, in none, and nothing takes its place.
  ///
  /// - Parameters:
  ///   - slot: The slot as players know it.
  ///   - published: The puzzle that they have in it.
  ///   - replacement: The other one.
  ///   - reason: Why, for everyone to read.
  ///   - time: When.
  /// - Returns: The twin of the new puzzle, if it has one; then nothing is done.
  /// - Throws: `CatalogError`; `.emptyPlace` when nobody has published that puzzle.
  package func withdraw(
    _ slot: SlotID, holding published: SBN, for replacement: NewPuzzle, reason: String,
    at time: String
  ) throws(CatalogError) -> Twin? {
    try writing { database in
      guard let puzzle = try self.twin(database, published.puzzle.canonicalForm)?.puzzle?.id else {
        throw CatalogError.emptyPlace(.slot(slot))
      }
      let place = try Int.fetchOne(
        database, sql: "SELECT position FROM slots WHERE pack = ? AND puzzle = ?",
        arguments: [slot.pack.text, puzzle])
      try Catalog.check(replacement)
      if let twin = try self.twin(database, replacement.form) { return twin }
      try Catalog.note(database, slot.description, puzzle, reason, time)
      guard let place else { return nil }
      try database.execute(
        sql: "UPDATE slots SET puzzle = ? WHERE pack = ? AND position = ?",
        arguments: [try self.insert(database, replacement), slot.pack.text, place])
      return nil
    }
  }

  /// Takes a pack back: no release names it any more.
  ///
  /// - Throws: `CatalogError`; `.unknownPack`.
  package func withdraw(
    pack: PackID, reason: String, at time: String
  ) throws(CatalogError) {
    try writing { database in
      let isThere = try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM packs WHERE id = ?)", arguments: [pack.text])
      guard isThere ?? false else { throw CatalogError.unknownPack(pack) }
      try Catalog.note(database, pack.text, nil, reason, time)
    }
  }

  /// The version that a pack has to have when it is published as it once was.
  ///
  /// - Throws: `CatalogError`; `.corrupted` when one of its puzzles is not in the catalogue.
  package func packVersion(of pack: HeldPack) throws(CatalogError) -> Int {
    try reading { database in
      try Catalog.version(database, of: self.content(database, of: pack)).number
    }
  }

  /// A pack by the numbers of its puzzles.
  func content(_ database: Database, of pack: HeldPack) throws -> PackContent {
    let numbers = try pack.puzzles.enumerated().map { index, sbn in
      guard let kept = try self.twin(database, sbn.puzzle.canonicalForm)?.puzzle else {
        throw CatalogError.corrupted(
          path: self.path,
          detail: "the puzzle that \(SlotID(pack: pack.id, index: index)) had is not in it")
      }
      return String(kept.id)
    }
    return PackContent(
      id: pack.id, name: pack.name, free: pack.free, puzzles: numbers.joined(separator: ","))
  }

  private static func note(
    _ database: Database, _ id: String, _ puzzle: Int64?, _ reason: String, _ time: String
  ) throws {
    try database.execute(
      sql: "INSERT INTO withdrawals (id, puzzle, reason, at) VALUES (?, ?, ?, ?)",
      arguments: [id, puzzle, reason, time])
  }
}
