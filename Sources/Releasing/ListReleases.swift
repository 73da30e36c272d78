import Manifest
package import Pipeline
import Publishing

/// Lists every release that is kept, with what changed in each; the tree alone is needed.
package struct ListReleases: Command {
  package init() {}

  /// Lists them.
  ///
  /// - Returns: `done`, or `badData` when a manifest that should be there is missing or damaged.
  /// - Throws: `PipelineError.noTree` when there is no tree; publishing and store errors.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let kept = try await KeptReleases.read(in: house, context)
    for release in kept.releases {
      let before = kept.releases.first { $0.release == release.previous?.release }
      let changes =
        before == nil && release.previous != nil
        ? [] : try await kept.history.changes(from: before, to: release)
      try emit(.answer(ListedRelease(release: release, changes: changes)))
    }
    for number in kept.lost {
      let lost = PublishError.damagedRelease(number, .release(number))
      try emit(.problem("\(house.output): \(lost)"))
    }
    return kept.lost.isEmpty ? .done : .badData
  }
}
