package import Catalog
import Dates
import Generating
import Grading
package import Identity
import Notation
package import Pressing
package import Recipes
package import StarBattle

/// Fills the slots and dates that have no puzzle.
///
/// Puzzles are pressed in parallel as if no other puzzle existed, and then taken in order; one that
/// turns out to be the twin of a puzzle in use is pressed again, passing over twins. A pick only
/// skips twins and never changes the order of candidates, so this gives what pressing one after the
/// other would.
package struct GapFiller {
  let context: RunContext
  let catalog: Catalog
  package let pins: PinCheck
  /// The days that the daily calendar is filled ahead, where that is not left to its recipe.
  let dailyHorizon: Int?
  private(set) var packs: [NightReport.Line] = []
  var calendars: [NightReport.Line] = []
  var notes: [String] = []
  /// Slots that are about to be emptied: what they hold may be used again.
  package var freed: Set<PuzzleID> = []
  /// The dates that only the reserve needs, in the order in which they fall due.
  var later: [OpenDate] = []
  /// The work that is left for dates.
  var budget: WorkBudget

  /// What regenerates and grades a puzzle.
  static let versions = "\(GeneratorVersion.current) grader \(Grade.version)"

  package init(
    context: RunContext, catalog: Catalog, pins: PinCheck, dailyHorizon: Int? = nil,
    budget: Int? = nil
  ) {
    self.context = context
    self.catalog = catalog
    self.pins = pins
    self.dailyHorizon = dailyHorizon
    self.budget = WorkBudget(limit: budget)
  }

  /// Puts what was done since the last time into a report.
  mutating func tell(_ report: inout NightReport) {
    report.packs = packs
    report.calendars = calendars
    report.notes += notes
    notes = []
  }

  // MARK: - Checks

  /// Refuses recipes that would take a puzzle away from players, and a clock that is far off,
  /// before anything is written.
  ///
  /// - Parameters:
  ///   - recipes: What is to be made.
  ///   - remade: A pack that nobody has yet and that is made anew, but for some slots.
  ///   - acceptsClock: Whether somebody has said that the clock is right.
  /// - Throws: `RecipeError.mistakes`; `PipelineError`, `CatalogError`.
  package func check(
    _ recipes: RecipeSet, remaking remade: (pack: PackID, but: Set<Int>)? = nil,
    acceptsClock: Bool = false
  ) throws {
    let problems = try recipes.packs.flatMap { pack in
      try PackFit(of: pack, in: catalog, keeping: remade?.pack == pack.id ? remade?.but : nil)
        .problems(in: catalog)
    }
    guard problems.isEmpty else { throw RecipeError.mistakes(problems) }
    if let cadence = try recipes.vanishedCadences(in: catalog).first {
      throw PipelineError.calendarVanished(cadence)
    }
    for recipe in recipes.calendars {
      try plan(recipe).requireClock(context.now, isAccepted: acceptsClock)
    }
  }

  /// Which dates a calendar has to have.
  func plan(_ recipe: CalendarRecipe) throws -> CalendarPlan {
    try CalendarPlan(
      recipe, in: catalog, horizon: recipe.cadence == .daily ? dailyHorizon : nil)
  }

  // MARK: - Filling

  /// Fills every pack and calendar of the recipes, in their order.
  mutating func fill(_ recipes: RecipeSet) async throws {
    try await regrade()
    for recipe in recipes.packs { packs.append(try await fill(recipe)) }
    try await fillCalendars(recipes)
  }

  /// Fills the empty slots of a pack.
  package mutating func fill(_ recipe: PackRecipe) async throws -> NightReport.Line {
    let held = try catalog.listedSlots(of: recipe.id)
    let pinned = pins.pinned[recipe.id] ?? [:]
    for pin in recipe.pins where pin.slot < held.count {
      if try held[pin.slot].canonicalForm != pin.sbn.puzzle.canonicalForm {
        notes.append(
          "pin \(pin.slot) of pack \(recipe.id) comes too late: the slot keeps its puzzle")
      }
    }
    let work = PackPress(recipe: recipe, filled: held.count, pinned: pinned)
    let made = try await press(
      work.open.map(recipe.search), stage: "pressing \(recipe.id)",
      apartFrom: work.open.isEmpty
        ? []
        : try held.map { try $0.canonicalForm.puzzle }
          + pinned.sorted { $0.key < $1.key }.map(\.value.puzzle))
    let arranged = work.arranged(made.puzzles)
    try recipe.refuseMisses(of: arranged, from: held.count)
    try catalog.definePack(recipe.id, name: recipe.name, free: recipe.isFree)
    try keep(
      arranged.enumerated().map { index, pressed in
        (NewPuzzle(pressed), .slot(pack: recipe.id, index: held.count + index))
      })
    try count(made.tallies)
    var line = NightReport.Line(name: recipe.id.text)
    line.made = arranged.count
    line.missed = recipe.misses(of: arranged, from: held.count)
    let slots = arranged.isEmpty ? held : try catalog.listedSlots(of: recipe.id)
    line.describe(slots.map(\.difficulty))
    for tally in made.tallies { line.tally += tally }
    budget.spend(line.tally)
    return line
  }

  /// Presses a puzzle for each item, none of them a twin of another in use.
  ///
  /// - Parameters:
  ///   - searches: What to press for, in the order in which twins are passed over.
  ///   - stage: What to call it while it lasts.
  ///   - neighbours: The puzzles of the pack that the items are for: a near-twin of any of them, or
  ///     of another puzzle, is passed over, as far as there is anything else. `nil` lets near-twins
  ///     be.
  ///   - evaluations: The work after which no further item is begun; `nil` sets no bound.
  ///   - keep: Given each puzzle when its turn comes.
  /// - Returns: A puzzle for each search, or for the first ones that the work allowed, and what
  ///   each took.
  /// - Throws: `PipelineError`, and what `keep` throws.
  package func press(
    _ searches: [CandidateSearch], stage: String, apartFrom neighbours: [Puzzle]? = nil,
    within evaluations: Int? = nil, keep: (Int, Pressed) throws -> Void = { _, _ in }
  ) async throws -> (puzzles: [Pressed], tallies: [Tally]) {
    guard !searches.isEmpty, evaluations != 0 else { return ([], []) }
    var used = pins.forms
    var near = neighbours
    var made: (puzzles: [Pressed], tallies: [Tally]) = ([], [])
    var spent = 0
    try await context.pickAhead(searches, stage: stage) { index, found in
      // What is ready ahead of its turn may be thrown away here; so it counts for nothing.
      if let evaluations, spent >= evaluations { return false }
      let pick = try free(found, for: searches[index], besides: used, apartFrom: near ?? [])
      guard let pressed = pick.pressed else {
        // A pick that was stopped has none either.
        try context.checkInterruption()
        throw PipelineError.exhausted(item: searches[index].item, tally: pick.tally)
      }
      used.insert(pressed.form)
      near?.append(pressed.puzzle)
      try keep(index, pressed)
      made.puzzles.append(pressed)
      made.tallies.append(pick.tally)
      spent += pick.tally.evaluations
      return true
    }
    return made
  }

  /// The pick itself, or another where its puzzle is in use or too like one beside it.
  private func free(
    _ pick: Pick, for search: CandidateSearch, besides used: Set<CanonicalForm>,
    apartFrom near: [Puzzle]
  ) throws -> Pick {
    let isUsed = { (form: CanonicalForm) throws -> Bool in
      if used.contains(form) { return true }
      guard let twin = try catalog.twin(of: form) else { return false }
      return !isFreed(twin)
    }
    guard let pressed = pick.pressed else { return pick }
    if near.contains(where: pressed.puzzle.isNearTwin) {
      let other = try context.pick(search) { form in
        try near.contains(where: form.puzzle.isNearTwin) || isUsed(form)
      }
      // A search that was stopped has found nothing either, and there may be something.
      try context.checkInterruption()
      // In the smallest worlds there may be nothing else, and a near-twin is better than nothing,
      // or than what misses a bound of the recipe.
      if let found = other.pressed, search.keepsBounds(found) || !search.keepsBounds(pressed) {
        return other
      }
    }
    let form = pressed.form
    if !used.contains(form) {
      guard let twin = try catalog.twin(of: form) else { return pick }
      // A spare puzzle of the reserve may be taken, if it is the very same.
      if twin.places.allSatisfy(freed.contains), twin.reservedFor == nil, twin.refusal == nil,
        let kept = twin.puzzle, kept.firstRelease == nil,
        kept.sbn == pressed.sbn.description
      {
        return pick
      }
    }
    return try context.pick(search, isUsed: isUsed)
  }

  /// Whether a puzzle is only in slots that are about to be emptied.
  private func isFreed(_ twin: Twin) -> Bool {
    !twin.places.isEmpty && twin.places.allSatisfy(freed.contains)
      && twin.puzzle?.firstRelease == nil
  }

  // MARK: - Keeping

  /// Puts puzzles into the catalogue, all of them or none.
  private func keep(_ batch: [(NewPuzzle, PuzzleID)]) throws {
    for (assignment, (_, place)) in zip(try catalog.assign(batch), batch) {
      if case .twin(let twin) = assignment {
        throw PipelineError.twinAppeared(
          item: place.description, other: twin.use)
      }
    }
  }

  /// Counts the candidates that were refused on the way.
  func count(_ tallies: [Tally]) throws {
    for reason in Refusal.allCases {
      let count = tallies.reduce(0) { $0 + $1[reason] }
      if count > 0 { try catalog.countCandidates(count, refusedFor: reason.rawValue) }
    }
  }
}

extension NightReport.Line {
  /// Notes how many puzzles there are and how hard they are.
  mutating func describe(_ difficulties: [Int?]) {
    count = difficulties.count
    let known = difficulties.compactMap(\.self)
    if let least = known.min(), let most = known.max() {
      difficulty = least...most
    }
  }
}
