import Answering
import Dates
import Identity
import JSONText
package import Pipeline
import Recipes

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
    let folder = house.recipes
    var recipes: RecipeSet?
    var mistakes: [RecipeProblem] = []
    do {
      let found = try RecipeSet(folder: folder)
      _ = try PinCheck(found)
      recipes = found
    } catch RecipeError.mistakes(let problems) {
      mistakes = problems
    }
    try emit(.answer(CheckedRecipes(folder: folder, recipes: recipes, mistakes: mistakes)))
    for mistake in mistakes { try emit(.problem("\(mistake)")) }
    return mistakes.isEmpty ? .done : .badRecipe
  }
}

/// What the recipes of a folder make, or what is wrong with them.
private struct CheckedRecipes: Answer {
  let folder: String
  /// The recipes; `nil` where there are mistakes.
  let recipes: RecipeSet?
  let mistakes: [RecipeProblem]

  var isRoutine: Bool { true }

  var text: [String] { recipes.map { [summary(of: $0)] } ?? [] }

  private func summary(of recipes: RecipeSet) -> String {
    let slots = recipes.packs.reduce(0) { $0 + $1.count }
    let (packs, calendars) = (recipes.packs.count, recipes.calendars.count)
    return "\(folder): all is well: \(packs) \(packs == 1 ? "pack" : "packs") with \(slots) "
      + "\(slots == 1 ? "slot" : "slots"), \(calendars) "
      + "\(calendars == 1 ? "calendar" : "calendars")"
      + (recipes.drafts.isEmpty
        ? ""
        : "; not published, because \(RecipeSet.releaseFile) does not list them: "
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
