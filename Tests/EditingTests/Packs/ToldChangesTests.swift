import Catalog
import Dates
import Editing
import Generating
import HouseSupport
import Identity
import Manifest
import Pipeline
import Publishing
import Releasing
import Stores
import TestSupport
import Testing

/// P16 through the whole house: what editors and release engineers do to slots.
@Suite("P16: players are told of every slot that gets another puzzle")
struct ToldChangesTests {
  private func manifest(_ house: EditorsHouse) throws -> Manifest {
    try Manifest(json: try #require(try house.house.tree()["puzzles/manifest.json"]))
  }

  private func changes(_ house: EditorsHouse, _ pack: PackID = "first") throws -> [ChangedSlots] {
    try #require(try manifest(house).packs.first { $0.id == pack }).changes
  }

  private func expectWhole(
    _ house: EditorsHouse, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let said = try await VerifyRelease(isAsApp: true).said(in: house.places, house.context())
    #expect(said.status == .done, "\(said.lines)", sourceLocation: location)
  }

  @Test("P16: a replaced slot is told in its version with the editor's reason, for ever")
  func replaced() async throws {
    let house = try await EditorsHouse()
    #expect(try !String(decoding: manifest(house).json, as: UTF8.self).contains("\"changes\""))
    try await house.edit(reason: "a face in it") { ReplaceSlot("first:5", $0) }
    try await house.edit(reason: "too dull") { ReplaceSlot("first:2", $0) }
    try await house.edit(reason: "a face in it") { ReplaceSlot("first:6", $0) }
    let said = try await house.publish()
    #expect(said.contains("slot 2 has another puzzle: too dull"), "\(said)")
    #expect(said.contains("2 slots have other puzzles (5, 6): a face in it"), "\(said)")
    let second = [
      ChangedSlots(version: 2, slots: [2], reason: "too dull"),
      ChangedSlots(version: 2, slots: [5, 6], reason: "a face in it"),
    ]
    #expect(try changes(house) == second)
    try await expectWhole(house)
    // Other packs and other slots come and go, and this stays.
    try await house.edit { AppendToPack(to: "second", $0) }
    _ = try await house.publish()
    #expect(try changes(house) == second && changes(house, "second") == [])
    try await house.edit(reason: "once more") { ReplaceSlot("first:5", $0) }
    _ = try await house.publish()
    #expect(
      try changes(house) == second + [ChangedSlots(version: 3, slots: [5], reason: "once more")])
    try await expectWhole(house)
    let difference = try await house.say(CompareReleases(2, 4), isJSON: true)
    #expect(
      difference.contains(
        #""slots":[{"pack":"first","version":3,"slots":[5],"reason":"once more"}]"#),
      "\(difference)")
  }

  @Test("P16: a slot that is replaced twice before players see it is told once")
  func replacedTwice() async throws {
    let house = try await EditorsHouse()
    let before = try house.puzzles("first")[5]
    try await house.edit(reason: "one") { ReplaceSlot("first:5", $0) }
    try await house.edit(reason: "two") { ReplaceSlot("first:5", $0) }
    _ = try await house.publish()
    #expect(try changes(house) == [ChangedSlots(version: 2, slots: [5], reason: "two")])
    #expect(try house.puzzles("first")[5] != before)
  }

  @Test("P16: withdrawn, moved, replaced and moved, rolled back and forward: all is told, and kept")
  func everything() async throws {
    let house = try await EditorsHouse()
    try await house.say(WithdrawPuzzle(id: "first:2", reason: "two solutions"))
    #expect(try changes(house) == [ChangedSlots(version: 2, slots: [2], reason: "two solutions")])
    try await expectWhole(house)

    try await house.edit(reason: "a trial") {
      ReorderPack("first", order: .swapped(0, 3), isForced: true, $0)
    }
    try await house.edit(reason: "dull") { ReplaceSlot("first:1", $0) }
    try await house.edit(reason: "ugly") { ReplaceSlot("first:3", $0) }
    _ = try await house.publish()
    #expect(
      try changes(house).dropFirst() == [
        ChangedSlots(version: 3, slots: [0], reason: "a trial"),
        ChangedSlots(version: 3, slots: [1], reason: "dull"),
        ChangedSlots(version: 3, slots: [3], reason: "ugly"),
      ])
    // What was in slot 0 went to slot 3 and was replaced there: its progress goes nowhere.
    #expect(try manifest(house).migrations.map(\.map) == [[nil, nil, 2, 0, 4, 5, 6]])
    try await expectWhole(house)

    try await house.edit(reason: "waits") {
      ReorderPack("first", order: .swapped(4, 5), isForced: true, $0)
    }
    try await house.say(RollBackRelease(to: 1))
    // Slot 2 was withdrawn and stays; the order that waits is not of these packs.
    #expect(
      try changes(house).last
        == ChangedSlots(version: 4, slots: [0, 1, 3], reason: "back to release 1"))
    #expect(try manifest(house).migrations.map(\.map).last == [3, nil, 2, nil, 4, 5, 6])
    try await expectWhole(house)

    try await house.say(PublishRelease(isResuming: true))
    #expect(
      try changes(house).last
        == ChangedSlots(
          version: 5, slots: [0, 1, 3, 4, 5], reason: "the rollback to release 1 is over"))
    try await expectWhole(house)

    // A catalogue that is lost knows all of it again, and tells nothing new.
    let (tree, told) = (try house.house.tree(), try changes(house))
    try house.house.remove("state")
    try await house.house.rebuild(now: "2026-12-30T03:00:00Z")
    let report = try await house.house.run("2026-12-30T03:00:00Z")
    #expect(report.failure == nil && report.isIdle)
    #expect(try house.house.tree() == tree)
    try await house.edit(reason: "after") { ReplaceSlot("first:6", $0) }
    _ = try await house.publish()
    #expect(
      try changes(house) == told + [ChangedSlots(version: 6, slots: [6], reason: "after")])
    try await expectWhole(house)
  }

  @Test(
    "P16: what an older program did not tell is told by the next release, as far as it is known")
  func olderProgram() async throws {
    let house = try await EditorsHouse()
    try await house.edit(reason: "dull") { ReplaceSlot("first:5", $0) }
    _ = try await house.publish()
    // As if nobody had told: the tree and the catalogue of a program that did not know of it.
    var old = try manifest(house)
    for index in old.packs.indices { old.packs[index].changes = [] }
    for name in ["manifest.json", "releases/2.json"] {
      try house.house.folder.write(old.json, to: "out/puzzles/\(name)")
    }
    try house.house.remove("state")
    try await house.house.rebuild(now: "2026-12-30T03:00:00Z")
    let refused = try await VerifyRelease().said(in: house.places, house.context())
    #expect(refused.status == .badData)
    let report = try await house.house.run("2026-12-30T03:00:00Z")
    #expect(report.failure == nil && report.release == 3)
    #expect(try changes(house) == [ChangedSlots(version: 2, slots: [5], reason: "replaced")])
    try await expectWhole(house)
    #expect(try await house.house.run("2026-12-30T03:00:00Z").isIdle)
  }
}
