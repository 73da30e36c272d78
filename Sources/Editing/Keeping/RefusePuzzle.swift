import Catalog
import Dates
package import Pipeline

/// Never uses a puzzle again, whoever asks for it.
package struct RefusePuzzle: Command {
  /// A number of the catalogue, or a text; a place names the puzzle that is to leave it first.
  package var puzzle: String
  package var flags: EditFlags

  package init(_ puzzle: String, _ flags: EditFlags) {
    self.puzzle = puzzle
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await PuzzleChange(command: "refuse", flags: flags).run(
      puzzle, adding: true, in: house, context, emit
    ) { catalog, record in
      let what = "puzzle \(record.puzzle.id)"
      if let date = record.standsInFor.first {
        throw PipelineError.refused(
          what: what,
          reason: "the mobile app's list has it on \(date), where it stays — there is nothing to "
            + "refuse")
      }
      if let place = record.places.first {
        throw PipelineError.refused(
          what: what,
          reason: "it is \(place) — give that place another puzzle first, then refuse this one by "
            + "its number")
      }
      if let release = record.puzzle.firstRelease {
        throw PipelineError.refused(
          what: what,
          reason: "release \(release) has published it, and what was published is never used "
            + "again — there is nothing to refuse")
      }
      let twin = try catalog.twin(of: record.puzzle.canonicalForm)
      if let date = twin?.reservedFor, twin?.isPinned == true {
        throw PipelineError.refused(
          what: what,
          reason: "it is pinned to \(date) — “almanac calendar unpin \(date.key)” first")
      }
      let isNew = try catalog.refuse(
        record.puzzle.id, at: context.now.description, reason: flags.reason)
      let open = twin?.reservedFor.map { "; \($0) is open again" } ?? ""
      return isNew
        ? "never to be used (\(flags.reason))\(open)"
        : "refused already (\(record.refusal ?? ""))"
    }
  }
}
