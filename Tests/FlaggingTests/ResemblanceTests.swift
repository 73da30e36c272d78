import Flagging
import StarBattle
import TestSupport
import Testing

@Suite("Puzzles that look alike")
struct ResemblanceTests {
  @Test("a puzzle resembles itself turned or mirrored, and one with a cell moved, and no other")
  func resemblances() throws {
    var generator = ReplaySeed(0xC1).generator
    let grid = try Grid(side: 10, stars: 2)
    let puzzles = (0..<20).map { _ in RandomBoards.puzzle(of: grid, using: &generator) }
    #expect(Resemblance.all(among: puzzles).isEmpty)
    for symmetry in Symmetry.allCases {
      let found = Resemblance.all(among: puzzles + [puzzles[3].applying(symmetry)])
      #expect(found.map(\.first) == [3] && found.map(\.isSame) == [true])
    }
    let nearly = puzzles[0].regions.indices.lazy.compactMap { cell -> Puzzle? in
      guard
        let next = grid.edgeNeighbours(of: cell).first(where: {
          puzzles[0].regions[$0] != puzzles[0].regions[cell]
        })
      else { return nil }
      var regions = puzzles[0].regions
      regions[cell] = regions[next]
      return try? Puzzle(grid: grid, regions: regions)
    }.first
    let moved = try #require(nearly)
    #expect(Resemblance.all(among: [puzzles[0], moved]).map(\.shared) == [8])
    // The page says what the press goes by.
    for puzzle in puzzles {
      let isFound = !Resemblance.all(among: [puzzle, moved]).isEmpty
      #expect(isFound == puzzle.isNearTwin(of: moved))
    }
  }

  @Test("all pairs of a long list are found, in their order, as by comparing each with each")
  func pairs() throws {
    var generator = ReplaySeed(0xC2).generator
    let grid = try Grid(side: 5, stars: 1)
    // On so small a grid, many share more than half of their regions.
    let puzzles = (0..<150).map { _ in RandomBoards.puzzle(of: grid, using: &generator) }
    let found = Resemblance.all(among: puzzles)
    var expected: [[Int]] = []
    for (first, puzzle) in puzzles.enumerated() {
      for second in puzzles.indices.dropFirst(first + 1) {
        let shared = Symmetry.allCases.map {
          puzzle.sharedRegions(with: puzzles[second].applying($0))
        }
        let most = try #require(shared.max())
        #expect(puzzle.isNearTwin(of: puzzles[second]) == (most > 2))
        if most > 2 { expected.append([first, second, most]) }
      }
    }
    #expect(!expected.isEmpty && found.map { [$0.first, $0.second, $0.shared] } == expected)
    for pair in found {
      let turned = puzzles[pair.second].applying(pair.symmetry)
      #expect(puzzles[pair.first].sharedRegions(with: turned) == pair.shared)
    }
  }
}
