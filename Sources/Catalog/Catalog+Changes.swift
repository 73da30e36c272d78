import Foundation
import GRDB
package import Identity

/// What players have to be told of slots: which hold another puzzle, and where puzzles went.
///
/// Both are worked out from what players have and what they will have, so that they are true
/// whatever was edited in between, and in whatever order; editors only say why.
extension Catalog {
  /// Every slot of a pack that ever got another puzzle, by version: as releases have told it, and
  /// where they have not, as the versions of the pack tell.
  ///
  /// The next version is among them where the pack will have one.
  ///
  /// - Parameters:
  ///   - pack: The pack, which is defined.
  ///   - returning: Why puzzles that players had before come back, where they do for another reason
  ///     than an editor's.
  /// - Returns: The changes, by their versions.
  /// - Throws: `CatalogError`; `.unknownPack`, `.slotGap`.
  package func changes(
    of pack: PackID, returning: String? = nil
  ) throws(CatalogError) -> [ChangedSlots] {
    try reading { database in
      try Catalog.changes(
        database, of: pack, next: Catalog.content(database, of: pack), returning: returning)
    }
  }

  /// The same for a pack that is published again as it once was.
  ///
  /// - Throws: `CatalogError`; `.corrupted` when one of its puzzles is not in the catalogue.
  package func changes(
    of pack: HeldPack, returning: String
  ) throws(CatalogError) -> [ChangedSlots] {
    try reading { database in
      try Catalog.changes(
        database, of: pack.id, next: self.content(database, of: pack), returning: returning)
    }
  }

  /// All maps of slots, by pack and version; those that the next release will have are among them.
  ///
  /// - Throws: `CatalogError`.
  package func migrations() throws(CatalogError) -> [NotedMigration] {
    try reading { database in
      var maps = try self.publishedMigrations(database)
      for text in try String.fetchAll(database, sql: "SELECT id FROM packs") {
        let content = try Catalog.content(database, of: self.pack(text))
        guard let migration = try Catalog.migration(database, to: content, returning: nil) else {
          continue
        }
        maps.append(NotedMigration(migration, release: nil))
      }
      return maps.sorted {
        ($0.migration.pack, $0.migration.fromVersion)
          < ($1.migration.pack, $1.migration.fromVersion)
      }
    }
  }

  /// The map that a pack gets when it is published again as it once was; `nil` where nothing moves.
  ///
  /// - Throws: `CatalogError`; `.corrupted` when one of its puzzles is not in the catalogue.
  package func migration(
    to pack: HeldPack, returning: String
  ) throws(CatalogError) -> SlotMigration? {
    try reading { database in
      try Catalog.migration(
        database, to: self.content(database, of: pack), returning: returning)
    }
  }

