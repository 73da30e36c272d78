import ArgumentParser

/// The folder of the catalogue.
struct StateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the catalogue. (default: $ALMANAC_STATE, or .almanac)", valueName: "dir"))
  var state: String?

  var folder: String { state ?? environment("ALMANAC_STATE") ?? ".almanac" }
}

/// The folders that the house works with: recipes and catalogue.
struct HouseOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of the recipes.", valueName: "dir"))
  var recipes = "Pipelines"

  @OptionGroup var stateOptions: StateOptions

  var state: String { stateOptions.folder }
}

/// The clock of a run.
struct ClockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The run's clock in UTC, such as 2026-11-21T03:00:00Z. (default: now)", valueName: "time"))
  var now: String?

  func validate() throws { try checkClock(now) }
}

/// The star quota of puzzles whose notation does not say.
struct StarsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The stars, for notations that do not say. (default: the usual number of the size)",
      valueName: "n"))
  var stars: Int?

  func validate() throws { try checkStars(stars) }
}

/// Checks a star quota that somebody has given.
func checkStars(_ stars: Int?) throws {
  guard let stars, !(1...6).contains(stars) else { return }
  throw ValidationError("--stars is \(stars) — it can be 1…6")
}
