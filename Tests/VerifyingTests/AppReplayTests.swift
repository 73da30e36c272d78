import Dates
import Foundation
import HouseSupport
import Identity
import JSONText
import Manifest
import Publishing
import Stores
import Testing
import Verifying

@Suite("Reading a tree as the app does")
struct AppReplayTests {
  private let store = MemoryStore()

  init() async throws { try await Samples.publish(Samples.content(), to: store) }

  private func lines(_ time: String = "2026-11-21T03:00:00Z") async throws -> [String] {
    try await AppReplay.read(store, at: Samples.time(time)).findings.map(\.description)
  }

  /// Replaces the first of some words in an object.
  private func edit(_ name: String, _ old: String, _ new: String) async throws {
    let key = Samples.key("puzzles/" + name)
    let text = String(decoding: try #require(try await store.get(key)), as: UTF8.self)
    let range = try #require(text.range(of: old))
    try await Samples.overwrite(
      key, Array(text.replacingCharacters(in: range, with: new).utf8), in: store)
  }

  private func expectFinding(
    _ words: String, at location: SourceLocation = #_sourceLocation,
    _ change: () async throws -> Void
  ) async throws {
    let before = try await Samples.tree(store)
    try await change()
    let found = try await lines()
    #expect(found.contains { $0.contains(words) }, "\(found)", sourceLocation: location)
    for (key, bytes) in before { try await Samples.overwrite(key, bytes, in: store) }
    #expect(try await lines().isEmpty, sourceLocation: location)
  }

  @Test("finds nothing wrong with a whole tree, and says what it did not look at")
  func whole() async throws {
    let seen = try await AppReplay.read(store, at: Samples.clock)
    #expect(seen.findings.isEmpty)
    #expect(seen.notes.count == 2)
    #expect(seen.notes.contains { $0.contains("profile is not published") })
    #expect(seen.notes.contains { $0.contains("2star-10x10") && !$0.contains("intro") })
  }

  @Test("versions.json has to be there, with whole numbers and harmless ids")
  func versions() async throws {
    let name = "puzzles/versions.json: app: "
    try await expectFinding(name + "the app asks for it") { try store.delete(.versions) }
    try await expectFinding(name + "it is not JSON") { try await edit("versions.json", "{", "[") }
    try await expectFinding(name + "it is no object") {
      try await Samples.overwrite(.versions, Array("[1]".utf8), in: store)
    }
    try await expectFinding(name + "intro has no whole number") {
      try await edit("versions.json", #""intro":1"#, #""intro":"1""#)
    }
    for id in ["../intro", #"a\\b"#, "a/b", "a..b"] {
      try await expectFinding(name + "a pack's id has") {
        try await edit("versions.json", "intro", id)
      }
    }
    try await expectFinding("puzzles/packs/outro.json: app: the app asks for it") {
      try await edit("versions.json", "intro", "outro")
    }
  }

  @Test("every pack has to be what the app's type says, and as new as promised")
  func packs() async throws {
    let name = "puzzles/packs/intro.json: app: "
    try await expectFinding(name + "the app asks for it") { try store.delete(.pack("intro")) }
    for (member, other) in [
      (#""free":true"#, #""free":1"#), (#""name":"#, #""title":"#), (#""version":1"#, #""v":1"#),
      (#""puzzles":["#, #""puzzle":["#),
    ] {
      try await expectFinding(name + "id, name, version, free or puzzles") {
        try await edit("packs/intro.json", member, other)
      }
    }
    try await expectFinding(name + "its id is “outro”") {
      try await edit("packs/intro.json", #""id":"intro""#, #""id":"outro""#)
    }
    try await expectFinding(name + "it is version 1, and versions.json promises 2") {
      try await edit("versions.json", #""intro":1"#, #""intro":2"#)
    }
    try await expectFinding(name + "it has no puzzles") {
      let text = #"{"id":"intro","name":"Intro","version":1,"free":true,"puzzles":[]}"#
      try await Samples.overwrite(.pack("intro"), Array(text.utf8), in: store)
    }
    try await expectFinding(name + "intro:0: the app refuses") {
      try await edit("packs/intro.json", #"["8x1."#, #"["8x1"#)
    }
  }

  @Test(
    "the app takes a header of size and stars and at least N² letters",
    arguments: [
      ("2x1.ABAB.s1", true), ("2x1.abab", true), ("2x1.ABABAB", true), ("2x1.ABA", false),
      ("2x1.AB1B", false), ("x1.ABAB", false), ("2x.ABAB", false), ("2*1.ABAB", false),
      ("2x1ABAB", false), (" 2x1.ABAB", false), ("", false),
      ("99999999999999999999x1.ABAB", false), ("9999x1.ABAB", false),
    ])
  func header(text: String, isAccepted: Bool) {
    #expect(AppReplay.accepts(text) == isAccepted)
  }

  @Test("today's dates have to be there wherever on Earth it is today")
  func dates() async throws {
    try await expectFinding("puzzles/daily/2026-11-21.sbn: app: the app asks for it") {
      try store.delete(.entry(Samples.period("daily:2026-11-21")))
    }
    try await expectFinding("puzzles/weekly/2026-47.sbn: app: the app refuses") {
      try await Samples.overwrite(.entry(Samples.period("weekly:2026-47")), [0x38], in: store)
    }
    // In Kiribati it is the 24th already, and the calendar ends on the 23rd.
    #expect(
      try await lines("2026-11-23T11:00:00Z") == [
        "puzzles/daily/2026-11-24.sbn: app: the app asks for it and gets nothing"
      ])
    #expect(try await lines("2026-11-23T09:59:59Z").isEmpty)
    // Before the first day there is nothing to ask for.
    #expect(try await lines("2026-11-19T23:00:00Z").isEmpty)
  }

  @Test("a date that was taken back is not asked for")
  func withdrawn() async throws {
    try store.delete(.entry(Samples.period("daily:2026-11-21")))
    let seen = try await AppReplay.read(store, at: Samples.clock, withdrawn: ["daily:2026-11-21"])
    #expect(seen.findings.isEmpty)
  }

  @Test("now.json has to have every version, and every date that it is somewhere on Earth")
  func now() async throws {
    try await Samples.publish(
      Samples.content(), to: store, profiles: ReleaseProfiles(bundle: true, now: true))
    #expect(try await lines() == [])
    let name = "puzzles/now.json: app: "
    for (old, new, words) in [
      (#""packs":"#, #""pack":"#, "packs or dates is missing"),
      (#""dates":{"#, #""dates":[],"dated":{"#, "packs or dates is missing"),
      (#""version":1"#, #""version":2"#, "it does not have version 1 of pack intro"),
      (#""id":"intro""#, #""id":"outro""#, "it does not have version 1 of pack intro"),
      // In the far west it is the 20th, in the far east the 21st.
      ("daily:2026-11-20", "daily:2026-11-19", "it does not tell of daily:2026-11-20"),
      ("daily:2026-11-21", "daily:2026-11-19", "it does not tell of daily:2026-11-21"),
      ("monthly:2026-11", "monthly:2026-10", "it does not tell of monthly:2026-11"),
      (Samples.sbn(1001), "8x1", "daily:2026-11-21: the app refuses its SBN"),
    ] {
      try await expectFinding(name + words) { try await edit("now.json", old, new) }
    }
    try await expectFinding(name + "it is not JSON") {
      try await Samples.overwrite(.now, Array("<html>busy</html>".utf8), in: store)
    }
  }

  @Test("where one pack is in the app's shape, every one has to be, with its hints")
  func profile() async throws {
    let pack =
      #"{"id":"intro","name":"Intro","version":2,"free":true,"gridSize":2,"stars":1,"puzzles":["#
      + #"{"sbn":"2x1.ABAB","solution":[[0,0],[1,1]],"difficulty":1,"band":"easy"}]}"#
    let hints =
      #"{"version":2,"hints":[[{"rule":"Look.","level":1,"placements":[[0,0]],"marks":[]}]]}"#
    func put(_ name: String, _ text: String) async throws {
      try await Samples.overwrite(
        Samples.key("puzzles/app/\(name).json"), Array(text.utf8), in: store)
    }
    try await put("intro", pack)
    let missing = ["1star-8x8", "daily", "intro-hints", "monthly", "weekly"]
    #expect(
      try await lines()
        == missing.map { "puzzles/app/\($0).json: app: the app asks for it and gets nothing" })
    // A board that there is not has no cells that a hint could name.
    for side in ["-5", "999999999999999999", "0"] {
      try await put("intro", pack.replacing("2x1.", with: "\(side)x1."))
      try await put("intro-hints", hints)
      #expect(try await lines().contains { $0.contains("app/intro.json") })
    }
    try await put("intro", pack)
    try store.delete(Samples.key("puzzles/app/intro-hints.json"))
    for cadence in Cadence.allCases {
      let listing = try store.list("puzzles/\(cadence)/").objects.compactMap(\.key.period)
      let last = try #require(listing.max())
      var puzzles: [JSONValue] = []
      let first = Period(cadence, containing: Samples.day("2026-04-16"))
      for index in 0...first.distance(to: last) {
        let bytes = try await store.get(.entry(first.advanced(by: index)))
        let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? "2x1.ABAB"
        puzzles.append(
          .object([
            JSONMember("sbn", .string(text)),
            JSONMember("solution", .array([.array([.integer(0), .integer(0)])])),
            JSONMember("difficulty", .integer(1)), JSONMember("band", .string("easy")),
          ]))
      }
      let list = pack.replacing(#""id":"intro""#, with: #""id":"\#(cadence)""#)
      try await put(
        "\(cadence)",
        JSONValue.text(Array(list.utf8), replacing: ["puzzles"], with: .array(puzzles)).string)
      let none = JSONValue.array(puzzles.map { _ in .array([]) })
      try await put(
        "\(cadence)-hints",
        JSONValue.text(Array(hints.utf8), replacing: ["hints"], with: none).string)
    }
    try await put("intro-hints", hints)
    try await put("1star-8x8", pack.replacing(#""id":"intro""#, with: #""id":"1star-8x8""#))
    try await put("1star-8x8-hints", hints)
    #expect(try await lines().isEmpty)
    // By then nothing was added for weeks.
    #expect(
      try await lines("2027-01-02T03:00:00Z").contains {
        $0.hasPrefix("puzzles/app/daily.json: app: it ends too early: ")
      })
    for (name, old, new, words) in [
      ("intro", #""version":2"#, #""version":1"#, "it is version 1, and the app reads 2"),
      ("intro", #""id":"intro""#, #""id":"../x""#, "its id has"),
      ("intro", #""gridSize":2"#, #""gridSize":"2""#, "id, name, version, free"),
      ("intro", "2x1.ABAB", "2x1.ABA", "intro:0: the app refuses its SBN"),
      ("intro", "[1,1]", "[1,2]", "intro:0: its solution is empty or has"),
      ("intro", "[[0,0],[1,1]]", "[]", "intro:0: its solution is empty or has"),
      ("intro", #""difficulty":1"#, #""difficulty":101"#, "intro:0: its difficulty is 101"),
      ("intro", "easy", "expert", "intro:0: its band is none of easy, medium, hard"),
      ("intro-hints", #""version":2"#, #""version":3"#, "it is version 3, and the pack"),
      ("intro-hints", #""hints":[["#, #""hints":[[],["#, "it has hints for 2 puzzles"),
      ("intro-hints", "[[0,0]]", "[[0,2]]", "intro:0: a hint has a cell beyond the board"),
      ("intro-hints", "rule", "sentence", "version or hints of rule"),
    ] {
      try await expectFinding("puzzles/app/\(name).json: app: \(words)") {
        try await edit("app/\(name).json", old, new)
      }
    }
  }
}

extension [UInt8] {
  fileprivate var string: String { String(decoding: self, as: UTF8.self) }
}
