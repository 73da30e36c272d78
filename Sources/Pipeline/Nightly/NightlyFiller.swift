import Catalog
import Notation
import Publishing
import StarBattle

/// Fills the slots and dates that have no puzzle.
///
/// Puzzles are pressed in parallel as if no other puzzle existed, and then taken in order; one that
/// turns out to be the twin of a puzzle in use is pressed again, passing over twins. A pick only
/// skips twins and never changes the order of candidates, so this gives what pressing one after the
/// other would.
struct NightlyFiller {
  let context: RunContext
  let catalog: Catalog
  let pins: PinCheck
  /// The days that the daily calendar is filled ahead, where that is not left to its recipe.
  let dailyHorizon: Int?
  private(set) var packs: [NightlyReport.Line] = []
  private(set) var calendars: [NightlyReport.Line] = []
  private(set) var notes: [String] = []

  init(context: RunContext, catalog: Catalog, pins: PinCheck, dailyHorizon: Int? = nil) {
    self.context = context
    self.catalog = catalog
    self.pins = pins
    self.dailyHorizon = dailyHorizon
  }

  // MARK: - Checks

  /// Refuses recipes that would take a puzzle away from players, before anything is written.
  func check(_ recipes: RecipeSet) throws {
    var problems: [RecipeProblem] = []
    for pack in recipes.packs {
      let held = try catalog.slots(of: pack.id)
      if held.count > pack.count {
        problems.append(
          RecipeProblem(
            file: pack.source.file, place: pack.source.count,
            message: "pack \(pack.id) has \(held.count) puzzles already and would have "
              + "\(pack.count) — slots can be added, never removed"))
        continue
      }
      for (slot, target) in zip(held, pack.slots) where slot.puzzle.grid != target.grid {
        problems.append(
          RecipeProblem(
            file: pack.source.file, place: pack.source.count,
            message: "slot \(target.index) of pack \(pack.id) holds a \(slot.puzzle.grid) and "
              + "would be \(target.grid) — a slot keeps its puzzle; append new parts at the end"))
        break
      }
      for pin in pack.pins where pin.slot >= held.count {
        guard let twin = try catalog.twin(of: pin.sbn.puzzle), !twin.places.isEmpty else {
          continue
        }
        let owner = twin.places.map(\.id).sorted().joined(separator: ", ")
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
    for recipe in recipes.packs { packs.append(try await fill(recipe)) }
    for recipe in recipes.calendars { calendars.append(try await fill(recipe)) }
  }

  private mutating func fill(_ recipe: PackRecipe) async throws -> NightlyReport.Line {
    let held = try catalog.slots(of: recipe.id)
    let pinned = pins.pinned[recipe.id] ?? [:]
    for pin in recipe.pins where pin.slot < held.count {
      if held[pin.slot].puzzle.canonicalForm != pin.sbn.puzzle.canonicalForm {
        notes.append(
          "pin \(pin.slot) of pack \(recipe.id) comes too late: the slot keeps its puzzle")
      }
    }
    let work = PackPress(recipe: recipe, filled: held.count, pinned: pinned)
    let picks = try await press(work.open.map(work.aim), stage: "pressing \(recipe.id)")
    let arranged = work.arranged(picks.map(\.pressed))
    try catalog.definePack(recipe.id, name: recipe.name, free: recipe.isFree)
    try keep(
      arranged.enumerated().map { index, pressed in
        (pressed, .slot(pack: recipe.id, index: held.count + index))
      }, picks)
    var line = NightlyReport.Line(name: recipe.id)
    line.made = arranged.count
    line.describe(try catalog.slots(of: recipe.id).map(\.puzzle))
    for pick in picks { line.tally += pick.tally }
    return line
  }

  private func fill(_ recipe: CalendarRecipe) async throws -> NightlyReport.Line {
    let name = recipe.cadence.rawValue
    let existing = try catalog.calendarEntries(name).map {
      try Period(recipe.cadence, key: $0.key)
    }
    let horizon = recipe.cadence == .daily ? dailyHorizon : nil
    let plan = CalendarPlan(recipe: recipe, existing: existing, horizon: horizon)
    let missing = try plan.missing(at: context.now)
    let picks = try await press(missing.map(plan.aim), stage: "pressing \(name)")
    try keep(
      zip(picks, missing).map { pick, period in
        (pick.pressed, .date(cadence: name, key: period.key))
      }, picks)
    var line = NightlyReport.Line(name: name)
    line.made = picks.count
    let entries = try catalog.calendarEntries(name)
    line.describe(entries.map(\.puzzle))
    if let first = entries.first?.key, let last = entries.last?.key, first <= last {
      line.span = first...last
    }
    for pick in picks { line.tally += pick.tally }
    return line
  }

  /// A pick that has a puzzle.
  private struct Choice {
    let pressed: Pressed
    let tally: Tally
  }

  /// Presses a puzzle for each item, none of them a twin of another in use.
  private func press(_ aims: [Aim], stage: String) async throws -> [Choice] {
    guard !aims.isEmpty else { return [] }
    let context = context
    context.progress(RunProgress(stage: stage, done: 0, total: aims.count))
    var used = pins.forms
    var choices: [Choice] = []
    try await inOrder(
      count: aims.count, width: context.jobs,
      work: { index in
        var press = Press(grid: aims[index].grid)
        return press.pick(
          aims[index], isUsed: { _ in false }, isStopped: { context.interruption() != nil })
      },
      take: { index, pick in
        try context.checkInterruption()
        let pick = try free(pick, for: aims[index], besides: used)
        guard let pressed = pick.pressed else {
          throw PipelineError.exhausted(item: aims[index].item, tally: pick.tally)
        }
        used.insert(pressed.puzzle.canonicalForm)
        choices.append(Choice(pressed: pressed, tally: pick.tally))
        context.progress(RunProgress(stage: stage, done: index + 1, total: aims.count))
        return true
      })
    return choices
  }

  /// The pick itself, or another where its puzzle is in use.
  private func free(_ pick: Pick, for aim: Aim, besides used: Set<Puzzle>) throws -> Pick {
    let isUsed = { (form: Puzzle) throws -> Bool in
      // What was published once and taken back is never used again.
      guard !used.contains(form), let twin = try catalog.twin(of: form) else {
        return used.contains(form)
      }
      return !twin.places.isEmpty || twin.puzzle.firstRelease != nil
    }
    guard let pressed = pick.pressed, try isUsed(pressed.puzzle.canonicalForm) else {
      return pick
    }
    var press = Press(grid: aim.grid)
    return try press.pick(aim, isUsed: isUsed, isStopped: { context.interruption() != nil })
  }

  // MARK: - Keeping

  /// Puts puzzles into the catalogue, all of them or none.
  private func keep(_ batch: [(Pressed, Place)], _ choices: [Choice]) throws {
    guard !batch.isEmpty else { return }
    let rows = batch.map { (NewPuzzle($0.0), $0.1) }
    for (assignment, (_, place)) in zip(try catalog.assign(rows), batch) {
      if case .twin(let twin) = assignment {
        throw PipelineError.twinAppeared(
          item: place.id, other: twin.places.map(\.id).joined(separator: ", "))
      }
    }
    for reason in Refusal.allCases {
      let count = choices.reduce(0) { $0 + $1.tally[reason] }
      if count > 0 { try catalog.refuse(reason.rawValue, count: count) }
    }
  }
}

extension NightlyReport.Line {
  /// Notes how many puzzles there are and how hard they are.
  fileprivate mutating func describe(_ puzzles: [CatalogPuzzle]) {
    count = puzzles.count
    let difficulties = puzzles.compactMap(\.difficulty)
    if let least = difficulties.min(), let most = difficulties.max() {
      difficulty = least...most
    }
  }
}
