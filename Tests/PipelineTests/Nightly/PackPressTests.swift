import Grading
import Identity
import Pipeline
import Pressing
import Recipes
import Solving
import StarBattle
import Testing

@Suite("Pressing packs")
struct PackPressTests {
  private func recipe() throws -> PackRecipe {
    PackRecipe(
      id: "p", name: "P", isFree: true,
      parts: [
        .init(grid: try Grid(side: 5, stars: 1), count: 3),
        .init(grid: try Grid(side: 6, stars: 1), count: 3),
      ], difficulty: DifficultyRamp(first: 1, last: 3), seed: 5, pins: [],
      source: .init(file: "p.yaml", id: .start, count: .start))
  }

  private func pressed(_ work: PackPress) throws -> [Pressed] {
    try work.open.map { slot in
      var press = Press(grid: slot.grid)
      let search = try recipe().search(for: slot)
      return try #require(search.pick(with: &press, isUsed: { _ in false }).pressed)
    }
  }

  @Test("within each part, puzzles rise in score")
  func rising() throws {
    let work = PackPress(recipe: try recipe(), filled: 0, pinned: [:])
    let picks = try pressed(work)
    // Each part's puzzles the wrong way round.
    let arranged = work.arranged([2, 1, 0, 5, 4, 3].map { picks[$0] })
    #expect(Set(arranged) == Set(picks))
    #expect(arranged.map(\.puzzle.grid.side) == [5, 5, 5, 6, 6, 6])
    for part in [arranged[..<3], arranged[3...]] {
      let scores = part.map(\.grade.scoreInHundredths)
      #expect(scores == scores.sorted())
    }
  }

  @Test("a pinned puzzle keeps its slot, and filled slots are left out")
  func pinned() throws {
    let whole = PackPress(recipe: try recipe(), filled: 0, pinned: [:])
    let pin = try pressed(whole)[4]
    let work = PackPress(recipe: try recipe(), filled: 2, pinned: [4: pin])
    #expect(work.open.map(\.index) == [2, 3, 5])
    let arranged = work.arranged(try pressed(work))
    #expect(arranged.count == 4)
    #expect(arranged[2] == pin)
  }
}
