import Catalog
import Editing
import Foundation
import HouseSupport
import Identity
import Manifest
import Pipeline
import Publishing
import Releasing
import Stores
import TestSupport
import Testing
import Upkeep
import Verifying

@Suite("Looking after releases")
struct ReleaseJobTests {
  private let house: NightlyHouse

  /// Two nights; between them the second pack grows by two puzzles.
  init() async throws {
    house = try NightlyHouse()
    #expect(try await house.run().release == 1)
    try house.writeSecond(count: 8)
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
  }

  private var output: String { "\(house.folder.path)/out" }

  private func run(
    _ command: any Command, at now: String = "2026-12-31T09:00:00Z"
  ) async throws -> (status: Pipeline.ExitStatus, text: String) {
    let said = try await command.said(in: house.places, .at(now))
    let lines = said.lines.map(\.text)
    return (said.status, lines.joined(separator: "\n").replacing(house.folder.path, with: ""))
  }

  private func read(_ command: any Command) async throws -> String {
    let said = try await command.said(in: house.places, .at("2026-12-31"))
    return said.lines.map(\.text).joined(separator: "\n")
  }

  /// Checks that a rehearsal says what would be done, and leaves every byte where it is.
  private func expectRehearsal(
    of command: any Command, saying words: String...,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try house.folder.contents()
    let said = try await run(command)
    #expect(said.status == .done, sourceLocation: location)
    for words in words {
      #expect(said.text.contains(words), "\(said.text)", sourceLocation: location)
    }
    #expect(try house.folder.contents() == before, sourceLocation: location)
  }

  private func expectWhole(
    release: Int, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let said = try await VerifyRelease().said(in: house.places, .at("2026-12-31"))
    #expect(said.status == .done, "\(said.lines)", sourceLocation: location)
    let reading = try await TreeVerifier(store: DirectoryStore(root: output)).read(atLeast: release)
    #expect(reading.findings.isEmpty, sourceLocation: location)
    #expect(reading.manifest?.release == release, sourceLocation: location)
  }

  private func pack(_ id: PackID, of release: Int) async throws -> ReleaseContent.Pack {
    let store = DirectoryStore(root: output)
    let manifest = try await ReleaseHistory(of: store).release(release)
    return try await ReleaseReader(of: store).pack(
      try #require(manifest.packs.first { $0.id == id }), of: manifest)
  }

  @Test("history tells every release, with what a player noticed")
  func history() async throws {
    let text = try await read(ListReleases())
    #expect(
      text.split(separator: "\n").map(String.init) == [
        "Release 1, 2026-12-30T03:00:00Z: 2 packs with 13 puzzles, 7 dates",
        "  · new pack first, 7 puzzles", "  · new pack second, 6 puzzles",
        "  · 3 new daily puzzles: 2026-12-30 … 2027-01-01",
        "  · 2 new weekly puzzles: 2026-53 … 2027-01",
        "  · 2 new monthly puzzles: 2026-12 … 2027-01",
        "Release 2, 2026-12-31T03:00:00Z: 2 packs with 15 puzzles, 8 dates",
        "  · pack second changed: version 1 → 2 (2 puzzles more)",
        "  · 1 new daily puzzle: 2027-01-02",
      ])
  }

