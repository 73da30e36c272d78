import ArgumentParser
import Editing
import Pipeline
import Printable

extension PacksCommand {
  /// How commands end that change what is kept about a puzzle, and what they print for programs.
  static let keeping = """
    --json prints one object: schema, command, dryRun, puzzle (its number in the catalogue), name, \
    places, sbn, note, tags, refused, words, edit (the number by which “edits undo” takes it back).

    The catalogue alone keeps it: nothing of it is published. “catalog rebuild” takes it over from \
    the old catalogue where that can be read.

    \(HouseOptions.idle("--recipes", "--output", "--jobs"))

    EXIT STATUS
    \(ExitStatus.table(of: [
      .done, .usage, .badData, .noInput, .cannotCreate, .inputOutput, .retryLater,
    ]))
    """

  struct Refuse: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "refuse",
      abstract: "Never use a puzzle: neither nights nor editors nor imports get it.",
      discussion: """
        Examples:
          almanac packs refuse 4711 --reason "a snake all along the border"
          almanac packs refuse 6x1.ABBBBBAABCCCAAACDDAAEEFDAAAFFDAAAADD --reason "seen too often"

        A puzzle is refused however it is turned, mirrored or relettered. One that is in a slot or \
        on a date leaves it first: replace it, then refuse it by its number.

        \(PacksCommand.keeping)
        """)

    @Argument(
      help: ArgumentHelp(
        "A number of the catalogue, or a puzzle in any notation.", valueName: "puzzle"))
    var puzzle: String

    @OptionGroup var desk: DeskOptions

    var command: any Command {
      get throws {
        try desk.edit.requireReason("refusing a puzzle for ever")
        return RefusePuzzle(puzzle, desk.flags(reason: "tried"))
      }
    }
  }

  struct Note: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "note",
      abstract: "Write a note about a puzzle, which stays with it wherever it goes.",
      discussion: """
        Examples:
          almanac packs note spring:4 "the squeeze in the corner is lovely"
          almanac packs note spring:4 --remove

        A note takes the place of the one before; --remove takes it away. “almanac packs find \
        --note lovely” finds it.

        \(PacksCommand.keeping)
        """)

    @Argument(
      help: ArgumentHelp("A slot, a date, a number or a text.", valueName: "puzzle"))
    var puzzle: String

    @Argument(help: ArgumentHelp("The note: one line.", valueName: "text"))
    var text: String?

    @Flag(help: "Take the note away.")
    var remove = false

    @OptionGroup var desk: DeskOptions

    var command: any Command {
      get throws {
        try checkNote()
        return NotePuzzle(puzzle, note: text ?? "", desk.flags(reason: "noted"))
      }
    }

    private func checkNote() throws {
      guard remove == (text == nil) else {
        throw ValidationError(
          remove
            ? "--remove takes the note away — leave the text out"
            : "there is no note — write it, or take away what there is with --remove")
      }
      guard let text else { return }
      if text.allSatisfy(\.isWhitespace) {
        throw ValidationError(
          "the note has only blanks — write something, or take it away with --remove")
      }
      if text.utf8.count > 400 || !Printable.isPrintable(text) {
        throw ValidationError("a note is one line of at most 400 bytes, all of them printable")
      }
    }
  }

  struct Tag: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "tag",
      abstract: "Give a puzzle tags to be found by, or take them away.",
      discussion: """
        Examples:
          almanac packs tag spring:4 winter heart
          almanac packs tag spring:4 --remove heart

        A puzzle has up to \(TagPuzzle.most) tags. “almanac packs find --tag winter” finds it.

        \(PacksCommand.keeping)
        """)

    @Argument(
      help: ArgumentHelp("A slot, a date, a number or a text.", valueName: "puzzle"))
    var puzzle: String

    @Argument(
      help: ArgumentHelp("Small letters, digits and hyphens, up to 40.", valueName: "tag"))
    var tags: [String] = []

    @Option(help: ArgumentHelp("A tag to take away; repeated.", valueName: "tag"))
    var remove: [String] = []

    @OptionGroup var desk: DeskOptions

    var command: any Command {
      get throws {
        try checkChoice()
        return TagPuzzle(puzzle, adding: tags, removing: remove, desk.flags(reason: "tagged"))
      }
    }

    private func checkChoice() throws {
      guard !tags.isEmpty || !remove.isEmpty else {
        throw ValidationError("name a tag, or one to --remove")
      }
      try checkTags(tags, "an argument")
      try checkTags(remove, "--remove")
      if let both = tags.first(where: remove.contains) {
        throw ValidationError("“\(both)” is to be given and taken away — name it once")
      }
    }
  }
}

/// Checks tags that somebody has written.
///
/// - Parameters:
///   - tags: The tags.
///   - name: Where they stand, for the message.
/// - Throws: `ValidationError` for the first that no puzzle can have, or for too many.
func checkTags(_ tags: [String], _ name: String) throws {
  let place = name.hasPrefix("--") ? "\(name): " : ""
  for tag in tags where !TagPuzzle.isTag(tag) {
    let small = tag.lowercased()
    let advice =
      TagPuzzle.isTag(small)
      ? "write it small: \(small)"
      : "it has small letters, digits and hyphens, up to \(TagPuzzle.longest)"
    throw ValidationError("\(place)“\(Printable.excerpt(tag))” is no tag — \(advice)")
  }
  if tags.count > TagPuzzle.most {
    throw ValidationError(
      "\(place)these are \(tags.count) tags — a puzzle has up to \(TagPuzzle.most)")
  }
}
