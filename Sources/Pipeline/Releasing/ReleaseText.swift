import Explaining
import JSONText
import Manifest
import Publishing
import Stores

/// A planned or published release in words, or as one line of JSON.
struct ReleaseText {
  let job: ReleaseJob

  func say(
    _ draft: ReleaseDesk.Draft, isDone: Bool, _ emit: (OutputLine) throws -> Void
  ) throws {
    if job.isJSON {
      return try emit(.result(value(draft, isDone).line))
    }
    let plan = draft.plan
    if plan.isEmpty {
      try emit(
        .result("Nothing to do: release \(plan.release) holds all this already (\(target))."))
    } else if plan.isNew {
      let verb = isDone ? "is published" : "would be published"
      try emit(.result("Release \(plan.release) \(verb) in \(target): \(steps(plan))."))
      for change in draft.changes { try emit(.result("  · \(change)")) }
      if draft.changes.isEmpty { try emit(.result("  · nothing that a player would notice")) }
    } else {
      let verb = isDone ? "is" : "would be"
      try emit(.result("Release \(plan.release) \(verb) whole again: \(steps(plan))."))
    }
    if !isDone { for step in plan.steps { try emit(.result("  \(step)")) } }
    for note in draft.notes { try emit(.result("Note: \(note)")) }
    if isDone, plan.isNew, let rollback = plan.manifest.rollback {
      try emit(
        .result(
          "The packs are those of release \(rollback), and stay so until “almanac release publish "
            + "--resume”; the calendar goes on."))
    }
  }

  private var target: String { job.options.target }

  private func steps(_ plan: ReleasePlan) -> String {
    let removed = plan.steps.count { $0.reason == .remove }
    let written = plan.steps.count - removed
    let bytes = plan.steps.reduce(0) { $0 + $1.bytes }
    return
      "\(written) object\(written == 1 ? "" : "s") (\(bytes) bytes) written, \(removed) removed"
  }

  private func value(_ draft: ReleaseDesk.Draft, _ isDone: Bool) -> JSONValue {
    let plan = draft.plan
    let command =
      switch job.task {
      case .plan: "plan"
      case .publish, .resume: "publish"
      case .rollBack: "rollback"
      case .withdraw: "withdraw"
      case .collect: "gc"
      }
    return AnswerJSON.object(
      "release \(command)",
      [
        JSONMember("target", target),
        JSONMember("done", isDone),
        JSONMember("release", plan.release),
        JSONMember("newRelease", plan.isNew),
        JSONMember("rollback", plan.manifest.rollback),
        JSONMember("changes", draft.changes),
        JSONMember(
          "steps",
          .array(
            plan.steps.map { step in
              .object([
                JSONMember("action", step.reason.rawValue),
                JSONMember("key", step.key.text),
                JSONMember("bytes", step.bytes),
              ])
            })),
        JSONMember("notes", draft.notes),
      ])
  }
}
