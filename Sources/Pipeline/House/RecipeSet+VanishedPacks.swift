package import Identity
package import Manifest
package import Recipes

extension RecipeSet {
  /// The packs of a release that no recipe makes any more, although nobody has taken them back.
  ///
  /// - Parameters:
  ///   - manifest: What players have; `nil` where nothing is published yet.
  ///   - withdrawals: What was taken back.
  /// - Returns: The packs, as the release lists them.
  package func vanishedPacks(of manifest: Manifest?, _ withdrawals: [Withdrawal]) -> [PackID] {
    let listed = Set(packs.map(\.id))
    let withdrawn = Set(withdrawals.map(\.id))
    return (manifest?.packs ?? []).map(\.id)
      .filter { !listed.contains($0) && !withdrawn.contains($0.text) }
  }

  /// The packs that it lists although they were taken back, which is for ever.
  ///
  /// - Parameter withdrawals: What was taken back.
  /// - Returns: The packs, in its order.
  package func withdrawnPacks(_ withdrawals: [Withdrawal]) -> [PackID] {
    let withdrawn = Set(withdrawals.map(\.id))
    return packs.map(\.id).filter { withdrawn.contains($0.text) }
  }
}
