import StarBattle
import TestSupport
import Testing

@Suite("Puzzle")
struct PuzzleTests {
  @Test("regions are numbered in order of first appearance, whatever they were called")
  func numbering() throws {
    let puzzle = try board("ZZYY", "ZZYY", "XXBB", "XXBB")
    #expect(puzzle.regions == [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3])
    let numbers = [-7, -7, 900, 900, -7, -7, 900, 900, 0, 0, 5, 5, 0, 0, 5, 5]
    #expect(try Puzzle(grid: puzzle.grid, regions: numbers) == puzzle)
    #expect(puzzle.region(of: 6) == 1)
    #expect(puzzle.regionSizes == [4, 4, 4, 4])
  }

  @Test("a layout of another size is refused", arguments: [0, 1, 15, 17, 625])
  func cellCount(count: Int) throws {
    let grid = try Grid(side: 4, stars: 1)
    #expect(throws: PuzzleError.cellCount(count, expected: 16)) {
      try Puzzle(grid: grid, regions: [UInt8](repeating: 0, count: count))
    }
  }

  @Test("a layout of another number of regions is refused")
  func regionCount() throws {
    let grid = try Grid(side: 4, stars: 1)
    for count in [1, 2, 3, 5, 16] {
      // Strips of a snake that goes through the board row by row, so that they are connected.
      let labels = (0..<16).map { cell in
        let along = cell / 4 % 2 == 0 ? cell % 4 : 3 - cell % 4
        return (cell / 4 * 4 + along) * count / 16
      }
      #expect(throws: PuzzleError.regionCount(count, expected: 4)) {
        try Puzzle(grid: grid, regions: labels)
      }
    }
  }

  @Test("a board of more regions than a byte can name is refused without a trap")
  func manyRegions() throws {
    let grid = try Grid(side: 25, stars: 6)
    #expect(throws: PuzzleError.self) { try Puzzle(grid: grid, regions: Array(0..<625)) }
    #expect(throws: PuzzleError.self) {
      try Puzzle(grid: grid, regions: (0..<625).map { UInt64.max - UInt64($0) })
    }
  }

  @Test("a region in pieces is refused at the first cell that is cut off; corners do not connect")
  func pieces() {
    #expect(throws: PuzzleError.disconnected(region: 0, row: 0, column: 3)) {
      try board("AABA", "AABB", "CCCC", "DDDD")
    }
    #expect(throws: PuzzleError.disconnected(region: 1, row: 1, column: 0)) {
      try board("ABBB", "BABB", "CCCC", "DDDD")
    }
    #expect(throws: PuzzleError.disconnected(region: 2, row: 3, column: 3)) {
      try board("AABB", "AABB", "DCCC", "DDCD")
    }
  }

  @Test("the cell that is named is the first that no path of its region leads to")
  func firstStray() throws {
    var generator = ReplaySeed(0x57a1).generator
    for _ in 0..<300 {
      let puzzle = RandomBoards.puzzle(using: &generator)
      let (grid, side) = (puzzle.grid, puzzle.grid.side)
      var labels = puzzle.regions
      for _ in 0..<generator.below(4) {
        labels[generator.below(grid.cellCount)] = UInt8(generator.below(side))
      }
      guard Set(labels).count == side else { continue }
      // Numbered in order of first appearance, as a puzzle's regions are.
      var order: [UInt8] = []
      for label in labels where !order.contains(label) { order.append(label) }
      labels = labels.map { UInt8(order.firstIndex(of: $0) ?? 0) }
      var reached = Set((0..<side).compactMap { labels.firstIndex(of: UInt8($0)) })
      var open = Array(reached)
      while let cell = open.popLast() {
        for next in grid.edgeNeighbours(of: cell)
        where labels[next] == labels[cell] && reached.insert(next).inserted {
          open.append(next)
        }
      }
      let stray = (0..<grid.cellCount).first { !reached.contains($0) }
      let fault = stray.map {
        PuzzleError.disconnected(region: Int(labels[$0]), row: $0 / side, column: $0 % side)
      }
      do throws(PuzzleError) {
        #expect(try Puzzle(grid: grid, regions: labels).regions == labels)
        #expect(fault == nil)
      } catch {
        #expect(error == fault)
      }
    }
  }

  @Test("errors say what, where and what is needed")
  func errorTexts() {
    #expect(
      PuzzleError.cellCount(24, expected: 25).description
        == "the layout has 24 cells — this grid needs 25")
    #expect(
      PuzzleError.regionCount(4, expected: 5).description
        == "the layout has 4 regions — this grid needs 5")
    #expect(
      PuzzleError.disconnected(region: 0, row: 1, column: 2).description
        == "region 1 is in pieces: row 2, column 3 is cut off from its first cell — every region "
        + "must be connected along edges")
  }

  @Test("grown boards are accepted, and one cell given to a region it does not touch is refused")
  func growth() throws {
    var generator = ReplaySeed(0x9072).generator
    for _ in 0..<300 {
      let puzzle = RandomBoards.puzzle(using: &generator)
      let grid = puzzle.grid
      #expect(try Puzzle(grid: grid, regions: puzzle.regions) == puzzle)
      let cell = generator.below(grid.cellCount)
      let around = grid.edgeNeighbours(of: cell).map(puzzle.region)
      let strangers = (0..<grid.side).filter {
        $0 != puzzle.region(of: cell) && !around.contains($0)
      }
      guard !strangers.isEmpty else { continue }
      var broken = puzzle.regions
      broken[cell] = UInt8(strangers[generator.below(strangers.count)])
      #expect(throws: PuzzleError.self) { try Puzzle(grid: grid, regions: broken) }
    }
  }
}
