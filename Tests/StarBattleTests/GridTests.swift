import StarBattle
import Testing

@Suite("Grid")
struct GridTests {
  @Test("the sides are 4…25 and the most stars a quarter of the side, rounded down")
  func sidesAndQuotas() throws {
    for side in -1...30 {
      for stars in -1...8 {
        let isPossible = (4...25).contains(side) && stars >= 1 && stars <= side / 4
        #expect(((try? Grid(side: side, stars: stars)) != nil) == isPossible, "\(side)x\(stars)")
      }
    }
    #expect(Grid.quotas(ofSide: 25) == 1...6)
    #expect(Grid.quotas(ofSide: 7) == 1...1)
  }

  @Test("a grid that cannot be filled says what can")
  func errors() {
    #expect(throws: GridError.side(26)) { try Grid(side: 26, stars: 1) }
    #expect(throws: GridError.stars(7, side: 14)) { try Grid(side: 14, stars: 7) }
    #expect(
      GridError.side(26).description == "a 26×26 board is not supported — the side can be 4…25")
    #expect(
      GridError.stars(7, side: 14).description
        == "14×14 with 7 stars cannot be filled — stars can be 1…3 at this side")
    #expect(
      GridError.stars(2, side: 5).description
        == "5×5 with 2 stars cannot be filled — stars can be 1 at this side")
    #expect(
      GridError.stars(1, side: 3).description
        == "3×3 with 1 star cannot be filled — stars can be 1 at this side")
  }

  @Test("one star more than the quota cannot be placed on any board up to 8×8")
  func quotaIsTheMost() {
    for side in 4...8 {
      let most = Grid.quotas(ofSide: side).upperBound
      #expect(canBeFilled(side: side, stars: most), "\(side)")
      #expect(!canBeFilled(side: side, stars: most + 1), "\(side)")
    }
  }

  @Test("a grid is written as people write it, and smaller ones come first")
  func textAndOrder() throws {
    #expect(try Grid(side: 10, stars: 2).description == "10×10 with 2 stars")
    #expect(try Grid(side: 5, stars: 1).description == "5×5 with 1 star")
    let grids = try [(10, 2), (5, 1), (10, 1), (25, 6)].map { try Grid(side: $0, stars: $1) }
    #expect(grids.sorted().map(\.description).first == "5×5 with 1 star")
    #expect(grids.sorted().map { $0.side * 10 + $0.stars } == [51, 101, 102, 256])
  }

  @Test("cells are counted")
  func counts() throws {
    let grid = try Grid(side: 25, stars: 6)
    #expect(grid.cellCount == 625)
    #expect(grid.starCount == 150)
  }

  @Test("neighbours are the cells one king's move away, ascending; edge neighbours a rook's step")
  func neighbours() throws {
    for side in [4, 5, 25] {
      let grid = try Grid(side: side, stars: 1)
      for cell in 0..<grid.cellCount {
        let (row, column) = (cell / side, cell % side)
        var touching: [Int] = []
        var sharing: [Int] = []
        for other in 0..<grid.cellCount where other != cell {
          let (down, along) = (abs(other / side - row), abs(other % side - column))
          if max(down, along) == 1 { touching.append(other) }
          if down + along == 1 { sharing.append(other) }
        }
        #expect(grid.neighbours(of: cell) == touching)
        #expect(grid.edgeNeighbours(of: cell) == sharing)
        let met = (0..<grid.cellCount).filter { grid.areNeighbours(cell, $0) }
        #expect(met == touching)
      }
    }
  }

  /// Whether stars can be placed row by row so that none touch and every line has its quota.
  private func canBeFilled(side: Int, stars: Int) -> Bool {
    let rows = (0..<1 << side).filter { $0.nonzeroBitCount == stars && $0 & ($0 << 1) == 0 }
    var columns = [Int](repeating: 0, count: side)
    func place(row: Int, above: Int) -> Bool {
      guard row < side else { return columns.allSatisfy { $0 == stars } }
      let shadow = above | above << 1 | above >> 1
      for stars in rows where stars & shadow == 0 {
        let chosen = (0..<side).filter { stars >> $0 & 1 == 1 }
        guard chosen.allSatisfy({ columns[$0] < stars.nonzeroBitCount }) else { continue }
        for column in chosen { columns[column] += 1 }
        let isFilled = place(row: row + 1, above: stars)
        for column in chosen { columns[column] -= 1 }
        if isFilled { return true }
      }
      return false
    }
    return place(row: 0, above: 0)
  }
}
