import StarBattle
import TestSupport
import Testing

@Suite("Seeded generator")
struct SeededGeneratorTests {
  @Test(
    "the sequences are those of SplitMix64 as published",
    arguments: [
      // The first and the third are the test vectors that implementations of it are checked by.
      (
        0,
        [
          0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F,
          0xF88B_B8A8_724C_81EC, 0x1B39_896A_51A8_749B,
        ]
      ),
      (1, [0x910A_2DEC_8902_5CC1, 0xBEEB_8DA1_658E_EC67, 0xF893_A2EE_FB32_555E]),
      (1_234_567, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]),
      (.max, [0xE4D9_7177_1B65_2C20, 0xE99F_F867_DBF6_82C9, 0x382F_F84C_B272_81E9]),
    ] as [(UInt64, [UInt64])])
  func knownSequences(seed: UInt64, numbers: [UInt64]) {
    var generator = SeededGenerator(seed: seed)
    #expect(numbers.map { _ in generator.next() } == numbers)
  }

  @Test("the sequences are those of the definition, written out")
  func definition() {
    var seeds = ReplaySeed(0x5EED).generator
    for _ in 0..<50 {
      let seed = seeds.next()
      var generator = SeededGenerator(seed: seed)
      for step in 1...50 {
        var z = seed &+ UInt64(step) &* 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        #expect(generator.next() == z ^ (z >> 31))
      }
    }
  }

  @Test("drawing and shuffling are pinned: published seeds depend on them")
  func pinned() {
    var generator = SeededGenerator(seed: 42)
    let drawn = (0..<16).map { _ in generator.below(10) }
    #expect(drawn == [7, 1, 2, 3, 0, 8, 2, 8, 3, 6, 2, 4, 5, 5, 6, 2])
    generator = SeededGenerator(seed: 42)
    var order = Array(0..<10)
    generator.shuffle(&order)
    #expect(order == [8, 3, 6, 5, 4, 0, 9, 2, 1, 7])
  }

  @Test("a draw is below its bound, and 1 leaves no choice")
  func range() {
    var generator = ReplaySeed(0x2A63).generator
    for _ in 0..<2_000 {
      let bound = 1 + Int(generator.next() % ((1 << 31) - 1))
      #expect((0..<bound).contains(generator.below(bound)))
      #expect(generator.below(1) == 0)
    }
  }

  @Test("every number is drawn about as often as any other", arguments: [2, 3, 7, 25, 100])
  func uniformity(bound: Int) {
    var generator = ReplaySeed(0x0DD5).generator
    var counts = [Int](repeating: 0, count: bound)
    let draws = 2_000 * bound
    for _ in 0..<draws { counts[generator.below(bound)] += 1 }
    // 2,000 expected each; six standard deviations are 268.
    #expect(counts.allSatisfy { (1_732...2_268).contains($0) }, "\(counts)")
  }

  @Test("a shuffle keeps every element, and reaches every order about as often")
  func shuffle() {
    var generator = ReplaySeed(0x5F1E).generator
    for count in 0...60 {
      var elements = Array(0..<count)
      generator.shuffle(&elements)
      #expect(elements.sorted() == Array(0..<count))
    }
    var orders: [[Int]: Int] = [:]
    for _ in 0..<24_000 {
      var elements = [0, 1, 2, 3]
      generator.shuffle(&elements)
      orders[elements, default: 0] += 1
    }
    #expect(orders.count == 24)
    // 1,000 expected each; six standard deviations are 186.
    #expect(orders.values.allSatisfy { (814...1_186).contains($0) })
  }

  @Test("the finaliser maps different numbers to different numbers, and spreads one changed bit")
  func mixing() {
    var generator = ReplaySeed(0x3113).generator
    var seen: Set<UInt64> = []
    for number in 0..<5_000 as Range<UInt64> { seen.insert(SeededGenerator.mixed(number)) }
    #expect(seen.count == 5_000)
    var changed = 0
    for _ in 0..<2_000 {
      let number = generator.next()
      let other = number ^ 1 << UInt64(generator.below(64))
      changed += (SeededGenerator.mixed(number) ^ SeededGenerator.mixed(other)).nonzeroBitCount
    }
    // Half of 64 bits on average.
    #expect((31...33).contains(Double(changed) / 2_000))
  }
}
