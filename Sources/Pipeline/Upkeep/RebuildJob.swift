import Catalog
import Dates
import Files
import Generating
import JSONText
import Manifest
import Notation
import Pressing
import Proving
import Publishing
import Recipes
import Solving
import StarBattle

/// Makes the catalogue anew from a published tree.
///
/// What was published comes back with its versions, release numbers, dates, maps and withdrawals, so that the next
/// night goes on as if nothing had happened. What was never published is made again by that night, from the recipes;
/// only an editor's unpublished choices are gone, and are named. Pins come over from the old catalogue.
package struct RebuildJob: Sendable {
  let options: ReleaseOptions
  let settings: StoreSettings
  let isForced: Bool
  let isJSON: Bool

  /// A job.
  ///
  /// - Parameters:
  ///   - options: Recipes, tree and state folder.
  ///   - settings: What opening a bucket takes.
  ///   - isForced: Whether to put a catalogue aside that is whole and up to date.
  ///   - isJSON: Whether the verdict is for programs.
  package init(
    options: ReleaseOptions, settings: StoreSettings, isForced: Bool = false,
    isJSON: Bool = false
  ) {
    self.options = options
    self.settings = settings
    self.isForced = isForced
    self.isJSON = isJSON
  }

  /// Does it.
  ///
  /// Whatever was in the catalogue's place is kept under another name.
  ///
  /// - Parameters:
  ///   - context: The clock, threads, progress and interruption.
  ///   - emit: Given what to print.
  /// - Returns: `done`, also when there was nothing to do.
  /// - Throws: `PipelineError.noTree`, `.treeDamaged`; recipe, lock, catalogue, publishing and store errors.
  package func run(
    _ context: RunContext, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: options.recipes)
    let store = try settings.open(options.target)
    let state = StateFolder(path: options.state)
    try Folders.checkWritable(options.state)
    let lock = try StateLock(folder: options.state)
    let published = try await Publisher(store: store).current()
    guard let latest = published.latest else { throw PipelineError.noTree(path: options.target) }
    if !isForced, isInStep(with: latest) {
      try emit(.result(idle(latest.manifest.release)))
      return .done
    }
    var tree = try await TreeRecollection(of: store)
    tree.noteWithdrawals(try await regenerated(tree.takenBack, recipes, context))
    let graded = try await graded(tree.puzzles, context)
    try context.checkInterruption()
    let draft = "\(options.state)/rebuild"
    defer { Folders.remove(draft) }
    Folders.remove(draft)
    let catalog = try Catalog.open(at: "\(draft)/catalog.sqlite")
    try catalog.restore(tree.restoration(graded), at: context.now.description)
    for recipe in recipes.packs { try catalog.markByHand(recipe.id, from: recipe.count) }
    try catalog.trainDictionary()
    let counts = try catalog.counts()
    let pins = try keepPins(of: state.catalog, in: catalog, at: context.now)
    let kept = try putAside(state.catalog, at: context.now)
    try catalog.backUp(to: state.catalog)
    try catalog.close()
    _ = consume lock
    for gap in tree.gaps { try emit(.problem(gap)) }
    try emit(
      .result(
        done(
          latest.manifest.release, counts, gaps: tree.gaps, kept: kept, pins: pins)))
    return .done
  }

  /// Whether the catalogue that is there is whole, made the tree's latest release and holds what that names.
  private func isInStep(with latest: PublishedState.Release) -> Bool {
    let file = StateFolder(path: options.state).catalog
    guard Folders.exists(file), let catalog = try? Catalog.open(at: file) else { return false }
    defer { try? catalog.close() }
    do {
      guard try catalog.check().isEmpty else { return false }
      for (cadence, calendar) in latest.manifest.calendar {
        let entries = try catalog.calendarEntries(cadence.rawValue).map { ($0.key, $0.puzzle.sbn) }
        let known = Dictionary(entries, uniquingKeysWith: { first, _ in first })
        for entry in calendar.entries where !(known[entry.period.key].map(entry.holds) ?? false) {
          return false
        }
      }
      // A release that is on its way is settled by the next night.
      if try catalog.pendingRelease()?.manifest == latest.bytes { return true }
      for pack in latest.manifest.packs
      where try catalog.publishedVersion(pack.id)?.version != pack.version {
        return false
      }
      return try catalog.publishedRelease(latest.manifest.release)?.manifest == latest.bytes
    } catch {
      return false
    }
  }

  // MARK: - Puzzles

  /// Grades puzzles again, for what is not printed on them: score, rules, solution and steps.
  private func graded(
    _ known: [TreeRecollection.Known], _ context: RunContext
  ) async throws -> [NewPuzzle] {
    var puzzles: [NewPuzzle] = []
    try await inOrder(
      count: known.count, width: context.jobs,
      work: { index in
        context.interruption() == nil ? try RebuildJob.puzzle(known[index]) : nil
      },
      take: { index, puzzle in
        try context.checkInterruption()
        guard let puzzle else {
          throw PipelineError.treeDamaged(
            output: options.target,
            detail: "a puzzle of release \(known[index].release.release) has no solution or is "
              + "not SBN: \(known[index].text)")
        }
        puzzles.append(puzzle)
        context.progress(RunProgress(stage: "grading", done: index + 1, total: known.count))
        return true
      })
    return puzzles
  }

  private static func puzzle(_ known: TreeRecollection.Known) throws -> NewPuzzle? {
    guard let sbn = try? SBN(known.text) else { return nil }
    var grader = Grader()
    let (grade, trace) = grader.trace(sbn.puzzle)
    var solution = grade.isSolved ? grade.solution : nil
    if solution == nil {
      // An earlier grader solved it, this one does not.
      switch Prover(conflictBudget: Press.conflictBudget).verdict(on: sbn.puzzle) {
      case .unique(let found): solution = found
      case .several, .none, .undecided: return nil
      }
    }
    guard let solution else { return nil }
    var rules: [String: Int] = [:]
    for rule in grade.rules { rules[rule.id] = rule.count }
    return NewPuzzle(
      sbn: sbn, generatorVersion: known.release.generatorVersion,
      graderVersion: known.release.graderVersion, scoreInHundredths: grade.scoreInHundredths,
      rules: rules, solution: solution, trace: grade.isSolved ? trace : nil)
  }

  /// The puzzles of dates that were taken back, made again from the recipes: a tree keeps their digests alone.
  private func regenerated(
    _ takenBack: [(entry: Manifest.Entry, release: Manifest)], _ recipes: RecipeSet,
    _ context: RunContext
  ) async throws -> [Manifest.Entry: String] {
    var found: [Manifest.Entry: String] = [:]
    for (entry, _) in takenBack {
      guard let recipe = recipes.calendars.first(where: { $0.cadence == entry.period.cadence })
      else { continue }
      let aim = CalendarPlan(recipe: recipe, existing: []).aim(for: entry.period)
      var press = Press(grid: aim.grid)
      for attempt in 0..<aim.budget where found[entry] == nil {
        try context.checkInterruption()
        var tally = Tally()
        let text = press.press(aim.seed(attempt: attempt), &tally)?.sbn.description
        if let text, entry.holds(text) { found[entry] = text }
      }
    }
    return found
  }

  // MARK: - Files

  /// Gives what is in the catalogue's place another name.
  ///
  /// - Returns: That name, or nothing when nothing was there.
  private func putAside(_ file: String, at now: Timestamp) throws -> String? {
    guard Folders.exists(file) else { return nil }
    let stamp = now.description.filter { $0.isLetter || $0.isNumber }
    var name = "\(options.state)/catalog-before-\(stamp).sqlite"
    var number = 2
    while Folders.exists(name) {
      name = "\(options.state)/catalog-before-\(stamp)-\(number).sqlite"
      number += 1
    }
    // The log first: without its database it is nothing, and a database without its log is older.
    for suffix in ["-wal", "-shm", ""] where Folders.exists(file + suffix) {
      try Folders.move(file + suffix, to: name + suffix)
    }
    return name
  }

  // MARK: - Words

  private func idle(_ release: Int) -> String {
    if isJSON { return json(release, nil, gaps: [], kept: nil, pins: nil) }
    return "The catalogue in \(options.state) is whole and knows release \(release) of "
      + "\(options.target): nothing to rebuild. (--force does it all the same.)"
  }

  private func done(
    _ release: Int, _ counts: CatalogCounts, gaps: [String], kept: String?, pins: Int?
  ) -> String {
    if isJSON { return json(release, counts, gaps: gaps, kept: kept, pins: pins) }
    var lines = [
      "Rebuilt the catalogue in \(options.state) from release \(release) of \(options.target): "
        + "\(counts.puzzles) puzzles, \(counts.slots) slots, \(counts.dates) dates, "
        + "\(counts.releases) releases."
    ]
    if let kept {
      lines.append(
        "What was there is kept as \(kept). What was never published and chosen by hand (imports "
          + "in reserve, slots, pinned dates) is only in it.")
    }
    lines.append(
      pins.map {
        "Pins of published slots are those that the old catalogue had: \($0)."
      }
        ?? "Pins of published slots are lost, for a tree does not hold them, except those of recipes; "
        + "“almanac packs pin” sets them again.")
    lines.append("Next: almanac nightly  — goes on from here")
    return lines.joined(separator: "\n")
  }

  private func json(
    _ release: Int, _ counts: CatalogCounts?, gaps: [String], kept: String?, pins: Int?
  ) -> String {
    func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
    let value = JSONValue.object([
      JSONMember("schema", .integer(1)),
      JSONMember("command", .string("catalog rebuild")),
      JSONMember("output", .string(options.target)),
      JSONMember("state", .string(options.state)),
      JSONMember("rebuilt", .bool(counts != nil)),
      JSONMember("release", .integer(release)),
      JSONMember("puzzles", number(counts?.puzzles)),
      JSONMember("slots", number(counts?.slots)),
      JSONMember("dates", number(counts?.dates)),
      JSONMember("releases", number(counts?.releases)),
      JSONMember("gaps", .array(gaps.map { .string($0) })),
      JSONMember("kept", kept.map { .string($0) } ?? .null),
      JSONMember("pins", number(pins)),
    ])
    return String(decoding: value.text, as: UTF8.self)
  }
}
