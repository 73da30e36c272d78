import ArgumentParser
import Pipeline
import Tools

struct GradeCommand: ThoroughCommand {
  static let configuration = CommandConfiguration(
    commandName: "grade",
    abstract: "Solve puzzles as a person does, and say how hard they are.",
    discussion: """
      Examples:
        almanac grade puzzles.txt
        almanac generate --size 10 --stars 2 --count 5 | almanac grade - --json
        almanac grade imports.txt --level 13 --stats
        almanac grade imports.txt --sums --stats
        almanac grade imports.txt --thorough
        almanac grade puzzles.txt --needs
        almanac grade imports.txt --shapes

      A puzzle that the rules do not solve gets no grade but a verdict: how many solutions it has, \
      and where the reasoning stops: at which cells, or at which row, column or region that cannot \
      hold its stars. It is no error. In JSON it has “solved”: false, score 100 and difficulty 10: \
      harder than whatever is solved.

      --json prints, for each puzzle: schema, index, sbn, size, stars, solved, level, cycles, \
      score, difficulty, band, rules {id: count}, solution [[row, column]…], graderVersion, \
      verdict (unique, several, none or undecided), outcome (solved, stuck or contradiction), open \
      (the number of cells), openCells [[row, column]…], failure {rule, containers} or null. Rows, \
      columns and the index count from 0.

      --sums adds up before a star is assumed: what some rows, columns and regions need, against \
      the room that others and 2×2 blocks have, two to four of them together (sum.few). Of ten \
      puzzles of 6×6 or 8×8 that assume a star without it, eight or more assume none with it; at \
      10×10 it is nearly all to hardly one, by how hard they are. What steps cost is fitted to \
      real puzzles for it, too, and follows them as closely; but it takes up to twenty times as \
      long. So puzzles are published with the difficulty that they have without, and that is on a \
      scale of its own: the two are not to be compared.

      --thorough goes on where level 12 leaves a puzzle, by adding up: what some rows, columns \
      and regions need, against the room that others and 2×2 blocks have, as many of them as it \
      takes; and where no sum is left either, by a star that is assumed until a sum fails. Every \
      step of such a solve is checked by a program that shares nothing with the grader. With \
      --json: proof {steps, largestSum, refutedBySums, fault}, with --stats withSums {puzzles, \
      steps, failed}. Such a puzzle takes hundredths of a second at 10×10, tenths at \
      14×14, seconds (the hardest a minute or two) at 17×17 and minutes at 21×21; it is not \
      published, and its score says little. All other puzzles, those of several solutions too, \
      keep the grade that they have without it.

      --needs says which rules a puzzle cannot do without: each is left out in turn, and the puzzle \
      solved with the rest. A rule is needed where the puzzle is not solved then, or only by a rule \
      that is harder than its hardest. With --json: needs [{rule, needed, cycles, steps, without \
      {solved, level, hardest, open}}…], cycles and steps as in a trace, from 0. Together with --stats, how many puzzles need each \
      rule (needed).

      --signals counts what there was to see in each cycle: with --json signals {narrowest, levels \
      {level: cycles}, rules, cycles [[place in rules, cells open, places that show something, \
      cells decided, parts of the shortest argument]…]}. The catalogue keeps the same with every \
      puzzle, for later scores to be fitted to. Besides, where it is solved, whether several \
      lines have to be counted together (needsCounting), since nothing leads on that single ones \
      show.

      --flags names what few real puzzles of a grid have: a spike (one hard step in an easy \
      puzzle), tedium (a long stretch without a star), a blank start (far to the first star), a \
      hardest rule in whose place another of its level can stand, a bottleneck (one place to go \
      on, by a long argument), an ugly region (a tail one cell wide), each with its figure. With \
      --json flags [{flag, figure, limit, reason, other}…] and figures {flag: number}.

      --stats prints no line for each puzzle but, over all of them, a histogram of difficulties \
      and one of levels, how often each rule was used (times, and puzzles with it), and every \
      puzzle that is not solved with its line. With --json that is one object. The time it took, \
      and which rules took it, goes to standard error (levels 8 and 9 are looked for together).

      --shapes solves nothing and says, for each grid, what the regions look like: perimeter² / 16 \
      · area (1 for a square, 1.7 for compact puzzles of 10×10, 2.4 for winding ones), the share \
      of the bounding box that they fill, its length by its width, corners, pairs that touch, long \
      strips (five cells or more, one wide or four times as long as wide), and the mean sizes from \
      the smallest region of a puzzle to the largest. With --json one object per grid: schema, \
      size, stars, puzzles, compactness, fill, aspect, corners, touchingPairs, strips, \
      largestShare, smallest, largest, sizes.

      \(PuzzleArguments.exitStatus)
      """)

  @Option(
    help: ArgumentHelp(
      "The highest rule level to use, 1…13; what needs 13 is never published.", valueName: "n"))
  var level = 12

  @OptionGroup var sums: SumOptions

  @Flag(help: "Print what came of all puzzles together.")
  var stats = false

  @Flag(help: "Say which rules cannot be left out.")
  var needs = false

  @Flag(help: "Count what there was to see in each cycle.")
  var signals = false

  @Flag(help: "Say what an editor should be warned of, such as a spike or an ugly region.")
  var flags = false

  @Flag(help: "Print what the regions of all puzzles look like; nothing is solved.")
  var shapes = false

  @OptionGroup var arguments: PuzzleArguments

  var command: any Command {
    get throws {
      try checkLevel(level)
      let reasoning = try sums.reasoning(level: level)
      if shapes && stats {
        throw ValidationError("--shapes and --stats are two tables: ask for one of them")
      }
      if shapes && needs {
        throw ValidationError("--shapes solves nothing — leave --needs out")
      }
      if shapes && reasoning == .thorough {
        throw ValidationError("--shapes solves nothing — leave --thorough out")
      }
      if shapes && reasoning == .withSmallSums {
        throw ValidationError("--shapes solves nothing — leave --sums out")
      }
      if signals && (shapes || stats) {
        throw ValidationError("--signals is of each puzzle: leave --stats and --shapes out")
      }
      if flags && (shapes || stats) {
        throw ValidationError("--flags is of each puzzle: leave --stats and --shapes out")
      }
      return shapes
        ? MeasureShapes(arguments.source)
        : GradePuzzles(
          arguments.source, highestLevel: level, isTallied: stats, showsNeeds: needs,
          showsSignals: signals, showsFlags: flags, reasoning: reasoning)
    }
  }
}
