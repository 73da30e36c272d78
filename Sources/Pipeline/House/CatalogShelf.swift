package import Catalog
package import Dates
import Generating
import Grading
import Identity
import Manifest
package import Pressing
package import Publishing
package import Recipes
import StarBattle

/// Carries values from the catalogue to publishing, which do not know each other.
package struct CatalogShelf {
  package let catalog: Catalog

  /// What a release of the recipes holds: their packs, and every date that ever had a puzzle.
  ///
  /// - Parameters:
  ///   - recipes: The recipes.
  ///   - returning: Why puzzles come back that players had before, where a rollback is over.
  /// - Returns: The content.
  /// - Throws: `CatalogError`.
  package func content(
    of recipes: RecipeSet, returning: String? = nil
  ) throws -> ReleaseContent {
    let packs = try recipes.packs.map { recipe in
      let puzzles = try catalog.listedSlots(of: recipe.id)
      var pack = ReleaseContent.Pack(
        id: recipe.id, name: recipe.name, version: try catalog.packVersion(recipe.id),
        free: recipe.isFree, puzzles: puzzles.map(\.sbn), graders: puzzles.map(\.graderVersion),
        changes: try catalog.changes(of: recipe.id, returning: returning))
      pack.entitlements = recipe.entitlements
      return pack
    }
    var calendar: [ReleaseContent.Entry] = []
    for cadence in Cadence.allCases {
      for entry in try catalog.calendarEntries(cadence) {
        calendar.append(
          ReleaseContent.Entry(
            entry.period, sbn: entry.puzzle.sbn, grader: entry.puzzle.graderVersion))
      }
    }
    let ids = Set(packs.map(\.id))
    let migrations = try catalog.migrations().map(\.migration).filter { ids.contains($0.pack) }
    var content = ReleaseContent(
      packs: packs, calendar: calendar, migrations: migrations,
      provenance: ReleaseContent.Provenance(
        generatorVersion: GeneratorVersion.current, graderVersion: Grade.version,
        recipeHash: recipes.fingerprint))
    content.used = try catalog.usedPuzzles()
    return content
  }

  /// What the catalogue remembers of a release.
  package func record(of plan: ReleasePlan, at now: Timestamp) throws -> NewRelease {
    var dates: [Period] = []
    for cadence in Cadence.allCases {
      dates += try catalog.calendarEntries(cadence).filter { $0.release == nil }.map(\.period)
    }
    var record = NewRelease(
      number: plan.release, manifest: plan.manifestBytes, createdAt: now.description,
      packs: plan.manifest.packs.map(\.id), dates: dates)
    for pack in plan.manifest.packs { record.changes[pack.id] = pack.changes }
    record.migrations = plan.manifest.migrations
    return record
  }
}

extension NewPuzzle {
  /// A pressed puzzle as a row of the catalogue.
  ///
  /// How the rules solve it is worked out here where the press has not traced it: a pin goes
  /// through the gate every night, and is kept once.
  package init(_ pressed: Pressed) {
    self.init(
      sbn: pressed.sbn, generatorVersion: GeneratorVersion.current,
      graderVersion: Grade.version, scoreInHundredths: pressed.grade.scoreInHundredths,
      rules: pressed.grade.ruleCounts, solution: pressed.solution,
      trace: pressed.trace ?? NewPuzzle.trace(of: pressed.puzzle), form: pressed.form)
  }

  private static func trace(of puzzle: Puzzle) -> Trace {
    var grader = Grader()
    return grader.trace(puzzle).trace
  }
}
