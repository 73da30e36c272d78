import Answering
import Catalog
import JSONText
package import Pipeline

/// Takes an edit back that players have not got.
package struct UndoEdit: Command {
  /// Its number; the last edit that stands where none is given.
  package var number: Int64?
  package var flags: EditFlags

  package init(number: Int64? = nil, _ flags: EditFlags) {
    self.number = number
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await PackDesk.open(in: house, context, flags) { desk in
      guard let edit = try desk.catalog.doneEdit(number) else {
        throw PipelineError.argument(
          number.map { "edit \($0)" } ?? "the last edit",
          reason: "there is none to take back — “almanac edits list” tells what was done")
      }
      try desk.catalog.undo(edit.number, at: desk.now)
      try emit(.answer(UndoAnswer(edit: edit, isDryRun: flags.isDryRun)))
    }
    return .done
  }
}

private struct UndoAnswer: Answer {
  let edit: DoneEdit
  let isDryRun: Bool

  var isRoutine: Bool { true }

  var text: [String] {
    let verb = isDryRun ? "would be taken back" : "taken back"
    return ["edit \(edit.number), \(edit.command) \(edit.place), \(verb): \(edit.words)"]
      + (isDryRun ? [EditFlags.nothingKept] : [])
  }

  var json: JSONValue {
    AnswerJSON.object(
      "edits undo",
      [
        JSONMember("dryRun", isDryRun),
        JSONMember("edit", Int(edit.number)),
        JSONMember("of", edit.command),
        JSONMember("place", edit.place),
        JSONMember("words", edit.words),
      ])
  }
}
