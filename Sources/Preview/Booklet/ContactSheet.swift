import Drawing
import Grading
import StarBattle

/// All puzzles on one drawing, to look at a pack as a whole.
struct ContactSheet {
  let title: String
  let puzzles: [ShownPuzzle]

  /// The width of the drawing, in pixels: what a screen shows without scrolling.
  private static let width = 1600
  private static let margin = 40
  private static let gap = 24
  /// The height of a board's caption.
  private static let caption = 30
  private static let heading = 70

  /// How many boards stand side by side: about as many columns as make a sheet of 4 to 3.
  private var columns: Int {
    (1...).first { columns in
      let rows = (puzzles.count + columns - 1) / columns
      return rows * 3 <= columns * 4 || columns >= puzzles.count
    } ?? 1
  }

  /// The whole SVG document, with a line end.
  var document: String {
    let (width, margin, gap) = (ContactSheet.width, ContactSheet.margin, ContactSheet.gap)
    let columns = max(1, columns)
    let rows = (puzzles.count + columns - 1) / columns
    let cell = (width - 2 * margin - (columns - 1) * gap) / columns
    let tall = cell + ContactSheet.caption + gap
    let height = ContactSheet.heading + rows * tall + margin
    let text = ##"font-family="sans-serif" fill="#1e1d24""##
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img">
      <title>\(BoardSVG.escaped(title))</title>
      <path fill="#fff" d="M0 0h\(width)v\(height)H0z"/>
      <text x="\(margin)" y="46" \(text) font-size="28">\(BoardSVG.escaped(title))</text>

      """
    for (index, puzzle) in puzzles.enumerated() {
      let x = margin + index % columns * (cell + gap)
      let y = ContactSheet.heading + index / columns * tall
      let grade =
        puzzle.grade.isSolved
        ? "\(puzzle.grade.difficulty) · \(puzzle.grade.band.rawValue)" : "not solved"
      svg += """
        <svg x="\(x)" y="\(y)" width="\(cell)" height="\(cell)" \
        viewBox="\(BoardSVG.viewBox(side: puzzle.puzzle.grid.side))">
        \(BoardSVG.ground(puzzle.puzzle))</svg>
        <text x="\(x)" y="\(y + cell + 22)" \(text) font-size="18">\
        <tspan font-weight="bold">\(BoardSVG.escaped(puzzle.item.label))</tspan> \(grade)</text>

        """
    }
    return svg + "</svg>\n"
  }
}
