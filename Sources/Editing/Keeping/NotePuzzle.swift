import Catalog
package import Pipeline

/// Writes a note about a puzzle, which stays with it wherever it goes.
package struct NotePuzzle: Command {
  /// A slot, a date, a number of the catalogue, or a text that it has.
  package var puzzle: String
  /// The note; an empty one takes away what there is.
  package var note: String
  package var flags: EditFlags

  package init(_ puzzle: String, note: String, _ flags: EditFlags) {
    self.puzzle = puzzle
    self.note = note
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await PuzzleChange(command: "note", flags: flags).run(puzzle, in: house, context, emit) {
      catalog, record in
      try catalog.note(record.puzzle.id, note)
      return note.isEmpty ? "no note" : "“\(note)”"
    }
  }
}
