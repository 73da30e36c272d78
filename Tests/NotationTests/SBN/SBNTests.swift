import Notation
import StarBattle
import TestSupport
import Testing

@Suite("SBN")
struct SBNTests {
  @Test("a puzzle is written with letters in order of first appearance and keys as s, d, l, c")
  func canonicalText() throws {
    let puzzle = try Samples.puzzle("zzyyyzzyyxzwwxxzwwxvwwwvv")
    let metadata = SBN.Metadata(seed: Seed(42), difficulty: 7, level: 4, cycles: 12)
    let sbn = SBN(puzzle: puzzle, metadata: metadata)
    #expect(sbn.description == "\(Samples.text).s42d7l4c12")
    #expect(SBN(puzzle: puzzle).description == Samples.text)
    let some = SBN(puzzle: puzzle, metadata: SBN.Metadata(level: 3))
    #expect(some.description == "\(Samples.text).l3")
  }

  @Test("the largest seed of the writer is the largest whole number that JavaScript reads exactly")
  func largestSeed() throws {
    let seed = try #require(Seed(Seed.range.upperBound))
    let puzzle = try Samples.puzzle(Samples.letters)
    let sbn = SBN(puzzle: puzzle, metadata: SBN.Metadata(seed: seed))
    #expect(sbn.description == "\(Samples.text).s9007199254740991")
    #expect(try SBN(sbn.description).metadata.seed == 9_007_199_254_740_991)
  }

  @Test("the metadata of a string is read")
  func metadata() throws {
    let metadata = try SBN("\(Samples.text).s42d7l4c12").metadata
    #expect(metadata == SBN.Metadata(seed: Seed(42), difficulty: 7, level: 4, cycles: 12))
  }

  @Test(
    "every odd string of the wild is read, keeps its bytes, and has a canonical form",
    arguments: [
      ("", ""), (".", ""), (".s42d7l4c12", ".s42d7l4c12"),
      (".s-590416384", ".s-590416384"), (".s-590416384d100l7c260v1", ".s-590416384d100l7c260v1"),
      (".d7l4c12", ".d7l4c12"), (".c12l4d7s42", ".s42d7l4c12"), (".v1", ".v1"),
      (".v1s42d7", ".s42d7v1"), (".s42v2d7x9", ".s42d7v2x9"), (".v", ".v"), (".vvw3", ".vvw3"),
      (".S9s1", ".s1S9"), (".s007d-1", ".s7d-1"), (".s-0", ".s0"), (".v1.2-a:_+", ".v1.2-a:_+"),
      (".s9223372036854775807", ".s9223372036854775807"),
      (".s-9223372036854775808", ".s-9223372036854775808"),
    ])
  func oddMetadata(metadata: String, canonical: String) throws {
    let sbn = try SBN(Samples.text + metadata)
    #expect(sbn.description == Samples.text + metadata)
    #expect(sbn.canonical.description == Samples.text + canonical)
    #expect(sbn.canonical.canonical == sbn.canonical)
    let again = try SBN(sbn.canonical.description)
    #expect(again.puzzle == sbn.puzzle)
    #expect(again.metadata == sbn.metadata)
  }

  @Test(
    "any distinct letters name regions, in either case, and a letter is one region in both",
    arguments: [
      Samples.letters, Samples.letters.lowercased(), "aABbBAaBBCaDdCCaddcEDDDee",
      "ZZyyyzzyyXzwwXXzWWXvwwWVV", "QQAAAQQAAMQZZMMQZZMCZZZCC",
    ])
  func lettering(letters: String) throws {
    let sbn = try SBN("5x1.\(letters)")
    #expect(sbn.puzzle == (try Samples.puzzle(Samples.letters)))
    #expect(sbn.description == "5x1.\(letters)")
    #expect(sbn.canonical.description == Samples.text)
  }

  @Test("a size with leading zeros is read and keeps its bytes")
  func leadingZeros() throws {
    let sbn = try SBN("005x01.\(Samples.letters)")
    #expect(sbn.puzzle.grid == (try Grid(side: 5, stars: 1)))
    #expect(sbn.description.hasPrefix("005x01."))
    #expect(sbn.canonical.description == Samples.text)
  }

  @Test("two strings are equal when their bytes are")
  func equality() throws {
    let plain = try SBN(Samples.text)
    #expect(plain == SBN(puzzle: plain.puzzle))
    #expect(plain != (try SBN(Samples.text + ".")))
    #expect(plain.puzzle == (try SBN(Samples.text + ".")).puzzle)
  }

  @Test("1,000 random boards come back from their text, and canonical text from its puzzle")
  func roundTrip() throws {
    var generator = ReplaySeed(0x5B41).generator
    for _ in 0..<1_000 {
      let puzzle = RandomBoards.puzzle(using: &generator)
      var metadata = SBN.Metadata()
      if generator.below(4) > 0 {
        metadata = SBN.Metadata(
          seed: Seed(generator.next() >> 11), difficulty: 1 + generator.below(10))
      }
      if generator.below(2) == 0 { metadata.level = generator.below(14) }
      if generator.below(2) == 0 { metadata.cycles = generator.below(10_000) }
      let written = SBN(puzzle: puzzle, metadata: metadata)
      let read = try SBN(written.description)
      #expect(read == written)
      #expect(read.puzzle == puzzle)
      #expect(read.metadata == metadata)
      #expect(read.canonical == read)
    }
  }
}
