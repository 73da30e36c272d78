import Dates
import Identity
import JSONText
package import Pipeline
import Recipes

/// Checks a folder of recipes and says all that is wrong with it.
package struct RecipesJob: Sendable {
  let folder: String
  let isJSON: Bool

  /// A check of a folder.
  package init(folder: String, isJSON: Bool = false) {
    self.folder = folder
    self.isJSON = isJSON
  }

  /// Checks the recipes; nothing is written.
  ///
  /// - Parameter emit: Given a problem for each mistake, or what the recipes make.
  /// - Returns: `done`, or `badRecipe`.
  /// - Throws: `RecipeError` when there is no folder to check; what `emit` throws.
  package func run(emit: (OutputLine) throws -> Void) throws -> ExitStatus {
    var recipes: RecipeSet?
    var mistakes: [RecipeProblem] = []
    do {
      let found = try RecipeSet(folder: folder)
      _ = try PinCheck(found)
      recipes = found
    } catch RecipeError.mistakes(let problems) {
      mistakes = problems
    }
    if isJSON { try emit(.result(json(recipes, mistakes))) }
    for mistake in mistakes { try emit(.problem("\(mistake)")) }
    if !isJSON, let recipes { try emit(.result(summary(of: recipes))) }
    return mistakes.isEmpty ? .done : .badRecipe
  }

  private func summary(of recipes: RecipeSet) -> String {
    let slots = recipes.packs.reduce(0) { $0 + $1.count }
    let (packs, calendars) = (recipes.packs.count, recipes.calendars.count)
    return "\(folder): all is well: \(packs) \(packs == 1 ? "pack" : "packs") with \(slots) "
      + "\(slots == 1 ? "slot" : "slots"), \(calendars) \(calendars == 1 ? "calendar" : "calendars")"
      + (recipes.drafts.isEmpty
        ? ""
        : "; not published, because \(RecipeSet.releaseFile) does not list them: "
          + recipes.drafts.map(\.id.text).joined(separator: ", "))
  }

  private func json(_ recipes: RecipeSet?, _ mistakes: [RecipeProblem]) -> String {
    let packs = (recipes?.packs ?? []).map { pack in
      JSONValue.object([
        JSONMember("id", .string(pack.id.text)), JSONMember("slots", .integer(pack.count)),
      ])
    }
    let value = JSONValue.object([
      JSONMember("schema", .integer(1)),
      JSONMember("command", .string("recipes check")),
      JSONMember("folder", .string(folder)),
      JSONMember("packs", .array(packs)),
      JSONMember("drafts", .array((recipes?.drafts ?? []).map { .string($0.id.text) })),
      JSONMember(
        "calendar", .array((recipes?.calendars ?? []).map { .string($0.cadence.rawValue) })),
      JSONMember("recipeHash", recipes.map { .string($0.fingerprint) } ?? .null),
      JSONMember(
        "mistakes",
        .array(
          mistakes.map { mistake in
            .object([
              JSONMember("file", .string(mistake.file)),
              JSONMember("line", .integer(mistake.place.line)),
              JSONMember("column", .integer(mistake.place.column)),
              JSONMember("message", .string(mistake.message)),
            ])
          })),
    ])
    return String(decoding: value.text, as: UTF8.self)
  }
}
