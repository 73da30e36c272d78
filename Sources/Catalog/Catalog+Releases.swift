import Dates
import Foundation
import GRDB
package import Identity
import Tables

extension Catalog {
  /// The version that the next release has to print on a pack.
  ///
  /// That of the last published release when name, price and puzzles are still those; one more when
  /// any of them has changed; 1 for a pack that was never published.
  ///
  /// - Throws: `CatalogError`; `.unknownPack`, or `.slotGap` when a slot before the last is empty.
  package func packVersion(_ id: PackID) throws(CatalogError) -> Int {
    try reading { try Catalog.version($0, of: Catalog.content($0, of: id)).number }
  }

  /// The same for a pack that has another name or price by then.
  package func packVersion(
    _ id: PackID, named name: String, isFree: Bool
  ) throws(CatalogError) -> Int {
    try reading { database in
      let now = try Catalog.content(database, of: id)
      let content = PackContent(id: id, name: name, free: isFree, puzzles: now.puzzles)
      return try Catalog.version(database, of: content).number
    }
  }

  /// Notes a release that is about to be published.
  ///
  /// A pending release that was noted before is forgotten: make sure that the tree does not hold
  /// it.
  ///
  /// - Throws: `CatalogError`; `.releaseNotRising` unless its number is above every published one,
  ///   `.unknownPack`, `.slotGap`, or `.emptyPlace` for a date that is not in the calendar.
  package func recordRelease(_ release: NewRelease) throws(CatalogError) {
    try writing { database in
      let published = try Catalog.lastPublished(database)
      guard release.number > published else {
        throw CatalogError.releaseNotRising(published: published, offered: release.number)
      }
      try Catalog.forgetPending(database)
      try database.execute(
        sql: """
          INSERT INTO releases (number, state, created_at, manifest) VALUES (?, 'pending', ?, ?)
          """, arguments: [release.number, release.createdAt, Data(release.manifest)])
      for pack in release.packs {
        try self.noteChanges(database, of: pack, in: release)
        let held = release.held.first { $0.id == pack }
        let content =
          try held.map { try self.content(database, of: $0) }
          ?? Catalog.content(database, of: pack)
        let version = try Catalog.version(database, of: content)
        guard version.isNew else { continue }
        try database.execute(
          sql: """
            INSERT INTO pack_versions (pack, version, release, name, free, puzzles)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            pack.text, version.number, release.number, content.name, content.free, content.puzzles,
          ])
      }
      try database.execute(
        sql: "UPDATE replacements SET release = ? WHERE release IS NULL",
        arguments: [release.number])
      try Catalog.note(database, fillers: release.fillers, in: release.number)
      for period in release.dates { try Catalog.note(database, period, in: release.number) }
    }
  }

  /// Notes that the pending release is published; does nothing when it is noted already.
  ///
  /// - Throws: `CatalogError`; `.unknownRelease` when it was never recorded.
  package func markPublished(_ number: Int) throws(CatalogError) {
    try writing { database in
      let state = try String.fetchOne(
        database, sql: "SELECT state FROM releases WHERE number = ?", arguments: [number])
      guard let state else { throw CatalogError.unknownRelease(number) }
      if state == "published" { return }
      let lists = try String.fetchAll(
        database, sql: "SELECT puzzles FROM pack_versions WHERE release = ?", arguments: [number])
      let dated = try Int64.fetchAll(
        database,
        sql: """
          SELECT puzzle FROM calendar WHERE release = ?1
          UNION ALL SELECT puzzle FROM fillers WHERE release = ?1
          """, arguments: [number])
      let inPacks = lists.flatMap { $0.split(separator: ",").compactMap { Int64($0) } }
      for puzzle in inPacks + dated {
        try database.execute(
          sql: "UPDATE puzzles SET first_release = ? WHERE id = ? AND first_release IS NULL",
          arguments: [number, puzzle])
      }
      try Schema.noteUsed(database, "first_release = ?", [number])
      // A release lists whatever no list has yet.
      try database.execute(
        sql: "UPDATE used SET listed = ? WHERE listed IS NULL", arguments: [number])
      try database.execute(
        sql: "UPDATE releases SET state = 'published' WHERE number = ?", arguments: [number])
    }
  }

  /// Forgets the pending release, which was never published; does nothing when there is none.
  ///
  /// - Throws: `CatalogError`.
  package func abandonPending() throws(CatalogError) {
    try writing { try Catalog.forgetPending($0) }
  }

  /// The release that is noted and not known to be published, or `nil`.
  ///
  /// - Throws: `CatalogError`.
  package func pendingRelease() throws(CatalogError) -> ReleaseRecord? {
    try release("WHERE state = 'pending'")
  }

  /// The last published release, or `nil`.
  ///
  /// - Throws: `CatalogError`.
  package func lastRelease() throws(CatalogError) -> ReleaseRecord? {
    try release("WHERE state = 'published' ORDER BY number DESC LIMIT 1")
  }

  /// A published release by its number, or `nil` when the catalogue knows of none.
  ///
  /// - Throws: `CatalogError`.
  package func publishedRelease(_ number: Int) throws(CatalogError) -> ReleaseRecord? {
    try release("WHERE state = 'published' AND number = ?", [number])
  }

  /// The numbers of all published releases, the last one first.
  ///
  /// - Throws: `CatalogError`.
  package func publishedReleaseNumbers() throws(CatalogError) -> [Int] {
    try reading { database in
      try Int.fetchAll(
        database, sql: "SELECT number FROM releases WHERE state = 'published' ORDER BY number DESC")
    }
  }

  /// A release by its number, pending or published, or `nil` when the catalogue knows of none.
  ///
  /// - Throws: `CatalogError`.
  package func recordedRelease(_ number: Int) throws(CatalogError) -> ReleaseRecord? {
    try release("WHERE number = ?", [number])
  }

  private func release(
    _ which: String, _ arguments: StatementArguments = []
  ) throws(CatalogError) -> ReleaseRecord? {
    try reading { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT number, state, created_at, manifest FROM releases \(which)",
        arguments: arguments)
      return row.map { row in
        ReleaseRecord(
          number: row["number"], manifest: Array(row["manifest"] as Data),
          createdAt: row["created_at"], isPublished: row["state"] == "published")
      }
    }
  }

  private static func lastPublished(_ database: Database) throws -> Int {
    let sql = "SELECT max(number) FROM releases WHERE state = 'published'"
    return try Int.fetchOne(database, sql: sql) ?? 0
  }

  private static func forgetPending(_ database: Database) throws {
    let sql = "SELECT number FROM releases WHERE state = 'pending'"
    guard let number = try Int.fetchOne(database, sql: sql) else { return }
    for statement in [
      "UPDATE calendar SET release = NULL WHERE release = ?",
      "UPDATE fillers SET release = NULL WHERE release = ?",
      "DELETE FROM migrations WHERE release = ?",
      "DELETE FROM changes WHERE release = ?",
      "UPDATE replacements SET release = NULL WHERE release = ?",
      "DELETE FROM pack_versions WHERE release = ?",
      "DELETE FROM releases WHERE number = ?",
    ] {
      try database.execute(sql: statement, arguments: [number])
    }
  }

  private static func note(_ database: Database, _ period: Period, in release: Int) throws {
    let (cadence, key) = (period.cadence.rawValue, period.key)
    let isThere = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM calendar WHERE cadence = ? AND key = ?)",
      arguments: [cadence, key])
    guard isThere ?? false else { throw CatalogError.emptyPlace(.date(period)) }
    try database.execute(
      sql: "UPDATE calendar SET release = ? WHERE cadence = ? AND key = ? AND release IS NULL",
      arguments: [release, cadence, key])
  }

  /// What players see of a pack: its name, its price, and its puzzles by their numbers.
  struct PackContent {
    var id: PackID
    var name: String
    var free: Bool
    var puzzles: String
  }

  static func content(_ database: Database, of id: PackID) throws -> PackContent {
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT name, free FROM packs WHERE id = ?"),
      arguments: [id.text])
    guard let row else { throw CatalogError.unknownPack(id) }
    let slots = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT position, puzzle FROM slots WHERE pack = ? ORDER BY position"),
      arguments: [id.text])
    try checkGaps(id, slots.map { $0[0] })
    let puzzles = slots.map { String($0[1] as Int64) }.joined(separator: ",")
    return PackContent(id: id, name: row["name"], free: row["free"], puzzles: puzzles)
  }

  /// Makes sure that no slot before the last is empty.
  ///
  /// - Throws: `CatalogError.slotGap`.
  static func checkGaps(_ pack: PackID, _ slots: [Int]) throws(CatalogError) {
    for (index, slot) in slots.enumerated() where slot != index {
      throw .slotGap(pack: pack, index: index)
    }
  }

  /// The last version of a pack that was published, as its row tells of it.
  static func lastVersion(_ database: Database, of pack: PackID) throws -> Row? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT version, release, name, free, puzzles FROM pack_versions
          JOIN releases ON releases.number = pack_versions.release
          WHERE pack = ? AND releases.state = 'published' ORDER BY version DESC LIMIT 1
          """), arguments: [pack.text])
  }

  static func version(
    _ database: Database, of content: PackContent
  ) throws -> (number: Int, isNew: Bool) {
    guard let row = try lastVersion(database, of: content.id) else { return (1, true) }
    let version: Int = row["version"]
    let isSame =
      PackName.areSame(row["name"], content.name) && row["free"] == content.free
      && row["puzzles"] == content.puzzles
    return isSame ? (version, false) : (version + 1, true)
  }
}
