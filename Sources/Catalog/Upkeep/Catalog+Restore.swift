import Dates
import Foundation
import GRDB
import Identity
import Notation
import Tables

extension Catalog {
  /// Fills an empty catalogue with what a published tree tells, all of it or nothing.
  ///
  /// - Parameters:
  ///   - told: What the tree tells.
  ///   - at: When, for the record.
  /// - Throws: `CatalogError`; `.refused` when two puzzles of the tree are twins.
  package func restore(_ told: Restoration, at: String) throws(CatalogError) {
    let restoration = told.withinKeptReleases
    try writing { database in
      for release in restoration.releases {
        try database.execute(
          sql: """
            INSERT INTO releases (number, state, created_at, manifest)
            VALUES (?, 'published', ?, ?)
            """, arguments: [release.number, release.createdAt, Data(release.manifest)])
      }
      var ids: [Int64] = []
      for published in restoration.puzzles {
        ids.append(try self.restore(database, published.puzzle, release: published.release))
      }
      for used in restoration.used { try Schema.note(database, used) }
      try Schema.noteUsed(database, "first_release IS NOT NULL")
      try Catalog.restoreVersions(database, restoration, ids, at: at)
      for (period, puzzle, release) in restoration.dates {
        try database.execute(
          sql: "INSERT INTO calendar (cadence, key, puzzle, release) VALUES (?, ?, ?, ?)",
          arguments: [period.cadence.rawValue, period.key, ids[puzzle], release])
      }
      for (period, puzzle, release) in restoration.fillers {
        try database.execute(
          sql: "INSERT INTO fillers (cadence, key, puzzle, release) VALUES (?, ?, ?, ?)",
          arguments: [period.cadence.rawValue, period.key, ids[puzzle], release])
      }
      for (pack, change, release) in restoration.changes {
        try Catalog.note(database, change, of: pack, in: release)
      }
      // Earlier programs told maps of packs that were withdrawn, of which nothing else is known.
      let packs = Set(restoration.versions.map(\.pack))
      for noted in restoration.migrations where packs.contains(noted.migration.pack) {
        let migration = noted.migration
        try database.execute(
          sql: """
            INSERT INTO migrations (pack, from_version, map, reason, at, release)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            migration.pack.text, migration.fromVersion, Catalog.text(migration.map),
            migration.reason, at, noted.release,
          ])
      }
      for line in restoration.replacements {
        try database.execute(
          sql: """
            INSERT INTO replacements (id, before, after, reason, at, release)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            line.period.id, line.before.map { ids[$0] }, line.after.map { ids[$0] }, line.reason,
            line.at, line.release,
          ])
      }
      for (withdrawal, time, puzzle) in restoration.withdrawals {
        try database.execute(
          sql: "INSERT INTO withdrawals (id, puzzle, reason, at) VALUES (?, ?, ?, ?)",
          arguments: [
            withdrawal.id, puzzle.map { ids[$0] }, withdrawal.reason, time,
          ])
      }
    }
  }

  private func restore(
    _ database: Database, _ puzzle: NewPuzzle, release: Int
  ) throws -> Int64 {
    try Catalog.check(puzzle)
    if let twin = try twin(database, puzzle.form) {
      throw CatalogError.refused(TwinRefused(sbn: puzzle.sbn.description, twin: twin))
    }
    let id = try insert(database, puzzle)
    try database.execute(
      sql: "UPDATE puzzles SET first_release = ? WHERE id = ?", arguments: [release, id])
    return id
  }

  private static func restoreVersions(
    _ database: Database, _ restoration: Restoration, _ ids: [Int64], at: String
  ) throws {
    var newest: [PackID: Restoration.PackVersion] = [:]
    for version in restoration.versions {
      try definePack(database, version.pack, name: version.name, free: version.isFree)
      try database.execute(
        sql: """
          INSERT INTO pack_versions (pack, version, release, name, free, puzzles)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          version.pack.text, version.version, version.release, version.name, version.isFree,
          version.puzzles.map { String(ids[$0]) }.joined(separator: ","),
        ])
      if let before = newest[version.pack] {
        let kept = Set(version.puzzles)
        for (slot, puzzle) in before.puzzles.enumerated() where !kept.contains(puzzle) {
          let edit = Edit(
            at: at, kind: .replace, place: SlotID(pack: version.pack, index: slot).description,
            reason: "not in version \(version.version) any more")
          try note(database, edit, before: ids[puzzle], after: nil)
        }
      }
      newest[version.pack] = version
    }
    for version in newest.values.sorted(by: { $0.pack < $1.pack }) {
      let puzzles = restoration.slots[version.pack] ?? version.puzzles
      for (slot, puzzle) in puzzles.enumerated() {
        try database.execute(
          sql: "INSERT INTO slots (pack, position, puzzle) VALUES (?, ?, ?)",
          arguments: [version.pack.text, slot, ids[puzzle]])
      }
    }
  }
}
