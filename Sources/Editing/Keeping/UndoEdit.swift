import Answering
import Catalog
import Files
import JSONText
package import Pipeline
import Recipes

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
    let state = house.stateFolder
    try state.requireCatalog()
    if !flags.isDryRun { try Folders.checkWritable(house.state) }
    try await state.open(asCopy: flags.isDryRun) { catalog in
      let desk = PackDesk(
        catalog: catalog, recipes: .none, context: context, reason: flags.reason)
      try desk.refusePending()
      let edits = try catalog.doneEdits(limit: 500)
      let edit = edits.first { edit in
        number.map { edit.number == $0 } ?? (edit.undone == nil)
      }
      guard let edit else {
        throw PipelineError.input(
          path: number.map { "edit \($0)" } ?? "the last edit",
          reason: "there is none to take back — “almanac edits list” tells what was done")
      }
      if let undone = edit.undone {
        throw CatalogError.cannotUndo(
          number: edit.number, reason: "it was taken back already, at \(undone)")
      }
      try catalog.undo(edit.number, at: desk.now)
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
      + (isDryRun ? ["Nothing was kept (--dry-run)."] : [])
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
