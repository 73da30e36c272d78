import Answering
import Catalog
import Files
package import Generating
import Identity
import JSONText
package import Pipeline
import Printable
import Recipes
import StarBattle

/// Writes the recipe of a new pack, which `release.yaml` may list already.
package struct NewRecipe: Command {
  /// The pack's id, and the name of the file.
  package var id: String
  /// Its name for players.
  package var name: String
  /// Rows, columns and regions.
  package var size: Int
  /// Stars in each of them.
  package var stars: Int
  /// The number of its slots.
  package var count: Int
  /// The difficulties of its first slot and of its last.
  package var difficulty: ClosedRange<Int>
  /// What its regions look like.
  package var style = RegionStyle.natural
  /// The number that its seeds derive from; one that its id gives where none is given.
  package var seed: Int?
  /// Whether its puzzles are solved without assuming a star anywhere.
  package var isWithoutAssumptions = false
  /// Whether it has to be bought.
  package var isPaid = false
  /// Whether it is only shown.
  package var isDryRun = false

  package init(
    _ id: String, name: String, size: Int, stars: Int, count: Int, difficulty: ClosedRange<Int>
  ) {
    self.id = id
    self.name = name
    self.size = size
    self.stars = stars
    self.count = count
    self.difficulty = difficulty
  }

  /// The first wish that no recipe can say: the option that says it, and what is wrong; `nil` where
  /// a recipe can say all of them.
  package var fault: (option: String, reason: String)? {
    func fault(_ option: String, _ value: Int, _ range: ClosedRange<Int>) -> (String, String)? {
      range.contains(value)
        ? nil
        : (
          option,
          "is \(value) — it can "
            + (range.count == 1
              ? "only be \(range.lowerBound)" : "be \(range.lowerBound)…\(range.upperBound)")
        )
    }
    if !PackName.isValid(name) {
      return ("--name", "must be \(PackName.rule)")
    }
    if let fault = fault("--size", size, Grid.sides)
      ?? fault("--count", count, PackRecipe.counts)
      ?? seed.flatMap({ fault("--seed", $0, 0...Int(Seed.range.upperBound)) })
    {
      return fault
    }
    guard let grid = try? Grid(side: size, stars: stars) else {
      let quotas = Grid.quotas(ofSide: size)
      return fault("--stars", stars, quotas).map { ($0, "\($1) at --size \(size)") }
    }
    if let lack = TooFewPuzzles(asked: count, of: grid) {
      return ("--count", "is \(count) — only \(lack.most) puzzles of \(grid) can be made")
    }
    return nil
  }

  /// Checks the recipe beside those that there are, and writes it.
  ///
  /// - Returns: `done`.
  /// - Throws: `PipelineError.argument` for what no recipe can say, `.refused` where there is such
  ///   a pack; `RecipeError` for mistakes in those that there are, `FolderError`; what `emit`
  ///   throws.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    if let fault = PackID.fault(in: id) {
      throw PipelineError.argument(id, reason: "this is no id of a pack — \(fault)")
    }
    if let (option, reason) = fault { throw PipelineError.argument(option, reason: "it \(reason)") }
    let recipes = try RecipeSet(folder: house.recipes, awaitsPacks: true)
    let file = RecipeSet.packFile(id, in: house.recipes)
    let lines = schemaLines(in: house.recipes) + lines
    let text = lines.map { "\($0)\n" }.joined()
    let pack = try PackRecipe(file: file, text: text)
    try refuseKnown(pack, file, recipes, house)
    let warnings = RecipeReach(recipes.adding(pack)).warnings.filter { $0.item == id }
    if !isDryRun {
      try Folders.make(SplitPath(file).folder)
      guard try Folders.create(Array(text.utf8), at: file) else {
        throw NewRecipe.refused(id, "\(file) is there already")
      }
    }
    try emit(
      .answer(
        NewRecipeAnswer(
          pack: pack, file: file, lines: lines, house: house,
          isListed: recipes.awaited.contains(id), isDryRun: isDryRun,
          warnings: warnings.map(\.message))))
    for warning in warnings { try emit(.problem("warning: \(id): \(warning.message)")) }
    return .done
  }

  private func refuseKnown(
    _ pack: PackRecipe, _ file: String, _ recipes: RecipeSet, _ house: House
  ) throws {
    if let other = (recipes.packs + recipes.drafts).first(where: { $0.id == pack.id }) {
      throw NewRecipe.refused(id, "\(other.source.file) makes this pack")
    }
    if Folders.exists(file) { throw NewRecipe.refused(id, "\(file) is there already") }
    if let catalog = try house.stateFolder.readIfThere(),
      try catalog.packs().contains(where: { $0.id == pack.id })
    {
      throw NewRecipe.refused(id, "the catalogue has a pack of this id, whose slots it would get")
    }
  }

  private static func refused(_ id: String, _ reason: String) -> PipelineError {
    .refused(what: id, reason: "\(reason) — give the new pack another id")
  }

  // MARK: - The file

  /// What tells editors that know YAML schemas where the one of packs is, where there is one.
  private func schemaLines(in recipes: String) -> [String] {
    Folders.exists("\(recipes)/schema/pack.json")
      ? ["# yaml-language-server: $schema=../schema/pack.json"] : []
  }

  /// The lines of the file.
  private var lines: [String] {
    let ends = (difficulty.lowerBound, difficulty.upperBound)
    var lines = [
      "id: \(isPlain ? id : NewRecipe.quoted(id))",
      "name: \(NewRecipe.quoted(name))",
      "free: \(!isPaid)",
      "grid: { size: \(size), stars: \(stars) }",
      "count: \(count)",
      "difficulty: "
        + (ends.0 == ends.1 ? "\(ends.0)" : "{ from: \(ends.0), to: \(ends.1) }"),
    ]
    if style != .natural { lines.append("style: \(style.name)") }
    if isWithoutAssumptions { lines.append("assumptions: none") }
    lines.append("seed: \(seed ?? NewRecipe.seed(of: id))")
    return lines
  }

  /// Whether YAML takes the id for a text as it stands, and for no number or truth.
  private var isPlain: Bool {
    let words = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
    let hasLetter = id.utf8.contains { (0x61...0x7A).contains($0) }
    let beginsWithLetter = id.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
    return hasLetter && !words.contains(id) && (beginsWithLetter || id.utf8.contains(0x2D))
  }

  private static func quoted(_ text: String) -> String {
    // YAML takes U+0085 for the end of a line.
    JSONValue.string(text).line.replacingScalars { $0 == "\u{85}" ? "\\u0085" : nil }
  }

  /// A seed for an id, another for each: six digits.
  private static func seed(of id: String) -> Int {
    Int(Digest.sha256(of: Array(id.utf8)).prefix(8), radix: 16).map { $0 % 1_000_000 } ?? 0
  }
}

