import StarBattle
import TestSupport
import Testing

@Suite("Seed")
struct SeedTests {
  @Test("a seed is a whole number that JavaScript reads exactly")
  func range() {
    #expect(Seed.range == 0...9_007_199_254_740_991)
    #expect(Seed(0)?.value == 0)
    #expect(Seed(9_007_199_254_740_991)?.description == "9007199254740991")
    #expect(Seed(9_007_199_254_740_992) == nil)
    #expect(Seed(-1) == nil)
    #expect(Seed(UInt64.max) == nil)
    #expect(Seed(Int64.min) == nil)
  }

  @Test("the smaller number comes first")
  func order() throws {
    let seeds = [3, 1, 2].compactMap { Seed($0) }
    #expect(seeds.sorted().map(\.value) == [1, 2, 3])
  }

  @Test(
    "derived seeds are pinned: what is published was made from them",
    arguments: [
      (17, "daily:2026-11-21", 0, 2_816_775_989_419_448),
      (17, "daily:2026-11-21", 1, 2_777_039_221_814_831),
      (17, "daily:2026-11-22", 0, 3_183_819_872_199_470),
      (2026, "2star-10x10:12", 0, 7_084_256_652_740_892),
      (0, "", 0, 424_578_979_255_487),
      (.max, "weekly:2026-53", 2, 5_570_938_338_215_709),
    ] as [(UInt64, String, Int, UInt64)])
  func pinned(campaign: UInt64, item: String, attempt: Int, value: UInt64) {
    #expect(Seed.derived(campaign: campaign, item: item, attempt: attempt).value == value)
  }

  @Test("derived seeds are in range, and differ by campaign, item and attempt")
  func spread() {
    var seen: Set<UInt64> = []
    var count = 0
    for campaign in 0..<12 as Range<UInt64> {
      for item in 0..<25 {
        for attempt in 0..<20 {
          let name = "2star-10x10:\(item)"
          let seed = Seed.derived(campaign: campaign, item: name, attempt: attempt)
          #expect(Seed.range.contains(seed.value))
          seen.insert(seed.value)
          count += 1
        }
      }
    }
    #expect(seen.count == count)
  }

  @Test("items that share letters in another order or cut have seeds of their own")
  func similarItems() {
    let items = ["a:12", "a:1", "a:21", "12:a", "", "\u{0}", "a", "aa", "a:1 ", "A:1"]
    let seeds = items.map { Seed.derived(campaign: 1, item: $0, attempt: 0) }
    #expect(Set(seeds).count == items.count)
    let minus = Seed.derived(campaign: 1, item: "a", attempt: -1)
    #expect(Seed.range.contains(minus.value))
  }
}
