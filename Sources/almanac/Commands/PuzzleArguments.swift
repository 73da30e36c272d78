import ArgumentParser
import Notation
import Pipeline
import Tools

/// What the commands that read puzzles have in common.
struct PuzzleArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A file of puzzles, or - for standard input. Any notation is recognised.",
      valueName: "file"))
  var file: String

  @OptionGroup var starsOptions: StarsOptions
  @OptionGroup var options: RunOptions

  var source: PuzzleSource { PuzzleSource(file, stars: starsOptions.stars) }

  /// What puzzles can be written in.
  static let notations = """
    NOTATIONS, each recognised by itself; boards of several lines are kept apart by an empty one
    \(Notation.samples)

    A comment “# 2 stars” right above a puzzle or behind its first line says its stars where the \
    notation does not.
    """

  /// How commands that read puzzles end.
  static let exitStatus = """
    \(notations)

    A line that is no puzzle is reported with its line and column; the others are processed all \
    the same. A # begins a comment.

    EXIT STATUS
    \(ExitStatus.table(of: [.done, .usage, .badData, .noInput, .inputOutput, .interrupted]))
    """

  /// The same for commands that end in other ways as well.
  static func exitStatus(with others: [ExitStatus]) -> String {
    let all: [ExitStatus] =
      [.done, .usage, .badData, .noInput, .inputOutput, .interrupted] + others
    return """
      \(notations)

      A line that is no puzzle is reported with its line and column; the others are processed all \
      the same. A # begins a comment.

      EXIT STATUS
      \(ExitStatus.table(of: all))
      """
  }
}

/// A command that reads puzzles.
protocol PuzzleArgumentCommand: ParsedCommand {
  var arguments: PuzzleArguments { get }
}

extension PuzzleArgumentCommand {
  var options: RunOptions { arguments.options }
}
