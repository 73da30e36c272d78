package import Notation
package import StarBattle

/// A puzzle in the catalogue, whose text is read when somebody asks.
package protocol KeptText {
  /// Its number in the catalogue.
  var id: Int64 { get }
  /// The puzzle as it is published.
  var sbn: String { get }
}

extension KeptText {
  /// The puzzle as it was read from its text.
  ///
  /// - Throws: `CatalogError.corrupted` when it cannot be.
  package var text: SBN {
    get throws {
      do {
        return try SBN(sbn)
      } catch {
        throw CatalogError.corrupted(path: "puzzle \(id)", detail: "its text is no puzzle")
      }
    }
  }

  /// What it has in common with all its twins.
  ///
  /// - Throws: `CatalogError.corrupted` when its text cannot be read.
  package var canonicalForm: CanonicalForm {
    get throws { try text.puzzle.canonicalForm }
  }
}
