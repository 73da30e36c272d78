import Catalog
import Dates
import Editing
import Generating
import Grading
import HouseSupport
import Identity
import Manifest
import Notation
import Pipeline
import Publishing
import Releasing
import Stores
import TestSupport
import Testing

/// What becomes of puzzles when the grader changes: the one before is played by version 0, whose
/// grades are other than ours.
@Suite("A change of grader")
struct GraderChangeTests {
  /// Makes unpublished puzzles those of the grader before: three steps of difficulty off.
  private func age(_ house: EditorsHouse) throws {
    let catalog = try house.catalog()
    var batch: [(id: Int64, puzzle: NewPuzzle)] = []
    for puzzle in try catalog.outdated(grader: 0, limit: 1000) {
      var aged = try NewPuzzle(puzzle, in: catalog)
      aged.graderVersion = 0
      aged.sbn = aged.sbn.graded(otherwise: 3)
      batch.append((puzzle.id, aged))
    }
    try catalog.regrade(batch)
    #expect(try catalog.outdated(grader: 0, limit: 1).isEmpty)
  }

  /// A house that has published two packs of the grader before, thirteen puzzles.
  private func agedHouse() async throws -> EditorsHouse {
    let house = try await EditorsHouse(isPublished: false)
    try await house.edit { BuildPack("first", $0) }
    try await house.edit { BuildPack("second", $0) }
    try age(house)
    _ = try await house.publish()
    return house
  }

  /// A house that has published two packs of another version that this program has, its grades off
  /// by some steps of difficulty.
  private func house(of version: GraderVersion, off steps: Int) async throws -> EditorsHouse {
    let house = try await EditorsHouse(isPublished: false)
    try await house.edit { BuildPack("first", $0) }
    try await house.edit { BuildPack("second", $0) }
    let catalog = try house.catalog()
    var grader = Grader(version: version)
    var batch: [(id: Int64, puzzle: NewPuzzle)] = []
    for puzzle in try catalog.outdated(grader: version.rawValue, limit: 1000) {
      var other = try NewPuzzle(puzzle, in: catalog)
      let grade = grader.grade(other.sbn.puzzle)
      var metadata = other.sbn.metadata
      metadata.difficulty = grade.difficulty
      metadata.level = grade.level
      metadata.cycles = grade.cycles
      other.graderVersion = version.rawValue
      other.scoreInHundredths = grade.scoreInHundredths
      let sbn = SBN(puzzle: other.sbn.puzzle, metadata: metadata)
      other.sbn = steps == 0 ? sbn : sbn.graded(otherwise: steps)
      batch.append((puzzle.id, other))
    }
    try catalog.regrade(batch)
    _ = try await house.publish()
    return house
  }

  private func night(_ house: EditorsHouse, _ now: String) async throws -> NightReport {
    let night = await Night().run(in: house.places, try .at(now))
    #expect(night.status == .done, "\(night.failure ?? "")")
    return night
  }

  private func verify(
    _ house: EditorsHouse, as form: AnswerForm = .text
  ) async throws -> (status: Pipeline.ExitStatus, lines: [String]) {
    let said = try await VerifyRelease().said(
      in: house.places, .at("2026-12-31", jobs: 2, form: form))
    return (said.status, said.lines.map(\.text))
  }

  private func manifest(_ house: EditorsHouse) throws -> String {
    try #require(house.house.folder.text("out/puzzles/manifest.json"))
  }

  @Test("what the grader before has published stays as it is, and verifies whole beside the new")
  func published() async throws {
    let house = try await agedHouse()
    #expect(try manifest(house).count(of: #""grader":0"#) == 2)
    let before = try house.house.tree()
    try house.house.writeSecond(count: 8)
    let report = try await night(house, "2026-12-30T03:00:00Z")
    #expect(report.isNewRelease && report.notes.isEmpty, "\(report.notes)")
    let text = try manifest(house)
    #expect(text.contains(#""free":true,"graders":[[0,6],[\#(Grade.version),2]]"#), "\(text)")
    #expect(text.contains(#""free":true,"grader":0"#), "\(text)")
    #expect(text.contains(#""grader":\#(Grade.version),"last":"2027-01-01""#), "\(text)")
    for (name, bytes) in before where name.contains("first.json") {
      #expect(try house.house.tree()[name] == bytes)
    }
    let (status, lines) = try await verify(house)
    #expect(status == .done, "\(lines)")
    #expect(lines.contains { $0.contains("is whole: 22 puzzles") }, "\(lines)")
    #expect(lines.contains("Note: 13 puzzles graded by version 0 are not regraded"), "\(lines)")
    let json = try await verify(house, as: .json).lines.last
    #expect(json?.contains(#""notRegraded":[{"grader":0,"puzzles":13}]"#) == true)
  }

