package import Dates
import Manifest
package import Stores

/// Reads a tree as a stranger, who knows nothing but what is in it, and says all that is wrong.
///
/// It shares with the publisher the reading of manifests and SBN strings, and nothing else: what
/// objects should hold is written down here a second time.
package struct TreeVerifier: Sendable {
  private let store: any ObjectStore
  private let expectsPrivate: Bool

  /// A verifier of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - expectsPrivate: Whether the private part has to be there; otherwise a reader may have the
  ///     public one alone, and what cannot be checked then is no fault.
  package init(store: any ObjectStore, expectsPrivate: Bool = false) {
    self.store = store
    self.expectsPrivate = expectsPrivate
  }

  /// Reads everything and checks all but the puzzles' own uniqueness and grade.
  ///
  /// The puzzles it gives are for the caller to prove, in parallel if it likes; `TreeReading.add`
  /// takes the results.
  ///
  /// - Parameters:
  ///   - release: The least number that the current release has to have: what the reader has
  ///     seen before. A tree that is whole and old can be told in no other way.
  ///   - clock: The reader's clock; with it, the calendar has to reach `horizon`.
  ///   - horizon: The periods that have to be there, the current one included.
  /// - Returns: The puzzles and the findings.
  /// - Throws: `StoreError` when the store itself fails; what is wrong with the tree is a finding.
  /// - Complexity: O(bytes of all releases).
  package func read(
    atLeast release: Int = 0, at clock: Timestamp? = nil,
    horizon: [Cadence: Int] = Dictionary(
      uniqueKeysWithValues: Cadence.allCases.map { ($0, $0.expectedHorizon) })
  ) async throws(StoreError) -> TreeReading {
    var inspection = TreeInspection(
      store: store, listing: try await store.list(ObjectKey.tree),
      private: try await privateListing(), expectsPrivate: expectsPrivate)
    if let current = try await inspection.currentRelease() {
      inspection.checkAge(current, atLeast: release)
      try await inspection.checkReleases(current)
      try await inspection.checkObjects(current)
      inspection.checkCalendar(current)
      if let clock { inspection.checkHorizon(at: clock, horizon) }
      try await inspection.checkPointers(current)
      if let clock { inspection.checkNow(at: clock) }
      try await inspection.checkUnnamed(current)
      try await inspection.checkPaid(current.manifest)
    }
    return inspection.result
  }

  /// What there is of the private part: nothing where a reader may not look, and need not.
  private func privateListing() async throws(StoreError) -> StoreListing {
    do throws(StoreError) {
      return try await store.list(ObjectKey.privateTree)
    } catch {
      if case .refused = error, !expectsPrivate { return StoreListing() }
      throw error
    }
  }
}
