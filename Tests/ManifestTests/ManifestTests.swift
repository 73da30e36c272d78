import Dates
import HouseSupport
import Identity
import JSONText
import Manifest
import Stores
import Testing

@Suite("Manifests")
struct ManifestTests {
  private func published() async throws -> (manifest: Manifest, bytes: [UInt8]) {
    let store = MemoryStore()
    try await Samples.publish(Samples.content(), to: store)
    let bytes = try #require(try await store.get(.manifest))
    return (try Manifest(json: bytes), bytes)
  }

  @Test("a manifest is read and written again, byte for byte")
  func roundTrip() async throws {
    let (manifest, bytes) = try await published()
    #expect(manifest.json == bytes)
    #expect(try Manifest(json: manifest.json) == manifest)
  }

  @Test("two releases offer the same until a price or a rollback differs, whatever their numbers")
  func offers() async throws {
    let (manifest, _) = try await published()
    var other = manifest
    other.release += 1
    other.createdAt = Timestamp(epochSeconds: manifest.createdAt.epochSeconds + 86_400)
    #expect(other.offersTheSame(as: manifest))
    other.rollback = manifest.release
    #expect(!other.offersTheSame(as: manifest))
    other.rollback = nil
    other.packs[0].entitlements = ["gold"]
    #expect(!other.offersTheSame(as: manifest))
  }

  @Test("its members are sorted at every depth")
  func sorted() async throws {
    let (_, bytes) = try await published()
    let value = try JSONValue(reading: bytes)
    #expect(value.sorted.text == bytes)
    #expect(
      value.members.map(\.key) == [
        "calendar", "createdAt", "earlierObjects", "generatorVersion", "graderVersion", "objects",
        "packs", "previous", "previousSHA256", "recipeHash", "release", "schema",
        "used",
      ])
    let pack = try #require(packs(value).first)
    #expect(
      pack.members.map(\.key) == [
        "count", "difficulty", "free", "grader", "grids", "id", "name", "object", "size", "stars",
        "version",
      ])
  }

  private func packs(_ value: JSONValue) -> [JSONValue] {
    if case .array(let packs)? = value["packs"] { return packs }
    return []
  }

  @Test("a pack of several grids gives the largest, and each with its count")
  func grids() async throws {
    let (manifest, _) = try await published()
    let intro = try #require(manifest.packs.first)
    #expect(intro.id == "intro")
    #expect((intro.size, intro.stars, intro.count) == (10, 2, 4))
    #expect(intro.grids.map { [$0.size, $0.stars, $0.count] } == [[8, 1, 3], [10, 2, 1]])
    #expect(intro.difficulty == 3...9)
  }

  @Test("the calendar has the first and last of each cadence, and the digest of each entry")
  func calendar() async throws {
    let (manifest, _) = try await published()
    let daily = try #require(manifest.calendar[.daily])
    #expect(daily.first?.id == "daily:2026-11-20")
    #expect(daily.last?.id == "daily:2026-11-23")
    #expect(manifest.calendar[.weekly]?.entries.count == 2)
    for entry in daily.entries {
      let object = manifest.objects.first { $0.key == .entry(entry.period) }
      #expect(object?.sha256 == entry.sha256)
    }
  }

  @Test("members that are not known survive, wherever they are")
  func unknownMembers() async throws {
    let (_, bytes) = try await published()
    var text = String(decoding: bytes, as: UTF8.self)
    for place in [
      #"{"calendar":{"#, #""daily":{"#, #""objects":[{"#, #""packs":[{"#,
      #""grids":[{"#,
    ] {
      let range = try #require(text.firstRange(of: place))
      text.insert(contentsOf: #""aaa":{"x":[1.50,null]},"#, at: range.upperBound)
    }
    let manifest = try Manifest(json: Array(text.utf8))
    #expect(String(decoding: manifest.json, as: UTF8.self) == sortedText(text))
  }

  private func sortedText(_ text: String) -> String {
    guard let value = try? JSONValue(reading: Array(text.utf8)) else { return "" }
    return String(decoding: value.sorted.text, as: UTF8.self)
  }

  @Test(
    "what is wrong is refused with its place",
    arguments: [
      (#""release":1"#, #""release":0"#, "release"),
      (#""release":1"#, #""release":"1""#, "release"),
      (#""schema":1"#, #""schema":1.5"#, "schema"),
      (#""createdAt":"2026-11-21T"#, #""createdAt":"2026-11-31T"#, "createdAt"),
      (#""previous":null"#, #""previous":1"#, "previousSHA256"),
      (#""version":1"#, #""version":-1"#, "packs[0].version"),
      (#""count":3"#, #""count":5"#, "packs[0].count"),
      (#""size":8"#, #""size":9999999"#, "packs[0].grids[0].size"),
      (#""id":"intro""#, #""id":"../intro""#, "packs[0].id"),
      (#""key":"puzzles/daily"#, #""key":"/etc/puzzles/daily"#, "objects[0].key"),
      (#""key":"puzzles/daily"#, #""key":"other/daily"#, "objects[0].key"),
      (#""md5":""#, #""md5":"x"#, "objects[0].md5"),
      (#""first":"2026-11-20""#, #""first":"2026-11-19""#, "calendar.daily.first"),
      (#""2026-11-21":"#, #""2026-11-32":"#, "calendar.daily.entries.2026-11-32"),
      (#""free":true"#, #""free":1"#, "packs[0].free"),
      (#""free":true,"grader":2"#, #""free":true,"grader":-1"#, "packs[0].grader"),
      (#""free":true,"grader":2"#, #""free":true,"graders":[]"#, "packs[0].graders"),
      (#""free":true,"grader":2"#, #""free":true,"graders":[[2,4]]"#, "packs[0].graders"),
      (#""free":true,"grader":2"#, #""free":true,"graders":[[1,1],[1,3]]"#, "packs[0].graders"),
      (#""free":true,"grader":2"#, #""free":true,"graders":[[1,1],[2,4]]"#, "packs[0].graders"),
      (#""free":true,"grader":2"#, #""free":true,"graders":[[1,4],[2,0]]"#, "packs[0].graders"),
      (#""grader":2,"last""#, #""graders":[[1,2],[2,1]],"last""#, "calendar.daily.graders"),
      (#""objects":["#, #""objects":[[],"#, "objects[0]"),
    ])
  func errors(old: String, new: String, place: String) async throws {
    let (_, bytes) = try await published()
    var text = String(decoding: bytes, as: UTF8.self)
    let range = try #require(text.firstRange(of: old))
    text.replaceSubrange(range, with: new)
    #expect {
      try Manifest(json: Array(text.utf8))
    } throws: { error in
      guard case .wrong(let found, _)? = error as? ManifestError else { return false }
      return found == place
    }
  }

  @Test("a manifest of a later schema is left to a later program")
  func newerSchema() async throws {
    let (_, bytes) = try await published()
    var text = String(decoding: bytes, as: UTF8.self)
    text.replace(#""schema":1"#, with: #""schema":2"#)
    #expect(throws: ManifestError.newerSchema(2)) { try Manifest(json: Array(text.utf8)) }
  }
}