  private func publishedMigrations(_ database: Database) throws -> [NotedMigration] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT pack, from_version, map, reason, release FROM migrations
        WHERE release IS NOT NULL ORDER BY pack, from_version
        """
    ).map { row in
      guard let map = Catalog.map(row["map"] as String) else {
        throw CatalogError.corrupted(path: self.path, detail: "a migration map cannot be read")
      }
      let migration = SlotMigration(
        pack: try self.pack(row["pack"]), fromVersion: row["from_version"], map: map,
        reason: row["reason"])
      return NotedMigration(migration, release: row["release"])
    }
  }

  static func map(_ text: String) -> [Int?]? {
    try? JSONDecoder().decode([Int?].self, from: Data(text.utf8))
  }

  static func text(_ map: [Int?]) -> String {
    "[" + map.map { $0.map(String.init) ?? "null" }.joined(separator: ",") + "]"
  }

  // MARK: - Noting

  /// Notes what a release tells of a pack; its version is not noted yet.
  func noteChanges(_ database: Database, of pack: PackID, in release: NewRelease) throws {
    let isHeld = release.held.contains { $0.id == pack }
    var changes = release.changes[pack] ?? []
    if release.changes[pack] == nil, !isHeld {
      changes = try Catalog.changes(
        database, of: pack, next: Catalog.content(database, of: pack), returning: nil)
    }
    for change in changes { try Catalog.note(database, change, of: pack, in: release.number) }
    var migrations = release.migrations?.filter { $0.pack == pack } ?? []
    if release.migrations == nil, !isHeld {
      let content = try Catalog.content(database, of: pack)
      migrations += try [Catalog.migration(database, to: content, returning: nil)].compactMap(
        \.self)
    }
    for migration in migrations {
      try Catalog.note(database, migration, at: release.createdAt, in: release.number)
    }
  }

  /// Notes a change that is not noted yet.
  static func note(
    _ database: Database, _ change: ChangedSlots, of pack: PackID, in release: Int
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO changes (pack, version, slots, reason, release) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """,
      arguments: [
        pack.text, change.version, change.slots.map(String.init).joined(separator: ","),
        change.reason, release,
      ])
  }

  /// Notes a map that is not noted yet.
  static func note(
    _ database: Database, _ migration: SlotMigration, at time: String, in release: Int
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO migrations (pack, from_version, map, reason, at, release)
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """,
      arguments: [
        migration.pack.text, migration.fromVersion, text(migration.map), migration.reason, time,
        release,
      ])
  }

  // MARK: - Working out

  /// The puzzles of a version of a pack.
  private struct Version {
    let number: Int
    let puzzles: [Int64]
  }

  private static func changes(
    _ database: Database, of pack: PackID, next: PackContent, returning: String?
  ) throws -> [ChangedSlots] {
    let told = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT version, slots, reason FROM changes WHERE pack = ?"),
      arguments: [pack.text]
    ).map { row in
      ChangedSlots(
        version: row["version"],
        slots: (row["slots"] as String).split(separator: ",").compactMap { Int($0) },
        reason: row["reason"])
    }
    var changes = told
    let known = Set(told.map(\.version))
    var versions = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT version, puzzles FROM pack_versions
          JOIN releases ON releases.number = pack_versions.release
          WHERE pack = ? AND releases.state = 'published' ORDER BY version
          """), arguments: [pack.text]
    ).map { Version(number: $0["version"], puzzles: numbers($0["puzzles"])) }
    let version = try version(database, of: next)
    if version.isNew {
      versions.append(Version(number: version.number, puzzles: numbers(next.puzzles)))
    }
    for (old, new) in zip(versions, versions.dropFirst())
    where new.number == old.number + 1 && !known.contains(new.number) {
      // What happened before this release happened for a reason of its own.
      let returning = new.number == version.number && version.isNew ? returning : nil
      changes += try step(database, pack, from: old, to: new, returning: returning)
    }
    return changes.filter { !$0.slots.isEmpty }
      .sorted { ($0.version, $0.slots[0]) < ($1.version, $1.slots[0]) }
  }

  static func numbers(_ text: String) -> [Int64] {
    text.split(separator: ",").compactMap { Int64($0) }
  }

  /// The slots that differ between two versions, by reason.
  private static func step(
    _ database: Database, _ pack: PackID, from old: Version, to new: Version, returning: String?
  ) throws -> [ChangedSlots] {
    let known = Set(old.puzzles)
    var slots: [String: [Int]] = [:]
    for (slot, before) in old.puzzles.enumerated() {
      let after = new.puzzles.indices.contains(slot) ? new.puzzles[slot] : nil
      guard after != before else { continue }
      let reason: String
      if let returning, try isPublished(database, after) {
        // Other puzzles come back; this one never does, for a reason of its own.
        reason = try withdrawal(database, before) ?? returning
      } else if let after, !known.contains(after) {
        reason = try replacement(
          database, SlotID(pack: pack, index: slot), from: old.number, before, after)
      } else {
        reason = try removal(database, before, after) ?? order(database, pack, from: old.number)
      }
      slots[reason, default: []].append(slot)
    }
    return slots.map { ChangedSlots(version: new.number, slots: $1, reason: $0) }
  }

  /// Whether players had a puzzle before; a slot that is gone has none that they did not have.
  private static func isPublished(_ database: Database, _ puzzle: Int64?) throws -> Bool {
    guard let puzzle else { return true }
    return try Bool.fetchOne(
      database, sql: "SELECT first_release IS NOT NULL FROM puzzles WHERE id = ?",
      arguments: [puzzle]) ?? false
  }

  /// Why a slot has a puzzle that is new to the pack.
  private static func replacement(
    _ database: Database, _ slot: SlotID, from version: Int, _ before: Int64, _ after: Int64
  ) throws -> String {
    // What was given to the slot for another reason may be what is at hand for this one.
    if let reason = try withdrawal(database, before, as: slot) { return reason }
    let edit = try String.fetchOne(
      database,
      sql: """
        SELECT reason FROM edits WHERE after = ? AND kind IN ('replace', 'append')
        ORDER BY id DESC LIMIT 1
        """, arguments: [after])
    return try edit ?? order(database, slot.pack, from: version)
  }

  /// Why a puzzle was taken back, if it was: as that slot, or as any.
  private static func withdrawal(
    _ database: Database, _ puzzle: Int64, as slot: SlotID? = nil
  ) throws -> String? {
    try String.fetchOne(
      database,
      sql: """
        SELECT reason FROM withdrawals WHERE puzzle = ?1 AND (?2 IS NULL OR id = ?2)
        ORDER BY number DESC LIMIT 1
        """, arguments: [puzzle, slot?.description])
  }

  /// Why a slot is gone.
  private static func removal(
    _ database: Database, _ before: Int64, _ after: Int64?
  ) throws -> String? {
    guard after == nil else { return nil }
    return try String.fetchOne(
      database,
      sql: "SELECT reason FROM edits WHERE before = ? AND kind = 'remove' ORDER BY id DESC LIMIT 1",
      arguments: [before])
  }

  /// Why the slots of a version have another order.
  private static func order(
    _ database: Database, _ pack: PackID, from version: Int
  ) throws -> String {
    let noted = try String.fetchOne(
      database, sql: "SELECT reason FROM migrations WHERE pack = ? AND from_version = ?",
      arguments: [pack.text, version])
    return try noted
      ?? String.fetchOne(
        database,
        sql: "SELECT reason FROM edits WHERE kind = 'order' AND place = ? ORDER BY id DESC LIMIT 1",
        arguments: [pack.text]) ?? "replaced"
  }

  /// Where the slots of the published version go; `nil` where none moves and none is gone.
  ///
  /// A puzzle that leaves the pack leads nowhere, so progress that follows the map is never laid on
  /// another one.
  private static func migration(
    _ database: Database, to content: PackContent, returning: String?
  ) throws -> SlotMigration? {
    guard let published = try publishedVersion(database, content.id) else { return nil }
    let next = numbers(content.puzzles)
    var places: [Int64: Int] = [:]
    for (slot, puzzle) in next.enumerated() { places[puzzle] = slot }
    let map = published.puzzles.map { places[$0] }
    let moves = map.enumerated().contains { old, new in new.map { $0 != old } ?? false }
    guard moves || next.count < published.puzzles.count else { return nil }
    return SlotMigration(
      pack: content.id, fromVersion: published.version, map: map,
      reason: try returning ?? order(database, content.id, from: published.version))
  }
}
