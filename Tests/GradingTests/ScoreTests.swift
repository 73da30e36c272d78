import Grading
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
      let power = EffortMeasure.threeQuarterPower(value)
      let target = UInt64(value * value * value) << 32
      func fourth(_ number: Int) -> UInt64 { UInt64(number * number) * UInt64(number * number) }
      #expect(fourth(power) <= target && target < fourth(power + 1))
    }
  }

  @Test("the six-sevenths power is rounded down from the true one, for every number of cells")
  func sixSevenths() {
    for value in 0...625 {
      // x = ⌊256 · value^6⁄7⌋ exactly when x⁷ ≤ 2⁵⁶ · value⁶ < (x + 1)⁷.
      let power = EffortMeasure.sixSeventhsPower(value)
      let target = (0..<6).reduce(UInt128(1) << 56) { number, _ in number * UInt128(value) }
      func seventh(_ number: Int) -> UInt128 {
        (0..<7).reduce(1) { product, _ in product * UInt128(number) }
      }
      #expect(seventh(power) <= target && target < seventh(power + 1))
    }
  }

  @Test(
    "more effort or a harder step never scores less, and all ten difficulties can be had",
    arguments: GraderVersion.allCases)
  func monotone(version: GraderVersion) throws {
    for side in Grid.sides {
      for stars in Grid.quotas(ofSide: side) {
        let range = version.scale.range(for: try Grid(side: side, stars: stars))
        let middle = range.middle ?? (range.low + range.high) / 2
        #expect(range.low < middle && middle < range.high && range.high < range.top)
        var difficulties: Set<Int> = []
        for level in 0...13 {
          var last = 0
          for step in 0..<400 {
            let effort = 1 << (8 + step / 25) + (step % 25) << (8 + step / 25) / 25
            func score(searched: Int = 0, counting: Bool = false, level: Int) -> Int {
              Score.hundredths(
                effort: effort, searched: searched, needsCounting: counting, level: level, on: range
              )
            }
            let plain = score(level: level)
            #expect(plain >= last && (0...10_000).contains(plain))
            if level > 0 {
              #expect(plain >= score(level: level - 1))
            }
            let searched = score(searched: 256, level: level)
            #expect(version == .second ? searched >= plain : searched == plain)
            let counted = score(counting: true, level: level)
            #expect(version == .third && stars == 2 ? counted >= plain : counted == plain)
            last = plain
            difficulties.insert(Score.difficulty(ofHundredths: plain))
          }
        }
        #expect(difficulties == Set(1...10), "\(side) with \(stars)")
      }
    }
  }

  @Test("the first version's scale knows the side alone, and never changes")
  func firstScale() throws {
    #expect(GraderVersion.first.rawValue == 1 && GraderVersion.first.rules == .ladder)
    let known = [
      4: (14_600, 15_800, 17_200), 7: (15_740, 17_050, 18_150), 10: (17_260, 18_620, 19_700),
      14: (18_200, 19_520, 20_600), 25: (19_700, 21_130, 22_100),
    ]
    for (side, expected) in known {
      for stars in Grid.quotas(ofSide: side) {
        let range = GraderVersion.first.scale.range(for: try Grid(side: side, stars: stars))
        #expect(range.low == expected.0 && range.high == expected.1 && range.top == expected.2)
        #expect(range.middle == nil)
      }
    }
  }

  @Test(
    "an application counts for more when it finds more, and on a board that is more open",
    arguments: GraderVersion.allCases)
  func effort(version: GraderVersion) throws {
    for (side, stars) in [(10, 1), (10, 2)] {
      let measure = version.scale.measure(for: try Grid(side: side, stars: stars))
      for rule in version.rules.rules(through: 13) {
        func effort(finding cells: Int, of unknowns: Int) -> Int {
          measure.effort(cost: rule.cost, finding: cells, of: unknowns)
        }
        #expect(effort(finding: 4, of: 50) > effort(finding: 2, of: 50))
        #expect(effort(finding: 2, of: 100) > effort(finding: 2, of: 50))
        // The whole board weighs one.
        #expect(effort(finding: 1, of: 100) == 256 * rule.cost)
      }
    }
  }

  @Test("the scores of a range of difficulties are those, and no others, that have one of them")
  func scoresOfDifficulties() {
    for difficulties in [1...1, 4...6, 9...9, 10...10, 1...10] {
      let scores = Score.hundredths(ofDifficulties: difficulties)
      for score in 0...10_000 {
        let isMeant = difficulties.contains(Score.difficulty(ofHundredths: score))
        guard isMeant == scores.contains(score) else {
          Issue.record("\(score) for \(difficulties)")
          break
        }
      }
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
