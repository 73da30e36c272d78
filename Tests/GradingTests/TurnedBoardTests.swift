import Generating
import Grading
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("A board that is turned or mirrored")
struct TurnedBoardTests {
  @Test(
    "needs the same rules, and is decorated alike",
    arguments: [(6, 1), (8, 1), (9, 2)])
  func needs(side: Int, stars: Int) throws {
    let grid = try Grid(side: side, stars: stars)
    var generator = PuzzleGenerator(grid: grid)
    var grader = Grader()
    let seed = ReplaySeed(77)
    var (made, decorated) = (0, 0)
    for attempt in 0..<80 {
      // As they come, and some that are hard: what else seeds can ask for may take seconds.
      let settings = SeedSettings(profile: attempt % 4 == 0 ? .hard : .standard)
      let own = settings.written(
        into: Seed.derived(campaign: seed.value, item: "turned", attempt: attempt))
      guard let puzzle = generator.puzzle(seed: own) else { continue }
      let upright = needed(puzzle, &grader)
      let isDecorated = grader.isDecorated(puzzle, grader.grade(puzzle))
      made += 1
      decorated += isDecorated ? 1 : 0
      for symmetry in Symmetry.allCases.dropFirst() {
        let turned = puzzle.applying(symmetry)
        #expect(needed(turned, &grader) == upright, "\(symmetry) of \(puzzle.regions)")
        #expect(grader.isDecorated(turned, grader.grade(turned)) == isDecorated)
      }
    }
    // With one star they are too rare.
    #expect(made > 40 && (decorated > 0 || stars == 1), "\(made), \(decorated)")
  }

  /// The ids of the rules that a puzzle needs.
  private func needed(_ puzzle: Puzzle, _ grader: inout Grader) -> [String] {
    grader.needs(of: puzzle).filter(\.isNeeded).map(\.rule.id)
  }
}
