import ArgumentParser
import Pipeline
import Tools

struct ComposeCommand: ParsedCommand {
  static let configuration = CommandConfiguration(
    commandName: "compose",
    abstract: "Make a puzzle with an idea in it, or look at what its borders do.",
    discussion: """
      Examples:
        almanac compose Pipelines/compositions/heart.yaml
        almanac compose spring.yaml --seed 7 --to spring.sbn && almanac import spring.sbn
        almanac compose --look puzzle.txt
        almanac compose --look "5x1.AABBBAACBBDCCCBDDEEEDDEEE" --json

      A recipe says what is given, and the program finds the rest: regions or parts of them, cells \
      that belong together or apart, shapes, a symmetry, pentominoes, stars, a hardest rule, a \
      difficulty, the first step, several grids with one star pattern. Puzzles are printed as SBN, \
      one a line, each unique, fair and proved. The same recipe and seed give the same puzzles on \
      every machine, for any --jobs. Wishes that contradict each other are named with line and \
      column; where nothing is found, the nearest is told (status 2).

      --look tries to give every cell of a border to each region that it touches, and says what \
      the puzzle would be then: still unique, still fair, how hard and by which rule, and from \
      which step on it is solved in another way. The board shows the best of each cell; below are \
      the moves that keep one solution.

      --json prints for each puzzle of a recipe the grade (schema … graderVersion, as `grade \
      --json`), then hardest, recipe, seed and attempts; where nothing is found schema, command, \
      made (false), recipe, seed, attempts, ends {shapes, stars, regions, solving, wishing}, \
      reason, nearest {sbn, difficulty, hardest, distance}.

      With --look it prints schema, command, index, sbn, size, stars, verdict, the grade \
      (difficulty, band, score, level, cycles, hardest; null where it is not fair), solution and \
      moves, each with cell [row, column], from, to (regions in the order of their first cells), \
      verdict, the grade, sameSolution, samePath, differsFrom {cycle, step} and sbn. Everything \
      counts from 0; step is a place in the trace of the puzzle as it is, null behind its end. A \
      verdict is fair, unfair (one solution, which the rules do not reach), several, none, \
      undecided, parted (the region left is in pieces) or small (it has no room for its stars).

      \(PuzzleArguments.exitStatus(with: [.partial, .cannotCreate, .badRecipe]))
      """)

  @Argument(
    help: ArgumentHelp("The recipe of a puzzle, a YAML file.", valueName: "recipe"))
  var recipe: String?

  @Option(
    help: ArgumentHelp(
      "Look at the borders of these puzzles: a file, -, an address or an SBN text.",
      valueName: "puzzle"))
  var look: String?

  @Option(
    help: ArgumentHelp(
      "The number that all chance comes from. (default: the recipe's)", valueName: "number"))
  var seed: Int?

  @Option(
    help: ArgumentHelp(
      "Give up after this many fresh starts, which are counted and not timed. (default: 400)",
      valueName: "n"))
  var attempts: Int?

  @Option(help: ArgumentHelp("Write the puzzles into this file as well.", valueName: "file"))
  var to: String?

  @OptionGroup var starsOptions: StarsOptions
  @OptionGroup var options: RunOptions

  var command: any Command {
    get throws {
      if let look {
        guard recipe == nil, seed == nil, attempts == nil, to == nil else {
          throw ValidationError(
            "--look looks at a puzzle that there is — leave the recipe and its options out")
        }
        return LookAtBorders(PuzzleSource(look, stars: starsOptions.stars))
      }
      guard let recipe else {
        throw ValidationError("what to compose is missing — name a recipe, or a puzzle with --look")
      }
      if starsOptions.stars != nil {
        throw ValidationError("--stars goes with --look — a recipe says its own in `grid`")
      }
      if let seed, !ComposePuzzles.seeds.contains(seed) {
        throw ValidationError("--seed is \(seed) — it can be 0…\(ComposePuzzles.seeds.upperBound)")
      }
      if let attempts, !ComposePuzzles.attemptRange.contains(attempts) {
        throw ValidationError(
          "--attempts is \(attempts) — it can be 1…\(ComposePuzzles.attemptRange.upperBound)")
      }
      try checkPath(to, "the file of the puzzles")
      return ComposePuzzles(recipe, seed: seed, attempts: attempts, target: to)
    }
  }
}
