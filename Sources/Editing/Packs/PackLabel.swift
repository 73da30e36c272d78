import Catalog
import Identity
import Recipes

/// What players read of a pack before they open it: its name, and whether it is free.
struct PackLabel: Hashable {
  let name: String
  let isFree: Bool

  /// How it differs from what players have, as an editor would say it.
  func differences(from old: PublishedPack) -> [String] {
    var words: [String] = []
    if name != old.name {
      words.append("the name is “\(name)”, was “\(old.name)”")
    } else if !PackName.areSame(name, old.name) {
      words.append("the name “\(name)” in other characters that look the same")
    }
    if isFree != old.isFree { words.append(isFree ? "it is free now" : "it is not free any more") }
    return words
  }
}

extension RecipeSet {
  /// What the recipe of a pack writes on it in the next release; `nil` where none that is released
  /// makes it.
  ///
  /// The catalogue hears of it with the next night only.
  func label(of id: PackID) -> PackLabel? {
    packs.first { $0.id == id }.map { PackLabel(name: $0.name, isFree: $0.isFree) }
  }
}
