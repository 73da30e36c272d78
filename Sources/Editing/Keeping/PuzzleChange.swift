import Answering
import Catalog
import Identity
import JSONText
import Pipeline

/// A change of what is kept about a puzzle: done for real, or for `--dry-run` on a copy.
struct PuzzleChange {
  /// The command behind `packs`.
  let command: String
  let flags: EditFlags

  /// Changes what is kept about a puzzle, and tells it.
  ///
  /// - Parameters:
  ///   - word: The puzzle as somebody has named it.
  ///   - adding: Whether a text that the catalogue does not have is added to it.
  ///   - house: The places to work with.
  ///   - context: The clock.
  ///   - emit: Given what to say.
  ///   - change: Changes it, and says what in a sentence without its end.
  /// - Returns: `done`.
  /// - Throws: `PipelineError`, `CatalogError`, `StateLockError`; what `emit` throws.
  func run(
    _ word: String, adding: Bool = false, in house: House, _ context: RunContext,
    _ emit: (Message) throws -> Void,
    change: (Catalog, PuzzleRecord) throws -> String
  ) async throws -> ExitStatus {
    try await PackDesk.open(in: house, context, flags) { desk in
      let catalog = desk.catalog
      let moment = flags.isDryRun ? nil : try catalog.moment()
      let (number, name) = try PuzzleNaming(catalog: catalog).number(word, adding: adding)
      guard let record = try catalog.puzzle(numbered: number) else {
        throw PipelineError.bug("puzzle \(number) was there and is gone")
      }
      let words = try change(catalog, record)
      var answer = PuzzleAnswer(
        command: command, name: name, words: words, record: record, isDryRun: flags.isDryRun)
      if let after = try catalog.puzzle(numbered: number) { answer.record = after }
      if let moment {
        answer.edit = try catalog.remember(
          NewEdit(
            at: desk.now, command: "packs \(command)", place: name, words: words,
            reason: flags.reason), since: moment)
      }
      try emit(.answer(answer))
    }
    return .done
  }
}

/// What is kept about a puzzle now.
private struct PuzzleAnswer: Answer {
  let command: String
  let name: String
  let words: String
  var record: PuzzleRecord
  let isDryRun: Bool
  var edit: Int64?

  var isRoutine: Bool { true }

  var text: [String] {
    ["\(name): \(words)"] + (isDryRun ? [EditFlags.nothingKept] : [])
  }

  var json: JSONValue {
    AnswerJSON.object(
      "packs \(command)",
      [
        JSONMember("dryRun", isDryRun),
        JSONMember("puzzle", Int(record.puzzle.id)),
        JSONMember("name", name),
        JSONMember("places", record.places.map(\.description)),
        JSONMember("sbn", record.puzzle.sbn),
        JSONMember("note", record.note),
        JSONMember("tags", record.tags),
        JSONMember("refused", record.refusal),
        JSONMember("words", words),
        JSONMember("edit", edit.map { Int($0) }),
      ])
  }
}
