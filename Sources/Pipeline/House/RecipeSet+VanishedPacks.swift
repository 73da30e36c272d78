package import Identity
package import Recipes

extension RecipeSet {
  /// The published packs that no recipe makes any more, although nobody has taken them back.
  ///
  /// - Parameters:
  ///   - published: What players have, or had before a rollback put it away.
  ///   - withdrawals: What was taken back.
  /// - Returns: The packs, in the same order.
  package func vanishedPacks(
    of published: [PackID], _ withdrawals: [Withdrawal]
  ) -> [PackID] {
    let listed = Set(packs.map(\.id))
    let withdrawn = Set(withdrawals.map(\.id))
    return published.filter { !listed.contains($0) && !withdrawn.contains($0.text) }
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
