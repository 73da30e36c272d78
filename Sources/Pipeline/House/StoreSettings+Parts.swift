import Files
import Manifest
package import Stores

/// Where the two parts of a tree may lie beside each other.
extension StoreSettings {
  /// Refuses a place for the private part that is in a folder of the tree, or the other way round:
  /// whoever may read the public part could read there what has to be bought.
  ///
  /// - Throws: `StoreError.badAddress`.
  package static func checkParts(of house: House) throws(StoreError) {
    guard let place = house.privateTo else { return }
    let isWithin =
      TreePart.allCases.contains { isPlace(place, in: $0, of: house.output) }
      || isPlace(house.output, in: .paid, of: place)
    guard isWithin else { return }
    throw .badAddress(
      place,
      expected: "a place beside \(house.output) or that itself: within a folder of the tree, "
        + "everybody could read what has to be bought")
  }

  /// Whether a place is a part of the tree in another place, or below it.
  static func isPlace(_ place: String, in part: TreePart, of tree: String) -> Bool {
    guard isBucket(place) == isBucket(tree) else { return false }
    if isBucket(place) {
      let within = Array(place.split(separator: "/"))
      return within.starts(with: (tree + "/" + part.folder).split(separator: "/"))
    }
    return Folders.isPath(place, within: "\(tree)/\(part.folder)")
  }
}
