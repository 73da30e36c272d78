import Dates
import Identity
import Signing
import Testing

/// What a reader believes, and what an attacker tries.
@Suite("Trusted reader")
struct TrustedReaderTests {
  private let now: Timestamp
  private var reader: TrustedReader

  init() throws {
    now = try Timestamp("2026-11-21T09:00:00Z")
    reader = try SampleKeys.reader()
  }

  @Test("takes what a listed key has signed, again and again, and whatever comes above it")
  func accepts() throws {
    var reader = reader
    for release in [7, 7, 8, 60] {
      #expect(try reader.take(SampleKeys.manifest(release), by: 10) == .accepted(notices: []))
      #expect(reader.seen?.release == release)
    }
  }

  @Test("one signature by a trusted key is enough, whatever stands beside it")
  func several() throws {
    var reader = reader
    #expect(try reader.take(SampleKeys.manifest(7), by: 66, 10, 67) == .accepted(notices: []))
    // A false one that borrows a trusted name does no harm either.
    let manifest = SampleKeys.manifest(8)
    var whole = try ReleaseSignatures(reading: SampleKeys.signature(manifest, by: 10))
    let borrowed = KeySignature(
      key: try SampleKeys.key(10).publicKey, bytes: [UInt8](repeating: 0, count: 64))
    whole.signatures.insert(borrowed, at: 0)
    #expect(
      reader.take(manifest: manifest, signature: whole.json, at: now) == .accepted(notices: []))
  }

  @Test("rollback: an older release is a stale cache, no error, and is never taken")
  func rollback() throws {
    var reader = reader
    _ = try reader.take(SampleKeys.manifest(41), by: 10)
    let before = reader
    #expect(
      try reader.take(SampleKeys.manifest(40), by: 10) == .kept(.stale(number: 40, known: 41)))
    #expect(reader == before)
    // Whoever starts with nothing is kept from going below the release that the root has seen.
    var fresh = TrustedReader(roots: reader.roots)
    let keys = try SampleKeys.keys([SampleKeys.entry(10)], version: 3, release: 41)
    #expect(fresh.take(keys: keys.json) == .accepted(notices: []))
    #expect(
      try fresh.take(SampleKeys.manifest(12), by: 10) == .kept(.stale(number: 12, known: 41)))
    #expect(try fresh.take(SampleKeys.manifest(41), by: 10) == .accepted(notices: []))
  }

  @Test("rollback of the keys: an ended key does not come back")
  func rollbackOfKeys() throws {
    var reader = reader
    let ended = try SampleKeys.keys([SampleKeys.entry(11)], version: 2)
    #expect(reader.take(keys: ended.json) == .accepted(notices: []))
    let old = try SampleKeys.keys([SampleKeys.entry(10)], version: 1)
    #expect(reader.take(keys: old.json) == .kept(.stale(number: 1, known: 2)))
    #expect(try reader.take(SampleKeys.manifest(7), by: 10) == .refused(.noTrustedKey))
    let second = try SampleKeys.keys([SampleKeys.entry(11), SampleKeys.entry(10)], version: 2)
    #expect(reader.take(keys: second.json) == .refused(.secondOfNumber(2)))
  }

  @Test("freeze: the same release for ever is a notice after 30 days, and never a stop")
  func freeze() throws {
    var reader = reader
    let manifest = SampleKeys.manifest(41, at: "2026-11-21T03:00:00Z")
    for (now, notices) in [
      ("2026-11-21T03:00:00Z", []), ("2026-12-21T03:00:00Z", []),
      ("2026-12-21T03:00:01Z", [TrustedReader.Notice.late(days: 30)]),
      ("2036-11-21T03:00:00Z", [.late(days: 3653)]),
    ] {
      #expect(try reader.take(manifest, by: 10, at: now) == .accepted(notices: notices))
    }
  }

  @Test("wrong clock: a phone that lives in another century plays on, and is told")
  func wrongClock() throws {
    var reader = reader
    let manifest = SampleKeys.manifest(41)
    #expect(
      try reader.take(manifest, by: 10, at: "1970-01-01T00:00:00Z")
        == .accepted(notices: [.ahead(days: 20778)]))
    // A night whose clock was wrong by years; the next one, set right, still comes above it.
    #expect(
      try reader.take(SampleKeys.manifest(42, at: "2031-01-01T03:00:00Z"), by: 10)
        == .accepted(notices: [.ahead(days: 1501)]))
    #expect(
      try reader.take(SampleKeys.manifest(43, at: "2026-11-21T03:00:00Z"), by: 10)
        == .accepted(notices: []))
  }

  @Test("mix and match: a signature of one release does not go with the manifest of another")
  func mixAndMatch() throws {
    var reader = reader
    let (old, new) = (SampleKeys.manifest(41), SampleKeys.manifest(42))
    _ = try reader.take(old, by: 10)
    let before = reader
    let signature = try SampleKeys.signature(old, by: 10)
    #expect(reader.take(manifest: new, signature: signature, at: now) == .refused(.ofAnother))
    // The same number twice, both signed: whoever has one keeps it.
    #expect(
      try reader.take(SampleKeys.manifest(41, mark: "other"), by: 10)
        == .refused(.secondOfNumber(41)))
    // The statement of one manifest with the signature of another.
    var mixed = ReleaseSignatures(of: try ReleaseStatement(ofManifest: new))
    mixed.signatures = try ReleaseSignatures(reading: signature).signatures
    #expect(reader.take(manifest: new, signature: mixed.json, at: now) == .refused(.noTrustedKey))
    #expect(reader == before)
  }

  @Test("mix and match: a statement that the manifest does not make is refused, signed or not")
  func contradiction() throws {
    var reader = reader
    let manifest = SampleKeys.manifest(41)
    let statement = ReleaseStatement(
      release: 42, manifest: Digest.sha256(of: manifest), createdAt: try Timestamp(SampleKeys.time))
    let key = try SampleKeys.key(10)
    let signatures = ReleaseSignatures(
      of: statement,
      [KeySignature(key: key.publicKey, bytes: try key.signature(of: statement.text))])
    #expect(
      reader.take(manifest: manifest, signature: signatures.json, at: now)
        == .refused(.contradiction))
    #expect(reader.seen == nil)
  }

  @Test("a foreign key signs nothing, and a foreign root lists nothing")
  func foreign() throws {
    var reader = reader
    #expect(try reader.take(SampleKeys.manifest(41), by: 66) == .refused(.noTrustedKey))
    #expect(try reader.take(SampleKeys.manifest(41)) == .refused(.noTrustedKey))
    let keys = try SampleKeys.keys([SampleKeys.entry(66)], version: 9, roots: [66], signedBy: [66])
    #expect(reader.take(keys: keys.json) == .refused(.noRoot))
    // A root's signature does not make a release, nor a release key's a list.
    #expect(try reader.take(SampleKeys.manifest(41), by: 1, 2) == .refused(.noTrustedKey))
    let own = try SampleKeys.keys([SampleKeys.entry(66)], version: 9, signedBy: [10])
    #expect(reader.take(keys: own.json) == .refused(.noRoot))
    #expect(try SampleKeys.reader() == reader)
  }

  @Test("a key signs only the releases that it is listed for")
  func ranges() throws {
    var reader = reader
    let keys = try SampleKeys.keys(
      [SampleKeys.entry(10, 1, 41), SampleKeys.entry(11, 40)], version: 2)
    _ = reader.take(keys: keys.json)
    for (release, key, isTrusted) in [
      (39, 10, true), (39, 11, false), (40, 11, true), (41, 10, true), (42, 10, false),
      (42, 11, true),
    ] as [(Int, UInt8, Bool)] {
      let verdict = try reader.take(SampleKeys.manifest(release), by: key)
      // Mere order of numbers is another test's affair.
      let isBelow = verdict == .kept(.stale(number: release, known: reader.least))
      #expect((verdict == .accepted(notices: []) || isBelow) == isTrusted, "\(release), \(key)")
    }
  }

  @Test("a manifest edited by one byte, anywhere, is refused whole")
  func edited() throws {
    var reader = reader
    let manifest = SampleKeys.manifest(41)
    let signature = try SampleKeys.signature(manifest, by: 10)
    for index in manifest.indices {
      var other = manifest
      other[index] ^= 1
      #expect(reader.take(manifest: other, signature: signature, at: now) == .refused(.ofAnother))
    }
    #expect(reader.seen == nil)
  }

  @Test("a truncated signature, of any length, is refused; so is one with a byte changed")
  func truncated() throws {
    var reader = reader
    let manifest = SampleKeys.manifest(41)
    let signature = try SampleKeys.signature(manifest, by: 10)
    for length in signature.indices {
      let cut = Array(signature[..<length])
      guard case .refused = reader.take(manifest: manifest, signature: cut, at: now) else {
        Issue.record("\(length) bytes were accepted")
        continue
      }
    }
    for index in signature.indices {
      var other = signature
      other[index] ^= 1
      let verdict = reader.take(manifest: manifest, signature: other, at: now)
      guard case .refused = verdict else {
        Issue.record("\(String(decoding: other, as: UTF8.self)): \(verdict)")
        continue
      }
    }
    #expect(reader.seen == nil)
  }

  @Test("a list of keys that is truncated, or has a byte changed, is refused")
  func damagedKeys() throws {
    var reader = TrustedReader(roots: [try SampleKeys.key(1).publicKey])
    let keys = try SampleKeys.keys([SampleKeys.entry(10)]).json
    for index in keys.indices {
      var other = keys
      other[index] ^= 1
      for bytes in [other, Array(keys[..<index])] {
        guard case .refused = reader.take(keys: bytes) else {
          Issue.record("\(String(decoding: bytes, as: UTF8.self))")
          continue
        }
      }
    }
    #expect(reader.keys == nil)
  }

  @Test("a swapped signature is refused: that of the release before, of the keys, of nothing")
  func swapped() throws {
    var reader = reader
    let manifest = SampleKeys.manifest(41)
    for bytes in [
      try SampleKeys.signature(SampleKeys.manifest(40), by: 10),
      try SampleKeys.keys([SampleKeys.entry(10)]).json, manifest, [], Array("null".utf8),
    ] {
      guard case .refused = reader.take(manifest: manifest, signature: bytes, at: now) else {
        Issue.record("\(String(decoding: bytes, as: UTF8.self))")
        continue
      }
    }
    guard case .refused = reader.take(keys: try SampleKeys.signature(manifest, by: 10)) else {
      Issue.record("a signature was taken for a list of keys")
      return
    }
  }

  @Test("endless data: what is longer than it can be is not even parsed")
  func endless() throws {
    var reader = reader
    let nested = Array(String(repeating: "[", count: 1 << 18).utf8)
    let blanks = [UInt8](repeating: 0x20, count: TrustedReader.largestManifest + 1)
    let manifest = SampleKeys.manifest(41)
    for bytes in [nested, blanks] {
      for verdict in [
        reader.take(keys: bytes), reader.take(manifest: manifest, signature: bytes, at: now),
      ] {
        guard case .refused(.unreadable(let fault)) = verdict else {
          Issue.record("\(verdict)")
          continue
        }
        #expect(fault.contains("bytes"), "\(fault)")
      }
    }
    guard case .refused(.unreadable) = reader.take(manifest: blanks, signature: nil, at: now) else {
      Issue.record("a manifest of any length was looked at")
      return
    }
    // As many signatures as there is room for, and one more.
    var whole = try ReleaseSignatures(reading: SampleKeys.signature(manifest, by: 10))
    let one = try #require(whole.signatures.first)
    whole.signatures = Array(repeating: one, count: 17)
    guard
      case .refused(.unreadable) = reader.take(
        manifest: manifest, signature: whole.json, at: now)
    else {
      Issue.record("17 signatures were read")
      return
    }
  }

  @Test(
    "a release number of 2^63, or any that is no number of a release, is refused",
    arguments: [
      "9223372036854775808", "9223372036854775807", "9007199254740993", "18446744073709551616",
      "1e3", "41.0", "-41", "0", "\"41\"", "null", "041",
    ])
  func hugeNumber(number: String) throws {
    var reader = reader
    let manifest = SampleKeys.manifest(41)
    let text = String(decoding: try SampleKeys.signature(manifest, by: 10), as: UTF8.self)
    let signature = Array(text.replacing("\"release\":41", with: "\"release\":\(number)").utf8)
    guard
      case .refused(.unreadable) = reader.take(manifest: manifest, signature: signature, at: now)
    else {
      Issue.record("\(number)")
      return
    }
    let other = Array(
      String(decoding: manifest, as: UTF8.self)
        .replacing("\"release\":41", with: "\"release\":\(number)").utf8)
    #expect(throws: SigningError.self) { try ReleaseStatement(ofManifest: other) }
    let keys = String(
      decoding: try SampleKeys.keys([SampleKeys.entry(10)], version: 2).json, as: UTF8.self)
    for member in ["version", "release", "first"] {
      let text = keys.replacing(
        try Regex("\(member)\\\\\":[0-9]+"), with: "\(member)\\\":\(number)")
      guard number != "0" || member != "release" else { continue }
      guard case .refused = reader.take(keys: Array(text.utf8)) else {
        Issue.record("\(member) \(number)")
        continue
      }
    }
  }

  @Test("the greatest number that there is, signed by a thief, does not end the press")
  func poisoned() throws {
    var reader = reader
    _ = try reader.take(SampleKeys.manifest(41), by: 10)
    let forged = SampleKeys.manifest(ReleaseStatement.greatestRelease)
    #expect(try reader.take(forged, by: 10) == .accepted(notices: []))
    // The root ends the key; what only it has signed is forgotten, and 41 stays the least.
    let keys = try SampleKeys.keys(
      [SampleKeys.entry(10, 1, 40), SampleKeys.entry(11, 41)], version: 2, release: 41)
    #expect(reader.take(keys: keys.json) == .accepted(notices: []))
    #expect(reader.seen == nil)
    #expect(try reader.take(forged, by: 10) == .refused(.noTrustedKey))
    #expect(
      try reader.take(SampleKeys.manifest(40), by: 10) == .kept(.stale(number: 40, known: 41)))
    #expect(try reader.take(SampleKeys.manifest(42), by: 11) == .accepted(notices: []))
  }

  @Test("what is not there yet is waited for: no signature, no list of keys")
  func late() throws {
    var reader = reader
    let manifest = SampleKeys.manifest(41)
    #expect(reader.take(manifest: manifest, signature: nil, at: now) == .kept(.unsigned))
    var fresh = TrustedReader(roots: reader.roots)
    let signature = try SampleKeys.signature(manifest, by: 10)
    #expect(fresh.take(manifest: manifest, signature: signature, at: now) == .kept(.noKeys))
  }

  @Test("the next root signs as well as the current one, and what was kept is checked again")
  func nextRoot() throws {
    var reader = reader
    let keys = try SampleKeys.keys(
      [SampleKeys.entry(11)], version: 2, roots: [2, 3], signedBy: [2])
    #expect(reader.take(keys: keys.json) == .accepted(notices: []))
    let stored = TrustedReader(roots: reader.roots, keys: reader.keys, seen: reader.seen)
    #expect(stored == reader)
    // An app of a later build, whose roots are others: it starts with no list.
    #expect(TrustedReader(roots: [try SampleKeys.key(3).publicKey], keys: reader.keys).keys == nil)
  }
}
