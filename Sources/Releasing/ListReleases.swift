import Manifest
package import Pipeline
import Publishing

/// Lists every release that is kept, with what changed in each; the tree alone is needed.
package struct ListReleases: Command {
  package init() {}

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let history = try await ReleaseHistory(in: house, context)
    for (index, release) in history.releases.enumerated() {
      let before = index > 0 ? history.releases[index - 1] : nil
      let changes =
        before == nil && release.previous != nil
        ? [] : try await history.changes(from: before, to: release)
      try emit(.answer(ListedRelease(release: release, changes: changes)))
    }
    return .done
  }
}

extension ReleaseHistory {
  /// The releases of a house's tree.
  ///
  /// - Throws: `PipelineError.noTree` when there is none; publishing and store errors.
  init(in house: House, _ context: RunContext) async throws {
    try await self.init(of: try context.stores.open(house))
    guard !releases.isEmpty else { throw PipelineError.noTree(path: house.output) }
  }
}
