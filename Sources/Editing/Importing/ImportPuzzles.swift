import Catalog
import Dates
import Explaining
import Identity
package import Pipeline
import Pressing
import Preview
import Recipes
import Wording

/// Judges puzzles from elsewhere and keeps those that may be published.
package struct ImportPuzzles: Command {
  /// A file, `-`, or the address of a puzzle.
  package var file: String
  /// The pack whose next empty slots are filled; the reserve where none is named.
  package var pack: String?
  /// The slot that gets the puzzle, such as `intro:3`, if one is named.
  package var slot: String?
  /// The highest rule level to grade with, 1…13; puzzles that need 13 are never published.
  package var highestLevel: Int
  /// The star quota, for notations that do not say.
  package var stars: Int?
  package var flags: EditFlags

  package init(
    _ file: String, pack: String? = nil, slot: String? = nil, highestLevel: Int = 13,
    stars: Int? = nil, _ flags: EditFlags
  ) {
    self.file = file
    self.pack = pack
    self.slot = slot
    self.highestLevel = highestLevel
    self.stars = stars
    self.flags = flags
  }

  /// Reads, judges and keeps the puzzles, in their order.
  ///
  /// - Returns: `badData` when a line is no puzzle or a puzzle may not be published, else `done`; a
  ///   twin of a puzzle that is kept already is no mistake, unless it was to get a slot.
  /// - Throws: `PipelineError`, `RecipeError`, `CatalogError`; what `emit` throws.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    if let folder = flags.html { try house.refuseOwn(folder) }
    let list = PuzzleLister(input: PuzzleInput(path: file), stars: stars)
    let set = try list.read(context)
    for problem in set.problems { try emit(.problem(problem)) }
    let recipes = pack == nil && slot == nil ? nil : try RecipeSet(folder: house.recipes)
    var tally = ImportTally()
    try await house.change(isTrial: flags.isDryRun, context) { catalog in
      let moment = flags.isDryRun ? nil : try catalog.moment()
      let editor = PackDesk(
        catalog: catalog, recipes: recipes ?? .none, context: context, reason: flags.reason)
      var desk = try desk(editor)
      do {
        try await take(set.items, to: &desk, editor, context, &tally, emit)
      } catch {
        // What is kept stays; the first error is the one to tell.
        let words = summary(tally, of: set.items.count) + "; broken off"
        try? remember(words, in: catalog, since: moment, context)
        throw error
      }
      try remember(summary(tally, of: set.items.count), in: catalog, since: moment, context)
      if let unread = tally.unread { throw unread }
    }
    try emit(.note(summary(tally, of: set.items.count)))
    if let folder = flags.html, !tally.puzzles.isEmpty {
      let page = PreviewPage(
        set: set, puzzles: tally.puzzles.map(\.preview), language: .english, boardsPerPage: nil)
      try emit(.note(try page.write(to: folder)))
    }
    let isWhole =
      set.problems.isEmpty && tally.counts["refused"] == nil
      && (slot == nil || tally.counts["twin"] == nil)
    return isWhole ? .done : .badData
  }

  /// Judges puzzles, puts them where they are wanted, and tells of each.
  private func take(
    _ items: [PreviewSet.Item], to desk: inout ImportDesk, _ editor: PackDesk,
    _ context: RunContext, _ tally: inout ImportTally, _ emit: (Message) throws -> Void
  ) async throws {
    let level = highestLevel
    try await inOrder(
      count: items.count, width: context.jobs,
      work: { index -> ImportedPuzzle? in
        context.interruption() == nil ? ImportedPuzzle(items[index], highestLevel: level) : nil
      },
      take: { index, puzzle in
        try context.checkInterruption()
        guard let puzzle else { return true }
        let outcome = try desk.take(puzzle)
        tally.counts[outcome.word, default: 0] += 1
        tally.tell(
          .answer(
            ImportAnswer(
              puzzle: puzzle, outcome: outcome, index: index, isDryRun: flags.isDryRun,
              highestLevel: level, screen: context.screen)), emit)
        if case .placed(let slot) = outcome {
          for line in try editor.missWarnings(of: slot.pack, at: [slot.index]) {
            tally.tell(.problem(line), emit)
          }
        }
        if flags.html != nil { tally.puzzles.append(puzzle) }
        return true
      })
  }

  /// Puts down what has been done, for `edits undo`.
  private func remember(
    _ words: String, in catalog: Catalog, since moment: Catalog.Moment?, _ context: RunContext
  ) throws {
    guard let moment else { return }
    try catalog.remember(
      NewEdit(
        at: context.now.description, command: "import", place: slot ?? pack ?? "reserve",
        words: words, reason: flags.reason), since: moment)
  }

  /// The desk that puts puzzles where they are wanted.
  private func desk(_ desk: PackDesk) throws -> ImportDesk {
    if let slot { return try ImportDesk(desk, slot: slot) }
    guard let pack else { return ImportDesk(desk) }
    return try ImportDesk(desk, pack: try PackDesk.recipe(pack, in: desk.recipes))
  }

  private func summary(_ tally: ImportTally, of total: Int) -> String {
    let words = [
      ("kept", "for the reserve"), ("placed", "for the pack"), ("twin", "known already"),
      ("refused", "refused"),
    ]
    let parts = words.compactMap { key, text in tally.counts[key].map { "\($0) \(text)" } }
    let rest = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    let end = flags.isDryRun ? "; nothing was kept (--dry-run)" : ""
    return "\(total, of: "puzzle")\(rest)\(end)"
  }
}

/// What an import has come to.
private struct ImportTally {
  /// The puzzles, by the word for what became of them.
  var counts: [String: Int] = [:]
  /// The puzzles themselves, where a page shows them.
  var puzzles: [ImportedPuzzle] = []
  /// Why nobody reads on: a list is imported to its end all the same.
  private(set) var unread: (any Error)?

  /// Tells of a puzzle, as long as somebody reads.
  mutating func tell(_ message: Message, _ emit: (Message) throws -> Void) {
    guard unread == nil else { return }
    do { try emit(message) } catch { unread = error }
  }
}
