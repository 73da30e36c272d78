import Drawing
import Notation
import StarBattle
import TestSupport
import Testing

@Suite("Colours of regions")
struct RegionColouringTests {
  @Test("regions that share an edge never share a colour")
  func colours() {
    var generator = ReplaySeed(0xC0).generator
    for _ in 0..<300 {
      let puzzle = RandomBoards.puzzle(using: &generator)
      let colours = RegionColouring.colours(of: puzzle)
      #expect(colours.allSatisfy { (0..<RegionColouring.count).contains($0) })
      for cell in puzzle.regions.indices {
        for next in puzzle.grid.edgeNeighbours(of: cell) {
          let (one, other) = (puzzle.region(of: cell), puzzle.region(of: next))
          #expect(one == other || colours[one] != colours[other], "\(SBN(puzzle: puzzle))")
        }
      }
    }
  }
}
