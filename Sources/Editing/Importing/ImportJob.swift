import Catalog
import Explaining
import Files
import Notation
package import Pipeline
import Pressing
import Preview
import Recipes

/// Judges puzzles from elsewhere and keeps those that may be published.
package struct ImportJob: Sendable {
  let options: ImportOptions

  /// An import with its options.
  package init(_ options: ImportOptions) { self.options = options }

  /// Reads, judges and keeps the puzzles, in their order.
  ///
  /// - Parameters:
  ///   - context: Threads, progress and interruption.
  ///   - emit: Given what is said about each puzzle as soon as its turn comes.
  /// - Returns: `badData` when a line is no puzzle or a puzzle may not be published, else `done`; a twin of a
  ///   puzzle that is kept already is no mistake.
  /// - Throws: `PipelineError`, `RecipeError`, `CatalogError`; what `emit` throws.
  package func run(
    _ context: RunContext, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    let input = PuzzleInput(path: options.path)
    let list = PuzzleLister(input: input, stars: options.stars)
    let set = try list.read(context)
    for problem in set.problems { try emit(.problem(problem)) }
    var puzzles: [ImportedPuzzle] = []
    var counts: [String: Int] = [:]
    let recipes =
      options.pack == nil && options.slot == nil ? nil : try RecipeSet(folder: options.recipes)
    if !options.isDryRun { try Folders.checkWritable(options.state) }
    try await StateFolder(path: options.state).open(asCopy: options.isDryRun) { catalog in
      var desk = try desk(catalog, recipes, context)
      let (items, level) = (set.items, options.highestLevel)
      try await inOrder(
        count: items.count, width: context.jobs,
        work: { index -> ImportedPuzzle? in
          context.interruption() == nil
            ? ImportedPuzzle(items[index], highestLevel: level) : nil
        },
        take: { index, puzzle in
          try context.checkInterruption()
          guard let puzzle else { return true }
          let outcome = try desk.take(puzzle)
          counts[outcome.word, default: 0] += 1
          if options.isJSON {
            try emit(
              .result(
                ImportJSON.text(puzzle, outcome, index: index, isDryRun: options.isDryRun)))
          } else {
            for line in ImportText(options: options).lines(puzzle, outcome) {
              try emit(.result(line))
            }
          }
          if options.html != nil { puzzles.append(puzzle) }
          return true
        })
    }
    try emit(.note(summary(counts, of: set.items.count)))
    if let folder = options.html, !puzzles.isEmpty {
      let page = PreviewPage(
        set: set, puzzles: puzzles.map(\.preview), language: .english, boardsPerPage: nil)
      try emit(.note(try page.write(to: folder)))
    }
    let isWhole = set.problems.isEmpty && counts["refused"] == nil
    return isWhole ? .done : .badData
  }

  /// The desk that puts puzzles where they are wanted.
  private func desk(
    _ catalog: Catalog, _ recipes: RecipeSet?, _ context: RunContext
  ) throws -> ImportDesk {
    let recipes = recipes ?? .none
    let desk = PackDesk(
      catalog: catalog, recipes: recipes, context: context, reason: options.reason)
    if let slot = options.slot { return try ImportDesk(desk, slot: slot) }
    guard let pack = options.pack else { return ImportDesk(desk) }
    return try ImportDesk(desk, pack: try PackDesk.recipe(pack, in: recipes))
  }

  private func summary(_ counts: [String: Int], of total: Int) -> String {
    let words = [
      ("kept", "for the reserve"), ("placed", "for the pack"), ("twin", "known already"),
      ("refused", "refused"),
    ]
    let parts = words.compactMap { key, text in counts[key].map { "\($0) \(text)" } }
    let rest = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    let end = options.isDryRun ? "; nothing was kept (--dry-run)" : ""
    return "\(total) \(total == 1 ? "puzzle" : "puzzles")\(rest)\(end)"
  }
}
