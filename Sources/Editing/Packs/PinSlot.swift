import Identity
package import Pipeline

/// Keeps the puzzle of a slot when its pack is made anew, or leaves it to the recipe again.
package struct PinSlot: Command {
  /// The slot, such as `spring:4`.
  package var slot: String
  package var isPinned: Bool
  package var flags: EditFlags

  package init(_ slot: String, isPinned: Bool = true, _ flags: EditFlags) {
    self.slot = slot
    self.isPinned = isPinned
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await PackChange(command: isPinned ? "pin" : "unpin", flags: flags).run(
      in: house, context, emit,
      pack: { desk in try desk.slot(slot).id.pack }
    ) { desk, _, _ in try desk.pin(slot, isPinned) }
  }
}
