import ArgumentParser
import Explaining
import Pipeline
import Tools

struct TraceCommand: ThoroughCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Tell how a person solves puzzles, step by step.",
    discussion: """
      Examples:
        almanac trace puzzles.txt
        almanac generate --size 10 --stars 2 | almanac trace - --steps | less
        almanac trace pack.txt --hints --language es
        almanac trace hard.txt --sums
        almanac trace hard.txt --without-assumptions
        almanac trace hardest.txt --thorough
        almanac generate --size 6 | almanac trace - --svg > solve.svg

      In each cycle the easiest rule that finds anything is used wherever it applies. For each \
      cycle the text says what follows and why, and draws the board before and after. In words, \
      hints and pictures steps are told one by one: where those before a step make it easier, by \
      an easier rule than its cycle's. Rows and columns count from 1, regions are lettered in \
      order of first appearance.

      --json prints, for each puzzle, the grade (schema … graderVersion, as `grade --json`), then \
      outcome, open, failure and steps {rule, level, cycle, containers, cells, stars, marks, \
      assumption, ways}. --hints prints one list for each puzzle, [{rule, level, placements, \
      marks}…], where rule is a sentence for the player. In both, rows, columns and regions count \
      from 0. A puzzle that the rules do not solve is no error: its steps end where the reasoning \
      stops.

      --sums adds up before a star is assumed: what two to four rows, columns, regions and 2×2 \
      blocks need and have room for together. A step's sum, in --json, says how often each counts; \
      it proves the step by itself.

      --without-assumptions solves nearly every puzzle by levels 1–7 and by adding up: what some \
      rows, columns and regions need, against the room that others and 2×2 blocks have, as many of \
      them as it takes. Long sums are proofs rather than hints, and score and difficulty say \
      little then. It takes hundredths of a second at 10×10, tenths at 14×14 and seconds at 17×17.

      --thorough solves as puzzles are graded, and goes on by such sums only where level 12 leaves \
      a puzzle; where these leave it too, by stars that are assumed until a sum fails, which can \
      take minutes from 17×17 on. Where a puzzle has several solutions, no sum is looked for.

      Colours are used on a terminal unless NO_COLOR is set; nothing is told by colour alone.

      \(PuzzleArguments.exitStatus)
      """)

  @Flag(help: "Print the app's hints: one JSON list a puzzle.")
  var hints = false

  @Flag(help: "Draw a moving picture: an SVG document a puzzle.")
  var svg = false

  @Option(
    help: ArgumentHelp(
      "The language of the sentences: \(HintLanguage.codes).", valueName: "code"))
  var language = "en"

  @Option(
    help: ArgumentHelp(
      "The highest rule level to use, 1…13; what needs 13 is never published.", valueName: "n"))
  var level = 12

  @Flag(help: "Assume no star anywhere; add up rows, columns, regions and tiles instead.")
  var withoutAssumptions = false

  @OptionGroup var sums: SumOptions

  @Flag(help: "Draw boards for every step, not only for every cycle.")
  var steps = false

  @Option(
    help: ArgumentHelp(
      "The columns to fit the text into, \(TracePuzzles.widths.lowerBound)…"
        + "\(TracePuzzles.widths.upperBound). (default: the terminal's, or 80)",
      valueName: "columns"))
  var width: Int?

  @OptionGroup var arguments: PuzzleArguments

  var takesLong: Bool { sums.thorough || withoutAssumptions }

  var command: any Command {
    get throws {
      try checkLevel(level)
      let reasoning = try sums.reasoning(level: level, withoutAssumptions)
      guard let language = HintLanguage(code: language) else {
        throw ValidationError(
          "--language is “\(language)” — it can be \(HintLanguage.codes)")
      }
      if let width, !TracePuzzles.widths.contains(width) {
        let (least, most) = (TracePuzzles.widths.lowerBound, TracePuzzles.widths.upperBound)
        throw ValidationError("--width is \(width) — it can be \(least)…\(most)")
      }
      if svg && (hints || steps || width != nil || options.json) {
        throw ValidationError("--svg is a form of its own — leave the other ones out")
      }
      if hints && (steps || width != nil) {
        throw ValidationError("--steps and --width shape the text — leave them out with --hints")
      }
      return TracePuzzles(
        arguments.source, isHints: hints, isDrawn: svg, language: language, highestLevel: level,
        showsEveryStep: steps, width: width, reasoning: reasoning)
    }
  }
}

/// Checks a highest rule level that somebody has given.
func checkLevel(_ level: Int) throws {
  guard (1...13).contains(level) else {
    throw ValidationError("--level is \(level) — it can be 1…13")
  }
}
