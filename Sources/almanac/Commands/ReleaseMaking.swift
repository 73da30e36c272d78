import ArgumentParser
import Pipeline
import Releasing

/// The statuses with which commands that make releases end.
private let statuses = ExitStatus.table(of: [
  .done, .partial, .usage, .badData, .noInput, .unavailable, .cannotCreate, .inputOutput,
  .retryLater, .badRecipe, .interrupted,
])

extension ReleaseCommand {
  struct Plan: TreeCommand {
    static let configuration = CommandConfiguration(
      commandName: "plan",
      abstract: "Say what publish would do: every object, and what a player would notice.",
      discussion: """
        Examples:
          almanac release plan
          almanac release plan --output s3://puzzles/live --json

        --json prints one object: schema, command, target, done, release, newRelease, rollback, \
        changes, steps {action, key, bytes}, warnings, notes.

        \(HouseOptions.idle("--jobs"))

        \(bucketHelp)

        EXIT STATUS
        \(statuses)
        """)

    @OptionGroup var tree: TreeOptions

    var command: any Command { PublishRelease(isPlanOnly: true) }
  }

  struct Publish: TreeCommand {
    static let configuration = CommandConfiguration(
      commandName: "publish",
      abstract: "Publish what the catalogue holds.",
      discussion: """
        Examples:
          almanac release publish
          almanac release publish --output s3://puzzles/live
          almanac release publish --resume

        Nothing is made anew: “almanac nightly” does that. What an interrupted publish has left is \
        finished first; publishing twice writes nothing.

        --json prints one object: schema, command, target, done, release, newRelease, rollback, \
        changes, steps {action, key, bytes}, warnings, notes.

        \(HouseOptions.idle("--jobs"))

        \(bucketHelp)

        EXIT STATUS
        \(statuses)
        """)

    @Flag(help: "After a rollback: publish the catalogue's packs again.")
    var resume = false

    @OptionGroup var tree: TreeOptions

    var command: any Command { PublishRelease(isResuming: resume) }
  }

  struct Rollback: TreeCommand {
    static let configuration = CommandConfiguration(
      commandName: "rollback",
      abstract: "Publish the packs of an earlier release again, as a new release.",
      discussion: """
        Examples:
          almanac release rollback 12 --dry-run
          almanac release rollback 12

        Versions of packs that change still rise. The calendar is not touched: a published date \
        never changes. The packs stay as they were until “almanac release publish --resume”.

        --json prints one object: schema, command, target, done, release, newRelease, rollback, \
        changes, steps {action, key, bytes}, warnings, notes.

        \(HouseOptions.idle("--jobs"))

        \(bucketHelp)

        EXIT STATUS
        \(statuses)
        """)

    @Argument(help: "The release whose packs to bring back.")
    var release: Int

    @Flag(help: "Say what would be done, and do nothing.")
    var dryRun = false

    @OptionGroup var tree: TreeOptions

    var command: any Command {
      get throws {
        if release < 1 { throw ValidationError("the release is \(release) — releases start at 1") }
        return RollBackRelease(to: release, isDryRun: dryRun)
      }
    }
  }

  struct Withdraw: TreeCommand {
    static let configuration = CommandConfiguration(
      commandName: "withdraw",
      abstract: "Take a date, a slot or a pack back, in a release that says why.",
      discussion: """
        Examples:
          almanac release withdraw daily:2026-11-25 --reason "region spells a name"
          almanac release withdraw intro:3 --reason "too hard for its place"
          almanac release withdraw expert-25x25 --reason "licence"

        A slot gets another puzzle at once; a date gets one with the next “almanac nightly”, unless it \
        has begun somewhere: then it stays empty. What is taken back is never published again. A \
        pack that the app fetches when it is first opened (intro, 1star-5x5, 1star-6x6, 1star-8x8, \
        2star-10x10, 3star-14x14) is only taken back with --force: without it every first launch \
        fails.

        --json prints one object: schema, command, target, done, release, newRelease, rollback, \
        changes, steps {action, key, bytes}, warnings, notes.

        \(HouseOptions.idle("--jobs"))

        \(bucketHelp)

        EXIT STATUS
        \(statuses)
        """)

    @Argument(help: "The id: daily:2026-11-25, intro:3 or intro.")
    var id: String

    @Option(help: ArgumentHelp("Why; everyone can read it.", valueName: "text"))
    var reason: String

    @Flag(help: "Take back a pack even if every app asks for it when it is first opened.")
    var force = false

    @Flag(help: "Say what would be done, and do nothing.")
    var dryRun = false

    @OptionGroup var tree: TreeOptions

    var command: any Command {
      get throws {
        try checkReason(reason)
        return WithdrawPuzzle(id: id, reason: reason, isForced: force, isDryRun: dryRun)
      }
    }
  }

  struct Gc: TreeCommand {
    static let configuration = CommandConfiguration(
      commandName: "gc", abstract: "Remove what only releases name that are not kept any more.",
      discussion: """
        Examples:
          almanac release gc --keep 30 --dry-run

        Makes a release that says from which one on releases are kept, and then removes the rest. \
        Nothing that a kept release names is touched. Right after a clean-up there is nothing to do.

        --json prints one object: schema, command, target, done, release, newRelease, rollback, \
        changes, steps {action, key, bytes}, warnings, notes.

        \(HouseOptions.idle("--jobs"))

        \(bucketHelp)

        EXIT STATUS
        \(statuses)
        """)

    @Option(help: ArgumentHelp("How many releases to keep, the new one included.", valueName: "n"))
    var keep: Int

    @Flag(help: "List what would be removed, and remove nothing.")
    var dryRun = false

    @OptionGroup var tree: TreeOptions

    var command: any Command {
      get throws {
        if keep < 2 {
          throw ValidationError(
            "--keep is \(keep) — at least 2, the current release and the one before")
        }
        return CollectReleases(keep: keep, isDryRun: dryRun)
      }
    }
  }
}
