import ArgumentParser
import Pipeline
import Releasing

struct ReleaseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Look after what is published.",
    subcommands: [
      Plan.self, Publish.self, Verify.self, Rollback.self, Withdraw.self, History.self, Diff.self,
      Gc.self,
    ])

  struct Verify: TreeCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Read a published tree back and prove every puzzle again.",
      discussion: """
        Examples:
          almanac release verify
          almanac release verify /srv/puzzles --json
          almanac release verify --as-app --now 2026-11-21T03:00:00Z
          almanac release verify --output s3://puzzles/live --now 2026-11-21T03:00:00Z

        Needs the tree alone: no recipes, no state. Every object is read and compared with the \
        manifest, every puzzle is solved by the rules and proved unique by other code, and its \
        printed grade is compared; so are solutions and hints of the app's profile. Each finding \
        is a line on standard error. With --as-app, the tree is read once more as the apps read \
        it: by ids and dates alone, with the app's own checks.

        With --now, which is the reader's clock here, the calendar has to reach from yesterday to \
        14 days, 4 weeks and 2 months; without it, only as far as the release's own clock needs. \
        A tree that is whole may still be an old one, such as a copy that is no longer refreshed: \
        with --at-least, the number of the last release that you know of, that is found, too.

        Signatures, where there are any, have to be of the manifests beside them, and need the \
        list of release keys: without it no app takes them. With --root-key, the public key of a \
        root, that list has to be signed by that root, and the current release by a key of the \
        list; name the next root as well with a second one.

        --json prints one object: schema, command, output, release, puzzles, asApp, whole, \
        findings {object, kind, message}; where there are any, signatures {signers, trusted}, \
        notRegraded {grader, puzzles} and notCompared {grader, objects} of graders that are not in \
        this program, unknownGrader (that of the release), notChecked (what could not be read); \
        and notes with --as-app.

        \(HouseOptions.idle("--recipes", "--state"))

        \(bucketHelp)

        EXIT STATUS
        \(ExitStatus.table(of: [
          .done, .usage, .badData, .noInput, .unavailable, .inputOutput, .interrupted,
        ]))
        """)

    @Argument(help: ArgumentHelp("The same as --output.", valueName: "dir"))
    var folder: String?

    @Flag(help: "Replay the checks of the mobile app, too.")
    var asApp = false

    @Option(
      help: ArgumentHelp(
        "The last release that you know of: an older one is a finding.", valueName: "release"))
    var atLeast: Int?

    @Option(
      help: ArgumentHelp(
        "A root that is trusted: its public key, 64 digits. Can be given twice.", valueName: "key"))
    var rootKey: [String] = []

    @OptionGroup var tree: TreeOptions

    var house: House {
      var house = tree.house
      if let folder { house.output = folder }
      return house
    }

    var command: any Command {
      get throws {
        if folder != nil && (place.output != nil || tree.to != nil) {
          throw ValidationError("the tree is given twice — give it once")
        }
        if let atLeast, atLeast < 1 {
          throw ValidationError("--at-least is \(atLeast) — releases count from 1")
        }
        guard
          let command = VerifyRelease(
            clock: now.flatMap { RunContext.time($0) }, atLeast: atLeast ?? 0, isAsApp: asApp,
            rootKeys: rootKey)
        else {
          throw ValidationError(
            "--root-key is no public key — it has 64 digits, 0…9 and a…f, as “almanac keys status” "
              + "prints them")
        }
        return command
      }
    }
  }
}
