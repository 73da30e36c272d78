import Catalog
import GRDB
import Identity
import Notation
import StarBattle
import TestSupport
import Testing

@Suite("What editors do to slots")
struct CatalogSlotsTests {
  private let folder = TemporaryFolder()
  private let catalog: Catalog
  private let time = "2026-11-21T03:00:00Z"

  init() throws {
    catalog = try Catalog.open(at: folder.catalog)
    try catalog.definePack("intro", name: "Intro", free: true)
    for number in 0..<4 {
      _ = try catalog.assign(Samples.puzzle(number), to: .slot(pack: "intro", index: number))
    }
  }

  private func publish(_ number: Int) throws {
    try catalog.recordRelease(
      NewRelease(number: number, manifest: [1], createdAt: time, packs: ["intro"], dates: []))
    try catalog.markPublished(number)
  }

  private var texts: [String] {
    get throws { try catalog.slots(of: "intro").map(\.puzzle.sbn) }
  }

  private func text(_ number: Int) -> String { Samples.puzzle(number).sbn.description }

  @Test("slots are appended at the end, are the editor's, and the reason is kept")
  func append() throws {
    let result = try catalog.append(
      [Samples.puzzle(10), Samples.puzzle(11)], to: "intro", at: time, reason: "more")
    #expect(try result.get() == [4, 5])
    #expect(try texts == [0, 1, 2, 3, 10, 11].map(text))
    #expect(
      try catalog.slots(of: "intro").map(\.isByHand) == [false, false, false, false, true, true])
    #expect(
      try catalog.edits() == [
        Edit(at: time, kind: .append, place: "intro:4", reason: "more"),
        Edit(at: time, kind: .append, place: "intro:5", reason: "more"),
      ])
  }

  @Test("a list of slots says of each what the slot itself does")
  func listed() throws {
    _ = try catalog.append([Samples.puzzle(10)], to: "intro", at: time, reason: "more")
    let (slots, listed) = (try catalog.slots(of: "intro"), try catalog.listedSlots(of: "intro"))
    #expect(listed.map(\.index) == [0, 1, 2, 3, 4])
    #expect(listed.map(\.isByHand) == slots.map(\.isByHand))
    #expect(listed.map(\.id) == slots.map(\.puzzle.id))
    #expect(listed.map(\.sbn) == slots.map(\.puzzle.sbn))
    #expect(listed.map(\.grid) == slots.map(\.puzzle.grid))
    #expect(listed.map(\.graderVersion) == slots.map(\.puzzle.graderVersion))
    #expect(listed.map(\.difficulty) == slots.map(\.puzzle.difficulty))
    #expect(try catalog.listedSlots(of: "other") == [])
    try catalog.queue.write { try $0.execute(sql: "DELETE FROM slots WHERE position = 2") }
    #expect(throws: CatalogError.slotGap(pack: "intro", index: 2)) {
      try catalog.listedSlots(of: "intro")
    }
  }

  @Test("one twin among several keeps all of them out, and is named with its place")
  func appendTwin() throws {
    let twin = Samples.turned(Samples.puzzle(2), .transposed)
    let result = try catalog.append(
      [Samples.puzzle(10), twin], to: "intro", at: time, reason: "more")
    guard case .failure(let refused) = result else {
      Issue.record("not refused")
      return
    }
    #expect("\(refused)".contains("used as intro:2"))
    #expect(try texts.count == 4)
    #expect(try catalog.counts().puzzles == 4)
    #expect(throws: CatalogError.unknownPack("none")) {
      _ = try catalog.append([Samples.puzzle(10)], to: "none", at: time, reason: "")
    }
  }

  @Test("a replaced puzzle leaves its slot; once published it is never used again")
  func replace() throws {
    try publish(1)
    let place = SlotID(pack: "intro", index: 1)
    guard
      case .assigned = try catalog.replace(
        place, with: Samples.puzzle(10), at: time, reason: "too hard")
    else {
      Issue.record("not replaced")
      return
    }
    #expect(try texts == [0, 10, 2, 3].map(text))
    #expect(try catalog.packVersion("intro") == 2)
    guard
      case .alreadyThere = try catalog.replace(
        place, with: Samples.puzzle(10), at: time, reason: "again")
    else {
      Issue.record("done twice")
      return
    }
    #expect(try catalog.edits().count == 1)
    guard
      case .twin(let twin) = try catalog.replace(
        SlotID(pack: "intro", index: 0), with: Samples.puzzle(1), at: time, reason: "back")
    else {
      Issue.record("a published puzzle was used again")
      return
    }
    #expect(twin.use == "used once as intro:1, published first in release 1")
    #expect(throws: CatalogError.emptyPlace(.slot(pack: "intro", index: 9))) {
      _ = try catalog.replace(
        SlotID(pack: "intro", index: 9), with: Samples.puzzle(12), at: time, reason: "")
    }
  }

  @Test("a puzzle that was never published comes back into reserve when it is replaced")
  func replaceUnpublished() throws {
    _ = try catalog.replace(
      SlotID(pack: "intro", index: 1), with: Samples.puzzle(10), at: time, reason: "")
    #expect(
      try catalog.reserve(of: Samples.puzzle(1).sbn.puzzle.grid).map(\.sbn) == [text(1)])
    #expect(
      try catalog.append([Samples.puzzle(1)], to: "intro", at: time, reason: "").get() == [4])
  }

  @Test("slots that move before anybody has them leave no map")
  func relayUnpublished() throws {
    let map = try catalog.rearrange(
      "intro", [.slot(3), .slot(2), .slot(1), .slot(0)], at: time, reason: "ramp")
    #expect(map == [3, 2, 1, 0])
    #expect(try texts == [3, 2, 1, 0].map(text))
    #expect(try catalog.migrations() == [])
    #expect(try catalog.edits().map(\.kind) == [.order])
  }

  @Test("slots that players have leave a map from each published slot to where it went")
  func rearrange() throws {
    try publish(1)
    try catalog.rearrange(
      "intro", [.slot(2), .new(Samples.puzzle(10)), .slot(0), .slot(3)], at: time, reason: "ramp")
    #expect(try texts == [2, 10, 0, 3].map(text))
    #expect(
      try catalog.migrations() == [
        NotedMigration(
          SlotMigration(pack: "intro", fromVersion: 1, map: [2, nil, 0, 3], reason: "ramp"),
          release: nil)
      ])
    // A second move before the next release: players are told of both as of one.
    try catalog.rearrange(
      "intro", [.slot(1), .slot(0), .slot(2), .slot(3)], at: time, reason: "again")
    #expect(try catalog.migrations().map(\.migration.map) == [[2, nil, 1, 3]])
    try publish(2)
    #expect(try catalog.migrations().map(\.release) == [2])
    try catalog.rearrange(
      "intro", [.slot(3), .slot(0), .slot(1), .slot(2)], at: time, reason: "third")
    #expect(try catalog.migrations().map(\.migration.map) == [[2, nil, 1, 3], [1, 2, 3, 0]])
    #expect(try catalog.migrations().map(\.migration.fromVersion) == [1, 2])
    #expect(catalog.refusal("DELETE FROM migrations") == "a published migration map never vanishes")
    #expect(
      catalog.refusal("UPDATE migrations SET map = '[]'")
        == "a published migration map never changes")
  }

  @Test("what a release has told of slots is kept by the database itself")
  func toldChanges() throws {
    try publish(1)
    _ = try catalog.replace(
      SlotID(pack: "intro", index: 1), with: Samples.puzzle(10), at: time, reason: "dull")
    let told = [ChangedSlots(version: 2, slots: [1], reason: "dull")]
    #expect(try catalog.changes(of: "intro") == told)
    try publish(2)
    #expect(try catalog.changes(of: "intro") == told)
    #expect(
      catalog.refusal("DELETE FROM changes") == "a published change of slots never vanishes")
    #expect(
      catalog.refusal("UPDATE changes SET reason = ''")
        == "a published change of slots never changes")
    // A puzzle that is replaced and moved leads nowhere; a pending release that never was leaves
    // nothing.
    try catalog.rearrange(
      "intro", [.slot(1), .slot(0), .slot(2), .slot(3)], at: time, reason: "ramp")
    _ = try catalog.replace(
      SlotID(pack: "intro", index: 0), with: Samples.puzzle(11), at: time, reason: "ugly")
    #expect(try catalog.migrations().map(\.migration.map) == [[1, nil, 2, 3]])
    let next =
      told + [
        ChangedSlots(version: 3, slots: [0], reason: "ugly"),
        ChangedSlots(version: 3, slots: [1], reason: "ramp"),
      ]
    try catalog.recordRelease(
      NewRelease(number: 3, manifest: [], createdAt: time, packs: ["intro"], dates: []))
    try catalog.abandonPending()
    #expect(try catalog.changes(of: "intro") == next)
    #expect(try catalog.migrations().map(\.release) == [nil])
    try publish(3)
    #expect(try catalog.changes(of: "intro") == next)
    #expect(try catalog.migrations().map(\.release) == [3])
  }

  @Test("moving slots to and fro leaves no map")
  func relayBack() throws {
    try publish(1)
    try catalog.rearrange("intro", [.slot(1), .slot(0), .slot(2), .slot(3)], at: time, reason: "a")
    #expect(try catalog.migrations().count == 1)
    try catalog.rearrange("intro", [.slot(1), .slot(0), .slot(2), .slot(3)], at: time, reason: "b")
    #expect(try catalog.migrations() == [])
    #expect(try catalog.packVersion("intro") == 1)
  }

  @Test("a slot that is taken away is gone from the map and in the record")
  func relayFewer() throws {
    try publish(1)
    try catalog.rearrange("intro", [.slot(0), .slot(3)], at: time, reason: "shorter")
    #expect(try catalog.migrations().map(\.migration.map) == [[0, nil, nil, 1]])
    #expect(
      try catalog.edits().filter { $0.kind == .remove }.map(\.place) == ["intro:1", "intro:2"])
    let twin = try #require(try catalog.twin(of: Samples.puzzle(1).form))
    #expect(!twin.isUnused && twin.formerly == [SlotID(pack: "intro", index: 1)])
  }

  @Test("an order that names a slot twice, or one that is not there, changes nothing")
  func badOrder() throws {
    let before = try texts
    #expect(throws: CatalogError.badOrder(pack: "intro", index: 1)) {
      try catalog.rearrange("intro", [.slot(1), .slot(1)], at: time, reason: "")
    }
    #expect(throws: CatalogError.badOrder(pack: "intro", index: 4)) {
      try catalog.rearrange("intro", [.slot(4)], at: time, reason: "")
    }
    #expect(throws: CatalogError.self) {
      try catalog.rearrange(
        "intro", [.slot(0), .new(Samples.turned(Samples.puzzle(1), .rotated90))], at: time,
        reason: "")
    }
    #expect(try texts == before)
    #expect(try catalog.edits() == [])
  }

  @Test("slots keep whose they are when they move, and behind a rebuild's mark are an editor's")
  func byHand() throws {
    _ = try catalog.append([Samples.puzzle(10)], to: "intro", at: time, reason: "").get()
    try catalog.rearrange(
      "intro", [.slot(4), .slot(0), .slot(1), .slot(2), .slot(3)], at: time, reason: "")
    #expect(
      try catalog.slots(of: "intro").map(\.isByHand) == [true, false, false, false, false])
    try catalog.markByHand("intro", from: 3)
    #expect(try catalog.slots(of: "intro").map(\.isByHand) == [true, false, false, true, true])
  }
}
