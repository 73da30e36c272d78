import Catalog
import JSONText

/// Looks after the catalogue in a state folder: checks it, copies it, writes it out.
package struct CatalogJob: Sendable {
  /// What to do.
  package enum Task: Hashable, Sendable {
    /// Look for damage; and solve and prove every puzzle again if asked to.
    case check(isProving: Bool)
    /// Copy it into a file, over one that is there if asked to.
    case backUp(to: String, isOverwriting: Bool)
    /// Write every puzzle into a file, over one that is there if asked to.
    case export(to: String, isOverwriting: Bool)
  }

  let task: Task
  let state: String
  let isJSON: Bool

  /// A job.
  package init(_ task: Task, state: String, isJSON: Bool = false) {
    self.task = task
    self.state = state
    self.isJSON = isJSON
  }

  /// Does it; others may be working with the catalogue meanwhile.
  ///
  /// - Parameters:
  ///   - context: Threads, progress and interruption.
  ///   - emit: Given what to print.
  /// - Returns: `done`, or `badData` when a check has findings.
  /// - Throws: `PipelineError.noCatalog`, `.interrupted`; `CatalogError`; what `emit` throws.
  package func run(
    _ context: RunContext, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    let catalog = try StateFolder(path: state).read()
    switch task {
    case .check(let isProving):
      return try await CatalogCheck(catalog: catalog, context: context, isProving: isProving)
        .run(isJSON: isJSON, emit)
    case .backUp(let target, let isOverwriting):
      let size = try catalog.backUp(to: target, overwriting: isOverwriting)
      let release = try catalog.lastRelease()?.number
      try emit(.result(backedUp(to: target, size: size, release: release)))
      return .done
    case .export(let target, let isOverwriting):
      let format = CatalogExport.Format(file: target)
      let written = try CatalogExport(catalog: catalog, format: format, context: context)
        .write(to: target, overwriting: isOverwriting)
      try emit(.result(exported(to: target, format, written)))
      return .done
    }
  }

  private func backedUp(to target: String, size: Int, release: Int?) -> String {
    guard isJSON else {
      let words = release.map { "up to release \($0)" } ?? "without a release"
      return "Copied the catalogue in \(state), \(words), to \(target): \(size) bytes, checked."
    }
    return text([
      JSONMember("schema", .integer(1)),
      JSONMember("command", .string("catalog backup")),
      JSONMember("state", .string(state)),
      JSONMember("file", .string(target)),
      JSONMember("bytes", .integer(size)),
      JSONMember("release", release.map { .integer($0) } ?? .null),
    ])
  }

  private func exported(
    to target: String, _ format: CatalogExport.Format, _ written: CatalogExport.Written
  ) -> String {
    guard isJSON else {
      return "Wrote \(written.puzzles) puzzles to \(target): \(written.bytes) bytes.\n"
        + "Check it with: sha256sum -c \(target).sha256"
    }
    return text([
      JSONMember("schema", .integer(1)),
      JSONMember("command", .string("catalog export")),
      JSONMember("state", .string(state)),
      JSONMember("file", .string(target)),
      JSONMember("format", .string(format.isCSV ? "csv" : "jsonl")),
      JSONMember("compressed", .bool(format.isCompressed)),
      JSONMember("puzzles", .integer(written.puzzles)),
      JSONMember("bytes", .integer(written.bytes)),
      JSONMember("sha256", .string(written.sha256)),
    ])
  }

  private func text(_ members: [JSONMember]) -> String {
    String(decoding: JSONValue.object(members).text, as: UTF8.self)
  }
}
