import StarBattle
import Testing

@testable import Solving

@Suite("Score")
struct ScoreTests {
  @Test("the integer logarithm is right to a thousandth")
  func logarithm() {
    let known = [1: 0, 2: 1000, 3: 1584, 5: 2321, 10: 3321, 1000: 9965, 1_000_000: 19_931]
    for (value, expected) in known { #expect(Score.log2InThousandths(value) == expected) }
  }

  @Test("more effort never scores less, and every difficulty can be had at every side")
  func monotone() throws {
    for side in Grid.sides {
      let grid = try Grid(side: side, stars: 1)
      var last = 0
      var difficulties: Set<Int> = []
      for effort in 1..<6000 {
        let score = Score.hundredths(effort: effort, grid: grid)
        #expect(score >= last && (0...10_000).contains(score))
        last = score
        difficulties.insert(Score.difficulty(ofHundredths: score))
      }
      #expect(difficulties == Set(1...10))
    }
  }

  @Test("bands are fixed ranges of difficulty")
  func bands() {
    let names = (1...10).map { Band(difficulty: $0).rawValue }
    #expect(
      names == [
        "easy", "easy", "easy", "medium", "medium", "medium", "hard", "hard", "expert", "expert",
      ])
  }
}
