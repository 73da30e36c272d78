import ArgumentParser
import Pipeline
import Tools

struct ComposeCommand: ParsedCommand {
  static let configuration = CommandConfiguration(
    commandName: "compose",
    abstract: "Show what moving a border would make of a puzzle.",
    discussion: """
      Examples:
        almanac compose --look puzzle.txt
        almanac compose --look "5x1.AABBBAACBBDCCCBDDEEEDDEEE" --json

      --look tries to give every cell of a border to each region that it touches, and says what \
      the puzzle would be then: still unique, still fair, how hard and by which rule, and from \
      which step on it is solved in another way. The board shows the best of each cell; below are \
      the moves that keep one solution.

      --json prints schema, command, index, sbn, size, stars, verdict, the grade (difficulty, band, \
      score, level, cycles, hardest; null where it is not fair), solution and moves, each with cell \
      [row, column], from, to (regions in the order of their first cells), verdict, the grade, \
      sameSolution, samePath, differsFrom {cycle, step} and sbn. Everything counts from 0; step is \
      a place in the trace of the puzzle as it is, null behind its end. A verdict is fair, unfair \
      (one solution, which the rules do not reach), several, none, undecided, parted (the region \
      left is in pieces) or small (it has no room for its stars).

      \(PuzzleArguments.exitStatus)
      """)

  @Option(
    help: ArgumentHelp(
      "Look at the borders of these puzzles: a file, -, an address or an SBN text.",
      valueName: "puzzle"))
  var look: String

  @OptionGroup var starsOptions: StarsOptions
  @OptionGroup var options: RunOptions

  var command: any Command {
    LookAtBorders(PuzzleSource(look, stars: starsOptions.stars))
  }
}
