import Explaining
import Files
import JSONText
package import Pipeline
import Solving
import StarBattle

/// Shows puzzles to an editor: as a page, as drawings, on the terminal.
package struct PreviewJob: Sendable {
  let options: PreviewOptions

  /// A preview with its options.
  package init(_ options: PreviewOptions) { self.options = options }

  /// Brings the puzzles together, solves them and draws them.
  ///
  /// - Parameters:
  ///   - context: Threads, progress and interruption.
  ///   - emit: Given the boards for the terminal, and the names of files that were written.
  /// - Returns: `badData` when a line of a file is no puzzle, else `done`.
  /// - Throws: `PipelineError`, `CatalogError`; what `emit` throws.
  package func run(
    _ context: RunContext, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    let loader = PreviewLoader(
      context: context, recipes: options.recipes, state: options.state, stars: options.stars)
    let set = try loader.load(options.subject)
    for problem in set.problems { try emit(.problem(problem)) }
    let puzzles = try await solved(set, context)
    var files: [String] = []
    if let folder = options.html, !puzzles.isEmpty {
      let page = PreviewPage(
        set: set, puzzles: puzzles, language: options.language, boardsPerPage: options.perPage)
      files.append(try page.write(to: folder))
    }
    if let folder = options.svg {
      files += try writeDrawings(set, puzzles, to: folder)
    }
    if options.isJSON {
      try emit(.result(json(set, puzzles, files)))
    } else {
      if options.isANSI || (options.html == nil && options.svg == nil) {
        for line in PreviewText(options: options).lines(puzzles) { try emit(.result(line)) }
      }
      if files.count > 2 {
        try emit(.result("\(files.count) files in \(options.svg ?? "")"))
        if let page = options.html { try emit(.result("\(page)/index.html")) }
      } else {
        for file in files { try emit(.result(file)) }
      }
    }
    return set.problems.isEmpty ? .done : .badData
  }

  /// Solves and explains every puzzle, in their order.
  private func solved(_ set: PreviewSet, _ context: RunContext) async throws -> [PreviewPuzzle] {
    let (options, items) = (options, set.items)
    var puzzles: [PreviewPuzzle] = []
    try await inOrder(
      count: items.count, width: context.jobs,
      work: { index -> PreviewPuzzle? in
        guard context.interruption() == nil else { return nil }
        var grader = Grader()
        var solver = ExactSolver()
        return PreviewPuzzle(
          items[index], highestLevel: options.highestLevel, language: options.language, &grader,
          &solver)
      },
      take: { index, puzzle in
        try context.checkInterruption()
        if let puzzle { puzzles.append(puzzle) }
        context.progress(
          RunProgress(stage: "solving", done: index + 1, total: items.count))
        return true
      })
    return puzzles
  }

  // MARK: - Files

  private func writeDrawings(
    _ set: PreviewSet, _ puzzles: [PreviewPuzzle], to folder: String
  ) throws -> [String] {
    try Folders.make(folder)
    var files: [String] = []
    for puzzle in puzzles {
      let name = PreviewJob.fileName(of: puzzle.item.id)
      var style = BoardSVG.Style()
      style.isMono = options.isMono
      let solutions: [(String, Solution?)] =
        [(name, nil)]
        + (options.showsSolutions
          ? puzzle.solutions.prefix(1).map { ("\(name)-solution", $0) } : [])
      for (name, solution) in solutions {
        style.solution = solution
        let text = BoardSVG.document(puzzle.puzzle, title: puzzle.item.id, style: style)
        try Folders.write(Array(text.utf8), to: "\(folder)/\(name).svg")
        files.append("\(folder)/\(name).svg")
      }
    }
    return files
  }

  /// An id as part of a file name: letters, digits and `-`.
  static func fileName(of id: String) -> String {
    String(
      id.map { character in
        character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
      })
  }

  // MARK: - JSON

  private func json(_ set: PreviewSet, _ puzzles: [PreviewPuzzle], _ files: [String]) -> String {
    let twins = Resemblance.all(among: puzzles.map(\.puzzle)).map { pair in
      JSONValue.object([
        JSONMember("first", .string(puzzles[pair.first].item.id)),
        JSONMember("second", .string(puzzles[pair.second].item.id)),
        JSONMember("sharedRegions", .integer(pair.shared)),
      ])
    }
    let rows = puzzles.enumerated().map { index, puzzle in
      JSONValue.object(
        [JSONMember("id", .string(puzzle.item.id))]
          + PuzzleJSON.members(of: puzzle.grade, sbn: puzzle.item.sbn, index: index)
          + puzzle.verdict.members(side: puzzle.puzzle.grid.side)
          + [JSONMember("link", .string(puzzle.link))])
    }
    let value = JSONValue.object([
      JSONMember("schema", .integer(PuzzleJSON.schema)),
      JSONMember("command", .string("preview")),
      JSONMember("title", .string(set.title)),
      JSONMember("files", .array(files.map { .string($0) })),
      JSONMember("resemblances", .array(twins)),
      JSONMember("puzzles", .array(rows)),
    ])
    return String(decoding: value.text, as: UTF8.self)
  }
}
