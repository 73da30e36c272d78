package import Pipeline

/// Says how everything stands, and which command mends what does not.
package struct ExamineHouse: Command {
  package init() {}

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let report = try await Doctor(house, context).run()
    try emit(.answer(report))
    return report.status
  }
}
