@_spi(Measuring) import StarBattle
import TestSupport
import Testing

@Suite("Shapes of regions")
struct ShapeTests {
  /// A strip of five cells, a ring with a hole, a single cell in it, and what is left.
  private let board = """
    AAAAAB
    CCCBBB
    CDCBEE
    CCCBEE
    FFFFEE
    FFFFEE
    """

  private func puzzle(_ text: String) throws -> Puzzle {
    let letters = text.filter { $0 != "\n" }.utf8.map { Int($0) }
    return try Puzzle(grid: try Grid(side: 6, stars: 1), regions: letters)
  }

  @Test("size, perimeter, corners and bounding box are as on paper")
  func paper() throws {
    let shapes = try puzzle(board).regionShapes
    let strip = try #require(shapes.first)
    #expect(strip.size == 5 && strip.perimeter == 12 && strip.corners == 4 && strip.isStrip)
    // The ring: 12 outside and 4 inside, four corners each way.
    let ring = shapes[2]
    #expect(ring.size == 8 && ring.perimeter == 16 && ring.corners == 8 && !ring.isStrip)
    #expect(ring.height == 3 && ring.width == 3)
    let bent = shapes[1]
    #expect(bent.size == 6 && bent.height == 4 && bent.width == 3 && bent.perimeter == 14)
    #expect(bent.corners == 8)
  }

  @Test("pairs that touch along an edge are counted once, and corners do not count")
  func pairs() throws {
    #expect(try puzzle(board).touchingPairs == 8)
  }

  @Test("statistics are means over all puzzles")
  func statistics() throws {
    let puzzle = try puzzle(board)
    var statistics = ShapeStatistics(grid: puzzle.grid)
    statistics.add(puzzle)
    statistics.add(puzzle.applying(.rotated90))
    #expect(statistics.puzzles == 2 && statistics.strips == 2)
    #expect(statistics.sizeProfile == [1, 5, 6, 8, 8, 8])
    #expect(statistics.smallest == 1 && statistics.largest == 8)
    #expect(abs(statistics.meanFill - (1 + 6.0 / 12 + 8.0 / 9 + 1 + 1 + 1) / 6) < 0.001)
    #expect(abs(statistics.meanCorners - Double(4 + 8 + 8 + 4 + 4 + 4) / 6) < 0.001)
  }

  @Test("a puzzle is a near-twin of itself turned with one cell moved, and not of another")
  func nearTwins() throws {
    let puzzle = try puzzle(board)
    let moved = try self.puzzle(board.replacing("FFFFEE\nFFFFEE", with: "FFFFEE\nFFFEEE"))
    #expect(puzzle.isNearTwin(of: puzzle.applying(.antitransposed)))
    #expect(puzzle.isNearTwin(of: moved.applying(.rotated90)))
    #expect(moved.isNearTwin(of: puzzle))
    let rows = try Puzzle(grid: puzzle.grid, regions: (0..<36).map { $0 / 6 })
    #expect(!puzzle.isNearTwin(of: rows))
  }

  @Test("4×4 has as many puzzles as the table says, by trying every division of the board")
  func smallestWorld() throws {
    let grid = try Grid(side: 4, stars: 1)
    let stars = [1, 7, 8, 14]
    let mirrored = [2, 4, 11, 13]
    var found: Set<Puzzle> = []
    var labels = [Int](repeating: -1, count: 16)
    for (region, star) in stars.enumerated() { labels[star] = region }
    /// Whether a cell has a neighbour of its region among the cells that have one.
    func hasCompany(_ cell: Int) -> Bool {
      grid.edgeNeighbours(of: cell).contains { labels[$0] == labels[cell] }
    }
    func divide(_ cell: Int) {
      // All neighbours of the cell above the last one have a region now.
      if cell >= 5, !hasCompany(cell - 5) { return }
      guard cell < 16 else {
        // A second solution: one of the mirrored stars in each region.
        if Set(mirrored.map { labels[$0] }).count == 4 { return }
        guard let puzzle = try? Puzzle(grid: grid, regions: labels) else { return }
        if puzzle.regionSizes.allSatisfy({ $0 >= 2 }) { found.insert(puzzle.canonicalForm.puzzle) }
        return
      }
      if stars.contains(cell) { return divide(cell + 1) }
      for region in 0..<4 {
        labels[cell] = region
        divide(cell + 1)
      }
      labels[cell] = -1
    }
    divide(0)
    #expect(found.count == grid.puzzleCount)
  }
}
