import Catalog
import Dates
import Foundation
import Grading
import HouseSupport
import Identity
import Manifest
import Operating
import Pipeline
import Releasing
import TestSupport
import Testing

/// Houses that earlier programs have made, in two nights of December 2026, are taken over.
///
/// `Tests/Fixtures/house-of-grader-1.tar.gz` is of grader 1 and generator 2, and
/// `house-of-grader-2.tar.gz` of grader 2 and generator 3: recipes, tree and catalogue as they left
/// them.
@Suite("A house of an earlier program")
struct TakeoverTests {
  private let house: NightlyHouse

  init() throws {
    house = try NightlyHouse()
    try house.remove("Recipes")
  }

  private func unpackHouse(ofGrader grader: Int) throws {
    let archive = Project.folder.appending(
      path: "Tests/Fixtures/house-of-grader-\(grader).tar.gz")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "gzip -dc \"$0\" | tar xf -", archive.path]
    shell.currentDirectoryURL = URL(fileURLWithPath: house.folder.path)
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }

  private func verify(_ now: String) async throws -> (status: Pipeline.ExitStatus, text: String) {
    let said = try await VerifyRelease().said(in: house.places, .at(now, jobs: 2))
    return (said.status, said.lines.map(\.text).joined(separator: "\n"))
  }

  private func manifest() throws -> Manifest {
    try Manifest(json: Array(try #require(house.folder.text("out/puzzles/manifest.json")).utf8))
  }

  private func expectWell(_ now: String) async throws {
    let report = try await Doctor(house.places, .at(now), freeBytes: { _ in 1 << 40 }).run()
    #expect(report.status == .done, "\(report.text)")
    try await expectWhole(now)
  }

  private func expectWhole(_ now: String) async throws {
    let (status, text) = try await verify(now)
    #expect(status == .done, "\(text)")
    #expect(!text.contains("regraded"), "\(text)")
    #expect(try await house.check() == [])
  }

  @Test("it is whole as it is, judged by the grader that it was published with", arguments: [1, 2])
  func asItIs(grader: Int) async throws {
    try unpackHouse(ofGrader: grader)
    #expect(try manifest().graderVersion == grader && Grade.version > grader)
    try await expectWell("2026-12-31T04:00:00Z")
  }

  @Test(
    "it goes on with the grader of today: old and new puzzles side by side, each by its own",
    arguments: [1, 2])
  func goesOn(grader: Int) async throws {
    try unpackHouse(ofGrader: grader)
    let before = try house.tree()
    let recipe = try #require(house.folder.text("Recipes/packs/second.yaml"))
    try house.folder.write(
      recipe.replacing("count: 7", with: "count: 9"), to: "Recipes/packs/second.yaml")
    let night = try await house.run("2027-01-02T03:00:00Z")
    #expect(night.status == .done, "\(night.failure ?? "")")
    #expect(night.release == 3)
    try await expectWell("2027-01-02T04:00:00Z")

    // What was published keeps its bytes; what came has the grader of today.
    let now = try house.tree()
    for (name, bytes) in before where name.contains("/daily/2") || name.contains("/hints/") {
      #expect(now[name] == nil || now[name] == bytes, "\(name)")
    }
    for date in ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"] {
      let name = "puzzles/daily/\(date).sbn"
      #expect(now[name] != nil && now[name] == before[name], "\(name)")
    }
    let manifest = try manifest()
    #expect(manifest.graderVersion == Grade.version)
    let second = try #require(manifest.packs.first { $0.id.text == "second" })
    let graders = (0..<9).map { manifest.grader(of: second, at: $0) }
    #expect(graders == Array(repeating: grader, count: 7) + [Grade.version, Grade.version])
    let first = try #require(manifest.packs.first { $0.id.text == "first" })
    #expect((0..<first.count).allSatisfy { manifest.grader(of: first, at: $0) == grader })
    let daily = try #require(manifest.calendar[.daily])
    let dates = daily.entries.indices.map { manifest.grader(of: daily, at: $0) }
    #expect(dates.first == grader && dates.last == Grade.version && dates == dates.sorted())

    // The catalogue has counted what the first program had not, and can be made again.
    let catalog = try Catalog.open(at: "\(house.state)/catalog.sqlite")
    var counted = 0
    try catalog.forEachPuzzle { if $0.signals != nil { counted += 1 } }
    #expect(try counted == catalog.counts().puzzles)
    try house.remove("state")
    try await house.rebuild(now: "2027-01-02T05:00:00Z")
    // The reserve is made again by the next night.
    try await expectWhole("2027-01-02T06:00:00Z")
    let after = try await house.run("2027-01-03T03:00:00Z")
    #expect(after.status == .done, "\(after.failure ?? "")")
    try await expectWell("2027-01-03T04:00:00Z")
  }
}
