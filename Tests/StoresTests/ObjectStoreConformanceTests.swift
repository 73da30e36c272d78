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
  func roundTrip(kind: StoreKind) throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    for text in ["", "one", String(repeating: "long ", count: 50_000)] {
      let object = object("puzzles/a/b.json", text)
      let stored = try store.put(object, .always)
      #expect(try store.get(object.key) == object.bytes)
      let info = try #require(try store.head(object.key))
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
  func absence(kind: StoreKind) throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    let key = Samples.key("puzzles/a.json")
    #expect(try store.get(key) == nil)
    #expect(try store.head(key) == nil)
    #expect(try store.list("puzzles/") == StoreListing())
    #expect(try store.sweep("puzzles/").isEmpty)
    try store.delete(key)
    try store.put(object("puzzles/b/c.json", "x"), .ifAbsent)
    #expect(try store.get(key) == nil)
    #expect(try store.get(Samples.key("puzzles/b/d.json")) == nil)
    try store.delete(Samples.key("puzzles/b/d.json"))
  }

  @Test("puts under a condition only when it holds", arguments: StoreKind.allCases)
  func conditions(kind: StoreKind) throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    let (one, two) = (object("puzzles/a.json", "one"), object("puzzles/a.json", "two"))
    let refusal = StoreError.preconditionFailed(one.key, store: store.name)
    #expect(throws: refusal) { try store.put(one, .ifMatch(one.md5)) }
    #expect(try store.get(one.key) == nil)
    try store.put(one, .ifAbsent)
    #expect(throws: refusal) { try store.put(two, .ifAbsent) }
    #expect(throws: refusal) { try store.put(two, .ifMatch(two.md5)) }
    #expect(try store.get(one.key) == one.bytes)
    try store.put(two, .ifMatch(one.md5))
    #expect(try store.get(one.key) == two.bytes)
    try store.put(one, .always)
    #expect(try store.get(one.key) == one.bytes)
  }

  @Test("lists what starts with a prefix, by ascending key", arguments: StoreKind.allCases)
  func listing(kind: StoreKind) throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    let keys = ["puzzles/b/2.json", "puzzles/a.json", "puzzles/b/10.json", "puzzles/bc.json", "x"]
    for key in keys { try store.put(object(key, key), .always) }
    func list(_ prefix: String) throws -> [String] {
      let listing = try store.list(prefix)
      #expect(listing.litter.isEmpty && listing.strays.isEmpty)
      for info in listing.objects { #expect(info.bytes == info.key.text.utf8.count) }
      return listing.objects.map(\.key.text)
    }
    #expect(
      try list("puzzles/")
        == ["puzzles/a.json", "puzzles/b/10.json", "puzzles/b/2.json", "puzzles/bc.json"])
    #expect(try list("puzzles/b/") == ["puzzles/b/10.json", "puzzles/b/2.json"])
    #expect(try list("puzzles/b") == ["puzzles/b/10.json", "puzzles/b/2.json", "puzzles/bc.json"])
    #expect(try list("puzzles/c/") == [])
    #expect(try list("").count == 5)
  }

  @Test("forgets what is deleted", arguments: StoreKind.allCases)
  func deletion(kind: StoreKind) throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    let object = object("puzzles/b/2.json", "x")
    try store.put(object, .always)
    try store.delete(object.key)
    #expect(try store.get(object.key) == nil)
    #expect(try store.list("").objects.isEmpty)
    try store.put(object, .ifAbsent)
  }

  @Test("reads no more than it is allowed to", arguments: StoreKind.allCases)
  func limits(kind: StoreKind) throws {
    let (store, _keep) = kind.make()
    defer { withExtendedLifetime(_keep) {} }
    let object = object("puzzles/a.json", "12345")
    try store.put(object, .always)
    #expect(try store.get(object.key, limit: 5) == object.bytes)
    #expect {
      try store.get(object.key, limit: 4)
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
          group.addTask { (try? store.put(object, .ifAbsent)) != nil }
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
    var tag = try store.put(object("puzzles/a.json", "start"), .always).tag ?? ""
    for round in 0..<10 {
      let expected = tag
      let winners = await withTaskGroup(of: String?.self) { group in
        for writer in 0..<8 {
          let object = object("puzzles/a.json", "round \(round), writer \(writer)")
          group.addTask { (try? store.put(object, .ifMatch(expected)))?.tag }
        }
        return await group.reduce(into: [String]()) { if let tag = $1 { $0.append(tag) } }
      }
      #expect(winners.count == 1)
      tag = try #require(winners.first)
      #expect(try store.head(Samples.key("puzzles/a.json"))?.tag == tag)
    }
  }
}
