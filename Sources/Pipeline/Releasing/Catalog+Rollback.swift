package import Catalog
package import Identity
import Manifest

/// A rollback that has not ended: until then players get the packs of an earlier release, whatever
/// editors do to them.
package struct StandingRollback: Sendable {
  /// The release to which it has gone back.
  package let release: Int
  private let packs: Set<PackID>

  /// A rollback that a release stands for; `nil` where it goes on from all before it.
  fileprivate init?(_ manifest: Manifest) {
    guard let release = manifest.rollback else { return nil }
    self.release = release
    packs = Set(manifest.packs.map(\.id))
  }

  /// Whether players go without a pack while it stands, though earlier releases had it.
  ///
  /// - Parameter pack: A pack that was published, and not withdrawn.
  /// - Returns: Whether they do.
  fileprivate func putsAway(_ pack: PackID) -> Bool { !packs.contains(pack) }
}

extension StandingRollback: CustomStringConvertible {
  /// Such as `rollback to release 3`.
  package var description: String { "rollback to release \(release)" }
}

extension Catalog {
  /// The rollback that stands, if one does.
  ///
  /// - Throws: `CatalogError`.
  package func standingRollback() throws(CatalogError) -> StandingRollback? {
    try lastRelease().flatMap { try? Manifest(json: $0.manifest) }.flatMap(StandingRollback.init)
  }

  /// The rollback that keeps a published pack from players until it ends, if one does.
  ///
  /// - Parameters:
  ///   - rollback: The one that stands: it is read from a whole manifest, so once for many packs.
  ///   - pack: The pack.
  /// - Returns: That one, or `nil`.
  /// - Throws: `CatalogError`.
  package func rollback(
    _ rollback: StandingRollback?, puttingAway pack: PackID
  ) throws(CatalogError) -> StandingRollback? {
    guard let rollback, rollback.putsAway(pack), try publishedVersion(pack) != nil,
      try !isWithdrawn(pack)
    else { return nil }
    return rollback
  }
}
