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
