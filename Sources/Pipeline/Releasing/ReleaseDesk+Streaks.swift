import Catalog
import Dates
import Manifest
import Pressing
import Publishing
import Recipes
import StarBattle

/// The mobile app's lists of days, weeks and months.
///
/// The app finds an entry by counting from April 2026, so every date since has to have one for
/// ever. Where the calendar has none (before its first date, and where one was taken back) a filler
/// stands in: a puzzle of its own that appears nowhere else, made from the calendar's recipe by the
/// date, and kept in the catalogue. A withdrawn date does not keep its puzzle: that was taken back
/// because something is wrong with it, and players of every other client have nothing on that date,
/// so nobody is left with another puzzle than the rest.
extension ReleaseDesk {
  /// The most fillers: 27 years of days, beyond which the clock or a recipe is wrong.
  private static let mostFillers = 10_000

  /// The lists of a content.
  ///
  /// - Parameters:
  ///   - content: What is published, its calendar as the release has it.
  ///   - latest: The release before: no list becomes shorter, so that a last date that is taken
  ///     back keeps its entry.
  /// - Returns: A list for each cadence whose calendar has reached the app's first entry.
  /// - Throws: `PipelineError`, `PublishError.badContent` where a list would have no end.
  func streaks(
    _ content: ReleaseContent, after latest: Manifest?
  ) async throws -> [ReleaseContent.Streak] {
    guard recipes.profiles.app else { return [] }
    var streaks: [ReleaseContent.Streak] = []
    for cadence in Cadence.allCases {
      let entries = content.calendar.filter { $0.period.cadence == cadence }
      let first = cadence.firstInApp
      let before = latest?.streaks.first { $0.cadence == cadence }
      let ends = entries.map(\.period) + (before.map { [first.advanced(by: $0.count - 1)] } ?? [])
      guard let last = ends.max(), last >= first else { continue }
      var known = Dictionary(entries.map { ($0.period, $0) }, uniquingKeysWith: { $1 })
      let periods = (0...first.distance(to: last)).map { first.advanced(by: $0) }
      try await fill(periods.filter { known[$0] == nil }, cadence)
      for filler in try catalog.fillers(cadence) where known[filler.period] == nil {
        known[filler.period] = ReleaseContent.Entry(
          filler.period, sbn: filler.puzzle.sbn, grader: filler.puzzle.graderVersion)
      }
      streaks.append(
        ReleaseContent.Streak(cadence, entries: periods.compactMap { known[$0] }))
    }
    return streaks
  }

  /// Makes the fillers that are missing.
  private func fill(_ periods: [Period], _ cadence: Cadence) async throws {
    let known = Set(try catalog.fillers(cadence).map(\.period))
    let open = periods.filter { !known.contains($0) }
    guard !open.isEmpty else { return }
    guard let recipe = recipes.calendars.first(where: { $0.cadence == cadence }) else {
      throw PublishError.badContent(
        "\(open[0]) has no puzzle in the app's list, and no recipe makes the \(cadence.rawValue) "
          + "calendar — write one, or switch the app's profile off")
    }
    guard periods.count <= ReleaseDesk.mostFillers else {
      throw PublishError.badContent(
        "the app counts its \(cadence.rawValue) puzzles from \(cadence.firstInApp.key), and "
          + "\(periods.count) of them would have to be made that are on no date of the calendar "
          + "— switch the app's profile off")
    }
    try await press(
      open,
      searches: open.map { period in
        CandidateSearch(recipe.ask(for: period), item: "app \(period.id)", campaign: recipe.seed)
      }, stage: "pressing the app's \(cadence.rawValue) list")
  }

  /// Presses fillers and keeps each when its turn comes, none of them a twin of anything known.
  private func press(
    _ periods: [Period], searches: [CandidateSearch], stage: String
  ) async throws {
    let pinned = try PinCheck(recipes).forms
    let isUsed = { (form: CanonicalForm) throws -> Bool in
      if pinned.contains(form) { return true }
      return try catalog.twin(of: form) != nil
    }
    try await context.pickAhead(searches, stage: stage) { index, found in
      var pick = found
      if let form = pick.pressed?.form, try isUsed(form) {
        pick = try context.pick(searches[index], isUsed: isUsed)
        try context.checkInterruption()
      }
      guard let pressed = pick.pressed else {
        throw PipelineError.exhausted(item: searches[index].item, tally: pick.tally)
      }
      let made = try catalog.addFiller(NewPuzzle(pressed), for: periods[index])
      if case .twin(let twin) = made {
        throw PipelineError.twinAppeared(item: searches[index].item, other: twin.use)
      }
      return true
    }
  }
}
