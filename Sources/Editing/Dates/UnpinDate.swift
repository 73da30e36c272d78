package import Pipeline

/// Leaves a date to its recipe again.
package struct UnpinDate: Command {
  package var date: String
  package var flags: EditFlags

  package init(_ date: String, _ flags: EditFlags) {
    self.date = date
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await DateChange(command: "unpin", flags: flags).run(
      [date], in: house, context, emit
    ) { desk, periods in
      try desk.unpin(periods[0])
      return []
    }
  }
}
