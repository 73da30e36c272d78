import ArgumentParser
import Pipeline

/// The statuses with which commands that read releases end.
private let statuses = ExitStatus.table(of: [
  .done, .usage, .badData, .noInput, .unavailable, .inputOutput,
])

extension Release {
  struct History: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List every release that is kept, with what changed in each.",
      discussion: """
        Needs the tree alone.

        Examples:
          almanac release history
          almanac release history --to s3://puzzles/live --json

        EXIT STATUS
        \(statuses)
        """)

    @OptionGroup var tree: TreeOptions
    @OptionGroup var options: RunOptions

    func run() async throws { try await Release.read(.history, tree, options) }
  }

  struct Diff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Tell what differs between two releases, for players and object by object.",
      discussion: """
        Needs the tree alone.

        Examples:
          almanac release diff 11 12

        EXIT STATUS
        \(statuses)
        """)

    @Argument(help: "The release before.")
    var earlier: Int

    @Argument(help: "The release after.")
    var later: Int

    @OptionGroup var tree: TreeOptions
    @OptionGroup var options: RunOptions

    func run() async throws {
      try await Release.read(.difference(from: earlier, to: later), tree, options)
    }
  }

  fileprivate static func read(
    _ task: HistoryJob.Task, _ tree: TreeOptions, _ options: RunOptions
  ) async throws {
    let job = HistoryJob(
      task, target: tree.target, settings: storeSettings, isJSON: options.json)
    try await options.run { _, printer in
      try await job.run { try RunOptions.emit($0, printer) }
      return .done
    }
  }
}
