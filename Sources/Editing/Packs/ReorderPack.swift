package import Pipeline

/// Puts the slots of a pack into another order.
package struct ReorderPack: Command {
  package var pack: String
  package var order: SlotOrder
  /// Whether slots that players know move, too.
  package var isForced: Bool
  package var flags: EditFlags

  package init(_ pack: String, order: SlotOrder, isForced: Bool = false, _ flags: EditFlags) {
    self.pack = pack
    self.order = order
    self.isForced = isForced
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await PackChange(command: "reorder", flags: flags).run(
      in: house, context, emit,
      pack: { desk in try desk.pack(pack) }
    ) { desk, pack, _ in try desk.reorder(pack, order, isForced: isForced) }
  }
}
