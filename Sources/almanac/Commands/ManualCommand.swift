import ArgumentParser
import Pipeline
import Tools

struct ManualCommand: ParsedCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print the help of all commands, one after the other.",
    discussion: """
      Examples:
        almanac manual | less
        almanac manual | grep -n -- --budget

      The same texts as those of “almanac help COMMAND”, to be searched or read in one go.

      --json prints one object per command: schema, command, name, text.

      EXIT STATUS
      \(ExitStatus.table(of: [.done, .usage, .inputOutput]))
      """)

  @OptionGroup var options: RunOptions

  var command: any Command {
    PrintManual(pages: ManualCommand.pages(of: Almanac.self, named: "almanac"))
  }

  /// The help of a command, and of all below it.
  private static func pages(
    of command: any ParsableCommand.Type, named name: String
  ) -> [PrintManual.Page] {
    let below = command.configuration.subcommands.flatMap { command in
      pages(of: command, named: "\(name) \(command._commandName)")
    }
    let text = Usage.folded(Almanac.helpMessage(for: command, columns: Usage.columns))
    return [PrintManual.Page(name: name, text: text)] + below
  }
}
