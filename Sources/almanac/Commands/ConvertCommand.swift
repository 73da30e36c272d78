import ArgumentParser
import Notation
import Pipeline
import Tools

struct ConvertCommand: PuzzleArgumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
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
