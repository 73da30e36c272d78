package import Pipeline

/// Makes the slots that nobody pinned anew, in a pack that players do not have.
package struct RegeneratePack: Command {
  package var pack: String
  /// Whether the puzzles that it has now are passed over.
  package var isFresh: Bool
  package var flags: EditFlags

  package init(_ pack: String, isFresh: Bool = false, _ flags: EditFlags) {
    self.pack = pack
    self.isFresh = isFresh
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await PackChange(command: "regenerate", flags: flags, tellsMisses: true).run(
      in: house, context, emit,
      pack: { desk in try desk.pack(pack) }
    ) { desk, pack, _ in try await desk.regenerate(pack, isFresh: isFresh) }
  }
}
