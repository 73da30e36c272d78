import Explaining
import Pipeline
import Preview
import Solving
import StarBattle

/// What is said about an imported puzzle on a terminal.
struct ImportText {
  let options: ImportOptions

  /// The lines of one puzzle: its verdict and what became of it, and boards where it is refused.
  func lines(_ puzzle: ImportedPuzzle, _ outcome: ImportOutcome) -> [String] {
    let (preview, side) = (puzzle.preview, puzzle.preview.puzzle.grid.side)
    let verdict = preview.verdict.text(side: side, highestLevel: options.highestLevel)
    let rules = preview.hardestRules.map(\.name).joined(separator: ", ")
    let hardest = preview.grade.isSolved && !rules.isEmpty ? "; hardest: \(rules)" : ""
    let outcome = outcome.words(isDryRun: options.isDryRun)
    var lines = ["\(preview.item.label): \(preview.puzzle.grid): \(verdict)\(hardest) — \(outcome)"]
    if !preview.grade.isSolved { lines += boards(preview) }
    return lines
  }

  /// Two solutions side by side with the cells that differ, or the board where reasoning stops.
  private func boards(_ puzzle: PreviewPuzzle) -> [String] {
    let terminal = BoardTerminal(isColoured: options.isColoured)
    let width = terminal.width(side: puzzle.puzzle.grid.side)
    func block(_ title: String, _ lines: [String]) -> (title: [String], lines: [String], width: Int)
    {
      (title: [title], lines: lines, width: width)
    }
    let differing = puzzle.differingCells
    if !differing.isEmpty {
      let sign = options.isColoured ? "red" : "★ and o"
      let blocks = puzzle.solutions.enumerated().map { number, solution in
        block(
          number == 0 ? "one solution" : "another",
          terminal.lines(puzzle.puzzle, solution: solution, pointingAt: differing))
      }
      return ["   \(differing.count) cells differ (\(sign)):"]
        + terminal.beside(blocks, width: options.width - 3).map { "   " + $0 }
    }
    var board = KnownBoard(puzzle.puzzle)
    for step in puzzle.trace.steps { board.apply(step) }
    let stars = Solution(stars: board.cells.indices.filter { board.cells[$0] == .star })
    let stop = terminal.lines(
      puzzle.puzzle, solution: stars, pointingAt: puzzle.verdict.openCells)
    let sign = options.isColoured ? "?" : "o"
    return ["   where reasoning stops (\(sign) is open):"] + stop.map { "   " + $0 }
  }
}
