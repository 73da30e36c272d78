package import Catalog
import Files

/// The folder of the catalogue: locked while a run works in it.
package struct StateFolder {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// The catalogue's file.
  package var catalog: String { "\(path)/catalog.sqlite" }

  /// Refuses to start afresh beside a tree that an older catalogue has made.
  ///
  /// - Parameters:
  ///   - release: The release in the tree, if there is one.
  ///   - output: The tree's folder, for the message.
  /// - Throws: `PipelineError.stateLost`.
  package func refuseLoss(of release: Int?, output: String) throws(PipelineError) {
    guard let release, !Folders.exists(catalog) else { return }
    throw .stateLost(output: output, state: path, release: release)
  }

  /// Works with the catalogue, or with a copy that is thrown away afterwards.
  ///
  /// - Parameters:
  ///   - asCopy: Whether the folder has to stay as it is, or absent.
  ///   - body: The work; the folder is locked while it lasts.
  /// - Throws: `StateLockError`, `CatalogError`, and what the work throws.
  package func open(asCopy: Bool, _ body: (Catalog) async throws -> Void) async throws {
    guard asCopy else {
      let lock = try StateLock(folder: path)
      try await body(try Catalog.open(at: catalog))
      _ = consume lock
      return
    }
    let copy = try Folders.makeTemporary()
    defer { Folders.remove(copy) }
    if Folders.exists(catalog) {
      // The lock keeps writers away while the copy is made.
      let lock = try StateLock(folder: path)
      for suffix in ["", "-wal", "-shm"] where Folders.exists(catalog + suffix) {
        try Folders.copy(catalog + suffix, to: "\(copy)/catalog.sqlite\(suffix)")
      }
      _ = consume lock
    }
    try await body(try Catalog.open(at: "\(copy)/catalog.sqlite"))
  }
}

extension StateFolder {
  /// Opens the catalogue to read it.
  ///
  /// - Throws: `PipelineError.noCatalog`; `CatalogError`.
  package func read() throws -> Catalog {
    try requireCatalog()
    return try Catalog.open(at: catalog)
  }

  /// Refuses a folder without a catalogue.
  ///
  /// - Throws: `PipelineError.noCatalog`.
  package func requireCatalog() throws(PipelineError) {
    guard Folders.exists(catalog) else { throw .noCatalog(state: path) }
  }
}
