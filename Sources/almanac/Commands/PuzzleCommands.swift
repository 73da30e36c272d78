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

  func run(_ task: PuzzleJob.Task) async throws {
    let job = PuzzleJob(
      input: PuzzleInput(path: file), task: task, stars: starsOptions.stars, isJSON: options.json)
    try await options.run { context, printer in
      try await job.run(context) {
        try RunOptions.emit($0, printer, isQuiet: options.quiet)
      }
    }
  }

  /// How commands that read puzzles end.
  static let exitStatus = """
    A line that is no puzzle is reported with its line and column; the others are processed all the \
    same. A # begins a comment.

    EXIT STATUS
    \(ExitStatus.table(of: [.done, .usage, .badData, .noInput, .inputOutput, .interrupted]))
    """

  /// The same for commands that end in other ways as well.
  static func exitStatus(with others: [ExitStatus]) -> String {
    let all: [ExitStatus] =
      [.done, .usage, .badData, .noInput, .inputOutput, .interrupted] + others
    return """
      A line that is no puzzle is reported with its line and column; the others are processed all \
      the same. A # begins a comment.

      EXIT STATUS
      \(ExitStatus.table(of: all.sorted { $0.rawValue < $1.rawValue }))
      """
  }
}

struct Solve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
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
      a line of its own: schema, index, number, stars [[row, column]…]. A puzzle without a solution \
      is no error.

      \(PuzzleArguments.exitStatus(with: [.partial]))
      """)

  @Option(
    help: ArgumentHelp(
      """
      Stop looking after so many solutions; 2 tells whether there is only one. (default: 2, and a \
      million with --all)
      """, valueName: "n"))
  var limit: Int?

  @OptionGroup var arguments: PuzzleArguments

  @Flag(help: "Print every solution, up to a million, or to --limit.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Give up on a puzzle after so many nodes of the search.", valueName: "nodes"))
  var budget = PuzzleJob.nodeBudget

  /// The most solutions that can be asked for.
  private static let mostSolutions = 1_000_000

  func validate() throws {
    if let limit, !(1...Solve.mostSolutions).contains(limit) {
      throw ValidationError("--limit is \(limit) — it can be 1…\(Solve.mostSolutions)")
    }
    guard budget > 0 else {
      throw ValidationError("--budget is \(budget) — it can be 1 or more")
    }
  }

  func run() async throws {
    let limit = limit ?? (all ? Solve.mostSolutions : 2)
    try await arguments.run(.solve(limit: limit, nodeBudget: budget, showingAll: all))
  }
}

struct Prove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prove that puzzles have exactly one solution, and that the rules reach it.",
    discussion: """
      The prover shares no code with the solver and the grader: it is the second opinion that \
      every published puzzle needs. It finds out by itself how many solutions there are. Then it \
      checks the grader's steps one by one: each must follow from the containers that it names. A \
      puzzle that is not unique, or a step that does not hold, ends the command with 65. That the \
      rules do not solve a puzzle is no error.

      --certificate writes three files for each unique puzzle, named by its index from 0: N.cnf, \
      the rules and “not this solution” as a formula; N.drat, a proof that nothing satisfies it, \
      for checkers such as drat-trim; N.solution, the puzzle and its stars. docs/certificates.md \
      tells how to check them without this program.

      Examples:
        almanac prove puzzles.txt
        almanac prove puzzles.txt --certificate proofs
        almanac generate --size 8 --stars 1 --count 9 | almanac prove - --json

      --json prints, for each puzzle: schema, index, sbn, verdict (unique, several, none or \
      undecided), solution [[row, column]…] or null, fair (whether the steps reach the solution, \
      each checked), level (the highest among them), steps (how many), fault (what is wrong with \
      them), and with --certificate: certificate, the paths of the files.

      \(PuzzleArguments.exitStatus(with: [.cannotCreate]))
      """)

  @Option(
    help: ArgumentHelp(
      "Write a certificate of each unique puzzle into this folder, which is made if missing.",
      valueName: "dir"))
  var certificate: String?

  @OptionGroup var arguments: PuzzleArguments

  func validate() throws {
    if certificate == "" { throw ValidationError("--certificate is empty — name a folder") }
  }

  func run() async throws { try await arguments.run(.prove(certificates: certificate)) }
}

struct Convert: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write puzzles in another notation.",
    discussion: """
      Read are: \(Notation.choices).

      Examples:
        almanac convert puzzles.txt --to puzzlink
        almanac convert - --stars 1 --to sbn < letters.txt

      \(PuzzleArguments.exitStatus)
      """)

  @Option(
    help: ArgumentHelp(
      "The notation: \(PuzzleJob.writableNotations.joined(separator: ", ")).",
      valueName: "notation"))
  var to: String

  @OptionGroup var arguments: PuzzleArguments

  func validate() throws {
    guard PuzzleJob.writableNotations.contains(to) else {
      throw ValidationError(
        "puzzles cannot be written as “\(to)” — "
          + "--to can be \(PuzzleJob.writableNotations.joined(separator: ", "))")
    }
  }

  func run() async throws { try await arguments.run(.convert(to: to)) }
}
