/// What a player has bought, by the names that the shop and the manifest use.
public struct Purchases: Hashable, Sendable {
  /// The names: those for everything, and products of packs.
  public let names: Set<String>

  /// Purchases of these names.
  public init(_ names: some Sequence<String>) { self.names = Set(names) }

  /// The names that a shop sells of which one opens a pack: those for everything, and the products
  /// that the manifest names for it, or its id where there are none.
  public static func opening(pack: String, products: [String]) -> [String] {
    let everything = ["unlock_all", "pro_bundle"]
    return everything + (products.isEmpty ? [pack] : products.filter { !everything.contains($0) })
  }

  /// Whether they open a pack: by what a shop sells, or by the name of the pack alone.
  public func opens(pack: String, products: [String]) -> Bool {
    names.contains("pack:\(pack)")
      || !names.isDisjoint(with: Purchases.opening(pack: pack, products: products))
  }
}
