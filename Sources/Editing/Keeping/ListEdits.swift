import Answering
import Catalog
import JSONText
package import Pipeline

/// Lists what editors did, the last first, and what of it can be taken back.
package struct ListEdits: Command {
  package var limit: Int

  package init(limit: Int = 20) { self.limit = limit }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let edits = try house.stateFolder.read().doneEdits(limit: limit)
    try emit(.answer(EditList(edits: edits)))
    if edits.isEmpty { try emit(.note("no edits yet")) }
    return .done
  }
}

private struct EditList: ListAnswer {
  let edits: [DoneEdit]

  var text: [String] { edits.map(\.line) }
  var objects: [JSONValue] { edits.map { AnswerJSON.object("edits", $0.members) } }
}

extension DoneEdit {
  fileprivate var line: String {
    let state = undone.map { " — taken back \($0)" } ?? obstacle.map { " — stays: \($0)" } ?? ""
    // Imports need none, and a refusal tells it as what it did.
    let why = reason.isEmpty || words.contains("(\(reason))") ? "" : " (\(reason))"
    return "\(number)  \(at)  \(command)  \(place)  \(words)\(why)\(state)"
  }

  fileprivate var members: [JSONMember] {
    [
      JSONMember("edit", Int(number)),
      JSONMember("at", at),
      JSONMember("of", command),
      JSONMember("place", place),
      JSONMember("words", words),
      JSONMember("reason", reason),
      JSONMember("undone", undone),
      JSONMember("obstacle", obstacle),
    ]
  }
}
