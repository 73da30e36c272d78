import Drawing
package import Explaining
import Files
import Grading
package import Pipeline
import Pressing
import Searching
import StarBattle

/// Shows puzzles to an editor: as a page, as drawings, on the terminal.
package struct PreviewPuzzles: Command {
  /// A pack, a cadence, a date, an id, a file, `-`, or the address of a puzzle.
  package var subject: String
  /// The folder that gets `index.html`, if any.
  package var html: String?
  /// The folder that gets an SVG file for each puzzle, if any.
  package var svg: String?
  /// The file that gets a booklet to print, if any.
  package var pdf: String?
  /// The booklet's paper and hints.
  package var booklet: Booklet
  /// What prints it; `nil` where there is none.
  package var printer: BrowserPrinter?
  /// The file that gets all boards on one drawing, if any.
  package var contact: String?
  /// Whether boards are printed on the terminal; so they are when nothing else is asked for.
  package var isANSI: Bool
  /// Whether solutions are drawn, in SVG files and on the terminal.
  package var showsSolutions: Bool
  /// Whether SVG files do without region colours.
  package var isMono: Bool
  /// Boards on a printed page, one of `perPageChoices`; by size where it is not given.
  package var perPage: Int?
  /// The language of the sentences.
  package var language: HintLanguage
  /// The highest rule level to use, 1…13.
  package var highestLevel: Int
  /// The star quota, for notations that do not say.
  package var stars: Int?

  /// The report of how puzzles are played, see `PlayReport`; one beside the catalogue is found.
  package var plays: String?

  package init(
    of subject: String, html: String? = nil, svg: String? = nil, pdf: String? = nil,
    booklet: Booklet = Booklet(), printer: BrowserPrinter? = nil, contact: String? = nil,
    isANSI: Bool = false,
    showsSolutions: Bool = false, isMono: Bool = false, perPage: Int? = nil,
    language: HintLanguage = .english, highestLevel: Int = 12, stars: Int? = nil,
    plays: String? = nil
  ) {
    self.subject = subject
    self.html = html
    self.svg = svg
    self.pdf = pdf
    self.booklet = booklet
    self.printer = printer
    self.contact = contact
    self.isANSI = isANSI
    self.showsSolutions = showsSolutions
    self.isMono = isMono
    self.perPage = perPage
    self.language = language
    self.highestLevel = highestLevel
    self.stars = stars
    self.plays = plays
  }

  /// How many boards a printed page can have.
  package static let perPageChoices = PreviewPage.perPage

  /// Brings the puzzles together, solves them and draws them.
  ///
  /// - Returns: `badData` when a line of a file is no puzzle, else `done`.
  /// - Throws: `PipelineError`, `CatalogError`; what `emit` throws.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    for path in [html, svg, pdf, contact].compactMap(\.self) { try house.refuseOwn(path) }
    for path in [pdf, contact].compactMap(\.self) where Folders.areSame(path, subject) {
      throw PipelineError.refused(what: path, reason: "it is the file that is read; name another")
    }
    if let pdf {
      // Before minutes of work, not after them.
      if printer == nil { throw BookletError.noBrowser }
      try Folders.checkRoom(for: pdf, makingFolder: false)
    }
    if let contact { try Folders.checkRoom(for: contact, makingFolder: false) }
    var set = try PreviewLoader(context: context, house: house, stars: stars).load(subject)
    if let report = try report(of: house, emit) {
      for index in set.items.indices {
        let item = set.items[index]
        set.items[index].play = report.play(of: item.sbn, at: item.id)
      }
    }
    for problem in set.problems { try emit(.problem(problem)) }
    let puzzles = try await solved(set, context)
    var files: [String] = []
    if let folder = html, !puzzles.isEmpty {
      let page = PreviewPage(
        set: set, puzzles: puzzles, language: language, boardsPerPage: perPage)
      files.append(try page.write(to: folder))
    }
    if let folder = svg, !puzzles.isEmpty {
      files += try writeDrawings(puzzles, to: folder)
    }
    if let file = pdf, let printer, !puzzles.isEmpty {
      let page = PreviewPage(
        set: set, puzzles: puzzles, language: language, boardsPerPage: perPage, booklet: booklet)
      try Folders.write(try await printer.pdf(of: try page.html(), context), to: file)
      files.append(file)
    }
    if let file = contact, !puzzles.isEmpty {
      let sheet = ContactSheet(title: set.title, puzzles: puzzles)
      try Folders.write(Array(sheet.document.utf8), to: file)
      files.append(file)
    }
    let isShown = isANSI || [html, svg, pdf, contact].allSatisfy { $0 == nil }
    try emit(
      .answer(
        PreviewAnswer(
          title: set.title, puzzles: puzzles, files: files, svg: svg,
          sheet: isShown
            ? PreviewText(
              screen: context.screen, isMono: isMono, showsSolutions: showsSolutions) : nil)))
    return set.problems.isEmpty ? .done : .badData
  }

  /// The report that is named, or lies where it is looked for; one that nobody has named, and that
  /// cannot be read, keeps no puzzle from being shown.
  private func report(of house: House, _ emit: (Message) throws -> Void) throws -> PlayReport? {
    if let plays { return try PlayReport(path: plays) }
    let usual = PlayReport.usual(in: house)
    guard Folders.exists(usual) else { return nil }
    do {
      return try PlayReport(path: usual)
    } catch {
      try emit(.problem("\(error); how puzzles are played is left out"))
      return nil
    }
  }

  /// Solves and explains every puzzle, in their order.
  private func solved(_ set: PreviewSet, _ context: RunContext) async throws -> [ShownPuzzle] {
    let items = set.items
    var puzzles: [ShownPuzzle] = []
    try await inOrder(
      count: items.count, width: context.jobs,
      work: { index -> ShownPuzzle? in
        guard context.interruption() == nil else { return nil }
        var grader = Grader()
        var solver = ExactSolver()
        return ShownPuzzle(
          items[index], highestLevel: highestLevel, language: language, &grader, &solver)
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
    _ puzzles: [ShownPuzzle], to folder: String
  ) throws -> [String] {
    try Folders.make(folder)
    var files: [String] = []
    for puzzle in puzzles {
      let name = PreviewPuzzles.fileName(of: puzzle.item.id)
      var style = BoardSVG.Style()
      style.isMono = isMono
      let solutions: [(String, Solution?)] =
        [(name, nil)]
        + (showsSolutions
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
}
