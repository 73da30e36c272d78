import Drawing
import Grading
import StarBattle

/// The printed pages: so many boards to a page, the answers at the end.
struct PagePaper {
  let title: String
  let puzzles: [ShownPuzzle]
  let perPage: Int
  /// How many hints of each puzzle are printed, before the answers.
  var hints = 0

  /// All pages, numbered from 1.
  var pages: [PageModel.Paper] {
    let answersPerPage = min(20, max(perPage, 4 * perPage))
    let answers = puzzles.indices.filter { !puzzles[$0].solutions.isEmpty }
    let blank = chunks(Array(puzzles.indices), of: perPage).map { ($0, perPage, false) }
    let solved = chunks(answers, of: PagePaper.fitting(answersPerPage)).map {
      ($0, PagePaper.fitting(answersPerPage), true)
    }
    return (blank + solved).enumerated().map { number, page in
      let sheet = hints > 0 && number == blank.count ? hintSheet : []
      return PageModel.Paper(
        size: page.1, title: title, isAnswers: page.2,
        boards: page.0.map { board($0, withStars: page.2) }, number: number + 1,
        hints: sheet, hasHints: !sheet.isEmpty)
    }
  }

  /// The first hints of all puzzles.
  private var hintSheet: [PageModel.Paper.Hints] {
    puzzles.map { puzzle in
      PageModel.Paper.Hints(
        label: puzzle.item.label, sentences: Array(puzzle.sentences.prefix(hints)))
    }
  }

  /// The largest number of boards that there is a layout for.
  private static func fitting(_ count: Int) -> Int {
    [20, 12, 9, 6, 4, 2].first { $0 <= count } ?? 1
  }

  private func chunks(_ indices: [Int], of size: Int) -> [[Int]] {
    stride(from: 0, to: indices.count, by: size).map {
      Array(indices[$0..<min(indices.count, $0 + size)])
    }
  }

  private func board(_ index: Int, withStars: Bool) -> PageModel.Paper.Board {
    let puzzle = puzzles[index]
    return PageModel.Paper.Board(
      index: index, label: puzzle.item.label,
      viewBox: BoardSVG.viewBox(side: puzzle.puzzle.grid.side), withStars: withStars,
      stars: puzzle.puzzle.grid.stars,
      grade: puzzle.grade.isSolved
        ? "\(puzzle.grade.band.rawValue) · \(puzzle.grade.difficulty)" : "not solved")
  }
}
