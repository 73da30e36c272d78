import Answering
import JSONText
import Manifest
import Pipeline
import Publishing
import Stores
import Wording

/// A planned or published release.
struct ReleaseAnswer: Answer {
  /// The command behind `release`.
  private let command: String
  private let draft: ReleaseDesk.Draft
  private let house: House
  private var target: String { house.output }
  private let isDone: Bool

  init(_ command: String, _ draft: ReleaseDesk.Draft, _ house: House, isDone: Bool) {
    self.command = command
    self.draft = draft
    self.house = house
    self.isDone = isDone
  }

  var isRoutine: Bool { draft.warnings.isEmpty }

  var text: [String] {
    let plan = draft.plan
    var lines: [String] = []
    if plan.isEmpty {
      lines.append(
        plan.manifest.rollback == nil
          ? "Nothing to do: release \(plan.release) holds all this already (\(target))."
          : "Nothing to do: release \(plan.release) is complete (\(target)).")
    } else if plan.isNew {
      let verb = isDone ? "is published" : "would be published"
      lines.append("Release \(plan.release) \(verb) in \(target): \(steps(plan)).")
      lines += draft.changes.map { "  · \($0)" }
      if draft.changes.isEmpty { lines.append("  · nothing that a player would notice") }
    } else {
      let verb = isDone ? "is" : "would be"
      lines.append("Release \(plan.release) \(verb) whole again: \(steps(plan)).")
    }
    if !isDone { lines += plan.actions.map { "  \($0)" } }
    lines += draft.warnings.map { "Warning: \($0)" } + draft.notes.map { "Note: \($0)" }
    if let rollback = plan.manifest.rollback {
      lines.append(
        "The packs \(isDone || !plan.isNew ? "are" : "would be") those of release \(rollback), and "
          + "stay so until “\(house.command("release publish")) --resume”; the calendar goes on.")
    }
    return lines
  }

  private func steps(_ plan: ReleasePlan) -> String {
    let removed = plan.actions.count { $0.reason == .remove }
    let written = plan.actions.count - removed
    let bytes = plan.actions.reduce(0) { $0 + $1.bytes }
    return
      "\(written, of: "object") (\(bytes) bytes) written, \(removed) removed"
  }

  var json: JSONValue {
    let plan = draft.plan
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
            plan.actions.map { step in
              .object([
                JSONMember("action", step.reason.rawValue),
                JSONMember("key", step.key.text),
                JSONMember("bytes", step.bytes),
              ])
            })),
        JSONMember("warnings", draft.warnings),
        JSONMember("notes", draft.notes),
      ])
  }
}
