package import Generating
package import Pipeline

/// Gives a date to come the puzzle that is named, or the best that is proposed; without either, it
/// keeps the one it has.
package struct PinDate: Command {
  package var date: String
  /// The puzzle by name: a number in reserve, a seed or a text.
  package var puzzle: String?
  /// What it is to be like.
  package var wish: GradeRange
  package var flags: EditFlags

  package init(
    _ date: String, puzzle: String? = nil, wish: GradeRange = GradeRange(), _ flags: EditFlags
  ) {
    self.date = date
    self.puzzle = puzzle
    self.wish = wish
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await DateChange(command: "pin", flags: flags).run(
      [date], in: house, context, emit
    ) { desk, periods in try await desk.pin(periods[0], puzzle, wish: wish) }
  }
}
