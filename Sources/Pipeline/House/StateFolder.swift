package import Catalog
import Files
import Manifest
import Publishing
package import Stores

/// The folder of the catalogue: locked while a run works in it.
package struct StateFolder {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  package var catalog: String { "\(path)/catalog.sqlite" }

  /// Whether there is a catalogue; a file without a byte is none, but
  /// what a run that was killed as it began one has left, or somebody who emptied it.
  ///
  /// - Throws: `FolderError.cannotLook`.
  package var hasCatalog: Bool {
    get throws(FolderError) { try Folders.isThere(catalog) && !Folders.isFile(catalog, below: 1) }
  }

  /// Refuses to start afresh beside a tree that an older catalogue has made.
  ///
  /// - Parameters:
  ///   - store: The tree.
  ///   - output: The tree's folder, for the message.
  /// - Throws: `PipelineError.stateLost`; `FolderError.cannotLook`, publishing errors.
  package func refuseLoss(of store: any ObjectStore, output: String) async throws {
    guard try !hasCatalog else { return }
    let published = try await Publisher(store: store).current()
    guard let release = published.latest?.manifest.release else { return }
    throw PipelineError.stateLost(output: output, state: path, release: release)
  }

  /// Works with the catalogue, or with a copy that is gone afterwards, however that ends.
  ///
  /// - Parameters:
  ///   - asCopy: Whether the folder has to stay as it is, or absent; it need not even be writable.
  ///   - body: The work; unless it is on a copy, the folder is locked while it lasts.
  /// - Throws: `StateLockError`, `CatalogError`, `FolderError`, and what the work throws.
  package func open(asCopy: Bool, _ body: (Catalog) async throws -> Void) async throws {
    if asCopy {
      let hasCatalog = try hasCatalog
      try await body(
        hasCatalog ? try Catalog.copy(of: catalog) : try Catalog.scratch(for: catalog))
      return
    }
    let lock = try StateLock(folder: path)
    Folders.sweep(path)
    try await body(try Catalog.open(at: catalog))
    _ = consume lock
  }
}

extension StateFolder {
  /// Opens the catalogue to read it; nothing is written.
  ///
  /// - Throws: `PipelineError.noCatalog`; `CatalogError`, `FolderError`.
  package func read() throws -> Catalog {
    try requireCatalog()
    return try Catalog.read(at: catalog)
  }

  /// Opens the catalogue to read it, where there is one.
  ///
  /// - Throws: `CatalogError`, `FolderError`.
  package func readIfThere() throws -> Catalog? {
    try hasCatalog ? Catalog.read(at: catalog) : nil
  }

  /// Refuses a folder without a catalogue.
  ///
  /// - Throws: `PipelineError.noCatalog`, `FolderError`.
  package func requireCatalog() throws {
    guard try hasCatalog else { throw PipelineError.noCatalog(state: path) }
  }
}
