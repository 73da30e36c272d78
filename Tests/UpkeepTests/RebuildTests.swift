import Catalog
import Editing
import Foundation
import Generating
import HouseSupport
import Identity
import JSONText
import Manifest
import Notation
import Pipeline
import Publishing
import Releasing
import StarBattle
import Stores
import TestSupport
import Testing
import Upkeep

/// What was said as a problem.
private func problems(_ lines: [Said]) -> [String] {
  lines.compactMap { if case .problem(let text) = $0 { text } else { nil } }
}

@Suite("Rebuilding the catalogue")
struct RebuildTests {
  /// A house whose catalogue is made anew after every step, or left alone.
  private struct Pair {
    let undisturbed: NightlyHouse
    let rebuilt: NightlyHouse

    init() throws {
      undisturbed = try NightlyHouse()
      rebuilt = try NightlyHouse()
      for house in [undisturbed, rebuilt] { try house.writeCalendar(reserve: 4) }
    }

    /// Does the same in both, and loses the catalogue of one.
    func both(_ step: (NightlyHouse) async throws -> Void) async throws {
      try await step(undisturbed)
      try await step(rebuilt)
      #expect(try rebuilt.tree() == undisturbed.tree())
      try rebuilt.remove("state")
      let lines = try await rebuilt.rebuild()
      #expect(problems(lines).allSatisfy { $0.hasPrefix("warning: refusals") }, "\(lines)")
      #expect(try await rebuilt.check() == [])
      #expect(try rebuilt.tree() == undisturbed.tree())
    }

    func night(_ day: String) async throws {
      try await both { house in
        let report = try await house.run(day)
        #expect(report.failure == nil)
      }
    }

    func release(_ command: any Command, now: String) async throws {
      try await both { house in
        let status = try await house.release(command, now: now)
        #expect(status == .done)
      }
    }
  }

  @Test("the nights after a rebuild are those of a catalogue that was never lost")
  func nights() async throws {
    let pair = try Pair()
    try await pair.night("2026-12-30")
    try await pair.night("2026-12-31")
    for house in [pair.undisturbed, pair.rebuilt] { try house.writeSecond(count: 9) }
    try await pair.night("2027-01-01")
    try await pair.night("2027-01-07")
    #expect(try pair.undisturbed.tree()["puzzles/releases/4.json"] != nil)
    let pack = try JSONValue(
      reading: try #require(try pair.rebuilt.tree()["puzzles/packs/second.json"]))
    #expect(pack["version"] == .integer(2))
  }

  @Test("what was taken back stays away, and the same puzzle takes its place")
  func withdrawals() async throws {
    let pair = try Pair()
    try await pair.night("2026-12-30")
    for id in ["daily:2027-01-01", "first:2", "daily:2027-01-01", "first:2"] {
      try await pair.release(WithdrawPuzzle(id: id, reason: "a trial"), now: "2026-12-30")
      try await pair.night("2026-12-30")
    }
    try await pair.release(WithdrawPuzzle(id: "second", reason: "a trial"), now: "2026-12-31")
    try await pair.night("2027-01-01")
  }

  @Test("packs that a rollback has put aside come back as they were")
  func rollback() async throws {
    let pair = try Pair()
    try await pair.night("2026-12-30")
    for house in [pair.undisturbed, pair.rebuilt] { try house.writeSecond(count: 9) }
    try await pair.night("2026-12-31")
    try await pair.release(RollBackRelease(to: 1), now: "2026-12-31")
    try await pair.night("2027-01-01")
    try await pair.release(WithdrawPuzzle(id: "second:1", reason: "a trial"), now: "2027-01-01")
    try await pair.release(PublishRelease(isResuming: true), now: "2027-01-01")
    try await pair.night("2027-01-02")
  }

  @Test("a release that was interrupted before its pointer moved counts as published")
  func unfinished() async throws {
    let house = try NightlyHouse()
    let name = "puzzles/manifest.json"
    #expect(try await house.run("2026-12-30").failure == nil)
    let pointer = try #require(try house.tree()[name])
    #expect(try await house.run("2026-12-31").failure == nil)
    let whole = try house.tree()
    try house.folder.write(pointer, to: "out/\(name)")
    try house.remove("state")
    try await house.rebuild()
    #expect(try await house.run("2026-12-31").failure == nil)
    #expect(try house.tree() == whole)
  }

  @Test("an older copy, a damaged file and an empty one are put aside, a good one stays")
  func aside() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30").failure == nil)
    try house.copy("state", to: "older")
    #expect(try await house.run("2026-12-31").failure == nil)
    var said = "\(try await house.rebuild())"
    #expect(said.contains("nothing to rebuild"))
    #expect(!house.exists("state/catalog-before-20270201T000000Z.sqlite"))
    said = "\(try await house.rebuild(isForced: true))"
    #expect(said.contains("is kept as"))
    #expect(house.exists("state/catalog-before-20270201T000000Z.sqlite"))

    try house.remove("state")
    try house.copy("older", to: "state")
    said = "\(try await house.rebuild())"
    #expect(said.contains("release 2 of"))
    #expect(try await house.check() == [])

    let damaged = [UInt8]("no database at all, but a text".utf8)
    try house.folder.write(damaged, to: "state/catalog.sqlite")
    let report = try await house.run("2027-01-01")
    #expect(report.status == .badData)
    #expect(report.failure?.contains("almanac catalog rebuild") == true)
    try await house.rebuild()
    let aside = try house.folder.contents(of: "state")["catalog-before-20270201T000000Z-2.sqlite"]
    #expect(aside == damaged)
    #expect(try await house.run("2027-01-01").failure == nil)
  }

