import ArgumentParser
import Operating
import Pipeline

struct StatusCommand: HouseCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say what there is in this folder, and what to do next.",
    discussion: """
      Examples:
        almanac
        almanac status --output s3://puzzles/live --json

      What the program does when it is given nothing. It reads recipes, catalogue and manifest, \
      and looks at no puzzle; “almanac doctor” looks at everything.

      --json prints one object: schema, command, here, next.

      \(HouseOptions.idle("--jobs"))

      EXIT STATUS
      \(ExitStatus.table(of: [.done, .usage]))
      """)

  @OptionGroup var place: HouseOptions

  var command: any Command { TellBearings() }
}
