import Files
import Manifest
package import Stores

/// Where the two parts of a tree may lie beside each other, and beside other trees.
extension StoreSettings {
  /// Refuses a place within a part of a tree that is published, for another tree or for the other
  /// part: everybody could read there what has to be bought.
  ///
  /// Whoever names it mostly means the tree itself, as `output/puzzles` for `output`. Where nobody
  /// says what is above, nothing is refused.
  ///
  /// - Throws: `StoreError.badAddress`.
  /// - Complexity: One request for each part of an address that is called as a part of a tree is.
  package func checkApart(_ house: House) async throws(StoreError) {
    for place in [house.output, house.privateTo].compactMap(\.self) {
      for path in StoreSettings.isBucket(place) ? [place] : Folders.readings(of: place) {
        guard let tree = await tree(above: path) else { continue }
        throw .badAddress(
          place, expected: "outside of the tree that is in \(tree) — did you mean that one?")
      }
    }
  }

  /// The published tree that an address from the root is within a part of, if it is.
  private func tree(above path: String) async -> String? {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, name) in names.enumerated() {
      let tree = index == 1 ? "/" : names[..<index].joined(separator: "/")
      for manifest in [ObjectKey.manifest, .privateManifest]
      where manifest.text.hasPrefix(name + "/") {
        // Many a web app has a `manifest.json` of its own.
        guard let bytes = (try? await open(tree).get(manifest)) ?? nil else { continue }
        let isOurs =
          manifest == .manifest
          ? (try? Manifest(json: bytes)) != nil : (try? PrivateManifest(json: bytes)) != nil
        if isOurs { return tree }
      }
    }
    return nil
  }

  /// Refuses a place for the private part that is in a folder of the tree, or the other way round:
  /// whoever may read the public part could read there what has to be bought.
  ///
  /// The folder of the recipes is no place for a tree either.
  ///
  /// - Throws: `StoreError.badAddress`.
  package static func checkParts(of house: House) throws(StoreError) {
    if !isBucket(house.output), Folders.resolved(house.output) == Folders.resolved(house.recipes) {
      throw .badAddress(house.output, expected: "another folder than that of the recipes")
    }
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
