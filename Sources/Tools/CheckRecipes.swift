import Answering
import Dates
import Generating
import Identity
import JSONText
package import Pipeline
import Recipes
import StarBattle
import Wording

/// Checks the recipes and says all that is wrong with them; nothing is written.
package struct CheckRecipes: Command {
  package init() {}

  /// Checks them.
  ///
  /// - Returns: `done`, or `badRecipe`.
  /// - Throws: `RecipeError` when there is no folder to check; what `emit` throws.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let checked = try CheckedRecipes(of: house)
    try emit(.answer(checked))
    for problem in checked.problems { try emit(.problem(problem)) }
    return checked.mistakes.isEmpty ? .done : .badRecipe
  }
}

/// What the recipes of a folder make, or what is wrong with them.
private struct CheckedRecipes: Answer {
  let folder: String
  /// The recipes; `nil` where there are mistakes.
  let recipes: RecipeSet?
  /// What their grids reach.
  let reach: RecipeReach?
  /// What is perhaps asked for in vain, or was lost.
  let warnings: [(item: String, message: String)]
  let mistakes: [RecipeProblem]

  /// Reads the recipes of a house.
  ///
  /// - Throws: `RecipeError` when there is no folder to check.
  init(of house: House) throws {
    folder = house.recipes
    var mistakes: [RecipeProblem] = []
    var recipes: RecipeSet?
    do throws(any Error) {
      let found = try RecipeSet(folder: folder)
      _ = try PinCheck(found)
      recipes = found
    } catch {
      guard let recipeError = error as? RecipeError, case .mistakes(let problems) = recipeError
      else { throw error }
      mistakes = problems
    }
    self.recipes = recipes
    self.mistakes = mistakes
    let reach = recipes.map { RecipeReach($0) }
    self.reach = reach
    var warnings = (reach?.warnings ?? []).map { (item: $0.item, message: $0.message) }
    if let recipes, recipes.signing == nil, !recipes.leavesSigning,
      (try? HouseKeys(of: house).list()) != nil
    {
      warnings.append(
        (
          item: RecipeSet.releaseFile,
          message: "keys.json lists release keys, and no “signing: { key: … }” names one, so "
            + "nothing is signed — add it, or “signing: none” where that is meant"
        ))
    }
    self.warnings = warnings
  }

  /// What is wrong, and what somebody should look at.
  var problems: [String] {
    mistakes.map(\.description) + warnings.map { "warning: \($0.item): \($0.message)" }
  }

  var isRoutine: Bool { true }

  var text: [String] {
    let reach = (reach?.grids ?? []).compactMap { grid in
      RecipeReach.words(for: grid).map { "  \(grid): puzzles were found of difficulties \($0)" }
    }
    let within = (self.reach?.within ?? []).map { "  \($0.words)" }
    return (recipes.map { [summary(of: $0)] } ?? []) + reach + within
  }

  private func summary(of recipes: RecipeSet) -> String {
    let slots = recipes.packs.reduce(0) { $0 + $1.count }
    let (packs, calendars) = (recipes.packs.count, recipes.calendars.count)
    return "\(folder): all is well: \(packs, of: "pack") with "
      + "\(slots, of: "slot"), "
      + "\(calendars, of: "calendar")"
      + (recipes.drafts.isEmpty
        ? ""
        : "; not in the next release, because \(RecipeSet.releaseFile) does not list them: "
          + recipes.drafts.map(\.id.text).joined(separator: ", "))
  }

  var json: JSONValue {
    let packs = (recipes?.packs ?? []).map { pack in
      JSONValue.object([
        JSONMember("id", pack.id.text), JSONMember("slots", pack.count),
      ])
    }
    return AnswerJSON.object(
      "recipes check",
      [
        JSONMember("folder", folder),
        JSONMember("packs", packs),
        JSONMember("drafts", (recipes?.drafts ?? []).map(\.id.text)),
        JSONMember("calendar", (recipes?.calendars ?? []).map(\.cadence.rawValue)),
        JSONMember("recipeHash", recipes?.fingerprint),
        JSONMember("bounds", .array((reach?.within ?? []).map(\.value))),
        JSONMember(
          "warnings",
          .array(
            warnings.map { warning in
              .object([
                JSONMember("item", warning.item), JSONMember("message", warning.message),
              ])
            })),
        JSONMember(
          "mistakes",
          .array(
            mistakes.map { mistake in
              .object([
                JSONMember("file", mistake.file),
                JSONMember("line", mistake.place.line),
                JSONMember("column", mistake.place.column),
                JSONMember("message", mistake.message),
              ])
            })),
      ])
  }
}

extension RecipeReach.Within {
  /// As `--json` has it.
  fileprivate var value: JSONValue {
    .object([
      JSONMember("item", item),
      JSONMember("size", grid.side),
      JSONMember("stars", grid.stars),
      JSONMember("arguments", bounds.arguments),
      JSONMember("withoutAssumptions", bounds.isWithoutAssumptions),
      JSONMember("drawn", reach.drawn),
      JSONMember("kept", reach.count(within: bounds)),
      JSONMember("difficulties", difficulties.map { JSONValue.integer($0) }),
    ])
  }
}
