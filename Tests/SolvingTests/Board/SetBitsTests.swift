import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Bits of a mask")
struct SetBitsTests {
  @Test("each is found by its place among those that are set")
  func position() {
    var random = ReplaySeed(71).generator
    for round in 0..<10_000 {
      // Few bits, many, and all.
      func word() -> UInt32 { UInt32(truncatingIfNeeded: random.next() >> 32) }
      let mask =
        switch round % 4 {
        case 0: word() & word() & word()
        case 1: word()
        case 2: word() | word()
        default: round % 8 == 3 ? UInt32.max : .bit(random.below(32))
        }
      for (index, place) in SetBits(mask).enumerated() {
        #expect(SetBits.position(of: index, in: mask) == place)
      }
    }
  }
}
