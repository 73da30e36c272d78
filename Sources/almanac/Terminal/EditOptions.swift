import ArgumentParser
import Editing
import Generating
import Pipeline
import Printable

/// What commands that change packs or dates have in common.
struct EditOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Why, for the record: one line.", valueName: "text"))
  var reason: String?

  @Flag(help: "Try it and show the difference; keep nothing.")
  var dryRun = false

  func validate() throws { if let reason { try checkReason(reason) } }

  /// Refuses a change without a reason, unless it is only tried.
  func requireReason(_ what: String) throws {
    if reason == nil && !dryRun {
      throw ValidationError(
        "\(what) needs a reason for the record — add --reason “…”, or --dry-run")
    }
  }
}

/// What commands that change packs or dates take: a reason, and the house.
struct DeskOptions: ParsableArguments {
  @OptionGroup var edit: EditOptions
  @OptionGroup var place: HouseOptions

  /// The flags of a change.
  ///
  /// - Parameters:
  ///   - reason: The reason for the record where none is given.
  ///   - html: The folder that gets a page.
  /// - Returns: Them.
  func flags(reason: String, html: String? = nil) -> EditFlags {
    EditFlags(reason: edit.reason ?? reason, isDryRun: edit.dryRun, html: html)
  }
}

/// A command that changes packs or dates.
protocol DeskCommand: HouseCommand {
  var desk: DeskOptions { get }
}

extension DeskCommand {
  var place: HouseOptions { desk.place }
}

/// The page with puzzles to choose from.
struct ChoicePage: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a page with the puzzles to choose from into this folder.", valueName: "dir"))
  var html: String?

  func validate() throws { try checkPath(html, "--html") }
}

/// Checks a reason that somebody has given: the record and, for players, the manifest keep it.
func checkReason(_ reason: String) throws {
  let isBlank = reason.allSatisfy(\.isWhitespace)
  if isBlank || reason.utf8.count > 400 || !Printable.isPrintable(reason) {
    throw ValidationError(
      "--reason must be one line of at most 400 bytes, all of them printable and not only blanks")
  }
}

/// What somebody wants a puzzle to be like.
struct WishOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The difficulty: 5, 4...6, ...3, 7... (default: as the recipe asks)", valueName: "range"))
  var difficulty: String?

  @Option(
    help: ArgumentHelp("The hardest rule level needed, 1…12: a range.", valueName: "range"))
  var level: String?

  func validate() throws { _ = try wish }

  var wish: GradeRange {
    get throws {
      GradeRange(
        difficulty: try numberRange(
          difficulty, "--difficulty", within: GeneratePuzzles.difficulties),
        level: try numberRange(level, "--level", within: GeneratePuzzles.levels))
    }
  }

  /// The same beside a puzzle that may be named, which leaves nothing to wish for.
  func wish(besides puzzle: String?, saying words: String) throws -> GradeRange {
    if puzzle != nil && (difficulty != nil || level != nil) {
      throw ValidationError("\(words) — leave --difficulty and --level out")
    }
    return try wish
  }
}