  @Test("diff tells what differs between two releases, in both directions, object by object")
  func difference() async throws {
    let there = try await read(CompareReleases(1, 2))
    #expect(there.contains("  · pack second changed: version 1 → 2 (2 puzzles more)"))
    #expect(there.contains("  added puzzles/daily/2027-01-02.sbn"))
    #expect(there.split(separator: "\n").count { $0.hasPrefix("  removed puzzles/packs/") } == 1)
    #expect(there.contains("  same bytes, other headers: puzzles/daily/2026-12-30.sbn"))
    #expect(!there.contains("changed puzzles/daily"))
    let back = try await read(CompareReleases(2, 1))
    #expect(back.contains("  removed puzzles/daily/2027-01-02.sbn"))
    #expect(try await read(CompareReleases(2, 2)).hasSuffix("  no difference"))
    await #expect(throws: PublishError.noRelease(3, kept: [1, 2])) {
      try await read(CompareReleases(2, 3))
    }
  }

  @Test("a tree that is whole and older than what is known of it is told from one that is not")
  func old() async throws {
    #expect(try await run(VerifyRelease(atLeast: 2)).status == .done)
    let said = try await run(VerifyRelease(atLeast: 3))
    #expect(said.status == .badData)
    #expect(said.text.contains("it is release 2, and release 3 was published already"))
  }

  @Test(
    "where nothing says which release is current, history and diff name that, and a rollback goes on",
    arguments: [nil, "{"])
  func pointerLost(text: String?) async throws {
    if let text {
      try house.folder.write(text, to: "out/puzzles/manifest.json")
    } else {
      try house.remove("out/puzzles/manifest.json")
    }
    for command in [ListReleases(), CompareReleases(1, 2)] as [any Command] {
      await #expect("\(command)") {
        try await read(command)
      } throws: {
        Pipeline.ExitStatus(for: $0) == .badData && "\($0)".contains("puzzles/manifest.json")
          && "\($0)".contains("almanac doctor")
      }
    }
    #expect(try await run(VerifyRelease()).status == .badData)
    #expect(try await run(RollBackRelease(to: 1)).status == .done)
    try await expectWhole(release: 3)
  }

  @Test(
    "a release whose manifest is lost hides none of the others, and is named wherever it is needed",
    arguments: [nil, "{"])
  func manifestLost(text: String?) async throws {
    for day in ["2027-01-01", "2027-01-02"] {
      #expect(try await house.run("\(day)T03:00:00Z").failure == nil)
    }
    if let text {
      try house.folder.write(text, to: "out/puzzles/releases/2.json")
    } else {
      try house.remove("out/puzzles/releases/2.json")
    }
    let history = try await run(ListReleases())
    let lines = history.text.split(separator: "\n")
    #expect(history.status == .badData)
    #expect(
      lines.filter { $0.hasPrefix("Release ") }.map { $0.prefix { $0 != "," } } == [
        "Release 1", "Release 3", "Release 4",
      ])
    // What changed since a release that cannot be read is not known.
    #expect(lines.count { $0.contains("new daily puzzle") } == 2, "\(lines)")
    #expect(lines.last?.contains("puzzles/releases/2.json is missing or damaged") == true)
    #expect(try await read(CompareReleases(1, 4)).contains("pack second changed: version 1 → 2"))
    let lost = PublishError.damagedRelease(2, .release(2))
    await #expect(throws: lost) { try await read(CompareReleases(1, 2)) }
    await #expect(throws: PublishError.noRelease(9, kept: [1, 3, 4])) {
      try await read(CompareReleases(1, 9))
    }
    // Nothing vouches for what only a lost manifest leads to.
    for number in [1, 2] {
      await #expect(throws: PublishError.damagedRelease(number, .release(2))) {
        try await run(RollBackRelease(to: number), at: "2027-01-02T09:00:00Z")
      }
    }
  }

  @Test("the releases that are kept are told as they are")
  func keptReleases() {
    let error = PublishError.noRelease(2, kept: [1, 3, 4, 5, 9])
    #expect("\(error)" == "there is no release 2 — releases 1, 3…5, 9 are kept")
    #expect("\(PublishError.noRelease(2, kept: [1]))".hasSuffix("release 1 alone is kept"))
    #expect("\(PublishError.noRelease(2, kept: []))".hasSuffix("no release is kept"))
  }

  @Test("a rollback is a new release of old packs, with versions that rise, until it is lifted")
  func rollback() async throws {
    func command(_ isDryRun: Bool) -> any Command { RollBackRelease(to: 1, isDryRun: isDryRun) }
    try await expectRehearsal(
      of: command(true), saying: "Release 3 would be published", "version 2 → 3 (2 puzzles fewer)")
    #expect(try await run(command(false)).status == .done)
    try await expectWhole(release: 3)
    #expect(try await pack("second", of: 3).puzzles == pack("second", of: 1).puzzles)
    #expect(try await pack("second", of: 3).version == 3)
    #expect(try await pack("first", of: 3).version == 1)
    // The nights go on with dates alone.
    #expect(try await house.run("2027-01-01T03:00:00Z").failure == nil)
    #expect(try await pack("second", of: 4).version == 3)
    let lifted = try await run(PublishRelease(isResuming: true), at: "2027-01-01T04:00:00Z")
    #expect(lifted.text.contains("version 3 → 4 (2 puzzles more)"))
    #expect(try await pack("second", of: 5).puzzles == pack("second", of: 2).puzzles)
    #expect(try await pack("second", of: 5).version == 4)
    try await expectWhole(release: 5)
    await #expect(throws: PublishError.noRelease(9, kept: [1, 2, 3, 4, 5])) {
      try await run(RollBackRelease(to: 9), at: "2027-01-01T05:00:00Z")
    }
  }

  @Test("while a rollback stands, what waits behind it is told, and never said to be published")
  func waiting() async throws {
    let back = try await run(RollBackRelease(to: 1))
    #expect(back.text.contains("another name or another price for second, which wait"))
    for plansOnly in [true, false] {
      let said = try await run(PublishRelease(isPlanOnly: plansOnly))
      #expect(said.text.contains("Nothing to do: release 3 is complete"), "\(said.text)")
      #expect(said.text.contains("The packs are those of release 1"), "\(said.text)")
      #expect(said.text.contains("another price for second, which wait for “almanac release"))
      #expect(!said.text.contains("holds all this"))
    }
    let over = try await run(PublishRelease(isResuming: true), at: "2026-12-31T10:00:00Z")
    #expect(!over.text.contains("wait for"))
  }

  @Test("a date that has begun without a puzzle is told by whoever publishes before the next night")
  func gap() async throws {
    let said = try await run(PublishRelease(isPlanOnly: true), at: "2027-01-04T03:00:00Z")
    #expect(said.text.contains("Warning: 2 daily puzzles are missing up to 2027-01-04, which has"))
    #expect(!(try await run(PublishRelease(isPlanOnly: true))).text.contains("missing"))
  }

  @Test("nothing is published by a clock that is years ahead")
  func clockAhead() async throws {
    let before = try house.tree()
    do {
      _ = try await run(PublishRelease(), at: "2099-01-01T03:00:00Z")
      Issue.record("it was published")
    } catch {
      #expect("\(error)".contains("that is no gap but a wrong clock"), "\(error)")
    }
    #expect(try house.tree() == before)
  }

  @Test(
    "a date that there is not is said to be none",
    arguments: ["daily:2026-13-01", "daily:2027-02-29", "weekly:2027-53", "monthly:2027", "daily:"])
  func withdrawNoDate(id: String) async throws {
    do {
      _ = try await run(WithdrawPuzzle(id: id, reason: "x"))
      Issue.record("\(id) was withdrawn")
    } catch {
      #expect(Pipeline.ExitStatus(for: error) == .usage, "\(error)")
      #expect("\(error)".contains("\(id): there is no such date — found "), "\(error)")
    }
  }

  @Test(
    "a date that is withdrawn before it begins is gone with a reason, and gets another puzzle")
  func withdrawDate() async throws {
    func command(_ isDryRun: Bool) -> any Command {
      WithdrawPuzzle(id: "daily:2027-01-02", reason: "a name in its regions", isDryRun: isDryRun)
    }
    let before = house.folder.text("out/puzzles/daily/2027-01-02.sbn")
    try await expectRehearsal(of: command(true), saying: "daily:2027-01-02 withdrawn")
    #expect(try await run(command(false)).status == .done)
    #expect(!house.exists("out/puzzles/daily/2027-01-02.sbn"))
    try await expectWhole(release: 3)
    #expect(
      try await read(ListReleases()).contains("daily:2027-01-02 taken back: a name in its regions"))
    #expect(try await house.run("2026-12-31T12:00:00Z").failure == nil)
    let after = house.folder.text("out/puzzles/daily/2027-01-02.sbn")
    #expect(after != nil && after != before)
    try await expectWhole(release: 4)
  }

  @Test("a slot that is withdrawn gets another puzzle at once, and no other slot moves")
  func withdrawSlot() async throws {
    func command(_ isDryRun: Bool) -> any Command {
      WithdrawPuzzle(id: "first:2", reason: "too hard", isDryRun: isDryRun)
    }
    try await expectRehearsal(of: command(true), saying: "(slot 2 has another puzzle: too hard)")
    #expect(try await run(command(false)).status == .done)
    try await expectWhole(release: 3)
    let (old, new) = (try await pack("first", of: 2), try await pack("first", of: 3))
    #expect(new.version == old.version + 1)
    #expect(
      zip(old.puzzles, new.puzzles).map { $0 != $1 } == [false, false, true]
        + Array(
          repeating: false, count: 4))
    // A rollback does not bring it back.
    let back = try await run(RollBackRelease(to: 1))
    #expect(back.text.contains("slot first:2 keeps the puzzle"))
    #expect(try await pack("first", of: 4).puzzles == new.puzzles)
  }

  private func swapFirstTwo() async throws {
    let reorder = ReorderPack(
      "first", order: .swapped(0, 1), isForced: true, EditFlags(reason: "a ramp"))
    #expect(try await run(reorder).status == .done)
  }

  @Test("P16: a slot that is withdrawn loses what players have, also where it waits to be moved")
  func withdrawMovedSlot() async throws {
    let bad = try await pack("first", of: 2).puzzles[0]
    try await swapFirstTwo()
    #expect(try await run(WithdrawPuzzle(id: "first:0", reason: "wrong")).status == .done)
    try await expectWhole(release: 3)
    #expect(try await !pack("first", of: 3).puzzles.contains(bad))
    // Nor does a rollback bring it back, in whatever place it was.
    for release in [1, 2] {
      #expect(try await run(RollBackRelease(to: release)).status == .done)
      try await expectWhole(release: release + 3)
      #expect(try await !pack("first", of: release + 3).puzzles.contains(bad))
    }
    #expect(try await run(PublishRelease(isResuming: true)).status == .done)
    try await expectWhole(release: 6)
    #expect(try await !pack("first", of: 6).puzzles.contains(bad))
  }

  @Test("P8: slots that are withdrawn during a rollback, and moved behind it, make no twins")
  func withdrawDuringRollback() async throws {
    #expect(try await run(RollBackRelease(to: 1)).status == .done)
    let bad = try await pack("first", of: 3).puzzles
    #expect(try await run(WithdrawPuzzle(id: "first:0", reason: "wrong")).status == .done)
    try await swapFirstTwo()
    #expect(try await run(WithdrawPuzzle(id: "first:4", reason: "ugly")).status == .done)
    try await expectWhole(release: 5)
    let now = try await pack("first", of: 5).puzzles
    #expect(zip(bad, now).map { $0 == $1 } == [false, true, true, true, false, true, true])
    try house.remove("state")
    #expect(try await run(RebuildCatalog()).status == .done)
    #expect(try await run(PublishRelease(isResuming: true)).status == .done)
    try await expectWhole(release: 6)
    #expect(try await pack("first", of: 6).puzzles.allSatisfy { ![bad[0], bad[4]].contains($0) })
  }

  @Test("a slot that an editor has replaced meanwhile is withdrawn with what players have")
  func withdrawReplacedSlot() async throws {
    let bad = try await pack("first", of: 2).puzzles[3]
    let replace = ReplaceSlot("first:3", EditFlags(reason: "dull"))
    #expect(try await run(replace).status == .done)
    #expect(try await run(WithdrawPuzzle(id: "first:3", reason: "wrong")).status == .done)
    try await expectWhole(release: 3)
    #expect(try await !pack("first", of: 3).puzzles.contains(bad))
    #expect(try await run(RollBackRelease(to: 1)).status == .done)
    #expect(try await !pack("first", of: 4).puzzles.contains(bad))
    try await expectWhole(release: 4)
  }

  @Test("a slot that an editor has added is withdrawn like any other")
  func withdrawAddedSlot() async throws {
    let append = AppendToPack(to: "first", EditFlags(reason: "one more"))
    #expect(try await run(append).status == .done)
    #expect(try await run(PublishRelease()).status == .done)
    let before = try await pack("first", of: 3).puzzles
    #expect(try await run(WithdrawPuzzle(id: "first:7", reason: "wrong")).status == .done)
    try await expectWhole(release: 4)
    let after = try await pack("first", of: 4).puzzles
    #expect(zip(before, after).map { $0 == $1 } == Array(repeating: true, count: 7) + [false])
    #expect(after[7].hasPrefix("6x1."))
    #expect(try await house.run("2027-01-01T03:00:00Z").failure == nil)
  }

  @Test("a pack that is withdrawn is in no release any more")
  func withdrawPack() async throws {
    func command(_ isDryRun: Bool) -> any Command {
      WithdrawPuzzle(id: "second", reason: "licence", isDryRun: isDryRun)
    }
    try await expectRehearsal(of: command(true), saying: "pack second withdrawn")
    #expect(try await run(command(false)).status == .done)
    try await expectWhole(release: 3)
    #expect(house.folder.text("out/puzzles/versions.json") == #"{"first":1}"#)
    #expect(!house.exists("out/puzzles/packs/second.json"))
    let back = try await run(RollBackRelease(to: 2))
    #expect(back.text.contains("pack second stays withdrawn"))
  }

  @Test("a rollback whose packs are lost says how it ends, and ends so")
  func rollbackLost() async throws {
    #expect(try await run(RollBackRelease(to: 1)).status == .done)
    let old = try await ReleaseHistory(of: DirectoryStore(root: output)).release(1)
    let line = try #require(old.packs.first { $0.id == "second" })
    try house.remove("out/\(line.object)")
    let night = try await house.run("2027-01-01T03:00:00Z")
    let failure = try #require(night.failure)
    #expect(failure.contains("\(line.object)") && failure.contains("publish --resume"))
    let ended = try await run(PublishRelease(isResuming: true), at: "2027-01-01T04:00:00Z")
    #expect(ended.status == .done)
    #expect(try await house.run("2027-01-01T05:00:00Z").failure == nil)
  }

  @Test("P12: a pack that is withdrawn during a rollback takes its maps along, and all is rebuilt")
  func withdrawMovedPack() async throws {
    let swap = ReorderPack("second", order: .swapped(0, 1), isForced: true, EditFlags(reason: "x"))
    #expect(try await run(swap).status == .done)
    #expect(try await run(PublishRelease()).status == .done)
    #expect(try await run(RollBackRelease(to: 2)).status == .done)
    #expect(try await run(WithdrawPuzzle(id: "second", reason: "licence")).status == .done)
    let latest = try #require(
      try await ReleaseHistory(of: DirectoryStore(root: output)).releases.last)
    #expect(latest.migrations.isEmpty && latest.rollback == 2)
    #expect(try await house.run("2027-01-01T03:00:00Z").failure == nil)
    #expect(try await run(CollectReleases(keep: 2), at: "2027-01-01T04:00:00Z").status == .done)
    try house.remove("state")
    #expect(try await run(RebuildCatalog()).status == .done)
    #expect(try await house.run("2027-01-02T03:00:00Z").failure == nil)
  }

  @Test(
    "a withdrawal whose release is refused keeps nothing that a later night could publish",
    arguments: ["first:2", "first", "daily:2027-01-02"])
  func withdrawRefused(id: String) async throws {
    let listed = try #require(house.folder.text("Recipes/release.yaml"))
    try house.folder.write(
      listed.replacing("[first, second]", with: "[first]"), to: "Recipes/release.yaml")
    await #expect(throws: PublishError.self) {
      try await run(WithdrawPuzzle(id: id, reason: "wrong"))
    }
    try house.folder.write(listed, to: "Recipes/release.yaml")
    #expect(try house.places.stateFolder.read().withdrawals().isEmpty)
    #expect(try await run(PublishRelease()).text.hasPrefix("Nothing to do"))
    #expect(try await run(WithdrawPuzzle(id: id, reason: "wrong")).status == .done)
    #expect(try house.places.stateFolder.read().withdrawals().map(\.id) == [id])
  }

  @Test(
    "what is not published cannot be withdrawn, and nothing is written",
    arguments: ["daily:2027-05-01", "third", "first:7", "first:-1", "first:01", "first:", ":", ""])
  func withdrawNothing(id: String) async throws {
    let before = try house.tree()
    do {
      _ = try await run(WithdrawPuzzle(id: id, reason: "x"))
      Issue.record("\(id) was withdrawn")
    } catch {
      #expect(Pipeline.ExitStatus(for: error) == .usage, "\(error)")
      #expect(id.isEmpty || "\(error)".contains(id))
    }
    #expect(try house.tree() == before)
  }

  @Test("a clean-up removes only what no kept release names, and a dry run lists it")
  func collect() async throws {
    _ = try await run(RollBackRelease(to: 1))
    _ = try await run(PublishRelease(isResuming: true))
    let before = try house.tree()
    let old = try await ReleaseHistory(of: DirectoryStore(root: output)).release(1)
    func command(_ isDryRun: Bool) -> any Command { CollectReleases(keep: 2, isDryRun: isDryRun) }
    try await expectRehearsal(
      of: command(true), saying: "remove puzzles/releases/1.json", "remove puzzles/releases/3.json",
      "nothing that a player would notice")
    #expect(try await run(command(false)).status == .done)
    try await expectWhole(release: 5)
    let after = try house.tree()
    let gone = Set(before.keys).subtracting(after.keys)
    #expect(gone.contains("puzzles/releases/1.json"))
    #expect(!gone.contains("puzzles/releases/4.json"))
    let named = try await ReleaseHistory(of: DirectoryStore(root: output)).releases
      .flatMap { $0.objects.map(\.key.text) }
    #expect(gone.isDisjoint(with: named))
    // The pack of release 1 had gone through versions 1 and 3; nothing names these any more.
    let lost = old.packs.filter { $0.id == "second" }.map(\.object.text)
    #expect(gone.isSuperset(of: lost))
    #expect(try await read(ListReleases()).hasPrefix("Release 4"))
    await #expect(throws: PublishError.noRelease(1, kept: [4, 5])) {
      try await run(RollBackRelease(to: 1))
    }
    for keep in [9, 2] {
      #expect(try await run(CollectReleases(keep: keep)).text.hasPrefix("Nothing to do"))
    }
    #expect(try house.tree() == after)
    // What comes after it counts.
    #expect(try await run(RollBackRelease(to: 4)).status == .done)
    #expect(try await run(CollectReleases(keep: 3)).status == .done)
    #expect(try await run(CollectReleases(keep: 3)).text.hasPrefix("Nothing to do"))
    try await expectWhole(release: 7)
  }

  @Test("a clean-up that was broken off keeps what it would have kept")
  func collectAgain() async throws {
    _ = try await run(RollBackRelease(to: 1))
    _ = try await run(PublishRelease(isResuming: true))
    let before = try house.tree()
    _ = try await run(CollectReleases(keep: 2))
    let after = try house.tree()
    let gone = before.filter { after[$0.key] == nil }
    #expect(gone.count > 3)
    for (name, bytes) in gone {
      try house.folder.write(String(decoding: bytes, as: UTF8.self), to: "out/\(name)")
    }
    #expect(try await read(ListReleases()).hasPrefix("Release 4"))
    #expect(try await run(CollectReleases(keep: 2)).status == .done)
    #expect(try house.tree() == after)
  }

  @Test("a clean-up goes on while a rollback stands, and the rollback with it")
  func collectDuringRollback() async throws {
    _ = try await run(RollBackRelease(to: 1))
    for day in ["2027-01-01", "2027-01-02"] {
      #expect(try await house.run("\(day)T03:00:00Z").failure == nil)
    }
    let held = try await pack("second", of: 5)
    let said = try await run(CollectReleases(keep: 2), at: "2027-01-02T04:00:00Z")
    #expect(said.status == .done)
    try await expectWhole(release: 6)
    let kept = try await ReleaseHistory(of: DirectoryStore(root: output)).releases.map(\.release)
    #expect(kept == [5, 6])
    #expect(try await pack("second", of: 6) == held)
    #expect(try await house.run("2027-01-03T03:00:00Z").failure == nil)
    #expect(try await pack("second", of: 7) == held)
    #expect(try house.places.stateFolder.read().standingRollback()?.release == 1)
    let again = try await run(CollectReleases(keep: 9), at: "2027-01-03T04:00:00Z")
    #expect(again.text.hasPrefix("Nothing to do"), "\(again.text)")
    let lifted = try await run(PublishRelease(isResuming: true), at: "2027-01-03T05:00:00Z")
    #expect(lifted.text.contains("2 puzzles more"), "\(lifted.text)")
    try await expectWhole(release: 8)
  }

  @Test("what needs a tree names the one that is not there, and leaves nothing behind")
  func noTree() async throws {
    let commands: [any Command] = [
      RollBackRelease(to: 1), RollBackRelease(to: 1, isDryRun: true),
      WithdrawPuzzle(id: "first:1", reason: "x"), WithdrawPuzzle(id: "intro", reason: "x"),
      WithdrawPuzzle(id: "daily:2027-13-01", reason: "x", isDryRun: true),
      CollectReleases(keep: 2), CollectReleases(keep: 2, isDryRun: true),
      ListReleases(), CompareReleases(1, 2), VerifyRelease(),
    ]
    // A catalogue whose tree is elsewhere, and a house with nothing but recipes.
    var places = house.places
    places.output += "-elsewhere"
    for state in [places.state, places.state + "-elsewhere"] {
      places.state = state
      let before = try house.folder.contents()
      for command in commands {
        await #expect("\(command)") {
          try await command.said(in: places, .at("2026-12-31T09:00:00Z"))
        } throws: {
          Pipeline.ExitStatus(for: $0) == .noInput
            && "\($0)".hasPrefix("\(places.output): there is no published tree")
        }
      }
      #expect(try house.folder.contents().keys.sorted() == before.keys.sorted())
    }
  }

  @Test("a clean-up keeps what tells the versions of packs that a rollback has put away")
  func collectWithPackAway() async throws {
    try house.list("first", "second", "third")
    try house.writeThird()
    #expect(try await house.run("2026-12-31T04:00:00Z").release == 3)
    let third = try await pack("third", of: 3)
    let said = try await run(RollBackRelease(to: 1)).text
    #expect(said.contains("pack third is away until the rollback ends"), "\(said)")
    for day in ["2027-01-01", "2027-01-02"] {
      #expect(try await house.run("\(day)T03:00:00Z").failure == nil)
    }
    _ = try await run(CollectReleases(keep: 2), at: "2027-01-02T04:00:00Z")
    let kept = try await ReleaseHistory(of: DirectoryStore(root: output)).releases.map(\.release)
    #expect(kept.first == 3, "\(kept)")
    try FileManager.default.removeItem(atPath: house.state)
    try await house.rebuild(now: "2027-01-02T05:00:00Z")
    _ = try await run(PublishRelease(isResuming: true), at: "2027-01-02T06:00:00Z")
    let last = try #require(
      try await ReleaseHistory(of: DirectoryStore(root: output)).releases.last?.release)
    #expect(try await pack("third", of: last) == third)
    try await expectWhole(release: last)
  }

  @Test("a pack that a rollback has put away comes back with its end, or is taken back on purpose")
  func vanishedBehindRollback() async throws {
    try house.list("first", "second", "third")
    try house.writeThird()
    #expect(try await house.run("2026-12-31T04:00:00Z").release == 3)
    _ = try await run(RollBackRelease(to: 1))
    try house.list("first", "second")
    await #expect {
      try await run(PublishRelease(isResuming: true))
    } throws: {
      if case PipelineError.packVanished("third")? = $0 as? PipelineError { true } else { false }
    }
    #expect(try await run(WithdrawPuzzle(id: "third", reason: "licence")).status == .done)
    try await expectWhole(release: 5)
    #expect(try await run(PublishRelease(isResuming: true)).status == .done)
    try await expectWhole(release: 6)
    #expect(try await run(CollectReleases(keep: 2)).status == .done)
    #expect(try await read(ListReleases()).hasPrefix("Release 6"))
    try await expectWhole(release: 7)
  }

  @Test("maps of slots are told during a rollback as well, also of packs without a recipe")
  func mapsDuringRollback() async throws {
    try await swapFirstTwo()
    #expect(try await run(PublishRelease()).status == .done)
    try house.list("second")
    #expect(try await run(RollBackRelease(to: 2)).status == .done)
    try await expectWhole(release: 4)
  }

  @Test("P12: what stood before a rollback is rebuilt, though an earlier rollback had it first")
  func rebuiltBehindRollbacks() async throws {
    let own = try await pack("first", of: 2).puzzles
    try await swapFirstTwo()
    #expect(try await run(PublishRelease()).status == .done)
    _ = try await run(RollBackRelease(to: 2))
    try await swapFirstTwo()
    _ = try await run(PublishRelease(isResuming: true))
    _ = try await run(RollBackRelease(to: 3))
    try house.remove("state")
    #expect(try await run(RebuildCatalog()).status == .done)
    #expect(try await run(PublishRelease(isResuming: true)).status == .done)
    #expect(try await pack("first", of: 7).puzzles == own)
    try await expectWhole(release: 7)
  }

  @Test("a slot that is withdrawn during a rollback is told with its own reason")
  func reasonDuringRollback() async throws {
    _ = try await run(ReplaceSlot("first:3", EditFlags(reason: "dull")))
    _ = try await run(PublishRelease())
    _ = try await run(RollBackRelease(to: 1))
    _ = try await run(WithdrawPuzzle(id: "first:3", reason: "spells a name"))
    let latest = try await ReleaseHistory(of: DirectoryStore(root: output)).release(5)
    let line = try #require(latest.packs.first { $0.id == "first" })
    #expect(line.changes.last?.reason == "spells a name", "\(line.changes)")
    try await expectWhole(release: 5)
  }

  @Test("a clean-up waits until what has changed is published")
  func collectWithChanges() async throws {
    let before = try house.tree()
    try house.folder.write(
      house.folder.text("Recipes/packs/first.yaml")?.replacing("name: First", with: "name: Other")
        ?? "", to: "Recipes/packs/first.yaml")
    #expect(try await run(CollectReleases(keep: 2)).status == .partial)
    #expect(try house.tree() == before)
  }
}
