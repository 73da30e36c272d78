package import Generating
package import Pipeline

/// Gives a published date that has not begun anywhere another puzzle: the one that is named, or the
/// best that is proposed.
package struct ReplaceDate: Command {
  package var date: String
  /// The puzzle by name: a number in reserve, a seed or a text.
  package var puzzle: String?
  /// What it is to be like.
  package var wish: GradeRange
  package var flags: EditFlags

  package init(
    _ date: String, with puzzle: String? = nil, wish: GradeRange = GradeRange(), _ flags: EditFlags
  ) {
    self.date = date
    self.puzzle = puzzle
    self.wish = wish
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await DateChange(command: "replace", flags: flags).run(
      [date], in: house, context, emit
    ) { desk, periods in try await desk.replace(periods[0], puzzle, wish: wish) }
  }
}