  @Test("a catalogue that is whole and holds another puzzle than the tree is no good one")
  func otherPuzzle() async throws {
    let (house, other) = (try NightlyHouse(), try NightlyHouse())
    try other.writeCalendar(seed: 10)
    for one in [house, other] { #expect(try await one.run("2026-12-30").failure == nil) }
    try other.remove("out")
    try FileManager.default.copyItem(
      atPath: "\(house.folder.path)/out", toPath: "\(other.folder.path)/out")
    #expect(try await other.run("2026-12-31").status == .badData)
    let said = "\(try await other.rebuild())"
    #expect(said.contains("is kept as"))
    try house.writeCalendar(seed: 10)
    for one in [house, other] { #expect(try await one.run("2026-12-31").failure == nil) }
    #expect(try house.tree() == other.tree())
  }

  @Test("slots beyond the recipe are an editor's, also after a rebuild")
  func byHand() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30").failure == nil)
    try house.writeSecond(count: 4)
    try await house.rebuild(isForced: true)
    let catalog = try Catalog.open(at: "\(house.state)/catalog.sqlite")
    #expect(
      try catalog.slots(of: "second").map(\.isByHand) == [false, false, false, false, true, true])
  }

  @Test("pins come over from the old catalogue where it can be read, and are else said to be lost")
  func pins() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30").failure == nil)
    let catalog = try Catalog.open(at: "\(house.state)/catalog.sqlite")
    for index in [1, 3] {
      try catalog.setPin(
        SlotID(pack: "second", index: index), true, at: "2026-12-30", reason: "a test")
    }
    try catalog.close()
    #expect("\(try await house.rebuild(isForced: true))".contains("old catalogue had: 2."))
    let rebuilt = try Catalog.open(at: "\(house.state)/catalog.sqlite")
    #expect(try rebuilt.pinnedSlots(of: "second") == [1, 3])
    #expect(try rebuilt.pinnedSlots(of: "first") == [])
    try rebuilt.close()
    try house.remove("state")
    #expect("\(try await house.rebuild())".contains("Pins of published slots are lost"))
  }

  @Test("notes, tags and refused puzzles come over from the old catalogue")
  func kept() async throws {
    let editors = try await EditorsHouse()
    try editors.writeDraft()
    try await editors.edit { BuildPack("draft", $0) }
    let refused = try editors.puzzles("draft")[0]
    try await editors.edit { ReplaceSlot("draft:0", $0) }
    try await editors.edit { RefusePuzzle(refused, $0) }
    try await editors.edit { NotePuzzle("second:0", note: "a note", $0) }
    try await editors.edit { TagPuzzle("second:0", adding: ["spring"], $0) }
    let noted = try editors.puzzles("second")[0]
    try await editors.house.rebuild(isForced: true)
    let rebuilt = try editors.catalog()
    var query = PuzzleQuery()
    query.isKeptAboutOnly = true
    let records = try rebuilt.puzzles(matching: query)
    #expect(Set(records.map(\.puzzle.sbn)) == [noted, refused])
    #expect(Set(records.map(\.note)) == ["a note", nil])
    #expect(Set(records.map(\.refusal)) == ["a test", nil])
    #expect(records.flatMap(\.tags) == ["spring"])
    #expect(try rebuilt.check().isEmpty)
    // Where there is no old catalogue to read they are lost, and that is said.
    try editors.house.remove("state")
    let said = try await RebuildCatalog().said(in: editors.places, editors.context())
    #expect(said.lines.contains { $0.text.hasPrefix("warning: refusals, notes and tags") })
  }

  /// A house in which a slot's first puzzle has been replaced, which the tree has forgotten.
  private func replaced() async throws -> (house: NightlyHouse, old: String) {
    let editors = try await EditorsHouse()
    let old = try editors.puzzles("first")[5]
    for slot in ["first:5", "first:4", "first:3"] {
      try await editors.edit { ReplaceSlot(slot, $0) }
      _ = try await editors.publish()
    }
    let house = editors.house
    #expect(try await house.release(CollectReleases(keep: 2), now: "2026-12-30") == .done)
    return (house, old)
  }

  private func replace(_ house: NightlyHouse, with old: String) async throws {
    let flags = EditFlags(reason: "a test")
    _ = try await ReplaceSlot("first:5", with: old, flags).said(
      in: house.places, .at("2026-12-30"))
  }

  @Test("after gc and a lost catalogue no puzzle is published again (P8)")
  func publishedOnce() async throws {
    let (house, old) = try await replaced()
    try house.remove("state")
    try await house.rebuild(now: "2026-12-30")
    let refused = await #expect(throws: (any Error).self) { try await replace(house, with: old) }
    #expect("\(try #require(refused))".contains("published once"), "\(refused as Any)")
    // Nor turned and relettered, by whatever way.
    let catalog = try Catalog.open(at: "\(house.state)/catalog.sqlite")
    let twin = try SBN(old).puzzle.applying(.allCases[3])
    #expect(try catalog.twin(of: twin.canonicalForm)?.isUnused == false)
    #expect(try catalog.check() == [])
  }

  @Test("nor after rebuild --force beside a catalogue that can be read, whatever the tree lists")
  func publishedOnceByForce() async throws {
    let (house, old) = try await replaced()
    // As an earlier program left it.
    var manifest = try Manifest(json: try #require(try house.tree()["puzzles/manifest.json"]))
    for line in manifest.used { try house.remove("out/\(line.object)") }
    manifest.objects.removeAll { $0.key.text.hasSuffix(".bin") }
    manifest.earlierObjects.removeAll { $0.text.hasSuffix(".bin") }
    manifest.used = []
    for name in ["manifest", "releases/\(manifest.release)"] {
      try house.folder.write(manifest.json, to: "out/puzzles/\(name).json")
    }
    try await house.rebuild(now: "2026-12-30", isForced: true)
    await #expect(throws: (any Error).self) { try await replace(house, with: old) }
    // The first new release lists it for those who come after.
    #expect(try await house.run("2026-12-31").failure == nil)
    try house.remove("state")
    try await house.rebuild(now: "2026-12-31")
    await #expect(throws: (any Error).self) { try await replace(house, with: old) }
  }

  @Test(
    "a catalogue of another tree is put aside, however far its releases are apart",
    .timeLimit(.minutes(20)))
  func foreignCatalog() async throws {
    let (house, other) = (try NightlyHouse(), try NightlyHouse())
    #expect(try await house.run("2026-12-30").failure == nil)
    #expect(try await other.run("2026-12-31").failure == nil)
    try await other.places.stateFolder.open(asCopy: false) { catalog in
      try catalog.recordRelease(
        NewRelease(number: 1 << 40, manifest: [], createdAt: "", packs: [], dates: []))
      try catalog.markPublished(1 << 40)
    }
    try house.remove("state")
    try FileManager.default.copyItem(
      atPath: other.places.state, toPath: house.places.state)
    let lines = try await house.rebuild(isForced: true)
    #expect("\(lines)".contains("catalog-before-"), "\(lines)")
    #expect(try await house.check() == [])
  }

  @Test("a planted manifest is left aside, told, and the next night goes on")
  func planted() async throws {
    for isLinked in [false, true] {
      let house = try NightlyHouse()
      #expect(try await house.run("2026-12-30").failure == nil)
      let bytes = try #require(try house.tree()["puzzles/manifest.json"])
      var forged = try Manifest(json: bytes)
      forged.release = isLinked ? 2 : 1 << 40
      if isLinked {
        forged.previous = .init(release: 1, sha256: Digest.sha256(of: bytes))
        (forged.calendar, forged.packs, forged.objects) = ([:], [], [])
      }
      try house.folder.write(forged.json, to: "out/puzzles/releases/\(forged.release).json")
      try house.folder.write("{}", to: "out/puzzles/releases/9007199254740992.json")
      try house.remove("state")
      let lines = try await house.rebuild()
      #expect("\(lines)".contains("releases/\(forged.release).json is left aside"), "\(lines)")
      let report = try await house.run("2026-12-31")
      #expect(report.failure == nil && report.release == (isLinked ? 3 : 2))
      #expect(try await house.check() == [])
    }
  }

  @Test("a pack's name that no terminal could show does not get into the catalogue")
  func forgedName() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30").failure == nil)
    var forged = try Manifest(json: try #require(try house.tree()["puzzles/manifest.json"]))
    forged.packs[0].name = "\u{1B}[2J\u{202E}"
    for name in ["manifest", "releases/1"] {
      try house.folder.write(forged.json, to: "out/puzzles/\(name).json")
    }
    try house.remove("state")
    try await house.rebuild(now: "2026-12-30")
    let names = try Catalog.read(at: "\(house.state)/catalog.sqlite").packs().map(\.name)
    #expect(names.contains("First"), "the pack's own: \(names)")
    // With another one, every night would wait for a version that cannot be.
    for day in ["2026-12-31", "2027-01-01"] {
      #expect(try await house.run(day).failure == nil)
    }
    let latest = try Manifest(json: try #require(try house.tree()["puzzles/manifest.json"]))
    #expect(latest.packs[0].name == "First" && latest.packs[0].version == 1)
  }

  @Test("a pack's line that is not of its file is damage, and nothing to go on from")
  func forgedVersion() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30").failure == nil)
    var forged = try Manifest(json: try #require(try house.tree()["puzzles/manifest.json"]))
    forged.packs[0].version = 9
    for name in ["manifest", "releases/1"] {
      try house.folder.write(forged.json, to: "out/puzzles/\(name).json")
    }
    try house.remove("state")
    await #expect(throws: PublishError.self) { try await house.rebuild(now: "2026-12-30") }
  }

  @Test("what the tree does not hold any more is named")
  func gaps() async throws {
    let house = try NightlyHouse()
    for day in ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"] {
      #expect(try await house.run(day).failure == nil)
    }
    #expect(
      try await house.release(CollectReleases(keep: 2), now: "2027-01-02") == .done)
    try house.remove("state")
    let lines = try await house.rebuild()
    // What they had is listed, so nothing is lost that matters.
    #expect(problems(lines).allSatisfy { $0.hasPrefix("warning: refusals") }, "\(lines)")
    #expect(try await house.check() == [])
    let tree = try house.tree()
    #expect(try await house.run("2027-01-02").isIdle)
    #expect(try house.tree() == tree)
    let report = try await house.run("2027-01-03")
    #expect(report.failure == nil && report.release == 6)
  }

  @Test("a date that a forgotten release replaced or took back does not stop it (P12)")
  func forgottenReplacement() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30").failure == nil)
    let now = "2026-12-30T05:00:00Z"
    let flags = EditFlags(reason: "a trial")
    #expect(
      try await house.release(ReplaceDate("2027-01-01", wish: GradeRange(), flags), now: now)
        == .done)
    #expect(try await house.release(PublishRelease(), now: now) == .done)
    for id in ["monthly:2027-01", "first:2"] {
      #expect(try await house.release(WithdrawPuzzle(id: id, reason: "a trial"), now: now) == .done)
    }
    for day in ["2026-12-31", "2027-01-01", "2027-01-02"] {
      #expect(try await house.run(day).failure == nil)
    }
    #expect(try await house.release(CollectReleases(keep: 2), now: "2027-01-02") == .done)
    let latest = try Manifest(json: try #require(try house.tree()["puzzles/manifest.json"]))
    let told = latest.replacements.map(\.release) + latest.withdrawals.map(\.release)
    #expect(told.count >= 3 && told.allSatisfy { $0 < latest.oldest ?? 1 })
    try house.remove("state")
    try await house.rebuild(now: "2027-01-02")
    #expect(try await house.check() == [])
    // What was told is told once.
    #expect(try await house.run("2027-01-02").isIdle)
    #expect(try await house.run("2027-01-03").failure == nil)
    #expect(
      try Manifest(json: try #require(try house.tree()["puzzles/manifest.json"])).replacements
        == latest.replacements)
  }

  @Test("a puzzle that is damaged in the tree, or no tree at all, is refused and changes nothing")
  func damagedTree() async throws {
    let house = try NightlyHouse()
    await #expect(throws: PipelineError.self) { try await house.rebuild() }
    #expect(try await house.run("2026-12-30").failure == nil)
    try house.folder.write("6x1.AAAAAA", to: "out/puzzles/daily/2026-12-31.sbn")
    let before = try house.folder.contents(of: "state")["catalog.sqlite"]
    await #expect(throws: PublishError.self) { try await house.rebuild(isForced: true) }
    #expect(try house.folder.contents(of: "state")["catalog.sqlite"] == before)
    #expect(!house.exists("state/rebuild"))
  }
}
