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
    let history = try await ReleaseHistory(in: house, context)
    let (old, new) = (try history.release(earlier), try history.release(later))
    let changes = try await history.changes(from: old, to: new)
    try emit(.answer(ReleaseComparison(old, new, changes: changes)))
    return .done
  }
}
