import ArgumentParser
import Operating
import Pipeline

/// The statuses with which commands that write keys end.
private let statuses = ExitStatus.table(of: [
  .done, .usage, .badData, .noInput, .unavailable, .cannotCreate, .inputOutput,
])

struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Look after the keys that sign releases.",
    discussion: """
      docs/signatures.md tells what is signed, and what to do when a key is lost or stolen.
      """,
    subcommands: [New.self, Rotate.self, Status.self])

  struct New: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Make a root, the next root, a release key, and the list that names them.",
      discussion: """
        Examples:
          almanac keys new /media/one /media/two --key /etc/almanac/release.key
          almanac keys new safe safe-copy --key release.key --release 41

        Each folder gets root.key and next.key; name two, so that there are two copies, and take \
        both off this machine. The release key stays where the nightly job runs. The list, \
        keys.json, goes into the folder of the recipes, and from there into the tree. Files of \
        keys can be read by their owner alone, and none is ever written over. None is put beside \
        the recipes, into the tree or the private part, or into the folder of the catalogue.

        --json prints one object: schema, command, file, version, release, roots, copies, keys \
        {key, first, last, createdAt}.

        \(HouseOptions.idle("--jobs"))

        EXIT STATUS
        \(statuses)
        """)

    @Argument(help: ArgumentHelp("A folder for each copy of the roots.", valueName: "dir"))
    var folders: [String]

    @Option(help: ArgumentHelp("The file for the release key.", valueName: "file"))
    var key: String

    @Option(
      help: ArgumentHelp(
        "The release that is current. (default: that of the tree, 0 without one)", valueName: "n"))
    var release: Int?

    @OptionGroup var place: HouseOptions

    var command: any Command {
      get throws {
        try checkRelease(release)
        for folder in folders { try checkPath(folder, "a folder") }
        try checkPath(key, "--key")
        if Set(folders).count < folders.count {
          throw ValidationError("a folder is given twice — each copy needs a place of its own")
        }
        return NewKeys(folders: folders, key: key, release: release)
      }
    }
  }

  struct Rotate: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "rotate",
      abstract: "List a new release key, end the ones before, or make a new next root.",
      discussion: """
        Examples:
          almanac keys rotate --root /media/one/root.key --key /etc/almanac/release-2.key
          almanac keys rotate --root one/root.key --root two/root.key --key new.key --revoke
          almanac keys rotate --root one/next.key --next one/next-2.key --next two/next-2.key

        Everything here is signed by a root: the current one, or the next one, which is the current \
        one from then on. Without --beside or --revoke, keys that are listed end with the current \
        release. The tree gets the list with the next “almanac nightly” or “release publish”.

        --key is the public key of the new release key, or a file: one that is not there is made. \
        --revoke is for a stolen key: nothing that the keys before have signed is believed any \
        more, and the current release is signed again.

        --release is for a machine without the tree. Where --output is a folder that has it, it \
        can be no later than the next release.

        --json prints what `keys new` prints.

        \(HouseOptions.idle("--jobs"))

        EXIT STATUS
        \(statuses)
        """)

    @Option(help: ArgumentHelp("The root's file; once for each copy.", valueName: "file"))
    var root: [String]

    @Option(help: ArgumentHelp("The new release key.", valueName: "key"))
    var key: String?

    @Option(
      help: ArgumentHelp("A file for a new next root; once for each copy.", valueName: "file"))
    var next: [String] = []

    @Flag(help: "Let the keys that are listed go on beside the new one.")
    var beside = false

    @Flag(help: "Strike out the keys that are listed: somebody else has one.")
    var revoke = false

    @Option(
      help: ArgumentHelp("The release that is current. (default: that of the tree)", valueName: "n")
    )
    var release: Int?

    @OptionGroup var place: HouseOptions

    var command: any Command {
      get throws {
        try checkRelease(release)
        for file in root { try checkPath(file, "--root") }
        for file in next { try checkPath(file, "--next") }
        try checkPath(key, "--key")
        if beside && revoke { throw ValidationError("--beside and --revoke exclude each other") }
        if key == nil && (beside || revoke) {
          throw ValidationError(
            "--\(beside ? "beside" : "revoke") needs --key, the new release key")
        }
        return RotateKeys(
          roots: root, key: key, others: revoke ? .revoke : beside ? .stay : .end, next: next,
          release: release)
      }
    }
  }

  struct Status: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Say which keys there are, what they may sign, and what needs care.",
      discussion: """
        Examples:
          almanac keys status
          almanac keys status --json --output s3://puzzles/live

        Changes nothing. “almanac doctor” says the same of keys and signatures among all else.

        --json prints one object: schema, command, version, release, roots, copies, keys {key, \
        first, last, createdAt}, findings {severity, subject, message, remedy}.

        \(HouseOptions.idle("--jobs"))

        EXIT STATUS
        \(ExitStatus.table(
          of: [.done, .partial, .usage, .badData, .noInput, .badRecipe],
          saying: [
            .done: "all is well, or releases are not signed",
            .partial: "something needs care before long",
            .badData: "something is wrong: the next release cannot be signed",
          ]))
        """)

    @OptionGroup var place: HouseOptions

    var command: any Command { ExamineKeys() }
  }
}

private func checkRelease(_ release: Int?) throws {
  guard let release, !(0...1 << 53).contains(release) else { return }
  throw ValidationError("--release is \(release) — it can be 0…\(1 << 53)")
}
