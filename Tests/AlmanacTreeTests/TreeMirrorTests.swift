import AlmanacTree
import Foundation
import HouseSupport
import Identity
import JSONText
import Manifest
import Publishing
import Signing
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

  @Test("what two releases no longer name goes, and what a killed server had begun to write")
  func forgets() async throws {
    let store = DirectoryStore(root: bucket.path)
    let mirror = try makeMirror()
    func packs() throws -> [String] {
      copy.files.filter { $0.hasSuffix(".intro.json") }.sorted()
    }
    var content = Samples.content()
    var known: [String] = []
    for number in 1...4 {
      content.packs[0] = Samples.pack("intro", version: number, first: 100 * number)
      let time = Samples.time("2026-11-2\(number)T03:00:00Z")
      try await Samples.publish(content, to: store, at: time, after: number - 1)
      #expect(try await mirror.refresh())
      let now = try packs()
      // Those who read the release before may be at it still.
      #expect(now.count == min(number, 2), "\(now)")
      #expect(number < 2 || known.contains { now.contains($0) })
      known = now
      #expect(try PublishedRelease(root: copy.path) != nil)
    }
    try copy.write("half", to: "puzzles/packs/.almanac-1-1.tmp")
    func litter() throws -> [String] { try DirectoryStore(root: copy.path).list("").litter }
    #expect(try litter().count == 1)
    content.packs[0] = Samples.pack("intro", version: 5, first: 700)
    try await Samples.publish(
      content, to: store, at: Samples.time("2026-11-25T03:00:00Z"), after: 4)
    #expect(try await mirror.refresh())
    #expect(try litter().isEmpty)
  }

  private func makeMirror(_ trust: TreeTrust) throws -> TreeMirror {
    try TreeMirror(
      of: bucket.path, privateAddress: nil, in: copy.path, trust: trust, variable: { _ in nil },
      now: { 0 })
  }

  @Test("of a release that nobody trusted has signed, nothing is copied")
  func untrusted() async throws {
    _ = try await publish()
    let mirror = try makeMirror(.ofSamples())
    try bucket.signRelease(by: 66)
    await #expect {
      try await mirror.refresh()
    } throws: {
      "\($0)".contains("no key that is trusted with it has signed it")
    }
    #expect(copy.files.isEmpty)
    try bucket.signRelease()
    #expect(try await mirror.refresh())
  }

  @Test("a release that could not be copied makes none of the one before it that is too old")
  func halfCopied() async throws {
    let trust = try TreeTrust.ofSamples()
    let mirror = try makeMirror(trust)
    var content = Samples.content()
    let store = DirectoryStore(root: bucket.path)
    try await Samples.publish(content, to: store)
    try bucket.signRelease()
    #expect(try await mirror.refresh())
    content.packs[0] = Samples.pack("intro", version: 2, first: 700)
    try await Samples.publish(
      content, to: store, at: Samples.time("2026-11-22T03:00:00Z"), after: 1)
    try bucket.signRelease()
    let pack = try #require(
      bucket.files.first {
        $0.hasSuffix(".intro.json") && !copy.files.contains($0) && !$0.hasSuffix("packs/intro.json")
      })
    let bytes = try #require(try bucket.contents()[pack])
    try bucket.write("damaged", to: pack)
    await #expect(throws: TreeMirror.Failure.self) { try await mirror.refresh() }
    #expect(try PublishedRelease(root: copy.path, trust: trust)?.number == 1)
    try bucket.write(bytes, to: pack)
    #expect(try await mirror.refresh())
    #expect(try PublishedRelease(root: copy.path, trust: trust)?.number == 2)
  }

  @Test(
    "what a copy that breaks off serves are the dates of the release before",
    arguments: ["packs", "daily/2026-11-22.sbn", "daily/2026-11-23.sbn"])
  func halfReplaced(damaged: String) async throws {
    let dates = ["2026-11-22", "2026-11-23"]
    let store = DirectoryStore(root: bucket.path)
    let mirror = try makeMirror()
    var content = Samples.content()
    try await Samples.publish(content, to: store)
    #expect(try await mirror.refresh())
    let before = try copy.contents()
    // Both dates are taken away in one release, and have their new puzzles in the next.
    let periods = dates.map { Samples.period("daily:\($0)") }
    content.calendar.removeAll { periods.contains($0.period) }
    content.replacements = periods.indices.map {
      .init(periods[$0], reason: "ugly", by: Samples.sbn(900 + $0))
    }
    try await Samples.publish(content, to: store)
    content.replacements = []
    content.calendar += periods.indices.map { .init(periods[$0], sbn: Samples.sbn(900 + $0)) }
    content.packs[0] = Samples.pack("intro", version: 2, first: 700)
    try await Samples.publish(content, to: store)
    let whole = try bucket.contents()
    let file = try #require(
      whole.keys.first {
        damaged == "packs"
          ? $0.hasSuffix(".intro.json") && before[$0] == nil : $0.hasSuffix(damaged)
      })
    try bucket.write("damaged", to: file)
    await #expect(throws: TreeMirror.Failure.self) { try await mirror.refresh() }
    #expect(try PublishedRelease(root: copy.path)?.number == 1)
    for date in dates {
      let name = "puzzles/daily/\(date).sbn"
      #expect(try copy.contents()[name] == before[name])
    }
    try bucket.write(try #require(whole[file]), to: file)
    #expect(try await mirror.refresh())
    for date in dates {
      let name = "puzzles/daily/\(date).sbn"
      #expect(try copy.contents()[name] == whole[name])
      #expect(whole[name] != before[name])
    }
  }

  @Test("a page in the place of now.json leaves the one of before, and is told")
  func busyNow() async throws {
    _ = try await publish()
    let mirror = try makeMirror()
    #expect(try await mirror.refresh())
    let good = try #require(try copy.contents()["puzzles/now.json"])
    for bad in ["<html>busy</html>", "{}", String(repeating: " ", count: 2 << 20)] {
      try bucket.write(bad, to: "puzzles/now.json")
      let failure = await #expect(throws: TreeMirror.Failure.self) { try await mirror.refresh() }
      #expect(failure?.isNowAlone == true)
      #expect(try copy.contents()["puzzles/now.json"] == good)
    }
    // It may be on its way.
    let later = JSONValue.text(good, replacing: ["release"], with: .integer(9))
    try bucket.write(later, to: "puzzles/now.json")
    #expect(try await !mirror.refresh())
    #expect(try copy.contents()["puzzles/now.json"] == good)
    try bucket.write(good, to: "puzzles/now.json")
    #expect(try await !mirror.refresh())
  }

  @Test("a new release is served although a page stands in the place of its now.json")
  func busyNowOfNext() async throws {
    _ = try await publish()
    let mirror = try makeMirror()
    #expect(try await mirror.refresh())
    let good = try #require(try copy.contents()["puzzles/now.json"])
    var content = Samples.content()
    content.packs[1].puzzles.append(Samples.sbn(999))
    content.packs[1].version = 2
    try await Samples.publish(
      content, to: DirectoryStore(root: bucket.path), at: Samples.time("2026-11-22T03:00:00Z"),
      after: 1, profiles: Samples.profiles)
    let next = try #require(try bucket.contents()["puzzles/now.json"])
    try bucket.write("<html>busy</html>", to: "puzzles/now.json")
    await #expect(throws: TreeMirror.Failure.self) { try await mirror.refresh() }
    let release = try #require(try PublishedRelease(root: copy.path))
    #expect(release.number == 2)
    #expect(try release.nowFile() == good)
    try bucket.write(next, to: "puzzles/now.json")
    #expect(try await !mirror.refresh())
    #expect(try release.nowFile() == next)
  }

  @Test("what was damaged or lost in the copy is fetched again by a thorough look")
  func repairs() async throws {
    _ = try await publish()
    let mirror = try makeMirror()
    #expect(try await mirror.refresh())
    let before = try copy.contents()
    let pack = try #require(copy.files.first { $0.hasSuffix(".intro.json") })
    let date = try #require(copy.files.first { $0.hasSuffix(".sbn") })
    try copy.write("damaged", to: pack)
    try FileManager.default.removeItem(atPath: "\(copy.path)/\(date)")
    #expect(try await !mirror.refresh())
    #expect(try copy.contents() != before)
    #expect(try await !mirror.refresh(isThorough: true))
    #expect(try copy.contents() == before)
  }
}
