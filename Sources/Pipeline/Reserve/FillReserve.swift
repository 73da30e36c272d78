import JSONText
import Recipes
import Wording

/// Makes puzzles for the calendars ahead of the nights that would, and publishes nothing.
package struct FillReserve: Command {
  /// The days behind the horizons to fill, where the recipes' low-water marks say less.
  package var days: Int
  /// Whether nothing is to be kept.
  package var isDryRun: Bool

  package init(days: Int = 0, isDryRun: Bool = false) {
    self.days = days
    self.isDryRun = isDryRun
  }

  /// How many days behind the horizon can be filled.
  package static let daysAhead = 1...400

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: house.recipes)
    try await house.change(isTrial: isDryRun, context) { catalog in
      var filler = GapFiller(context: context, catalog: catalog, pins: try PinCheck(recipes))
      try await filler.fillReserve(recipes, days: days)
      for note in filler.notes { try emit(.note("Note: \(note)")) }
      let made = filler.calendars.reduce(0) { $0 + $1.made + $1.intoReserve }
      let status = try ReserveStatus(catalog, recipes, at: context.now)
      let words =
        "made \(made, of: "puzzle") for the calendar"
        + (isDryRun ? FilledReserve.nothingKept : "")
      try emit(
        .answer(
          FilledReserve(
            text: [words] + status.forecastLines.map { "  \($0)" }, status: status,
            isDryRun: isDryRun)))
    }
    return .done
  }
}

/// What came of filling the reserve, and for programs what is in it now.
struct FilledReserve: Answer {
  let text: [String]
  let status: ReserveStatus
  let isDryRun: Bool

  var isRoutine: Bool { true }

  static let nothingKept = "; nothing was kept (--dry-run)"

  var json: JSONValue { status.json(of: "reserve fill", isDryRun: isDryRun) }
}
