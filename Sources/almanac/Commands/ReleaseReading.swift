import ArgumentParser
import Pipeline
import Releasing

/// The statuses with which commands that read releases end.
private let statuses = ExitStatus.table(of: [
  .done, .usage, .badData, .noInput, .unavailable, .inputOutput,
])

/// What help says of options that change nothing.
private let idle = HouseOptions.idle("--recipes", "--state", "--now", "--jobs")

extension ReleaseCommand {
  struct History: TreeCommand {
    static let configuration = CommandConfiguration(
      commandName: "history",
      abstract: "List every release that is kept, with what changed in each.",
      discussion: """
        Examples:
          almanac release history
          almanac release history --output s3://puzzles/live --json

        Needs the tree alone: \(idle)

        --json prints one object per release: schema, command, release, createdAt, previous, \
        rollback, objects, changes.

        EXIT STATUS
        \(statuses)
        """)

    @OptionGroup var tree: TreeOptions

    var command: any Command { ListReleases() }
  }

  struct Diff: TreeCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Tell what differs between two releases, for players and object by object.",
      discussion: """
        Examples:
          almanac release diff 11 12

        Needs the tree alone: \(idle)

        --json prints one object: schema, command, from, to, changes, slots {pack, version, \
        slots, reason}, and the keys of objects that were added, removed and changed, and whose \
        headers were.

        EXIT STATUS
        \(statuses)
        """)

    @Argument(help: "The release before.")
    var earlier: Int

    @Argument(help: "The release after.")
    var later: Int

    @OptionGroup var tree: TreeOptions

    var command: any Command { CompareReleases(earlier, later) }
  }
}
