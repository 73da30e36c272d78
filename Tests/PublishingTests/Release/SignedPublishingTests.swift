import Dates
import HouseSupport
import Manifest
import Publishing
import Signing
import Stores
import Testing
import Verifying

/// Signatures while every operation of a store fails in turn.
@Suite("Signed publishing")
struct SignedPublishingTests {
  private let signer: ReleaseSigner
  /// One whose key may sign releases from the fourth on.
  private let laterSigner: ReleaseSigner
  private let roots: [PublicKey]

  init() throws {
    let (root, key, later) = (SecretKey(), SecretKey(), SecretKey())
    roots = [root.publicKey]
    var list = ReleaseKeys(
      version: 1, createdAt: Samples.clock, release: 0, roots: roots, copies: 2,
      entries: [.init(key: key.publicKey, first: 1, createdAt: Samples.clock)])
    signer = try ReleaseSigner(key: key, keys: try SignedKeys(list, signedBy: [root]))
    list.version = 2
    list.entries.append(.init(key: later.publicKey, first: 4, createdAt: Samples.clock))
    laterSigner = try ReleaseSigner(key: later, keys: try SignedKeys(list, signedBy: [root]))
  }

  private func publish(
    _ content: ReleaseContent, to store: any ObjectStore, after last: Int?, keepingFrom: Int? = nil,
    by other: ReleaseSigner? = nil
  ) async throws -> PublishOutcome {
    let publisher = Publisher(store: store)
    return try await publisher.publish(
      publisher.plan(
        content, at: Samples.clock, after: last, keepingFrom: keepingFrom,
        signer: other ?? signer))
  }

  private func content(_ days: Int) -> ReleaseContent { Samples.content(days: days) }

  @Test(
    "no reader ever meets a release without its signature, whatever operation fails",
    arguments: [FaultStore.Fault.killedBefore, .killedAfter, .failsOnce, .truncates])
  func interrupted(fault: FaultStore.Fault) async throws {
    let expected = MemoryStore()
    _ = try await publish(content(4), to: expected, after: nil)
    _ = try await publish(content(5), to: expected, after: nil)
    var number = 0
    while true {
      let base = MemoryStore()
      _ = try await publish(content(4), to: base, after: nil)
      let store = FaultStore(base, operation: number, fault)
      _ = try? await publish(content(5), to: store, after: 1)
      guard store.hasFired else { break }
      // What a store that breaks its word has cut off is seen, and mended below.
      if !store.hasDamaged {
        var reader = TrustedReader(roots: roots)
        let verdict = try await reader.open(base, at: "2026-11-21T09:00:00Z")
        #expect(verdict == .accepted(notices: []), "operation \(number)")
      }
      _ = try await publish(content(5), to: base, after: nil)
      #expect(try await Samples.tree(base).keys.sorted() == Samples.tree(expected).keys.sorted())
      let manifest = try Manifest(json: try #require(try base.get(.manifest, limit: 1 << 28)))
      let reading = try await SignatureReading(
        of: base, manifest, roots: roots, at: Samples.clock)
      #expect(reading.findings.isEmpty, "operation \(number)")
      #expect(try await TreeVerifier(store: base).read(atLeast: 2).findings.isEmpty)
      #expect(try await publish(content(5), to: base, after: nil).written.isEmpty)
      number += 1
    }
    #expect(number > 15)
  }

  @Test(
    "a damaged signature of an earlier release is made again, or goes where the key may not",
    arguments: [true, false])
  func earlierSignatures(isEntitled: Bool) async throws {
    let store = MemoryStore()
    for days in 3...6 { _ = try await publish(content(days), to: store, after: nil) }
    let key = ObjectKey.signature(2)
    let whole = try #require(try await store.get(key))
    var signatures = try ReleaseSignatures(reading: whole)
    var bytes = signatures.signatures[0].bytes
    bytes[0] ^= 1
    signatures.signatures = [KeySignature(key: signatures.signatures[0].key, bytes: bytes)]
    let ofAnother = try #require(try await store.get(.signature(3)))
    let signer = isEntitled ? signer : laterSigner
    for damaged in [[], signatures.json, ofAnother] {
      try await Samples.overwrite(key, damaged, in: store)
      let objects = try await Samples.tree(store)
      let manifest = try Manifest(json: try #require(objects[.manifest]))
      #expect(
        try await store.damagedSignatures(before: manifest, among: Set(objects.keys)) == [2])
      let outcome = try await publish(content(6), to: store, after: nil, by: signer)
      #expect(outcome.written.contains(key))
      #expect(try await (store.get(key) != nil) == isEntitled)
      let reading = try await SignatureReading(
        of: store, manifest, roots: roots, at: Samples.clock)
      #expect(reading.findings.isEmpty)
      #expect(try await publish(content(6), to: store, after: nil, by: signer).written.isEmpty)
      _ = try store.put(
        StoredObject(
          key: key, bytes: whole, mediaType: MediaType.json, cacheControl: CacheControl.pointer),
        .always)
    }
  }

  @Test("a manifest that is longer than readers take is not signed, and nothing is written")
  func longManifest() async throws {
    let store = MemoryStore()
    var content = content(4)
    content.provenance.recipeHash = String(repeating: "0", count: TrustedReader.largestManifest)
    await #expect {
      try await publish(content, to: store, after: nil)
    } throws: { error in
      "\(error)".contains("apps that check signatures read 16777216 at the most")
    }
    #expect(try store.list("").objects.isEmpty)
  }

  @Test("a clean-up that is interrupted anywhere leaves no signature without its release")
  func interruptedCleanUp() async throws {
    func filled() async throws -> MemoryStore {
      let store = MemoryStore()
      for days in 3...6 { _ = try await publish(content(days), to: store, after: nil) }
      return store
    }
    var number = 0
    while true {
      let base = try await filled()
      let store = FaultStore(base, operation: number, .killedAfter)
      _ = try? await publish(content(6), to: store, after: 4, keepingFrom: 3)
      guard store.hasFired else { break }
      _ = try await publish(content(6), to: base, after: nil, keepingFrom: 3)
      let names = try await Samples.tree(base).keys
      let signatures = names.compactMap(\.signatureNumber).sorted()
      #expect(signatures == names.compactMap(\.releaseNumber).sorted(), "operation \(number)")
      #expect(signatures.first == 3)
      #expect(try await TreeVerifier(store: base).read().findings.isEmpty)
      number += 1
    }
    #expect(number > 15)
  }

  @Test("two publishers with keys of their own: one wins, and its release has its signature")
  func twoPublishers() async throws {
    let store = MemoryStore()
    _ = try await publish(content(4), to: store, after: nil)
    let publisher = Publisher(store: store)
    let one = try await publisher.plan(
      content(5), at: Samples.clock, after: 1, signer: signer)
    let other = try await publisher.plan(
      content(6), at: Samples.clock, after: 1, signer: signer)
    try await publisher.publish(one)
    await #expect(throws: PublishError.self) { try await publisher.publish(other) }
    var reader = TrustedReader(roots: roots)
    #expect(
      try await reader.open(store, at: "2026-11-21T09:00:00Z") == .accepted(notices: []))
    #expect(reader.seen?.release == 2)
  }
}
