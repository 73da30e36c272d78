import Catalog
import Dates
import Editing
import Generating
import HouseSupport
import Identity
import Manifest
import Pipeline
import Preview
import Publishing
import Releasing
import Stores
import TestSupport
import Testing
import Verifying

/// What may become of a published date: another puzzle before it begins anywhere, none afterwards.
///
/// The house has published 2026-12-30 … 2027-01-01. The last of these begins in the first time zone
/// at 2026-12-31T10:00:00Z.
@Suite("P3, P6, P16: published dates that are replaced or withdrawn")
struct ReplacedDatesTests {
  private let date = "2027-01-01"
  private let id = "daily:2027-01-01"
  private let file = "out/puzzles/daily/2027-01-01.sbn"

  private func manifest(_ house: NightlyHouse) throws -> Manifest {
    try Manifest(json: try #require(try house.tree()["puzzles/manifest.json"]))
  }

  private func makeHouse() async throws -> NightlyHouse {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30T03:00:00Z").release == 1)
    return house
  }

  private func replace(
    _ house: NightlyHouse, at now: String, _ wish: GradeRange = GradeRange(),
    reason: String = "a face in it"
  ) async throws -> String {
    let said = try await ReplaceDate(date, wish: wish, EditFlags(reason: reason)).said(
      in: house.places, .at(now))
    return said.lines.map(\.text).joined(separator: "\n")
  }

  private func expectWhole(
    _ house: NightlyHouse, at now: String = "2026-12-31T12:00:00Z",
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let said = try await VerifyRelease(isAsApp: true).said(in: house.places, .at(now))
    #expect(said.status == .done, "\(said.lines)", sourceLocation: location)
    #expect(try await house.check().isEmpty, sourceLocation: location)
  }

  @Test("P3: a date that has not begun anywhere gets another puzzle, told with its reason")
  func replaced() async throws {
    let house = try await makeHouse()
    let before = try #require(house.folder.text(file))
    let tried = try await ReplaceDate(date, EditFlags(reason: "a face", isDryRun: true)).said(
      in: house.places, .at("2026-12-30T09:00:00Z"))
    #expect(!"\(tried.lines)".contains("Next: "), "nothing is kept that could be published")
    let said = try await replace(house, at: "2026-12-30T09:00:00Z")
    #expect(said.contains("before it begins in the first time zone at 2026-12-31T10:00:00Z"))
    #expect(!said.contains("purge"), "a day and an hour are left")
    #expect(house.folder.text(file) == before)
    let shown = try await ShowDates(id).said(in: house.places, .at("2026-12-30T09:00:00Z"))
    #expect("\(shown.lines)".contains("in the next release, in place of the one of release 1"))
    // What is being replaced cannot be pinned or swapped away.
    await #expect(throws: CatalogError.self) {
      _ = try await PinDate(date, EditFlags(reason: "x")).said(
        in: house.places, .at("2026-12-30T09:00:00Z"))
    }
    #expect(try await house.run("2026-12-30T21:00:00Z").failure == nil)
    let after = try #require(house.folder.text(file))
    #expect(after != before)
    let manifest = try manifest(house)
    #expect(
      manifest.replacements == [
        Manifest.Replacement(
          period: Samples.period(id), reason: "a face in it", release: 2,
          replaced: Digest.sha256(of: Array(before.utf8)),
          by: Digest.sha256(of: Array(after.utf8)))
      ])
    #expect(manifest.release == 3)
    #expect(try Manifest(json: manifest.json) == manifest)
    try await expectWhole(house)
    let history = try await ListReleases().said(in: house.places, .at("2026-12-31"))
    #expect("\(history.lines)".contains("\(id) gets another puzzle: a face in it"))
    let difference = try await CompareReleases(1, 3).said(in: house.places, .at("2026-12-31"))
    #expect("\(difference.lines)".contains("\(id) gets another puzzle: a face in it"))
    // It stays so, and the old puzzle is used nowhere else.
    #expect(try await house.run("2026-12-31T03:00:00Z").failure == nil)
    #expect(house.folder.text(file) == after)
    let catalog = try house.places.stateFolder.read()
    let old = try #require(
      try catalog.puzzles(matching: PuzzleQuery()).first { $0.puzzle.sbn == before })
    #expect(old.places.isEmpty && old.puzzle.firstRelease == 1)
  }

  @Test("P3: from the moment at which it begins in UTC+14, a date is refused, with advice")
  func begun() async throws {
    let house = try await makeHouse()
    let tree = try house.tree()
    for now in ["2026-12-31T10:00:00Z", "2027-01-01T00:00:00Z", "2027-02-01T00:00:00Z"] {
      do {
        _ = try await replace(house, at: now)
        Issue.record("\(now)")
      } catch {
        #expect(Pipeline.ExitStatus(for: error) == .badData)
        #expect("\(error)".contains("release withdraw \(id)"), "\(error)")
      }
    }
    #expect(try house.tree() == tree)
    #expect(try house.places.stateFolder.read().openReplacements().isEmpty)
    let said = try await replace(house, at: "2026-12-31T09:59:59Z")
    #expect(said.contains("purge daily/2027-01-01.sbn"), "\(said)")
  }

  @Test("P3: what is not published is pinned instead, and what there is not is refused")
  func notPublished() async throws {
    let house = try await makeHouse()
    for word in ["2027-01-02", "2027-03-01", "intro:3", "2027-13-01"] {
      await #expect("\(word)") {
        _ = try await ReplaceDate(word, EditFlags(reason: "x")).said(
          in: house.places, .at("2026-12-30T09:00:00Z"))
      } throws: { Pipeline.ExitStatus(for: $0) == .usage }
    }
  }

  @Test("P3: a replacement that no release tells before the date begins never happens")
  func late() async throws {
    let house = try await makeHouse()
    let before = house.folder.text(file)
    _ = try await replace(house, at: "2026-12-30T09:00:00Z")
    let report = try await house.run("2026-12-31T10:00:00Z")
    #expect(report.failure == nil)
    #expect("\(report.notes)".contains("\(id) keeps its puzzle"), "\(report.notes)")
    #expect(house.folder.text(file) == before)
    #expect(try manifest(house).replacements == [])
    try await expectWhole(house)
    let shown = try await ShowDates(id).said(in: house.places, .at("2026-12-31T10:00:00Z"))
    #expect("\(shown.lines)".contains("published in release 1"))
  }

  @Test("P3, P16: a replacement that is taken back by another tells the last one only")
  func twice() async throws {
    let house = try await makeHouse()
    _ = try await replace(house, at: "2026-12-30T09:00:00Z", reason: "one")
    _ = try await replace(
      house, at: "2026-12-30T09:00:00Z", GradeRange(difficulty: 3...4), reason: "two")
    #expect(try await house.run("2026-12-30T12:00:00Z").failure == nil)
    #expect(try manifest(house).replacements.map(\.reason) == ["two"])
    _ = try await replace(house, at: "2026-12-30T13:00:00Z", reason: "three")
    #expect(
      try await house.release(PublishRelease(), now: "2026-12-30T14:00:00Z") == .done)
    #expect(try manifest(house).replacements.map(\.reason) == ["two", "three"])
    #expect(Set(try manifest(house).replacements.map(\.replaced)).count == 2)
    try await expectWhole(house)
  }

  @Test(
    "P6: a date that is withdrawn after it has begun has no successor, and everyone lives with it")
  func withdrawnToday() async throws {
    let house = try await makeHouse()
    #expect(try await house.run("2026-12-31T12:00:00Z").failure == nil)
    let withdraw = WithdrawPuzzle(id: id, reason: "two solutions")
    let said = try await withdraw.said(in: house.places, .at("2026-12-31T12:00:00Z"))
    #expect("\(said.lines)".contains("it stays without a puzzle"))
    for now in ["2026-12-31T13:00:00Z", "2027-01-01T03:00:00Z", "2027-01-02T03:00:00Z"] {
      let report = try await house.run(now)
      #expect(report.failure == nil, "\(now)")
      #expect(!house.exists(file), "\(now)")
      try await expectWhole(house, at: now)
      let clock = try await VerifyRelease(clock: try Timestamp(now), isAsApp: true).said(
        in: house.places, .at(now))
      #expect(!"\(clock.lines)".contains("2027-01-01: missing"), "\(clock.lines)")
    }
    #expect(
      "\(try await ShowDates(id).said(in: house.places, .at("2027-01-01")).lines)".contains(
        "withdrawn, and stays empty"))
    let shown = try await ShowDates(id).said(in: house.places, .at("2027-01-01", form: .json))
    #expect(shown.lines[0].text.contains(#""begun":true,"state":"withdrawn""#), "\(shown.lines)")
    await #expect {
      _ = try await PreviewPuzzles(of: id).said(in: house.places, .at("2027-01-01"))
    } throws: { "\($0)".hasSuffix("it was withdrawn, and stays empty") }
    let forecast = try await ForecastReserve().said(in: house.places, .at("2027-01-01"))
    #expect(!"\(forecast.lines)".contains("has run dry"), "\(forecast.lines)")
    for command: any Command in [
      PinDate(date, wish: GradeRange(difficulty: 1...2), EditFlags(reason: "x")),
      ReplaceDate(date, EditFlags(reason: "x")),
    ] {
      await #expect(throws: PipelineError.self) {
        _ = try await command.said(in: house.places, .at("2027-01-01T12:00:00Z"))
      }
    }
    // Nor after a rebuild.
    let tree = try house.tree()
    try house.remove("state")
    try await house.rebuild(now: "2027-01-02T03:00:00Z")
    #expect(try await house.run("2027-01-02T03:00:00Z").isIdle)
    #expect(try house.tree() == tree)
  }

  @Test("P6: a date that is withdrawn before it begins gets a successor until then, and not later")
  func withdrawnBefore() async throws {
    for (night, isFilled) in [("2026-12-31T09:59:59Z", true), ("2026-12-31T10:00:00Z", false)] {
      let house = try await makeHouse()
      let before = house.folder.text(file)
      let withdraw = WithdrawPuzzle(id: id, reason: "ugly")
      let said = try await withdraw.said(in: house.places, .at("2026-12-30T12:00:00Z"))
      #expect("\(said.lines)".contains("the next night gives it another puzzle"))
      #expect(!house.exists(file))
      #expect(try await house.run(night).failure == nil)
      #expect(house.exists(file) == isFilled, "\(night)")
      #expect(house.folder.text(file) != before)
      try await expectWhole(house)
    }
  }

  @Test("P3: a date that is being replaced and is withdrawn loses the puzzle that players have")
  func withdrawnWhileReplaced() async throws {
    let house = try await makeHouse()
    _ = try await replace(house, at: "2026-12-30T09:00:00Z")
    #expect(
      try await house.release(
        WithdrawPuzzle(id: id, reason: "ugly"), now: "2026-12-30T10:00:00Z") == .done)
    #expect(try manifest(house).replacements == [])
    #expect(try manifest(house).withdrawals.map(\.id) == [id])
    #expect(!house.exists(file))
    #expect(try await house.run("2026-12-30T12:00:00Z").failure == nil)
    #expect(house.exists(file))
    try await expectWhole(house)
  }

  @Test("P12: a rebuilt catalogue knows what was replaced, and goes on as the lost one would have")
  func rebuilt() async throws {
    let house = try await makeHouse()
    _ = try await replace(house, at: "2026-12-30T09:00:00Z")
    #expect(try await house.run("2026-12-30T12:00:00Z").failure == nil)
    let tree = try house.tree()
    try house.remove("state")
    try await house.rebuild(now: "2026-12-30T13:00:00Z")
    #expect(try await house.run("2026-12-30T12:00:00Z").isIdle)
    #expect(try house.tree() == tree)
    #expect(try await house.run("2026-12-31T12:00:00Z").failure == nil)
    #expect(try manifest(house).replacements.count == 1)
    try await expectWhole(house)
  }
}
