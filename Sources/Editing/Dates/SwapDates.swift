package import Pipeline

/// Exchanges the puzzles of two dates to come, and pins them.
package struct SwapDates: Command {
  package var first: String
  package var second: String
  package var flags: EditFlags

  package init(_ first: String, _ second: String, _ flags: EditFlags) {
    self.first = first
    self.second = second
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await DateChange(command: "swap", flags: flags).run(
      [first, second], in: house, context, emit
    ) { desk, periods in
      try desk.swap(periods[0], periods[1])
      return []
    }
  }
}
