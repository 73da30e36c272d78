import Catalog
package import Generating
import Pressing
import Recipes
import StarBattle
import Wording

/// Makes spare puzzles of a grid for whatever an editor will need.
package struct FillSpare: Command {
  package var size: Int
  package var stars: Int
  /// How many to make.
  package var count: Int
  package var wish: GradeRange
  /// Whether nothing is to be kept.
  package var isDryRun: Bool

  package init(
    size: Int, stars: Int, count: Int = 10, wish: GradeRange = GradeRange(), isDryRun: Bool = false
  ) {
    self.size = size
    self.stars = stars
    self.count = count
    self.wish = wish
    self.isDryRun = isDryRun
  }

  /// How many puzzles can be made at once.
  package static let counts = 1...10_000

  /// Makes them.
  ///
  /// - Returns: `done`; `partial` when fewer puzzles were found than asked for.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: house.recipes)
    var status = ExitStatus.done
    try await house.change(isTrial: isDryRun, context) { catalog in
      let grid: Grid
      do {
        grid = try Grid(side: size, stars: stars)
      } catch {
        throw PipelineError.argument("\(size)x\(stars)", reason: "\(error)")
      }
      let proposer = Proposer(
        catalog: catalog, context: context, place: nil, ask: Ask(grid, grade: wish),
        campaign: UInt64(PuzzleSeries.defaultSeed))
      var kept = 0
      var words: String {
        "kept \(kept) of \(count, of: "puzzle") of \(grid) in reserve"
          + (isDryRun ? FilledReserve.nothingKept : "")
      }
      do {
        _ = try await proposer.made(count, takesNearest: false) { pressed in
          if case .added = try catalog.add(NewPuzzle(pressed)) { kept += 1 }
        }
      } catch {
        // What is kept stays; the first error is the one to tell.
        try? emit(.note(words + "; broken off"))
        throw error
      }
      try emit(
        .answer(
          FilledReserve(
            text: [words], status: try ReserveStatus(catalog, recipes, at: context.now),
            isDryRun: isDryRun)))
      if kept < count { status = .partial }
    }
    return status
  }
}
