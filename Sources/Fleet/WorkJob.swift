import JSONText
package import Pipeline

/// A fleet's work: planned once, done in any number of parts on any machines, merged at last.
package struct WorkJob: Sendable {
  let place: String
  let settings: StoreSettings
  let isJSON: Bool

  /// A job.
  ///
  /// - Parameters:
  ///   - place: The folder or bucket through which plan and results go.
  ///   - settings: What a bucket takes, and the environment.
  ///   - isJSON: Whether what is said is JSON.
  package init(place: String, settings: StoreSettings, isJSON: Bool = false) {
    self.place = place
    self.settings = settings
    self.isJSON = isJSON
  }

  /// Writes the plan of an order; the very same one may be there already.
  ///
  /// - Parameters:
  ///   - order: What to make.
  ///   - emit: Given what to print.
  /// - Returns: `done`.
  /// - Throws: A status 65 when another plan is there, 75 when trying again may help; `StoreError`.
  package func plan(
    _ order: WorkOrder, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    let plan = WorkPlan(order)
    let folder = try WorkFolder(place, settings: settings)
    let isNew = try await folder.write(plan)
    if isJSON {
      for unit in plan.units { try emit(.result(String(decoding: unit.value.text, as: UTF8.self))) }
    } else {
      let words = isNew ? "planned" : "planned already"
      try emit(
        .result("\(place)/plan.json: \(plan.units.count) units, \(order.count) puzzles, \(words)"))
      try emit(.note("Next, on any machine: almanac work run --dir \(place) --shard 0/N"))
    }
    return .done
  }
}
