import Dates
import Identity
import Signing
import Testing

@Suite("Signing releases")
struct ReleaseSignerTests {
  private let statement: ReleaseStatement

  init() throws { statement = try ReleaseStatement(ofManifest: SampleKeys.manifest(41)) }

  private func signer(_ key: UInt8, _ entries: [ReleaseKeys.Entry]) throws -> ReleaseSigner {
    try ReleaseSigner(key: SampleKeys.key(key), keys: SampleKeys.keys(entries))
  }

  @Test("what is signed is the mark, the number, the manifest's digest and its time")
  func text() {
    let digest = Digest.sha256(of: SampleKeys.manifest(41))
    #expect(
      String(decoding: statement.text, as: UTF8.self)
        == "ALMANAC1\n41\n\(digest)\n2026-11-21T03:00:00Z")
  }

  @Test("a release gets one signature, and what stands is not written again")
  func once() throws {
    let signer = try signer(10, [SampleKeys.entry(10)])
    let bytes = try #require(try signer.signatures(for: statement, found: nil))
    let read = try ReleaseSignatures(reading: bytes)
    #expect(read.json == bytes)
    #expect(read.trusted(by: signer.keys.keys) == [try SampleKeys.key(10).publicKey])
    #expect(try signer.signatures(for: statement, found: bytes) == nil)
  }

  @Test("two publishers: a second key of the list lets the first one's signature stand")
  func twoKeys() throws {
    let entries = try [SampleKeys.entry(10), SampleKeys.entry(11)]
    let bytes = try #require(try signer(10, entries).signatures(for: statement, found: nil))
    #expect(try signer(11, entries).signatures(for: statement, found: bytes) == nil)
    // Beside one that is not trusted any more it adds its own, and keeps the other.
    let later = try signer(11, [SampleKeys.entry(10, 1, 40), SampleKeys.entry(11)])
    let both = try ReleaseSignatures(
      reading: try #require(try later.signatures(for: statement, found: bytes)))
    #expect(both.signatures.count == 2)
    #expect(both.forged.isEmpty)
  }

  @Test("damaged, forged and foreign signatures give way to one that holds")
  func heals() throws {
    let signer = try signer(10, [SampleKeys.entry(10)])
    let other = try SampleKeys.signature(SampleKeys.manifest(40), by: 10)
    var forged = try ReleaseSignatures(
      reading: SampleKeys.signature(SampleKeys.manifest(41), by: 66))
    forged.signatures.append(
      KeySignature(key: signer.publicKey, bytes: [UInt8](repeating: 7, count: 64)))
    for found in [[], Array("{}".utf8), other, forged.json] {
      let bytes = try #require(try signer.signatures(for: statement, found: found))
      let read = try ReleaseSignatures(reading: bytes)
      #expect(read.statement == statement)
      #expect(read.forged.isEmpty)
      #expect(read.holds(for: signer.publicKey))
    }
  }

  @Test("a key that is not listed, or not for the release, signs nothing")
  func notEntitled() throws {
    #expect(throws: SigningError.notListed(try SampleKeys.key(11).publicKey)) {
      try signer(11, [SampleKeys.entry(10)])
    }
    #expect(throws: SigningError.rootInstead(try SampleKeys.key(2).publicKey)) {
      try signer(2, [SampleKeys.entry(10)])
    }
    #expect(throws: SigningError.noRootSignature) {
      let keys = try SampleKeys.keys([SampleKeys.entry(10)], signedBy: [66])
      _ = try ReleaseSigner(key: SampleKeys.key(10), keys: keys)
    }
    let later = try signer(10, [SampleKeys.entry(10, 42)])
    #expect(try later.signatures(for: statement, found: nil) == nil)
    #expect(throws: SigningError.self) { try later.checkEntitled(to: 41) }
    #expect(throws: Never.self) { try later.checkEntitled(to: 42) }
  }

  @Test("a list that was signed at a later release than there is goes to no reader")
  func keysAhead() throws {
    let keys = try SampleKeys.keys([SampleKeys.entry(10)], release: 41)
    let signer = try ReleaseSigner(key: SampleKeys.key(10), keys: keys)
    #expect(throws: Never.self) { try signer.checkEntitled(to: 41) }
    #expect(throws: SigningError.keysAhead(listed: 41, release: 40)) {
      try signer.checkEntitled(to: 40)
    }
  }

  @Test("the tree's list of keys is followed upwards only, and never to other roots")
  func listOfKeys() throws {
    func listed(_ version: Int, roots: [UInt8], by root: UInt8) throws -> ReleaseSigner {
      let keys = try SampleKeys.keys(
        [SampleKeys.entry(10)], version: version, roots: roots, signedBy: [root])
      return try ReleaseSigner(key: SampleKeys.key(10), keys: keys)
    }
    let second = try listed(2, roots: [1, 2], by: 1)
    let tree = second.keys.json
    #expect(try second.replacesKeys(nil))
    #expect(try second.replacesKeys(Array("damaged".utf8)))
    #expect(try !second.replacesKeys(tree))
    #expect(try listed(3, roots: [2, 3], by: 2).replacesKeys(tree))
    #expect(throws: SigningError.keysWouldRollBack(published: 2, offered: 1)) {
      try listed(1, roots: [1, 2], by: 1).replacesKeys(tree)
    }
    #expect(throws: SigningError.keysApart(version: 2)) {
      try listed(2, roots: [1, 3], by: 1).replacesKeys(tree)
    }
    #expect(throws: SigningError.keysOfOtherRoot) {
      try listed(3, roots: [7, 8], by: 7).replacesKeys(tree)
    }
  }

  @Test("members to come are passed over in signatures, and signed in lists of keys")
  func unknownMembers() throws {
    let bytes = try SampleKeys.signature(SampleKeys.manifest(41), by: 10)
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing("{\"schema\"", with: "{\"later\":[1],\"schema\"")
    #expect(try ReleaseSignatures(reading: Array(text.utf8)).forged.isEmpty)
    #expect(throws: SigningError.self) {
      try ReleaseSignatures(
        reading: Array(text.replacing("\"schema\":1", with: "\"schema\":2").utf8))
    }
  }
}
