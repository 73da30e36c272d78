import Catalog
import Dates
import Files
import Generating
import Grading
import Manifest
import Notation
package import Pipeline
import Pressing
import Proving
import Publishing
import Recipes
import Stores

/// Makes the catalogue anew from a published tree.
///
/// What was published comes back with its versions, release numbers, dates, maps and withdrawals,
/// so that the next night goes on as if nothing had happened. What was never published is made
/// again by that night, from the recipes; only an editor's unpublished choices are gone, and are
/// named. Pins come over from the old catalogue.
package struct RebuildCatalog: Command {
  /// Whether to put a catalogue aside that is whole and up to date, and to believe a tree whose
  /// release should be signed and is not.
  package var isForced: Bool

  package init(isForced: Bool = false) { self.isForced = isForced }

  /// Makes it.
  ///
  /// Whatever was in the catalogue's place is kept under another name.
  ///
  /// - Returns: `done`, also when there was nothing to do.
  /// - Throws: `PipelineError.noTree`, `.foreignRelease`, `.signingVanished`, `.treeDamaged`;
  ///   recipe, lock, catalogue, publishing and store errors.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: house.recipes)
    let store = try context.stores.open(house)
    let state = house.stateFolder
    try Folders.checkWritable(house.state)
    let lock = try StateLock(folder: house.state)
    Folders.sweep(house.state)
    let published = try await published(store, recipes, state, house, context)
    guard let latest = published.latest else { throw PipelineError.noTree(path: house.output) }
    let release = latest.manifest.release
    if !isForced, isInStep(state, with: latest) {
      try emit(.answer(RebuiltCatalog(house: house, release: release)))
      return .done
    }
    try await latest.manifest.checkPrivatePlace(in: store)
    var tree = try await TreeRecollection(of: store, upTo: latest.manifest)
    tree.noteWithdrawals(try await regenerated(tree.takenBack, recipes, context))
    let graded = try await graded(tree.puzzles, in: house, context)
    try context.checkInterruption()
    let catalog = try Catalog.scratch(for: state.catalog)
    try catalog.restore(tree.restoration(graded), at: context.now.description)
    for recipe in recipes.packs { try catalog.markByHand(recipe.id, from: recipe.count) }
    try catalog.trainDictionary()
    let counts = try catalog.counts()
    let pins = try keepPins(of: state.catalog, in: catalog, at: context.now)
    try keepUsed(of: state.catalog, in: catalog)
    let notes = try keepNotes(of: state.catalog, in: catalog, at: context.now)
    var kept: String?
    // What is there goes only when the new one is on the disk, ready to take its name.
    try catalog.backUp(to: state.catalog, overwriting: true) {
      kept = try putAside(state, at: context.now)
    }
    try catalog.close()
    _ = consume lock
    let gaps = published.notes + tree.gaps
    for gap in gaps { try emit(.problem(gap)) }
    if let warning = RebuiltCatalog.warning(ofLost: notes?.lost) { try emit(.problem(warning)) }
    try emit(
      .answer(
        RebuiltCatalog(
          house: house, release: release, counts: counts, gaps: gaps, kept: kept, pins: pins,
          notes: notes?.kept)))
    return .done
  }

  /// What the tree has published, as far as the catalogue that is there, or else evidence, says so.
  private func published(
    _ store: any ObjectStore, _ recipes: RecipeSet, _ state: StateFolder, _ house: House,
    _ context: RunContext
  ) async throws -> PublishedState {
    let catalog = try? state.read()
    defer { try? catalog?.close() }
    let rule: UnfinishedRule
    do {
      rule = try .of(catalog, in: house, recipes.signing, context)
    } catch {
      // It is damaged, which is why another one is made.
      rule = try .of(nil, in: house, recipes.signing, context)
    }
    let published = try await Publisher(store: store, finishing: rule).current()
    if !isForced {
      // Otherwise a line that was lost would do away with the evidence, too.
      try await HouseKeys(of: house).requireSigning(
        recipes, over: published.latest?.manifest.release, in: store)
    }
    if !isForced, let latest = published.latest, try await !rule.owns(latest, in: store) {
      throw PipelineError.foreignRelease(output: house.output, release: latest.manifest.release)
    }
    return published
  }

  /// Whether the catalogue that is there is whole, made the tree's latest release and holds what
  /// that names.
  private func isInStep(_ state: StateFolder, with latest: PublishedState.Release) -> Bool {
    guard let catalog = try? state.read() else { return false }
    defer { try? catalog.close() }
    do {
      guard try catalog.check().isEmpty else { return false }
      for (cadence, calendar) in latest.manifest.calendar {
        let entries = try catalog.calendarEntries(cadence).map { ($0.period, $0.puzzle.sbn) }
        let known = Dictionary(entries, uniquingKeysWith: { first, _ in first })
        for entry in calendar.entries where !(known[entry.period].map(entry.holds) ?? false) {
          return false
        }
      }
      // A release that is on its way is dealt with by the next night.
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
    _ known: [(text: String, release: Manifest, grader: Int)], in house: House,
    _ context: RunContext
  ) async throws -> [NewPuzzle] {
    var puzzles: [NewPuzzle] = []
    try await inOrder(
      count: known.count, width: context.jobs,
      work: { index -> NewPuzzle? in
        guard context.interruption() == nil else { return nil }
        let (text, release, grader) = known[index]
        return try RebuildCatalog.puzzle(text, of: release, gradedBy: grader)
      },
      take: { index, puzzle in
        try context.checkInterruption()
        guard let puzzle else {
          throw PipelineError.treeDamaged(
            output: house.output,
            detail: "a puzzle of release \(known[index].release.release) has no solution or is "
              + "not SBN: \(known[index].text)")
        }
        puzzles.append(puzzle)
        context.progress(RunProgress(stage: "grading", done: index + 1, total: known.count))
        return true
      })
    return puzzles
  }

  private static func puzzle(
    _ text: String, of release: Manifest, gradedBy version: Int
  ) throws -> NewPuzzle? {
    guard let sbn = try? SBN(text) else { return nil }
    var grader = Grader(version: GraderVersion(rawValue: version) ?? .current)
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
    return NewPuzzle(
      sbn: sbn, generatorVersion: release.generatorVersion,
      graderVersion: version, scoreInHundredths: grade.scoreInHundredths,
      rules: grade.ruleCounts, solution: solution, trace: grade.isSolved ? trace : nil)
  }

  /// The puzzles of dates that were taken back, made again from the recipes: a tree keeps their
  /// digests alone.
  private func regenerated(
    _ takenBack: [(entry: Manifest.Entry, release: Manifest)], _ recipes: RecipeSet,
    _ context: RunContext
  ) async throws -> [Manifest.Entry: String] {
    var found: [Manifest.Entry: String] = [:]
    for (entry, _) in takenBack {
      guard let recipe = recipes.calendars.first(where: { $0.cadence == entry.period.cadence })
      else { continue }
      var ask = recipe.ask(for: entry.period)
      ask.patience = .remaking(on: ask.grid, isBounded: ask.grade.isBounded)
      let search = CandidateSearch(ask, item: entry.period.id, campaign: recipe.seed)
      var press = Press(grid: ask.grid)
      found[entry] = try search.text(
        with: &press, where: entry.holds, check: context.checkInterruption)
    }
    return found
  }

  // MARK: - Files

  /// Gives what is in the catalogue's place another name.
  ///
  /// - Returns: That name, or `nil` when nothing was there.
  private func putAside(_ state: StateFolder, at now: Timestamp) throws -> String? {
    let file = state.catalog
    guard Folders.exists(file) else { return nil }
    let before = "\(state.path)/catalog-before-\(now.compact)"
    var name = "\(before).sqlite"
    var number = 2
    while Folders.exists(name) {
      name = "\(before)-\(number).sqlite"
      number += 1
    }
    // The log first: without its database it is nothing, and a database without its log is older.
    for suffix in Catalog.fileSuffixes.reversed() where Folders.exists(file + suffix) {
      try Folders.move(file + suffix, to: name + suffix)
    }
    return name
  }
}
