package import Catalog
import Files

extension House {
  /// Works with the catalogue to change the house, or with a copy that is gone afterwards.
  ///
  /// Nothing is begun where the state cannot be written, beside a tree that an older catalogue has
  /// made, or by a clock that has gone back.
  ///
  /// - Parameters:
  ///   - isTrial: Whether the state has to stay as it is.
  ///   - context: The clock; opens the tree, which is only looked at where there is no catalogue.
  ///   - body: The work.
  /// - Throws: `PipelineError.stateLost`, `.clockBehind`; `StateLockError`, `CatalogError`,
  ///   `FolderError`, store and publishing errors; what the work throws.
  package func change(
    isTrial: Bool, _ context: RunContext, _ body: (Catalog) async throws -> Void
  ) async throws {
    if !isTrial { try Folders.checkWritable(state) }
    if try !stateFolder.hasCatalog {
      try await stateFolder.refuseLoss(of: try context.stores.open(self), output: output)
    }
    try await stateFolder.open(asCopy: isTrial) { catalog in
      if !isTrial { try context.requireClock(of: stateFolder, catalog) }
      try await body(catalog)
    }
  }
}