  @Test("each puzzle is judged by the version that it was published with")
  func versions() async throws {
    let other = try #require(GraderVersion.allCases.first { $0 != .current })
    let house = try await house(of: other, off: 0)
    #expect(try manifest(house).count(of: #""grader":\#(other.rawValue)"#) == 2)
    try house.house.writeSecond(count: 8)
    _ = try await night(house, "2026-12-30T03:00:00Z")
    let (status, lines) = try await verify(house)
    #expect(status == .done, "\(lines)")
    #expect(!lines.contains { $0.contains("regraded") }, "\(lines)")
    #expect(try await house.house.check() == [])
    let scores = try house.catalog().slots(of: "first").map(\.puzzle.scoreInHundredths)
    try house.house.remove("state")
    try await house.house.rebuild(now: "2026-12-30")
    let rebuilt = try house.catalog().slots(of: "first")
    #expect(rebuilt.map(\.puzzle.graderVersion) == rebuilt.map { _ in other.rawValue })
    #expect(rebuilt.map(\.puzzle.scoreInHundredths) == scores)
  }

  @Test("a grade that the version it names does not give is not published, and is found")
  func misgraded() async throws {
    let other = try #require(GraderVersion.allCases.first { $0 != .current })
    await #expect {
      try await house(of: other, off: 3)
    } throws: {
      "\($0)".contains("the puzzle of first:0 is not as it was made: its grade is another")
    }
    let slot = try await house(of: other, off: 0).catalog().slots(of: "first")[0]
    let wrong = try slot.puzzle.text.graded(otherwise: 3).description
    #expect(VerifyRelease.faults(in: slot.puzzle.sbn, gradedBy: other.rawValue) == [])
    #expect(
      VerifyRelease.faults(in: wrong, gradedBy: other.rawValue)
        .contains { $0.contains("prints another") })
  }

  @Test("a grader that no release was made with has graded nothing")
  func falseGrader() async throws {
    let house = try await house(of: .current, off: 0)
    let text = try manifest(house)
    let right = #""grader":\#(Grade.version)"#
    let later = Grade.version + 7
    for (name, forged) in [
      ("pack first", text.replacing(right, with: #""grader":\#(later)"#, maxReplacements: 1)),
      ("pack second", text.replacing(right, with: #""grader":\#(later)"#)),
    ] {
      try house.house.folder.write(forged, to: "out/puzzles/manifest.json")
      try house.house.folder.write(forged, to: "out/puzzles/releases/1.json")
      let (status, lines) = try await verify(house)
      #expect(status == .badData)
      let words =
        "puzzles of \(name) are said to be graded by grader \(later), and no release was made "
        + "with a later one than \(Grade.version)"
      #expect(lines.contains { $0.contains(words) }, "\(lines)")
    }
  }

  @Test("puzzles that came with a release were graded by its grader or one before")
  func makers() async throws {
    let house = try await house(of: .current, off: 0)
    try house.house.writeSecond(count: 8)
    _ = try await night(house, "2026-12-30T03:00:00Z")
    let text = try manifest(house)
    func verify(madeWith grader: Int) async throws -> (status: Pipeline.ExitStatus, lines: [String])
    {
      let forged = text.replacing(
        #""graderVersion":\#(Grade.version)"#, with: #""graderVersion":\#(grader)"#)
      #expect(forged != text || grader == Grade.version)
      try house.house.folder.write(forged, to: "out/puzzles/manifest.json")
      try house.house.folder.write(forged, to: "out/puzzles/releases/2.json")
      return try await self.verify(house)
    }
    #expect(try await verify(madeWith: Grade.version).status == .done)
    // The release before is of this grader, so that puzzles that stay from it may be.
    let early = try await verify(madeWith: Grade.version - 1)
    #expect(early.status == .badData)
    let said = "contradiction: it is said to be made with grader \(Grade.version - 1), and "
    for name in ["daily puzzles", "puzzles of pack second"] {
      let words = "\(said)\(name) that came with it to be graded by grader \(Grade.version)"
      #expect(early.lines.contains { $0.contains(words) }, "\(early.lines)")
    }
    #expect(!early.lines.contains { $0.contains("pack first") }, "\(early.lines)")
    // A later program may have made it, without a puzzle of its own.
    let late = try await verify(madeWith: Grade.version + 1)
    #expect(late.status == .done, "\(late.lines)")
    #expect(
      late.lines.contains {
        $0.contains("made with grader \(Grade.version + 1), which this program does not have")
      }, "\(late.lines)")
  }

  @Test("a manifest that names no graders is read by its one version")
  func olderManifest() async throws {
    let house = try await agedHouse()
    let text = try manifest(house)
    for (version, expected) in [(0, ExitStatus.done), (Grade.version, .badData)] {
      let old = text.replacing(#""grader":0,"#, with: "").replacing(
        #""graderVersion":\#(Grade.version)"#, with: #""graderVersion":\#(version)"#)
      try house.house.folder.write(old, to: "out/puzzles/manifest.json")
      try house.house.folder.write(old, to: "out/puzzles/releases/1.json")
      let (status, lines) = try await verify(house)
      #expect(status == expected, "\(lines)")
      #expect(lines.contains { $0.contains("prints another") } == (expected == .badData))
    }
  }

  @Test("a rebuilt catalogue knows every grader, and a rollback brings them back")
  func rebuilt() async throws {
    let house = try await agedHouse()
    try house.house.writeSecond(count: 8)
    _ = try await night(house, "2026-12-30T03:00:00Z")
    try house.house.remove("state")
    try await house.house.rebuild(now: "2026-12-30")
    #expect(try await house.house.check() == [])
    let versions = try house.catalog().slots(of: "second").map(\.puzzle.graderVersion)
    #expect(versions == [0, 0, 0, 0, 0, 0, Grade.version, Grade.version])
    _ = try await night(house, "2026-12-31T03:00:00Z")
    #expect(try await house.house.release(RollBackRelease(to: 1), now: "2026-12-31") == .done)
    #expect(try manifest(house).count(of: #""grader":0"#) == 2)
    let (status, lines) = try await verify(house)
    #expect(status == .done, "\(lines)")
  }

  @Test("pinned dates and the reserve get the grade of this grader before they are published")
  func unpublished() async throws {
    let house = try await EditorsHouse()
    try await house.say(FillReserve(days: 5))
    try await house.edit { PinDate("2027-01-02", wish: GradeRange(difficulty: 1...3), $0) }
    try await house.edit { SwapDates("2027-01-03", "2027-01-04", $0) }
    let right = try house.catalog().ahead(.daily)
    try age(house)
    let old = try house.catalog().ahead(.daily)
    #expect(old.map(\.puzzle.id) == right.map(\.puzzle.id))
    #expect(zip(old, right).allSatisfy { $0.puzzle.sbn != $1.puzzle.sbn })
    let report = try await night(house, "2027-01-03T03:00:00Z")
    #expect(
      report.notes.contains {
        $0.contains("unpublished puzzles were graded by another grader before")
      }, "\(report.notes)")
    for entry in right where entry.period.key < "2027-01-06" {
      let name = "out/puzzles/daily/\(entry.period.key).sbn"
      #expect(house.house.folder.text(name) == entry.puzzle.sbn, "\(name)")
    }
    #expect(try manifest(house).count(of: #""graders""#) == 0)
    let (status, lines) = try await verify(house)
    #expect(status == .done && !lines.contains { $0.contains("not regraded") }, "\(lines)")
    #expect(try house.catalog().outdated(grader: Grade.version, limit: 1).isEmpty)
  }
}

extension SBN {
  /// The same puzzle as if another grader had graded it.
  fileprivate func graded(otherwise steps: Int) -> SBN {
    var metadata = metadata
    metadata.difficulty = metadata.difficulty.map { $0 > steps ? $0 - steps : $0 + steps }
    metadata.cycles = metadata.cycles.map { $0 + 1 }
    return SBN(puzzle: puzzle, metadata: metadata)
  }
}

extension String {
  /// How often a text occurs in it.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
