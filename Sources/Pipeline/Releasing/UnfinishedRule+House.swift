package import Catalog
package import Publishing
package import Recipes
import Signing

extension UnfinishedRule {
  /// What counts as a release that a house's publisher left unfinished.
  ///
  /// - Parameters:
  ///   - catalog: The catalogue; `nil` where it was lost.
  ///   - house: The places.
  ///   - signing: What the recipes say of signing.
  ///   - context: The run's clock.
  /// - Returns: The rule: what the catalogue has, or else what evidence speaks for.
  /// - Throws: `CatalogError`.
  package static func of(
    _ catalog: Catalog?, in house: House, _ signing: ReleaseRecipe.Signing?, _ context: RunContext
  ) throws(CatalogError) -> UnfinishedRule {
    let evidence = Evidence(
      now: context.now, isSigning: signing != nil,
      keys: try? HouseKeys(of: house).list().keys)
    guard let catalog else { return .recorded(expecting: [], or: evidence) { _ in nil } }
    let (pending, last) = (try catalog.pendingRelease(), try catalog.lastRelease())
    return .recorded(expecting: [pending, last].compactMap { $0?.number }, or: evidence) { number in
      if number == pending?.number { return pending?.manifest }
      // What cannot be read vouches for nothing, and is told by whatever reads it next.
      return (try? catalog.recordedRelease(number))?.manifest
    }
  }
}
