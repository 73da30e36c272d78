import Catalog
import Identity
import Manifest
import Pipeline
import Printable
import Publishing
import Recipes

extension Doctor {
  /// Whether the recipes go on from what players have: what the next night would refuse, and what
  /// it makes for nobody.
  func recipesGoOn(_ catalog: Catalog, _ recipes: RecipeSet) async -> [Symptom] {
    do {
      let filler = GapFiller(context: context, catalog: catalog, pins: try PinCheck(recipes))
      // The clock is looked at by itself, and so are calendars without a recipe.
      try filler.check(recipes, acceptsClock: true)
    } catch RecipeError.mistakes(let problems) {
      return problems.map { .wrong("recipes", $0.description, mend: editing($0.file)) }
    } catch is PipelineError {
      // As above.
    } catch {
      return [await catalogFails(error)]
    }
    let release = "\(house.recipes)/\(RecipeSet.releaseFile)"
    do {
      let withdrawals = try catalog.withdrawals()
      let latest = try? await published().latest?.manifest
      let published = latest?.packs.map(\.id) ?? []
      let vanished = recipes.vanishedPacks(of: published, withdrawals).map { pack in
        // While a rollback stands, nights take packs from its release.
        Symptom(
          severity: latest?.rollback == nil ? .wrong : .care, subject: "recipes",
          message: "\(PipelineError.packVanished(pack))", remedy: editing(release))
      }
      let withdrawn = recipes.withdrawnPacks(withdrawals).map { pack in
        Symptom.care(
          pack.text,
          "it was taken back for good, and nights would still fill it — take it out of the packs "
            + "in release.yaml",
          mend: editing(release))
      }
      return vanished + withdrawn
    } catch {
      return [await catalogFails(error)]
    }
  }

  /// A command that opens a file for a person to change.
  func editing(_ file: String) -> String { "${EDITOR:-vi} \(Shell.path(file))" }
}
