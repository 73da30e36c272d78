import ArgumentParser
import Pipeline
import Tools

struct ConvertCommand: PuzzleArgumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write puzzles in another notation.",
    discussion: """
      Examples:
        almanac convert puzzles.txt --to puzzlink
        almanac convert - --stars 1 --to sbn < letters.txt
        almanac convert puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou --to letters
        almanac convert output/puzzles/packs/intro.json --to pzprv3

      What is written for people keeps its stars: where a notation has no place for them and they \
      are not the usual ones of the size, a comment says them.

      --json prints one object per puzzle: schema, index, notation, text.

      \(PuzzleArguments.exitStatus)
      """)

  @Option(
    help: ArgumentHelp(
      "The notation: \(ConvertPuzzles.notations.joined(separator: ", ")).",
      valueName: "notation"))
  var to: String

  @OptionGroup var arguments: PuzzleArguments

  var command: any Command {
    get throws {
      guard ConvertPuzzles.notations.contains(to) else {
        throw ValidationError(
          "puzzles cannot be written as “\(to)” — "
            + "--to can be \(ConvertPuzzles.notations.joined(separator: ", "))")
      }
      return ConvertPuzzles(arguments.source, to: to)
    }
  }
}
