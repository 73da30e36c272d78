/// The threads that a run lends to a piece of work, and whether it has been asked to stop.
package struct Workers: Sendable {
  /// The most puzzles that are worked on at once, 1 or more; no result depends on it.
  package let count: Int
  /// What the work has to end with, once the run has been asked to stop.
  package let stop: @Sendable () -> (any Error)?

  package init(count: Int, stop: @escaping @Sendable () -> (any Error)? = { nil }) {
    self.count = count
    self.stop = stop
  }

  /// Whether the run has been asked to stop.
  package var isStopped: Bool { stop() != nil }

  /// Ends work that has been asked to stop.
  package func checkStop() throws {
    if let error = stop() { throw error }
  }
}
