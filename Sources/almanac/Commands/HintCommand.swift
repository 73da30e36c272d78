import ArgumentParser
import Explaining
import Pipeline
import Tools

struct HintCommand: ThoroughCommand {
  static let configuration = CommandConfiguration(
    commandName: "hint",
    abstract: "Give a player the next hint for the board that they have.",
    discussion: """
      Examples:
        almanac hint puzzle.txt --board "[0,1,2,0,0,2,1,…]"
        almanac hint pack.txt --index 3 --board - --depth 1 < board.txt
        almanac hint puzzle.txt --board "..x*./…/*.x.." --language es --json
        almanac hint puzzle.txt --board - --without-assumptions < board.txt

      A mistake on the board comes first, whatever else there is to find: its place, without the \
      rest. Without one, it is the easiest step that adds something to this board. The board may \
      hold any stars and marks; the cells around a star need not be marked.

      --sums prefers sums of two to four rows, columns, regions and 2×2 blocks (what some need, \
      against the room that others have) to a star that is assumed.

      --thorough prefers sums of any size (what some rows, columns and regions need, against the \
      room that others and 2×2 blocks have) to what level 13 assumes, where nothing easier is left.

      --depth says how much is told: 1 where to look, 2 which technique to look for, 3 what follows \
      and why. A solved board needs no hint, which is said, and is no error.

      BOARDS, each form recognised by itself; - reads one from standard input
        [0,1,2,…]  as the apps keep it, row by row: 0 nothing, 1 a star, 2 a mark
        .x*/A.x/…  a character a cell, rows in lines or with / between: * a star, x or · a mark, \
      . or the letter of the cell's region nothing
        a drawing  of one board, as “almanac trace” and this command draw it

      --json prints schema, index, sbn, kind (mistake, step or none), depth, language, text; then \
      for a mistake cell and is (star or mark); for a step containers and cells, from depth 2 rule, \
      its name in the language and its level, at depth 3 step, as “almanac trace --json” prints it. \
      Rows, columns and regions count from 0. Hints are for puzzles with one solution.

      \(PuzzleArguments.exitStatus)
      """)

  @OptionGroup var arguments: PuzzleArguments

  @Option(
    help: ArgumentHelp(
      "What the player has put on the board, or - for standard input.", valueName: "cells"))
  var board: String

  @Option(
    help: ArgumentHelp(
      "The puzzle's place in the file, from 0; needed where there are several.", valueName: "n"))
  var index: Int?

  @Option(help: ArgumentHelp("How much to tell, 1…3.", valueName: "n"))
  var depth = Hint.Depth.explanation.rawValue

  @Option(
    help: ArgumentHelp(
      "The language of the hint: \(HintLanguage.codes).", valueName: "code"))
  var language = "en"

  @Flag(help: "Assume no star; add up rows, columns, regions and tiles instead.")
  var withoutAssumptions = false

  @OptionGroup var sums: SumOptions

  var takesLong: Bool { sums.thorough || withoutAssumptions }

  var command: any Command {
    get throws {
      guard let depth = Hint.Depth(rawValue: depth) else {
        throw ValidationError("--depth is \(depth) — it can be 1…3")
      }
      guard let language = HintLanguage(code: language) else {
        throw ValidationError("--language is “\(language)” — it can be \(HintLanguage.codes)")
      }
      if let index, index < 0 {
        throw ValidationError("--index is \(index) — it can be 0 or more")
      }
      if board == "-" && arguments.file == "-" {
        throw ValidationError(
          "both the puzzle and --board are read from standard input — give one of them otherwise")
      }
      return CoachPlayer(
        arguments.source, index: index, board: board, depth: depth, language: language,
        reasoning: try sums.reasoning(withoutAssumptions))
    }
  }
}