/// The recipe of a new pack.
private struct NewRecipeAnswer: Answer {
  let pack: PackRecipe
  let file: String
  let lines: [String]
  let house: House
  /// Whether `release.yaml` has its id already.
  let isListed: Bool
  let isDryRun: Bool
  let warnings: [String]

  var isRoutine: Bool { true }

  private var words: String { "\(file): \(isDryRun ? "would be written" : "written")" }

  var text: [String] {
    [words] + lines.map { "  \($0)" }
      + (isDryRun
        ? [EditFlags.nothingKept]
        : ["Next: \(building)  — makes its puzzles; \(publishing)"])
  }

  /// What makes the puzzles of this file, as it can be typed into a shell.
  private var building: String { house.command("packs build \(pack.id)") }

  private var publishing: String {
    let release = "\(house.recipes)/\(RecipeSet.releaseFile)"
    return isListed
      ? "\(release) lists it, so the next night publishes it"
      : "to publish it, list it in \(release)"
  }

  var json: JSONValue {
    AnswerJSON.object(
      "recipes new",
      [
        JSONMember("dryRun", isDryRun),
        JSONMember("pack", pack.id.text),
        JSONMember("name", pack.name),
        JSONMember("slots", pack.count),
        JSONMember("file", file),
        JSONMember("listed", isListed),
        JSONMember("text", lines.map { "\($0)\n" }.joined()),
        JSONMember("warnings", warnings),
        JSONMember("words", words),
      ])
  }
}
