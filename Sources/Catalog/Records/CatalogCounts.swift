/// How much is in the catalogue.
package struct CatalogCounts: Hashable, Sendable {
  package let puzzles: Int
  /// Puzzles that were never used.
  package let reserve: Int
  /// Slots that are filled.
  package let slots: Int
  /// Dates that are filled.
  package let dates: Int
  /// Releases that are published.
  package let releases: Int
}
