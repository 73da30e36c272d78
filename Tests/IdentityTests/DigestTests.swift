import Identity
import Testing

@Suite("Digests")
struct DigestTests {
  /// Of FIPS 180-2 and RFC 1321.
  @Test(
    "SHA-256 and MD5 are those of the standards",
    arguments: [
      (
        "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "d41d8cd98f00b204e9800998ecf8427e"
      ),
      (
        "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "900150983cd24fb0d6963f7d28e17f72"
      ),
    ])
  func vectors(text: String, sha256: String, md5: String) {
    #expect(Digest.sha256(of: Array(text.utf8)) == sha256)
    #expect(Digest.md5(of: Array(text.utf8)) == md5)
  }

  @Test("in pieces it is the digest of the whole")
  func pieces() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for size in [1, 63, 64, 65, 1_000] {
      var running = RunningDigest()
      for start in stride(from: 0, to: bytes.count, by: size) {
        running.add(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(running.hexadecimal == Digest.sha256(of: bytes))
    }
    #expect(RunningDigest().hexadecimal == Digest.sha256(of: []))
  }

  @Test("hexadecimal has two small digits a byte")
  func hexadecimal() {
    #expect(Digest.hexadecimal([0, 1, 0x9A, 0xFF]) == "00019aff")
    #expect(Digest.isHexadecimal("00019aff", bytes: 4))
    for text in ["00019aff0", "00019af", "00019AFF", "00019afg", "0001 aff", "", "٠٠٠١٩٩٩٩"] {
      #expect(!Digest.isHexadecimal(text, bytes: 4), "\(text)")
    }
  }

  @Test("a puzzle's digest is half of the SHA-256 of its key")
  func puzzle() {
    let digest = PuzzleDigest(ofKey: Array("abc".utf8))
    #expect(Digest.hexadecimal(digest.bytes) == "ba7816bf8f01cfea414140de5dae2223")
    #expect(PuzzleDigest(digest.bytes) == digest)
    #expect(PuzzleDigest(digest.bytes.dropLast()) == nil)
    #expect(PuzzleDigest(digest.bytes + [0]) == nil)
  }

  @Test("a list of digests is ascending and has none twice")
  func lists() throws {
    let digests = (0..<50).map { PuzzleDigest(ofKey: [$0]) }
    let bytes = PuzzleDigest.bytes(of: digests)
    #expect(bytes.count == 50 * PuzzleDigest.size)
    #expect(PuzzleDigest.list(bytes) == digests.sorted())
    #expect(PuzzleDigest.list([]) == [])
    #expect(PuzzleDigest.list(bytes.dropLast()) == nil)
    #expect(PuzzleDigest.list(Array(bytes.suffix(16) + bytes.prefix(16))) == nil)
    #expect(PuzzleDigest.list(Array(bytes.prefix(16) + bytes.prefix(16))) == nil)
    // In the order of the bytes, from the first.
    let order = digests.sorted().map(\.bytes)
    #expect(zip(order, order.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }
}
