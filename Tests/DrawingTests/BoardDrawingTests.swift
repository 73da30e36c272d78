import Drawing
import Explaining
import HouseSupport
import Pipeline
import StarBattle
import Testing

@Suite("Board drawing")
struct BoardDrawingTests {
  private func drawing(_ size: BoardDrawing.Size) throws -> BoardDrawing {
    BoardDrawing(
      puzzle: try TraceSamples.puzzle("ABBB/ACCB/DDCB/DDDB"), size: size, isColoured: false)
  }

  private let cells: [BoardDrawing.Mark] = [
    .star, .mark, .open, .open, .newMark, .lookedAt, .newStar, .open, .open, .assumed, .open, .open,
    .open, .open, .open, .mark,
  ]

  @Test("a wide board has its borders where regions meet, and brackets around what is new")
  func wide() throws {
    #expect(
      try drawing(.wide).lines(cells) == [
        "     1   2   3   4  ",
        "   ┌───┬───────────┐",
        " 1 │ * │ ·         │",
        "   │   ├───────┐   │",
        " 2 │[×]│ o  [★]│   │",
        "   ├───┴───┐   │   │",
        " 3 │    [?]│   │   │",
        "   │       └───┤   │",
        " 4 │           │ · │",
        "   └───────────┴───┘",
      ])
  }

  @Test("a compact board has one column a cell")
  func compact() throws {
    #expect(
      try drawing(.compact).lines(cells) == [
        "    1 2 3 4 ",
        "   ┌─┬─────┐",
        " 1 │*│·    │",
        "   │ ├───┐ │",
        " 2 │×│o ★│ │",
        "   ├─┴─┐ │ │",
        " 3 │  ?│ │ │",
        "   │   └─┤ │",
        " 4 │     │·│",
        "   └─────┴─┘",
      ])
  }

  @Test("without borders, open cells show their region, those that are looked at in capitals")
  func letters() throws {
    #expect(
      try drawing(.letters).lines(cells) == [
        "   1234", " 1 *·bb", " 2 ×C★b", " 3 d?cb", " 4 ddd·",
      ])
  }

  @Test("all lines are as wide as announced", arguments: [4, 9, 10, 25])
  func widths(side: Int) throws {
    let labels = (0..<side * side).map { $0 / side }
    let puzzle = try Puzzle(grid: Grid(side: side, stars: 1), regions: labels)
    for size in BoardDrawing.Size.allCases {
      let drawing = BoardDrawing(puzzle: puzzle, size: size, isColoured: false)
      let lines = drawing.lines(Array(repeating: .newStar, count: side * side))
      let width = BoardDrawing.width(of: size, side: side)
      #expect(lines.allSatisfy { $0.count == width })
    }
  }
}
