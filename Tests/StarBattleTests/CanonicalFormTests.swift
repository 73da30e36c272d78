import StarBattle
import TestSupport
import Testing

@Suite("Canonical forms")
struct CanonicalFormTests {
  @Test("two puzzles have one key exactly when they have one canonical form")
  func agreement() {
    var generator = ReplaySeed(21).generator
    var forms: [[UInt8]: CanonicalForm] = [:]
    for _ in 0..<400 {
      let puzzle = RandomBoards.puzzle(sides: 4...7, using: &generator)
      let symmetry = Symmetry.allCases[generator.below(8)]
      let key = puzzle.canonicalForm.key
      #expect(puzzle.applying(symmetry).canonicalForm.key == key)
      let form = puzzle.canonicalForm
      #expect(forms.updateValue(form, forKey: key) ?? form == form)
    }
    #expect(Set(forms.values).count == forms.count)
  }

  @Test("boards of one layout and other star quotas are other puzzles")
  func stars() throws {
    let regions = (0..<100).map { $0 / 10 }
    let one = try Puzzle(grid: Grid(side: 10, stars: 1), regions: regions)
    let two = try Puzzle(grid: Grid(side: 10, stars: 2), regions: regions)
    #expect(one.canonicalForm.key != two.canonicalForm.key)
  }

  @Test("a key takes two bytes and a bit for each pair of cells side by side")
  func size() {
    var generator = SeededGenerator(seed: 1)
    for (side, bytes) in [(4, 5), (10, 25), (17, 70), (25, 152)] {
      let puzzle = RandomBoards.puzzle(sides: side...side, using: &generator)
      #expect(puzzle.canonicalForm.key.count == bytes)
    }
  }
}
