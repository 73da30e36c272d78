import ArgumentParser
import Pipeline
import Tools

struct SolveCommand: PuzzleArgumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract: "Find the solutions of puzzles by exact search.",
    discussion: """
      Examples:
        almanac solve puzzles.txt
        echo "551W7kxqe40" | almanac solve - --limit 10
        almanac solve puzzles.txt --all --json --budget 1000000

      The same puzzle takes the same nodes everywhere. When --budget runs out first, the answer is \
      “undecided” and the command ends with 2.

      --json prints, for each puzzle: schema, index, sbn, solutions (how many were found), limit, \
      nodes, complete, verdict (none, unique, several, some where --limit 1 found one, or \
      undecided), solution [[row, column]…] or null. With --all each solution comes before that on \
      a line of its own: schema, index, number, stars [[row, column]…]. A puzzle without a \
      solution is no error.

      \(PuzzleArguments.exitStatus(with: [.partial]))
      """)

  @Option(
    help: ArgumentHelp(
      """
      Stop looking after this many solutions; 2 tells whether there is only one. (default: 2, and \
      a million with --all)
      """, valueName: "n"))
  var limit: Int?

  @OptionGroup var arguments: PuzzleArguments

  @Flag(help: "Print every solution, up to a million, or to --limit.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Give up on a puzzle after this many nodes of the search.", valueName: "nodes"))
  var budget = SolvePuzzles.usualBudget

  /// The most solutions that can be asked for.
  private static let mostSolutions = 1_000_000

  var command: any Command {
    get throws {
      if let limit, !(1...SolveCommand.mostSolutions).contains(limit) {
        throw ValidationError("--limit is \(limit) — it can be 1…\(SolveCommand.mostSolutions)")
      }
      guard budget > 0 else {
        throw ValidationError("--budget is \(budget) — it can be 1 or more")
      }
      return SolvePuzzles(
        arguments.source, limit: limit ?? (all ? SolveCommand.mostSolutions : 2),
        nodeBudget: budget, showsAll: all)
    }
  }
}
