package import Catalog
import Generating
package import Identity
import Notation
package import Pressing
package import Recipes
import Solving
package import StarBattle

/// Fills the slots and dates that have no puzzle.
///
/// Puzzles are pressed in parallel as if no other puzzle existed, and then taken in order; one that
/// turns out to be the twin of a puzzle in use is pressed again, passing over twins. A pick only
/// skips twins and never changes the order of candidates, so this gives what pressing one after the
/// other would.
package struct NightlyFiller {
  let context: RunContext
  let catalog: Catalog
  package let pins: PinCheck
  /// The days that the daily calendar is filled ahead, where that is not left to its recipe.
  let dailyHorizon: Int?
  private(set) var packs: [NightlyReport.Line] = []
  var calendars: [NightlyReport.Line] = []
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
  mutating func tell(_ report: inout NightlyReport) {
    report.packs = packs
    report.calendars = calendars
    report.notes += notes
    notes = []
  }

  // MARK: - Checks

  /// Refuses recipes that would take a puzzle away from players, before anything is written.
  package func check(_ recipes: RecipeSet) throws {
    var problems: [RecipeProblem] = []
    for pack in recipes.packs {
      let held = try catalog.slots(of: pack.id)
      let asked = held.count { !$0.isByHand }
      if asked > pack.count {
        problems.append(
          RecipeProblem(
            file: pack.source.file, place: pack.source.count,
            message: "pack \(pack.id) has \(asked) puzzles already and would have "
              + "\(pack.count) — slots can be added, never removed"))
        continue
      }
      for (slot, target) in zip(held, pack.slots) where slot.puzzle.grid != target.grid {
        problems.append(
          RecipeProblem(
            file: pack.source.file, place: pack.source.count,
            message: "slot \(target.index) of pack \(pack.id) holds \(slot.puzzle.grid) and "
              + "would be \(target.grid) — a slot keeps its puzzle; append new parts at the end"))
        break
      }
      for pin in pack.pins where pin.slot >= held.count {
        guard let twin = try catalog.twin(of: pin.sbn.puzzle.canonicalForm),
          !twin.places.isEmpty
        else {
          continue
        }
        let owner = twin.places.map(\.description).sorted().joined(separator: ", ")
        problems.append(
          RecipeProblem(
            file: pack.source.file, place: pin.place,
            message: "pin \(pin.slot) is the puzzle of \(owner), turned or mirrored — "
              + "a puzzle is published once"))
      }
    }
    guard problems.isEmpty else { throw RecipeError.mistakes(problems) }
  }

  // MARK: - Filling

  /// Fills every pack and calendar of the recipes, in their order.
  mutating func fill(_ recipes: RecipeSet) async throws {
    try await regrade()
    for recipe in recipes.packs { packs.append(try await fill(recipe)) }
    try await fillCalendars(recipes)
  }

  /// Fills the empty slots of a pack.
  package mutating func fill(_ recipe: PackRecipe) async throws -> NightlyReport.Line {
    let held = try catalog.slots(of: recipe.id)
    let pinned = pins.pinned[recipe.id] ?? [:]
    for pin in recipe.pins where pin.slot < held.count {
      if held[pin.slot].puzzle.canonicalForm != pin.sbn.puzzle.canonicalForm {
        notes.append(
          "pin \(pin.slot) of pack \(recipe.id) comes too late: the slot keeps its puzzle")
      }
    }
    let work = PackPress(recipe: recipe, filled: held.count, pinned: pinned)
    let picks = try await press(
      work.open.map(work.aim), stage: "pressing \(recipe.id)",
      apartFrom: held.compactMap(\.puzzle.canonicalForm?.puzzle)
        + pinned.sorted { $0.key < $1.key }.map(\.value.puzzle))
    let arranged = work.arranged(picks.map(\.pressed))
    try catalog.definePack(recipe.id, name: recipe.name, free: recipe.isFree)
    try keep(
      arranged.enumerated().map { index, pressed in
        (pressed, .slot(pack: recipe.id, index: held.count + index))
      }, picks)
    var line = NightlyReport.Line(name: recipe.id.text)
    line.made = arranged.count
    line.describe(try catalog.slots(of: recipe.id).map(\.puzzle))
    for pick in picks { line.tally += pick.tally }
    budget.spend(line.tally)
    return line
  }

  /// A pick that has a puzzle.
  package struct Choice {
    package let pressed: Pressed
    package let trace: Trace
    let tally: Tally
  }

  /// Presses a puzzle for each item, none of them a twin of another in use.
  ///
  /// - Parameters:
  ///   - aims: What to press for, in the order in which twins are passed over.
  ///   - stage: What to call it while it lasts.
  ///   - neighbours: The puzzles of the pack that the items are for: a near-twin of any of them, or of another
  ///     choice, is passed over, as far as there is anything else. Nothing lets near-twins be.
  ///   - evaluations: The work after which no further item is begun; nothing sets no bound.
  ///   - keep: Given each choice when its turn comes.
  /// - Returns: A choice for each aim, or for the first ones that the work allowed.
  /// - Throws: `PipelineError`, and what `keep` throws.
  package func press(
    _ aims: [Aim], stage: String, apartFrom neighbours: [Puzzle]? = nil,
    within evaluations: Int? = nil, keep: (Int, Choice) throws -> Void = { _, _ in }
  ) async throws -> [Choice] {
    guard !aims.isEmpty, evaluations != 0 else { return [] }
    let context = context
    context.progress(RunProgress(stage: stage, done: 0, total: aims.count))
    var used = pins.forms
    var near = neighbours
    var choices: [Choice] = []
    var spent = 0
    try await inOrder(
      count: aims.count, width: context.jobs,
      work: { index in
        var press = Press(grid: aims[index].grid)
        let pick = press.pick(
          aims[index], isUsed: { _ in false }, isStopped: { context.interruption() != nil })
        return (pick, pick.pressed?.trace)
      },
      take: { index, found in
        try context.checkInterruption()
        // What is ready ahead of its turn may be thrown away here; so it counts for nothing.
        if let evaluations, spent >= evaluations { return false }
        let pick = try free(found.0, for: aims[index], besides: used, apartFrom: near ?? [])
        guard let pressed = pick.pressed else {
          // A pick that was stopped has none either.
          try context.checkInterruption()
          throw PipelineError.exhausted(item: aims[index].item, tally: pick.tally)
        }
        used.insert(pressed.puzzle.canonicalForm)
        near?.append(pressed.puzzle)
        let trace = found.1.flatMap { $0.puzzle == pressed.puzzle ? $0 : nil } ?? pressed.trace
        let choice = Choice(pressed: pressed, trace: trace, tally: pick.tally)
        try keep(index, choice)
        choices.append(choice)
        spent += pick.tally.evaluations
        context.progress(RunProgress(stage: stage, done: index + 1, total: aims.count))
        return true
      })
    return choices
  }

  /// The pick itself, or another where its puzzle is in use or too like one beside it.
  private func free(
    _ pick: Pick, for aim: Aim, besides used: Set<CanonicalForm>, apartFrom near: [Puzzle]
  ) throws -> Pick {
    let isUsed = { (form: CanonicalForm) throws -> Bool in
      if used.contains(form) { return true }
      guard let twin = try catalog.twin(of: form) else { return false }
      return !isFreed(twin)
    }
    guard let pressed = pick.pressed else { return pick }
    if near.contains(where: pressed.puzzle.isNearTwin) {
      var press = Press(grid: aim.grid)
      let other = try press.pick(
        aim, isUsed: { form in try near.contains(where: form.puzzle.isNearTwin) || isUsed(form) },
        isStopped: { context.interruption() != nil })
      // In the smallest worlds there may be nothing else, and a near-twin is better than nothing.
      if other.pressed != nil { return other }
    }
    let form = pressed.puzzle.canonicalForm
    if !used.contains(form) {
      guard let twin = try catalog.twin(of: form) else { return pick }
      // A spare puzzle of the reserve may be taken, if it is the very same.
      if twin.places.allSatisfy(freed.contains), twin.reservedFor == nil,
        twin.puzzle.firstRelease == nil,
        twin.puzzle.sbn == pressed.sbn.description
      {
        return pick
      }
    }
    var press = Press(grid: aim.grid)
    return try press.pick(aim, isUsed: isUsed, isStopped: { context.interruption() != nil })
  }

  /// Whether a puzzle is only in slots that are about to be emptied.
  private func isFreed(_ twin: Twin) -> Bool {
    !twin.places.isEmpty && twin.places.allSatisfy(freed.contains)
      && twin.puzzle.firstRelease == nil
  }

  // MARK: - Keeping

  /// Puts puzzles into the catalogue, all of them or none.
  private func keep(_ batch: [(Pressed, PuzzleID)], _ choices: [Choice]) throws {
    guard !batch.isEmpty else { return }
    let traces = Dictionary(
      choices.map { ($0.pressed.puzzle, $0.trace) }, uniquingKeysWith: { first, _ in first })
    let rows = batch.map { (NewPuzzle($0.0, trace: traces[$0.0.puzzle]), $0.1) }
    for (assignment, (_, place)) in zip(try catalog.assign(rows), batch) {
      if case .twin(let twin) = assignment {
        throw PipelineError.twinAppeared(
          item: place.description, other: twin.use)
      }
    }
    try count(choices)
  }

  /// Counts the candidates that were refused on the way.
  func count(_ choices: [Choice]) throws {
    for reason in Refusal.allCases {
      let count = choices.reduce(0) { $0 + $1.tally[reason] }
      if count > 0 { try catalog.refuse(reason.rawValue, count: count) }
    }
  }
}

extension NightlyReport.Line {
  /// Notes how many puzzles there are and how hard they are.
  mutating func describe(_ puzzles: [CatalogPuzzle]) {
    count = puzzles.count
    let difficulties = puzzles.compactMap(\.difficulty)
    if let least = difficulties.min(), let most = difficulties.max() {
      difficulty = least...most
    }
  }
}
