package import Catalog
package import Identity
import Manifest

/// A rollback that has not ended: until then players get the packs of an earlier release, whatever
/// editors do to them.
package struct StandingRollback: Sendable {
  /// The release to which somebody has gone back.
  package let release: Int
  private let packs: Set<PackID>

  /// The rollback that the packs of a manifest are of.
  fileprivate init(to release: Int, _ manifest: Manifest) {
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
    guard let last = try lastRelease(), let latest = try? Manifest(json: last.manifest),
      var release = latest.rollback
    else { return nil }
    // Where a clean-up has done away with it, the manifest names one that has gone back to it too.
    while let kept = try publishedRelease(release),
      let earlier = (try? Manifest(json: kept.manifest))?.rollback, earlier < latest.oldest ?? 1
    { release = earlier }
    return StandingRollback(to: release, latest)
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
