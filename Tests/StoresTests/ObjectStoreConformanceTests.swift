import Foundation
import HouseSupport
import Stores
import Testing

/// What every store has to do alike.
@Suite("Every store")
struct ObjectStoreConformanceTests {
  private func object(_ key: String, _ text: String) -> StoredObject {
    StoredObject(
      key: Samples.key(key), bytes: Array(text.utf8), mediaType: "text/plain",
      cacheControl: "no-cache")
  }

  @Test("gives back what was put, with its size and MD5", arguments: StoreKind.allCases)
  func roundTrip(kind: StoreKind) async throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    for text in ["", "one", String(repeating: "long ", count: 50_000)] {
      let object = object("puzzles/a/b.json", text)
      let stored = try await store.put(object, .always)
      #expect(try await store.get(object.key) == object.bytes)
      let info = try #require(try await store.head(object.key))
      #expect((info.key, info.bytes) == (stored.key, stored.bytes))
      #expect(info.tag == stored.tag)
      #expect(info.bytes == object.bytes.count)
      #expect(info.tag == object.md5)
      #expect(info.cacheControl == nil || info.cacheControl == "no-cache")
    }
    #expect(object("a", "abc").md5 == "900150983cd24fb0d6963f7d28e17f72")
    #expect(
      object("a", "abc").sha256
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test("has nothing where nothing was put", arguments: StoreKind.allCases)
  func absence(kind: StoreKind) async throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    let key = Samples.key("puzzles/a.json")
    #expect(try await store.get(key) == nil)
    #expect(try await store.head(key) == nil)
    #expect(try await store.list("puzzles/") == StoreListing())
    #expect(try await store.sweep("puzzles/").isEmpty)
    try await store.delete(key)
    try await store.put(object("puzzles/b/c.json", "x"), .ifAbsent)
    #expect(try await store.get(key) == nil)
    #expect(try await store.get(Samples.key("puzzles/b/d.json")) == nil)
    try await store.delete(Samples.key("puzzles/b/d.json"))
  }

  @Test("puts under a condition only when it holds", arguments: StoreKind.allCases)
  func conditions(kind: StoreKind) async throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    let (one, two) = (object("puzzles/a.json", "one"), object("puzzles/a.json", "two"))
    let refusal = StoreError.preconditionFailed(one.key, store: store.name)
    await #expect(throws: refusal) { try await store.put(one, .ifMatch(one.md5)) }
    #expect(try await store.get(one.key) == nil)
    try await store.put(one, .ifAbsent)
    await #expect(throws: refusal) { try await store.put(two, .ifAbsent) }
    await #expect(throws: refusal) { try await store.put(two, .ifMatch(two.md5)) }
    #expect(try await store.get(one.key) == one.bytes)
    try await store.put(two, .ifMatch(one.md5))
    #expect(try await store.get(one.key) == two.bytes)
    try await store.put(one, .always)
    #expect(try await store.get(one.key) == one.bytes)
  }

  @Test("lists what starts with a prefix, by ascending key", arguments: StoreKind.allCases)
  func listing(kind: StoreKind) async throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    let keys = ["puzzles/b/2.json", "puzzles/a.json", "puzzles/b/10.json", "puzzles/bc.json", "x"]
    for key in keys { try await store.put(object(key, key), .always) }
    func list(_ prefix: String) async throws -> [String] {
      let listing = try await store.list(prefix)
      #expect(listing.litter.isEmpty && listing.strays.isEmpty)
      for info in listing.objects { #expect(info.bytes == info.key.text.utf8.count) }
      return listing.objects.map(\.key.text)
    }
    #expect(
      try await list("puzzles/")
        == ["puzzles/a.json", "puzzles/b/10.json", "puzzles/b/2.json", "puzzles/bc.json"])
    #expect(try await list("puzzles/b/") == ["puzzles/b/10.json", "puzzles/b/2.json"])
    #expect(
      try await list("puzzles/b") == ["puzzles/b/10.json", "puzzles/b/2.json", "puzzles/bc.json"])
    #expect(try await list("puzzles/c/") == [])
    #expect(try await list("").count == 5)
  }

  @Test("forgets what is deleted", arguments: StoreKind.allCases)
  func deletion(kind: StoreKind) async throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    let object = object("puzzles/b/2.json", "x")
    try await store.put(object, .always)
    try await store.delete(object.key)
    #expect(try await store.get(object.key) == nil)
    #expect(try await store.list("").objects.isEmpty)
    try await store.put(object, .ifAbsent)
  }

  @Test("reads no more than it is allowed to", arguments: StoreKind.allCases)
  func limits(kind: StoreKind) async throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    let object = object("puzzles/a.json", "12345")
    try await store.put(object, .always)
    #expect(try await store.get(object.key, limit: 5) == object.bytes)
    await #expect {
      try await store.get(object.key, limit: 4)
    } throws: { error in
      guard case .tooLarge(_, 5, 4)? = error as? StoreError else { return false }
      return true
    }
  }

  @Test("lets exactly one of many writers make an object", arguments: StoreKind.allCases)
  func race(kind: StoreKind) async throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    for round in 0..<10 {
      let key = "puzzles/r\(round).json"
      let winners = await withTaskGroup(of: Bool.self) { group in
        for writer in 0..<8 {
          let object = object(key, "writer \(writer)")
          group.addTask { (try? await store.put(object, .ifAbsent)) != nil }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(winners == 1)
    }
  }

  @Test("lets exactly one of many writers replace an object", arguments: StoreKind.allCases)
  func replacementRace(kind: StoreKind) async throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    var tag = try await store.put(object("puzzles/a.json", "start"), .always).tag ?? ""
    for round in 0..<10 {
      let expected = tag
      let winners = await withTaskGroup(of: String?.self) { group in
        for writer in 0..<8 {
          let object = object("puzzles/a.json", "round \(round), writer \(writer)")
          group.addTask { (try? await store.put(object, .ifMatch(expected)))?.tag }
        }
        return await group.reduce(into: [String]()) { if let tag = $1 { $0.append(tag) } }
      }
      #expect(winners.count == 1)
      tag = try #require(winners.first)
      #expect(try await store.head(Samples.key("puzzles/a.json"))?.tag == tag)
    }
  }
}
