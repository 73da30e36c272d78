import Generating
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Drawing regions")
struct RegionCanvasTests {
  @Test("after any number of recombinations every region is connected and has its quota")
  func recombination() throws {
    var random = ReplaySeed(71).generator
    for (side, stars) in [(4, 1), (5, 1), (8, 1), (8, 2), (10, 2), (14, 3), (25, 6)] {
      let grid = try Grid(side: side, stars: stars)
      var placer = StarPlacer(grid: grid)
      var canvas = RegionCanvas(grid: grid)
      for _ in 0..<5 {
        let placed = placer.place(&random)
        let solution = try #require(placed)
        canvas.cutPath(through: solution)
        let path = try canvas.layout.puzzle()
        #expect(solution.solves(path))
        canvas.mix(&random)
        let mixed = try canvas.layout.puzzle()
        #expect(solution.solves(mixed))
      }
    }
  }

  @Test("a cell can be spared exactly when the region without it is connected and large enough")
  func sparing() throws {
    var random = ReplaySeed(72).generator
    for (side, stars) in [(5, 1), (10, 2), (17, 4)] {
      let grid = try Grid(side: side, stars: stars)
      var placer = StarPlacer(grid: grid)
      var canvas = RegionCanvas(grid: grid)
      for _ in 0..<20 {
        let placed = placer.place(&random)
        canvas.cutPath(through: try #require(placed))
        canvas.mix(&random)
        for cell in 0..<grid.cellCount {
          let region = canvas.layout.region(of: cell)
          var rest = Set((0..<grid.cellCount).filter { canvas.layout.region(of: $0) == region })
          rest.remove(cell)
          let expected = rest.count >= canvas.leastSize && isConnected(rest, grid)
          let canSpare = canvas.canSpare(cell)
          #expect(canSpare == expected)
        }
      }
    }
  }

  private func isConnected(_ cells: Set<Int>, _ grid: Grid) -> Bool {
    guard let first = cells.min() else { return false }
    var reached: Set<Int> = [first]
    var open = [first]
    while let cell = open.popLast() {
      for next in grid.edgeNeighbours(of: cell) where cells.contains(next) {
        if reached.insert(next).inserted { open.append(next) }
      }
    }
    return reached == cells
  }
}
