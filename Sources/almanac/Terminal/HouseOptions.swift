import ArgumentParser
import Pipeline
import Printable

/// What every command takes that looks at the house: its places, a clock, and what all commands
/// take.
///
/// A command that can do nothing with some of them takes them all the same, and says so in its help
/// (`idle`).
struct HouseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the recipes. (default: \(House.usual.recipes))", valueName: "dir"))
  var recipes: String?

  @Option(
    help: ArgumentHelp(
      "The published tree: a folder, or s3://bucket/prefix. (default: \(House.usual.output))",
      valueName: "place"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Where private/ lies, with packs that have to be bought: a folder, or s3://bucket/prefix. "
        + "(default: $ALMANAC_PRIVATE, or as --output)",
      valueName: "place"))
  var privateTo: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the catalogue. (default: $ALMANAC_STATE, or \(House.usual.state))",
      valueName: "dir"))
  var state: String?

  @Option(
    help: ArgumentHelp(
      "The run's clock in UTC, such as 2026-11-21T03:00:00Z. (default: now)", valueName: "time"))
  var now: String?

  @OptionGroup var options: RunOptions

  func validate() throws {
    guard let now else { return }
    if let time = RunContext.time(now), RunContext.isClock(time) { return }
    throw ValidationError(
      "--now is “\(now)” — it must be a time such as 2026-11-21T03:00:00Z, or a day, in UTC, of "
        + "the years \(RunContext.clockYears.lowerBound)…\(RunContext.clockYears.upperBound)")
  }

  var house: House {
    let named = House.ofEnvironment
    return House(
      recipes: recipes ?? House.usual.recipes, output: output ?? House.usual.output,
      privateTo: privateTo ?? named.privateTo, state: state ?? named.state)
  }

  /// What help says of the tree where a catalogue is all that is worked with.
  static let treeBesideCatalog = """
    --output and --private-to are looked at only where there is no catalogue: none is begun beside \
    a tree that another one has published.
    """

  /// What help says of options that change nothing.
  static func idle(_ names: String...) -> String {
    // Where one part of the tree is of no use, the other is not either.
    let options = names.flatMap { $0 == "--output" ? [$0, "--private-to"] : [$0] }
    let last = options.last ?? ""
    let list =
      options.count < 2 ? last : options.dropLast().joined(separator: ", ") + " and " + last
    return "\(list) \(options.count == 1 ? "changes" : "change") nothing here."
  }
}

extension House {
  /// The house that the environment names: what commands spare that work with none.
  ///
  /// `ALMANAC_OUTPUT` is the tree of the nightly unit, which gives it to commands as `--output`.
  static var ofEnvironment: House {
    House(
      output: environment("ALMANAC_OUTPUT") ?? House.usual.output,
      privateTo: environment("ALMANAC_PRIVATE"),
      state: environment("ALMANAC_STATE") ?? House.usual.state)
  }
}

/// The same for commands that took the tree as `--to` up to 0.1, and still do for scripts.
struct TreeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The same as --output.", valueName: "place", visibility: .hidden))
  var to: String?

  @OptionGroup var place: HouseOptions

  func validate() throws {
    if to != nil && place.output != nil {
      throw ValidationError("the tree is given twice — give it once, with --to or --output")
    }
  }

  var house: House {
    var house = place.house
    if let to { house.output = to }
    return house
  }
}

/// Checks that the places of a house are such as the press can work with.
func checkPlaces(of house: House) throws {
  do {
    try StoreSettings.checkPlace(house.output)
    if let place = house.privateTo { try StoreSettings.checkPlace(place) }
    try StoreSettings.checkParts(of: house)
  } catch {
    throw ValidationError("\(error)")
  }
  try checkFolder(house.recipes, "the folder of the recipes", of: house)
  try checkFolder(house.state, "the folder of the catalogue", of: house)
}

/// Checks that a folder of a house is a path, and not one where everybody reads.
private func checkFolder(_ path: String, _ name: String, of house: House) throws {
  try checkPath(path, name)
  guard house.isWithinTree(path) else { return }
  throw ValidationError(
    "\(name) is “\(Printable.address(path))”, within the tree, where everybody could read it — "
      + "name one outside of \(Printable.address(house.output))/puzzles and private")
}

/// Checks that somebody has given a path, and not the address of what is elsewhere.
func checkPath(_ path: String?, _ name: String) throws {
  guard let path, StoreSettings.hasScheme(path) else { return }
  throw ValidationError(
    "\(name) is “\(Printable.address(path))” — it must be a path; where it is really called so, "
      + "write ./ before it")
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
