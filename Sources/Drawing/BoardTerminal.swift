package import StarBattle

/// Boards for a terminal: coloured cells where there are colours, lines elsewhere.
package struct BoardTerminal {
  /// Whether to use ANSI colours.
  let isColoured: Bool

  package init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// Light grounds for dark stars, of the 256 colours of xterm: a terminal's own sixteen may be
  /// anything.
  private static let grounds = [217, 222, 151, 153, 183, 250]

  /// The columns that a board takes.
  package func width(side: Int) -> Int {
    isColoured ? 2 * side : BoardDrawing.width(of: .compact, side: side)
  }

  /// The lines of a board.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - solution: The stars to show, if any.
  ///   - open: Cells to point out: where reasoning stops, or where two solutions differ.
  /// - Returns: Lines of `width(side:)` columns.
  package func lines(_ puzzle: Puzzle, solution: Solution? = nil, pointingAt open: [Int] = [])
    -> [String]
  {
    let side = puzzle.grid.side
    let stars = Set(solution?.stars ?? [])
    let pointed = Set(open)
    guard isColoured else {
      let marks = (0..<puzzle.grid.cellCount).map { cell -> BoardDrawing.Mark in
        if stars.contains(cell) { return pointed.contains(cell) ? .newStar : .star }
        return pointed.contains(cell) ? .lookedAt : .open
      }
      return BoardDrawing(puzzle: puzzle, size: .compact, isColoured: false).lines(marks)
    }
    let colours = RegionColouring.colours(of: puzzle)
    return (0..<side).map { row in
      var line = ""
      for column in 0..<side {
        let cell = row * side + column
        let ground = BoardTerminal.grounds[colours[puzzle.region(of: cell)]]
        let isStar = stars.contains(cell)
        let style = pointed.contains(cell) ? "1;38;5;160" : isStar ? "1;38;5;16" : "38;5;16"
        let symbol = isStar ? "★ " : pointed.contains(cell) ? "? " : "  "
        line += "\u{1B}[\(style);48;5;\(ground)m\(symbol)"
      }
      return line + "\u{1B}[0m"
    }
  }

  /// Blocks of lines beside each other, as many as fit, with titles above them.
  ///
  /// - Parameters:
  ///   - blocks: Titles and lines; lines of a block are equally wide.
  ///   - width: The columns to fit into; at least one block stands in a line.
  /// - Returns: The lines of all, rows of blocks kept apart by an empty line.
  package func beside(_ blocks: [(title: [String], lines: [String], width: Int)], width: Int)
    -> [String]
  {
    var lines: [String] = []
    var rest = blocks[...]
    while let first = rest.first {
      var row = [first]
      rest = rest.dropFirst()
      while let next = rest.first, row.count(upTo: next, gap: 3) <= width {
        row.append(next)
        rest = rest.dropFirst()
      }
      if !lines.isEmpty { lines.append("") }
      let titles = row.map(\.title.count).max() ?? 0
      let height = row.map(\.lines.count).max() ?? 0
      for index in 0..<titles {
        lines.append(joined(row.map { ($0.title.dropFirst(index).first ?? "", nil, $0.width) }))
      }
      for index in 0..<height {
        lines.append(
          joined(
            row.map { block in
              index < block.lines.count
                ? (block.lines[index], block.width, block.width) : ("", 0, block.width)
            }))
      }
    }
    return lines
  }

  /// Texts with the columns they take and those they are to take.
  private func joined(_ parts: [(text: String, taken: Int?, width: Int)]) -> String {
    var line = ""
    for (index, part) in parts.enumerated() {
      let text = part.taken == nil ? String(part.text.prefix(part.width)) : part.text
      line += text
      if index < parts.count - 1 {
        line += String(repeating: " ", count: max(0, part.width - (part.taken ?? text.count)) + 3)
      }
    }
    return line
  }
}

extension [(title: [String], lines: [String], width: Int)] {
  /// The columns of all blocks and another.
  fileprivate func count(upTo next: Element, gap: Int) -> Int {
    reduce(0) { $0 + $1.width + gap } + next.width
  }
}
