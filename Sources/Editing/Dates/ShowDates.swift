import Dates
package import Pipeline
import Preview
import Recipes

/// Lists the dates of a cadence, one date, what a day has, or all from yesterday on.
package struct ShowDates: Command {
  /// What to list; `nil` lists all.
  package var what: String?
  /// Whether what is past is listed, too.
  package var isWhole: Bool

  package init(_ what: String? = nil, isWhole: Bool = false) {
    self.what = what
    self.isWhole = isWhole
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: house.recipes)
    let desk = DateDesk(
      desk: PackDesk(
        catalog: try house.stateFolder.read(), recipes: recipes, context: context, reason: ""))
    var entries: [ShownDate] = []
    let yesterday = context.now.day.advanced(by: -1)
    var isList = false
    // Which dates have no puzzle, where none has, and what to do.
    var nothing = "no date has a puzzle — “almanac nightly” fills the calendar"
    switch what.map({ PreviewSubject($0) }) {
    case .cadence(let cadence):
      entries = try desk.entries(of: cadence)
      isList = true
      nothing =
        recipes.calendars.contains { $0.cadence == cadence }
        ? "no \(cadence.rawValue) date has a puzzle — “almanac nightly” fills the calendar"
        : "no recipe makes the \(cadence.rawValue) calendar — add it to release.yaml"
    case .day(let day):
      for cadence in Cadence.allCases {
        let period = Period(cadence, containing: day)
        entries.append(try desk.entry(period))
      }
    case nil:
      for cadence in Cadence.allCases { entries += try desk.entries(of: cadence) }
      isList = true
    default:
      let word = what ?? ""
      if let cadence = Spelling.guess(for: word, among: Cadence.allCases.map(\.rawValue)) {
        throw PipelineError.argument(
          word, reason: "there is no such calendar — did you mean \(cadence)?")
      }
      entries = [try desk.entry(try desk.period(word))]
    }
    let shown = entries.filter { !isList || isWhole || $0.period.last >= yesterday }
    for entry in shown { try emit(.answer(entry)) }
    if entries.isEmpty {
      try emit(.note(nothing))
    } else if shown.isEmpty {
      try emit(
        .note(
          "no date to come has a puzzle — “almanac nightly” fills the calendar, and --all shows "
            + "what is over"))
    }
    return .done
  }
}
