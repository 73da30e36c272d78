package import Catalog

extension House {
  /// Works with the catalogue, or with a copy that is gone afterwards.
  ///
  /// None is begun beside a tree that an older catalogue has made.
  ///
  /// - Parameters:
  ///   - asCopy: Whether the folder of the catalogue has to stay as it is.
  ///   - context: Opens the tree, which is only looked at where there is no catalogue.
  ///   - body: The work.
  /// - Throws: `PipelineError.stateLost`; `StateLockError`, `CatalogError`, `FolderError`, store
  ///   and publishing errors; what the work throws.
  package func openCatalog(
    asCopy: Bool, _ context: RunContext, _ body: (Catalog) async throws -> Void
  ) async throws {
    if try !stateFolder.hasCatalog {
      try await stateFolder.refuseLoss(of: try context.stores.open(self), output: output)
    }
    try await stateFolder.open(asCopy: asCopy, body)
  }
}
