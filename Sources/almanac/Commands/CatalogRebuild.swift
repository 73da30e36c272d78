import ArgumentParser
import Pipeline
import Upkeep

extension CatalogCommand {
  struct Rebuild: TreeCommand {
    static let configuration = CommandConfiguration(
      commandName: "rebuild",
      abstract: "Make the catalogue anew from the published tree.",
      discussion: """
        Examples:
          almanac catalog rebuild
          almanac catalog rebuild --output /srv/puzzles --state /var/lib/almanac
          almanac catalog rebuild --output s3://puzzles/live

        For when the database is lost, damaged or an older copy. Releases, versions, slots, dates, \
        slot maps and withdrawals come back, so that the next “almanac nightly” goes on with the \
        same numbers and uses no puzzle again; the reserve is made again from the recipes. What \
        was in the catalogue's place is kept beside it as catalog-before-TIME.sqlite; pins of \
        published slots come over from it where it can be read. A catalogue that is whole and up \
        to date is left alone.

        Where releases are signed, only one that a listed key has signed is believed, or one that \
        the old catalogue has; --force believes any.

        What the tree does not hold any more, such as releases that “release gc” has removed, is \
        named on standard error.

        \(bucketHelp)

        --json prints one object: schema, command, output, state, rebuilt, release, puzzles, \
        slots, dates, releases, gaps, kept, pins, keptAbout.

        EXIT STATUS
        \(ExitStatus.table(of: [
          .done, .usage, .badData, .noInput, .unavailable, .cannotCreate, .inputOutput,
          .retryLater, .badRecipe, .interrupted,
        ]))
        """)

    @Flag(
      help: "Rebuild although the catalogue is whole and up to date, or the release not signed.")
    var force = false

    @OptionGroup var tree: TreeOptions

    var command: any Command { RebuildCatalog(isForced: force) }
  }
}
