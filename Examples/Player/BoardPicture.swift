import AlmanacClient

/// A board on a terminal: three columns a cell, so that 25×25 has 78 with its row numbers.
struct BoardPicture {
  let puzzle: Puzzle
  let isColoured: Bool
  private let colours: [Int]

  init(_ puzzle: Puzzle, isColoured: Bool) {
    self.puzzle = puzzle
    self.isColoured = isColoured
    colours = BoardPicture.colours(of: puzzle)
  }

  /// Light grounds for dark stars, of the 256 colours of xterm.
  private static let grounds = [217, 222, 151, 153, 183, 250, 229, 195]

  /// A colour for each region, another one than those of its neighbours.
  private static func colours(of puzzle: Puzzle) -> [Int] {
    let side = puzzle.grid.side
    var neighbours = Array(repeating: Set<Int>(), count: side)
    for cell in 0..<side * side {
      let own = puzzle.region(of: cell)
      for other in [(cell + 1) % side == 0 ? cell : cell + 1, cell + side]
      where other < side * side && puzzle.region(of: other) != own {
        neighbours[own].insert(puzzle.region(of: other))
        neighbours[puzzle.region(of: other)].insert(own)
      }
    }
    var colours = Array(repeating: -1, count: side)
    for region in 0..<side {
      let taken = Set(neighbours[region].map { colours[$0] })
      colours[region] = grounds.indices.first { !taken.contains($0) } ?? 0
    }
    return colours
  }

  /// The lines of the board, as many as there is room for: those around the cursor.
  func lines(_ board: PlayerBoard, cursor: Int, atMost most: Int) -> [String] {
    let side = puzzle.grid.side
    let count = min(side, max(5, most))
    let first = max(0, min(side - count, cursor / side - count / 2))
    return (first..<first + count).map { row in
      let number = row + 1 < 10 ? " \(row + 1) " : "\(row + 1) "
      return number + (0..<side).map { sign(board, row * side + $0, cursor) }.joined()
    }
  }

  private func sign(_ board: PlayerBoard, _ cell: Int, _ cursor: Int) -> String {
    let letters = "abcdefghijklmnopqrstuvwxy".map(\.self)
    let region = puzzle.region(of: cell)
    let sign =
      switch board[cell] {
      case .star: "★"
      case .mark: "·"
      case .open: isColoured ? " " : String(letters[region])
      }
    let text = cell == cursor ? "[\(sign)]" : " \(sign) "
    guard isColoured else { return text }
    let style = cell == cursor ? "1;38;5;160" : board[cell] == .star ? "1;38;5;16" : "38;5;16"
    return "\u{1B}[\(style);48;5;\(BoardPicture.grounds[colours[region]])m\(text)\u{1B}[0m"
  }
}
