import Foundation
import GRDB
package import Identity
import StarBattle
import Tables

extension Catalog {
  /// Everything that was ever published, as digests, ascending.
  ///
  /// - Throws: `CatalogError`.
  /// - Complexity: O(published puzzles).
  package func usedPuzzles() throws(CatalogError) -> [UsedPuzzle] {
    try reading { database in
      let rows = try Row.fetchCursor(
        database, sql: "SELECT digest, listed FROM used ORDER BY digest")
      var used: [UsedPuzzle] = []
      while let row = try rows.next() {
        guard let digest = PuzzleDigest(row["digest"] as Data) else { continue }
        used.append(UsedPuzzle(digest, listed: row["listed"]))
      }
      return used
    }
  }

  /// Notes what was published, too, as somebody else remembers.
  ///
  /// - Throws: `CatalogError`.
  package func noteUsed(_ digests: [PuzzleDigest]) throws(CatalogError) {
    try writing { database in
      for digest in digests { try Schema.note(database, UsedPuzzle(digest, listed: nil)) }
    }
  }

  /// Whether a puzzle was published once that is not in the catalogue itself.
  func isUsed(_ database: Database, _ form: CanonicalForm) throws -> Bool {
    let digest = Data(PuzzleDigest(ofKey: form.key).bytes)
    return try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM used WHERE digest = ?)", arguments: [digest])
      ?? false
  }
}
