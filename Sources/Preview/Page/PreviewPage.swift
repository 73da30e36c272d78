import Drawing
package import Explaining
import Files
import Grading
import Mustache
import Pipeline
import Solving
import StarBattle
import Wording

/// A page that opens from disk and needs nothing else: boards, summary, steps, and sheets to print.
package struct PreviewPage {
  let set: PreviewSet
  let puzzles: [ShownPuzzle]
  /// The language of the sentences.
  let language: HintLanguage
  /// Boards on a printed page, one of `perPage`; `nil` leaves it to the size.
  let boardsPerPage: Int?
  /// How it is printed as a booklet; `nil` for a page to look at.
  let booklet: Booklet?

  package init(
    set: PreviewSet, puzzles: [ShownPuzzle], language: HintLanguage, boardsPerPage: Int?,
    booklet: Booklet? = nil
  ) {
    self.set = set
    self.puzzles = puzzles
    self.language = language
    self.boardsPerPage = boardsPerPage
    self.booklet = booklet
  }

  /// How many boards a printed page can have.
  static let perPage = [1, 2, 4, 6, 9, 12]

  /// How many boards a printed page has where nobody says.
  private var usualPerPage: Int {
    switch puzzles.map(\.puzzle.grid.side).max() ?? 5 {
    case ...6: 12
    case ...8: 6
    case ...12: 4
    case ...16: 2
    default: 1
    }
  }

  /// The page's bytes: HTML in UTF-8.
  ///
  /// - Throws: What the template's reader throws; the template is part of the program and tested.
  package func html() throws -> [UInt8] {
    Markup.register
    let template = try MustacheTemplate(
      string: String(decoding: PackageResources.page_mustache, as: UTF8.self))
    return Array(template.render(model).utf8)
  }

  /// Writes the page into a folder, which is made if missing, as `index.html`.
  ///
  /// - Returns: The file.
  /// - Throws: `FolderError.cannotWrite`.
  package func write(to folder: String) throws -> String {
    let file = "\(folder)/index.html"
    try Folders.make(folder)
    try Folders.write(try html(), to: file)
    return file
  }

  // MARK: - Model

  private var model: PageModel {
    let findings = PageFindings(puzzles).all
    let count = "\(puzzles.count, of: "puzzle")"
    let rules = ruleRows
    return PageModel(
      title: set.title,
      facts: facts(count: count),
      css: String(decoding: PackageResources.page_css + PackageResources.play_css, as: UTF8.self),
      script: String(decoding: PackageResources.page_js + PackageResources.play_js, as: UTF8.self),
      star: BoardSVG.star,
      shapes: shapes,
      count: count,
      cardWidth: cardWidth,
      hasSummary: puzzles.count > 1,
      hasTargets: puzzles.contains { $0.item.target != nil },
      curve: puzzles.count > 1 ? DifficultyCurve(puzzles).svg : "",
      rules: rules,
      hasFindings: !findings.isEmpty,
      findingsTitle: findings.isEmpty
        ? "No duplicates, no near twins, nothing unfair" : "Worth a look",
      findings: findings,
      cards: puzzles.indices.map { PageCard(puzzles[$0], index: $0) },
      language: language.code,
      data: PageData(puzzles, language: language).text,
      cardData: PageCard.data(puzzles),
      pages: PagePaper(
        title: set.title, puzzles: puzzles, perPage: boardsPerPage ?? usualPerPage,
        hints: booklet?.hints ?? 0
      ).pages,
      booklet: booklet.map { booklet in
        PageModel.BookletModel(
          paper: booklet.paper.name, title: set.title, facts: facts(count: count),
          star: BoardSVG.star)
      },
      made: "Generator version and grades are those of almanac \(ProgramVersion.number), "
        + "grader \(Grade.version).")
  }

  private func facts(count: String) -> [String] {
    var facts = [count]
    var grids: [Grid] = []
    for puzzle in puzzles where !grids.contains(puzzle.puzzle.grid) {
      grids.append(puzzle.puzzle.grid)
    }
    if grids.count <= 3 { facts += grids.sorted().map(\.description) }
    let difficulties = puzzles.filter(\.grade.isSolved).map(\.grade.difficulty)
    if let least = difficulties.min(), let most = difficulties.max() {
      facts.append(least == most ? "difficulty \(least)" : "difficulty \(least)…\(most)")
    }
    if let last = puzzles.map(\.grade.level).max(), last > 0 {
      facts.append("rules up to level \(last)")
    }
    return facts
  }

  /// The width of a card, in pixels: large boards need room to be read.
  private var cardWidth: Int {
    let side = puzzles.map(\.puzzle.grid.side).max() ?? 5
    return min(420, max(150, 96 + 11 * side))
  }

  private var shapes: String {
    let sides = Set(puzzles.map(\.puzzle.grid.side)).sorted()
    var text = BoardSVG.sharedShapes(sides: sides)
    for (index, puzzle) in puzzles.enumerated() {
      text += BoardSVG.board(puzzle.puzzle, number: index)
      if let solution = puzzle.solutions.first {
        text += BoardSVG.stars(solution, side: puzzle.puzzle.grid.side, name: "s\(index)")
      }
    }
    return text
  }

  /// The rules that the puzzles are solved with, in ladder order; what is not solved is with none.
  private var ruleRows: [PageModel.Rule] {
    let total = max(1, puzzles.count)
    return Rule.ladder.compactMap { rule in
      let count = puzzles.count {
        $0.grade.isSolved && $0.grade.rules.contains { $0.id == rule.id }
      }
      return count == 0
        ? nil
        : PageModel.Rule(
          level: rule.level, name: rule.name, puzzles: count, percent: count * 100 / total)
    }
  }
}

/// What Mustache escapes texts by: its own way looks for whole characters, and leaves a `<` behind
/// a sign that joins what follows.
private struct Markup: MustacheContentType {
  /// Makes it known to templates, once.
  static let register: Void = MustacheContentTypes.register(Markup(), named: "MARKUP")

  func escapeText(_ text: String) -> String { BoardSVG.escaped(text) }
}
