import AlmanacTree
import HouseSupport
import JSONText
import Manifest
import Stores
import TestSupport
import Testing

@Suite("A copy of a tree in a bucket")
struct TreeMirrorTests {
  private let bucket = TemporaryFolder()
  private let copy = TemporaryFolder()

  private func makeMirror() throws -> TreeMirror {
    try TreeMirror(
      of: bucket.path, privateAddress: nil, in: copy.path, trust: nil, variable: { _ in nil },
      now: { 0 })
  }

  /// Publishes a release, and gives where its signature belongs.
  private func publish() async throws -> String {
    let store = DirectoryStore(root: bucket.path)
    try await Samples.publish(Samples.content(), to: store, profiles: Samples.profiles)
    let manifest = try #require(try store.get(.manifest, limit: 1 << 20))
    return "puzzles/releases/\(try Manifest(json: manifest).release).sig"
  }

  /// What an app is told of who has signed the copy.
  private func proof() throws -> [String: JSONValue] {
    let release = try #require(try PublishedRelease(root: copy.path))
    let opening = try JSONValue(reading: #require(try release.opening(knowing: nil)))
    var proof: [String: JSONValue] = [:]
    for name in ["signature", "keys"] { proof[name] = opening[name] }
    return proof
  }

  @Test("keys and signature come along where nothing is checked, so that apps can check them")
  func proofs() async throws {
    let signature = try await publish()
    try bucket.write("a signature", to: signature)
    try bucket.write("keys", to: "puzzles/keys.json")
    let mirror = try makeMirror()
    #expect(try await mirror.refresh())
    #expect(try proof() == ["signature": .string("a signature"), "keys": .string("keys")])
    #expect(try await !mirror.refresh())
  }

  @Test("a signature that comes after its release is fetched, and keys that change")
  func late() async throws {
    let signature = try await publish()
    let mirror = try makeMirror()
    #expect(try await mirror.refresh())
    #expect(try proof() == [:])
    try bucket.write("a signature", to: signature)
    try bucket.write("keys", to: "puzzles/keys.json")
    #expect(try await !mirror.refresh())
    #expect(try proof() == ["signature": .string("a signature"), "keys": .string("keys")])
    try bucket.write("other keys", to: "puzzles/keys.json")
    #expect(try await !mirror.refresh())
    #expect(try proof()["keys"] == .string("other keys"))
  }

  @Test("of a release that nobody trusted has signed, nothing is copied")
  func untrusted() async throws {
    let signature = try await publish()
    try bucket.write("a signature", to: signature)
    let root = String(repeating: "a1", count: 32)
    let trusting = TreeTrust(rootKeys: [root], now: { 0 })
    let trust = try #require(trusting)
    let mirror = try TreeMirror(
      of: bucket.path, privateAddress: nil, in: copy.path, trust: trust, variable: { _ in nil },
      now: { 0 })
    await #expect(throws: TreeMirror.Failure.self) { try await mirror.refresh() }
    #expect(copy.files.isEmpty)
  }
}
