package import Generating
import Identity
package import Pipeline

/// Gives a slot another puzzle: the one that is named, or the best that is proposed.
package struct ReplaceSlot: Command {
  /// The slot, such as `intro:3`.
  package var slot: String
  /// The puzzle by name: a number in reserve, a seed or a text.
  package var puzzle: String?
  /// What it is to be like.
  package var wish: GradeRange
  package var flags: EditFlags

  package init(
    _ slot: String, with puzzle: String? = nil, wish: GradeRange = GradeRange(), _ flags: EditFlags
  ) {
    self.slot = slot
    self.puzzle = puzzle
    self.wish = wish
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await PackChange(command: "replace", flags: flags).run(
      in: house, context, emit,
      pack: { desk in try desk.slot(slot).id.pack }
    ) { desk, _, answer in
      let found = try await desk.replace(slot, with: puzzle, wish: wish)
      if puzzle != nil, let id = SlotID(slot) {
        answer.warnings = try desk.missWarnings(of: id.pack, at: [id.index])
      }
      answer.sheet = ProposalSheet(
        found, taken: 1, for: slot,
        command: house.command("packs replace \(slot)") + " --reason “…”", option: "--with", flags,
        context)
    }
  }
}
