import JSONText
package import Pipeline
import Printable
import Wording

/// Writes the plan of an order; the very same one may be there already.
package struct PlanWork: Command {
  /// The folder or bucket through which plan and results go.
  package var place: String
  package var order: WorkOrder

  package init(_ order: WorkOrder, at place: String) {
    self.order = order
    self.place = place
  }

  /// Writes it.
  ///
  /// - Returns: `done`.
  /// - Throws: `WorkError.planExists` when another plan is there, `.passing` when trying again may
  ///   help; `FolderError.ofThePress` for a place within the tree; `StoreError`.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try house.refuseOwn(place)
    let plan = WorkPlan(order)
    let folder = try WorkFolder(place, settings: context.stores)
    let isNew = try await folder.write(plan)
    try emit(.answer(PlannedWork(place: place, plan: plan, count: order.count, isNew: isNew)))
    return .done
  }
}

/// A plan that is there now.
private struct PlannedWork: ListAnswer {
  let place: String
  let plan: WorkPlan
  /// The puzzles to make.
  let count: Int
  let isNew: Bool

  var text: [String] {
    let words = isNew ? "planned" : "planned already"
    let units = "\(plan.units.count, of: "unit")"
    return ["\(place)/plan.json: \(units), \(count, of: "puzzle"), \(words)"]
  }

  var advice: [String] {
    ["Next, on any machine: almanac work run --dir \(Shell.path(place)) --shard 0/N"]
  }

  var objects: [JSONValue] { plan.units.map(\.value) }
}
