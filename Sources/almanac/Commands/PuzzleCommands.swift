import ArgumentParser
import Pipeline

/// What the commands that read puzzles have in common.
struct PuzzleArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A file of puzzles, or - for standard input. Any notation is recognised.",
      valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      "The stars, for notations that do not say. (default: the usual number of the size)",
      valueName: "n"))
  var stars: Int?

  @OptionGroup var options: RunOptions

  func validate() throws {
    if let stars, !(1...6).contains(stars) {
      throw ValidationError("--stars is \(stars) — it can be 1…6")
    }
  }

  func run(_ task: PuzzleJob.Task) async throws {
    let job = PuzzleJob(
      input: PuzzleInput(path: file), task: task, stars: stars, isJSON: options.json)
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
}

struct Solve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find the solutions of puzzles by exact search.",
    discussion: """
      Examples:
        almanac solve puzzles.txt
        echo "551W7kxqe40" | almanac solve - --limit 10

      --json prints, for each puzzle: schema, index, sbn, solutions (how many were found), limit, \
      nodes, complete, solution [[row, column]…] or null. A puzzle without a solution is no error.

      \(PuzzleArguments.exitStatus)
      """)

  @Option(
    help: ArgumentHelp(
      "Stop looking after so many solutions; 2 tells whether there is only one.",
      valueName: "n"))
  var limit = 2

  @OptionGroup var arguments: PuzzleArguments

  func validate() throws {
    guard (1...1_000_000).contains(limit) else {
      throw ValidationError("--limit is \(limit) — it can be 1…1000000")
    }
  }

  func run() async throws { try await arguments.run(.solve(limit: limit)) }
}

struct Prove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prove that puzzles have exactly one solution.",
    discussion: """
      The prover shares no code with the solver and the grader: it is the second opinion that \
      every published puzzle needs. A puzzle that is not unique ends the command with 65.

      Examples:
        almanac prove puzzles.txt
        almanac generate --size 8 --stars 1 --count 9 | almanac prove - --json

      --json prints, for each puzzle: schema, index, sbn, verdict (unique, several, none or \
      undecided), solution [[row, column]…] or null.

      \(PuzzleArguments.exitStatus)
      """)

  @OptionGroup var arguments: PuzzleArguments

  func run() async throws { try await arguments.run(.prove) }
}

struct Convert: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write puzzles in another notation.",
    discussion: """
      Read are: \(PuzzleJob.notations).

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
