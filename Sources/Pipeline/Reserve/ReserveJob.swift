import Catalog
import Dates
import Explaining
import Files
import JSONText
import Recipes
import StarBattle

/// Looks after the puzzles that wait to be used.
package struct ReserveJob: Sendable {
  /// What to do.
  package enum Task: Hashable, Sendable {
    /// Tell what there is, and how long it lasts.
    case status
    /// Make puzzles for the calendars up to their low-water marks, or so many days behind their horizons.
    case fillCalendars(days: Int)
    /// Make so many puzzles of a grid for whatever an editor will need.
    case fillSpare(size: Int, stars: Int, count: Int, wish: PuzzleWish)
  }

  /// What to do.
  package var task: Task
  /// The folder of the recipes.
  package var recipes = "Pipelines"
  /// The folder of the catalogue.
  package var state = ".almanac"
  /// Whether nothing is to be kept.
  package var isDryRun = false
  /// Whether the result is one JSON object.
  package var isJSON = false

  /// A task with the usual folders.
  package init(_ task: Task) { self.task = task }

  /// How many puzzles can be made at once.
  package static let counts = 1...10_000
  /// How many days behind the horizon can be filled.
  package static let days = 1...400

  /// Does it.
  ///
  /// - Parameters:
  ///   - context: The clock, threads, progress and interruption.
  ///   - emit: Given what to print.
  /// - Returns: `done`; `partial` when fewer puzzles were found than asked for.
  /// - Throws: `PipelineError`, `RecipeError`, `CatalogError`, `StateLockError`; what `emit` throws.
  package func run(
    _ context: RunContext, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: recipes)
    let folder = StateFolder(path: state)
    if task == .status {
      try say(try folder.read(), recipes, context, emit)
      return .done
    }
    if !isDryRun { try Folders.checkWritable(state) }
    var status = ExitStatus.done
    try await folder.open(asCopy: isDryRun) { catalog in
      status = try await fill(catalog, recipes, context, emit)
      if isJSON { try say(catalog, recipes, context, emit) }
    }
    return status
  }

  // MARK: - Filling

  private func fill(
    _ catalog: Catalog, _ recipes: RecipeSet, _ context: RunContext,
    _ emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    let end = isDryRun ? "; nothing was kept (--dry-run)" : ""
    switch task {
    case .status: return .done
    case .fillCalendars(let days):
      var filler = NightlyFiller(context: context, catalog: catalog, pins: try PinCheck(recipes))
      try await filler.fillReserve(recipes, days: days)
      for note in filler.notes { try emit(.note("Note: \(note)")) }
      if isJSON { return .done }
      let made = filler.calendars.reduce(0) { $0 + $1.made + $1.intoReserve }
      try emit(.result("made \(made) \(made == 1 ? "puzzle" : "puzzles") for the calendar\(end)"))
      for recipe in recipes.calendars {
        let forecast = try ReserveForecast(recipe, in: catalog, at: context.now)
        try emit(.result("  \(forecast.words)"))
      }
      return .done
    case .fillSpare(let size, let stars, let count, let wish):
      let grid: Grid
      do {
        grid = try Grid(side: size, stars: stars)
      } catch {
        throw PipelineError.input(path: "\(size)x\(stars)", reason: "\(error)")
      }
      let proposer = Proposer(
        catalog: catalog, context: context, place: nil, grid: grid, wish: wish,
        campaign: GenerateJob.defaultCampaign)
      let found = try await proposer.made(count).filter { $0.distance == 0 }
      for proposal in found { _ = try catalog.add(proposal.row) }
      if !isJSON {
        try emit(
          .result(
            "kept \(found.count) of \(count) puzzles of \(grid) in reserve\(end)"))
      }
      return found.count < count ? .partial : .done
    }
  }

  // MARK: - Telling

  private func say(
    _ catalog: Catalog, _ recipes: RecipeSet, _ context: RunContext,
    _ emit: (OutputLine) throws -> Void
  ) throws {
    let counts = try catalog.reserveCounts()
    let forecasts = try recipes.calendars.map {
      try ReserveForecast($0, in: catalog, at: context.now)
    }
    if isJSON { return try emit(.result(json(counts, forecasts))) }
    for forecast in forecasts { try emit(.result(forecast.words)) }
    if forecasts.isEmpty { try emit(.result("no calendar is published")) }
    var grids: [(side: Int, stars: Int)] = []
    for count in counts where !grids.contains(where: { $0 == (count.side, count.stars) }) {
      grids.append((count.side, count.stars))
    }
    for grid in grids {
      let own = counts.filter { ($0.side, $0.stars) == grid }
      let (all, dated) = (own.reduce(0) { $0 + $1.count }, own.reduce(0) { $0 + $1.dated })
      let levels = own.map { "\($0.difficulty.map { "d\($0)" } ?? "no grade") \($0.count)" }
      try emit(
        .result(
          "\(grid.side)x\(grid.stars): \(all) unused, \(dated) of them with a date, "
            + "\(all - dated) spare: \(levels.joined(separator: ", "))"))
    }
    if counts.isEmpty { try emit(.result("no puzzle is in reserve")) }
    for forecast in forecasts where forecast.isLow {
      try emit(
        .note("\(forecast.cadence.rawValue): “almanac reserve fill” fills it to its mark"))
    }
  }

  private func json(_ counts: [ReserveCount], _ forecasts: [ReserveForecast]) -> String {
    let value = AnswerJSON.object(
      task == .status ? "reserve status" : "reserve fill",
      [
        JSONMember("dryRun", isDryRun),
        JSONMember("calendars", forecasts.map(\.value)),
        JSONMember(
          "reserve",
          .array(
            counts.map { count in
              .object([
                JSONMember("size", count.side),
                JSONMember("stars", count.stars),
                JSONMember("difficulty", count.difficulty),
                JSONMember("count", count.count),
                JSONMember("dated", count.dated),
              ])
            })),
      ])
    return value.line
  }
}
