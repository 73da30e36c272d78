import Catalog
import Files
import Identity

extension RebuildCatalog {
  /// Notes what the catalogue which is there knows to be published, where it can be read and is one
  /// of this tree.
  ///
  /// Trees of earlier programs do not list what they once had. What another tree has published is
  /// no affair of this one, so the two have to have a release in common.
  ///
  /// - Parameters:
  ///   - file: The catalogue that is about to be put aside.
  ///   - catalog: The new one.
  /// - Throws: `CatalogError` for the new catalogue.
  func keepUsed(of file: String, in catalog: Catalog) throws {
    guard Folders.exists(file), let old = try? Catalog.read(at: file) else { return }
    defer { try? old.close() }
    guard let used = try? old.usedPuzzles(), let numbers = try? old.publishedReleaseNumbers()
    else { return }
    let isOfThisTree = numbers.contains { number in
      guard let one = try? old.publishedRelease(number),
        let other = try? catalog.publishedRelease(number)
      else { return false }
      return one.manifest == other.manifest
    }
    if isOfThisTree { try catalog.noteUsed(used.map(\.digest)) }
  }
}
