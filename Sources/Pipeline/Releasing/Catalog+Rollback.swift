package import Catalog
import Manifest

extension Catalog {
  /// The release to which a rollback that stands has gone back: until it ends, players get the packs
  /// of that one, whatever editors do to them.
  ///
  /// - Throws: `CatalogError`.
  package func standingRollback() throws(CatalogError) -> Int? {
    try lastRelease().flatMap { try? Manifest(json: $0.manifest) }?.rollback
  }
}
