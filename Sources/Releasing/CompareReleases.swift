package import Pipeline
import Publishing

/// Tells what differs between two releases; the tree alone is needed.
package struct CompareReleases: Command {
  package var earlier: Int
  package var later: Int

  package init(_ earlier: Int, _ later: Int) {
    self.earlier = earlier
    self.later = later
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let kept = try await KeptReleases.read(in: house, context)
    let (old, new) = (try kept.release(earlier), try kept.release(later))
    let changes = try await kept.history.changes(from: old, to: new)
    try emit(.answer(ReleaseComparison(old, new, changes: changes)))
    return .done
  }
}
