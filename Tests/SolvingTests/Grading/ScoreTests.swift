import Solving
import StarBattle
import Testing

@Suite("Score")
struct ScoreTests {
  @Test("the integer logarithm is right to a thousandth")
  func logarithm() {
    let known = [1: 0, 2: 1000, 3: 1584, 5: 2321, 10: 3321, 1000: 9965, 1_000_000: 19_931]
    for (value, expected) in known { #expect(Score.log2InThousandths(value) == expected) }
  }

  @Test("the three-quarter power is rounded down from the true one, for every number of cells")
  func power() {
    for value in 0...625 {
      // x = ⌊256 · value^¾⌋ exactly when x⁴ ≤ 2³² · value³ < (x + 1)⁴.
      let power = Score.threeQuarterPower(value)
      let target = UInt64(value * value * value) << 32
      func fourth(_ number: Int) -> UInt64 { UInt64(number * number) * UInt64(number * number) }
      #expect(fourth(power) <= target && target < fourth(power + 1))
    }
  }

  @Test("more effort or a harder step never scores less, and all ten difficulties can be had")
  func monotone() throws {
    for side in Grid.sides {
      let grid = try Grid(side: side, stars: 1)
      var difficulties: Set<Int> = []
      for level in 0...13 {
        var last = 0
        for step in 0..<400 {
          let effort = 1 << (8 + step / 25) + (step % 25) << (8 + step / 25) / 25
          let score = Score.hundredths(effort: effort, level: level, grid: grid)
          #expect(score >= last && (0...10_000).contains(score))
          #expect(
            level == 0 || score >= Score.hundredths(effort: effort, level: level - 1, grid: grid))
          last = score
          difficulties.insert(Score.difficulty(ofHundredths: score))
        }
      }
      #expect(difficulties == Set(1...10), "side \(side)")
    }
  }

  @Test("an application counts for more when it finds more, and on a board that is more open")
  func effort() throws {
    let grid = try Grid(side: 10, stars: 2)
    for rule in Rule.ladder {
      #expect(
        Score.effort(cost: rule.cost, finding: 4, of: 50, grid: grid)
          > Score.effort(cost: rule.cost, finding: 2, of: 50, grid: grid))
      #expect(
        Score.effort(cost: rule.cost, finding: 2, of: 100, grid: grid)
          > Score.effort(cost: rule.cost, finding: 2, of: 50, grid: grid))
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
