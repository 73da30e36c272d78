import Drawing
import Grading
package import Pipeline
import StarBattle

/// Puzzles on a terminal, as many beside each other as fit.
package struct PreviewText {
  let screen: Screen
  /// Whether boards do without region colours.
  let isMono: Bool
  let showsSolutions: Bool

  package init(screen: Screen, isMono: Bool = false, showsSolutions: Bool = false) {
    self.screen = screen
    self.isMono = isMono
    self.showsSolutions = showsSolutions
  }

  /// Whether its lines have colours.
  package var isPainted: Bool { screen.isColoured && !isMono }

  /// The lines of all puzzles: titles, boards, and what an editor should look at.
  package func lines(_ puzzles: [ShownPuzzle]) -> [String] {
    guard !puzzles.isEmpty else { return [] }
    let terminal = BoardTerminal(isColoured: isPainted)
    let blocks = puzzles.map { puzzle in
      let side = puzzle.puzzle.grid.side
      // Short titles for small boards.
      let width = max(18, terminal.width(side: side))
      return (
        title: title(puzzle),
        lines: terminal.lines(
          puzzle.puzzle, solution: showsSolutions ? puzzle.solutions.first : nil
        ).map { $0 + String(repeating: " ", count: width - terminal.width(side: side)) },
        width: width
      )
    }
    var lines = terminal.beside(blocks, width: screen.width)
    for finding in PageFindings(puzzles).all {
      lines.append("")
      let names = finding.links.map(\.label).joined(separator: ", ")
      lines.append("\(finding.kind == .wrong ? "! " : "")\(names) \(finding.text)")
    }
    return lines
  }

  private func title(_ puzzle: ShownPuzzle) -> [String] {
    let grade = puzzle.grade
    guard grade.isSolved else { return [puzzle.item.label, PageCard(puzzle, index: 0).grade] }
    return [
      "\(puzzle.item.label)  d\(grade.difficulty) \(grade.band.rawValue)",
      "level \(grade.level), \(grade.cycles) cycles",
    ]
  }
}
