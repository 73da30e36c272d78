import Generating
import Solving
import StarBattle
import Testing

@Suite("Settings in seeds")
struct SeedSettingsTests {
  @Test("what is written into a seed is read from it, and what is chance in it stays")
  func roundTrip() throws {
    for number in [UInt64(0), 15, 16, 123_456_789, Seed.range.upperBound] {
      let seed = try #require(Seed(number))
      for profile in ClimbProfile.allCases {
        for rule in [nil] + Rule.ladder.map(Optional.some) {
          for difficulty in [nil, 1, 7, 10] {
            let settings = SeedSettings(
              profile: profile, style: .winding, rule: rule, difficulty: difficulty)
            let written = settings.written(into: seed)
            #expect(SeedSettings(of: written) == settings)
            #expect(written.value & 0xFFF_FFFF_FFC0 == seed.value & 0xFFF_FFFF_FFC0)
          }
        }
      }
    }
  }

  @Test(
    "a code names for ever the rule that it was given to",
    arguments: [
      (1, "direct.neighbours"), (2, "direct.forced"), (3, "direct.complete"),
      (4, "tiling.forced"), (5, "tiling.adjacency"), (6, "tiling.overhang"), (7, "counting.marks"),
      (8, "tiling.pairs"), (9, "counting.tiles"), (10, "tiling.parts"),
      (11, "hypothetical.direct"), (12, "hypothetical.tiling"), (13, "hypothetical.counting"),
      (14, "hypothetical.propagated"), (15, "hypothetical.chained"), (16, "hypothetical.deep"),
      (17, "hypothetical.ways"),
    ])
  func codes(code: UInt64, id: String) throws {
    let seed = try #require(Seed(code << 44 | 0xABC_DE40))
    #expect(SeedSettings(of: seed).rule?.id == id)
    #expect(SeedSettings(rule: Rule(id: id)).written(into: seed) == seed)
  }

  @Test("a rule that comes into the ladder, wherever it does, changes nothing that seeds ask for")
  func insertion() throws {
    let code = try #require(Rule.codes.last { Rule(code: $0) == nil })
    let new = Rule(
      code: code, id: "test.new", name: "new", level: 4, cost: 1, source: "a test",
      scope: .container, wording: .sentence, find: { _, _, _, _ in }, split: { _, _, _, _ in })
    for row in 0...Rule.ladder.count {
      var ladder = Rule.ladder
      ladder.insert(new, at: row)
      for number in 0...31 as ClosedRange<UInt64> where number != code {
        let seed = try #require(Seed(number << 44 | 123_456))
        let settings = SeedSettings(of: seed, ladder: ladder)
        #expect(settings == SeedSettings(of: seed), "code \(number), row \(row)")
        #expect(settings.rule?.id == SeedSettings(of: seed).rule?.id)
      }
      let seed = try #require(Seed(UInt64(code) << 44))
      #expect(SeedSettings(of: seed).rule == nil)
      #expect(SeedSettings(of: seed, ladder: ladder).rule == new)
    }
  }

  @Test("small numbers ask for no rule and no difficulty")
  func smallNumbers() throws {
    for number in [0, 2026, (1 << 44) - 1] as [UInt64] {
      let seed = try #require(Seed(number))
      let settings = SeedSettings(of: seed)
      #expect(settings.rule == nil)
      #expect(settings.difficulty == nil)
    }
  }

  @Test("values that name nothing mean the default")
  func nameless() throws {
    let seed = try #require(Seed(Seed.range.upperBound))
    #expect(SeedSettings(of: seed) == SeedSettings())
  }
}
