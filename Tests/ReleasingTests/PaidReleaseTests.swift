import Catalog
import Dates
import Foundation
import HouseSupport
import Identity
import Manifest
import Pipeline
import Publishing
import Recipes
import Releasing
import StarBattle
import Stores
import TestSupport
import Testing
import Upkeep
import Verifying

/// A press whose second pack has to be bought, and lies in another place.
@Suite("Releases with packs that have to be bought")
struct PaidReleaseTests {
  private let house: NightlyHouse

  init() async throws {
    house = try NightlyHouse()
    try house.folder.write(
      "packs: [first, second]\ncalendar: [daily, weekly, monthly]\n"
        + "profiles: { app: true, hints: true, bundle: true }\n", to: "Recipes/release.yaml")
    try house.writeSecond(count: 6, isFree: false)
    #expect(try await night("2026-12-30T03:00:00Z").release == 1)
  }

  private var places: House {
    var places = house.places
    places.privateTo = "\(house.folder.path)/vault"
    return places
  }

  @discardableResult
  private func night(_ now: String) async throws -> NightReport {
    await Night().run(in: places, RunContext(now: try Timestamp(now), jobs: 1))
  }

  @discardableResult
  private func run(
    _ command: any Command, at now: String = "2026-12-31T09:00:00Z", in other: House? = nil
  ) async throws -> (status: Pipeline.ExitStatus, text: String) {
    let said = try await command.said(in: other ?? places, .at(now))
    return (said.status, said.lines.map(\.text).joined(separator: "\n"))
  }

  private func expectWhole(
    at now: String = "2026-12-31", at location: SourceLocation = #_sourceLocation
  ) async throws {
    let said = try await run(VerifyRelease(isAsApp: true), at: now)
    #expect(said.status == .done, "\(said.text)", sourceLocation: location)
  }

  private func puzzles() throws -> [String] {
    try Catalog.open(at: "\(house.state)/catalog.sqlite").slots(of: "second").map(\.puzzle.sbn)
  }

  /// Nothing of the second pack can be read in a folder.
  private func expectNothingPaid(
    in folder: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let layouts = try puzzles().map { $0.split(separator: ".").prefix(2).joined(separator: ".") }
    for (name, bytes) in try house.folder.contents(of: folder) {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!layouts.contains { text.contains($0) }, "\(name)", sourceLocation: location)
      #expect(!name.contains("second"), "\(name)", sourceLocation: location)
    }
  }

  @Test("what has to be bought goes to its own place, and the tree is whole with both")
  func twoPlaces() async throws {
    try expectNothingPaid(in: "out")
    #expect(house.exists("vault/private/packs/second.json"))
    #expect(house.exists("vault/private/app/second-hints.json"))
    #expect(house.exists("vault/private/manifest.json"))
    #expect(!house.exists("out/private"))
    try await expectWhole()
    let before = try house.folder.contents()
    #expect(try await night("2026-12-30T03:00:00Z").changes.isEmpty)
    let after = try house.folder.contents()
    for folder in ["out", "vault"] {
      #expect(
        before.filter { $0.key.hasPrefix(folder) } == after.filter { $0.key.hasPrefix(folder) })
    }
    // A reader of the public part alone is told what it cannot know.
    var alone = places
    alone.privateTo = nil
    let said = try await run(VerifyRelease(), in: alone)
    #expect(said.status == .done)
    #expect(said.text.contains("the private part is not here: second could not be checked"))
  }

  @Test("a night that has forgotten the private place publishes nothing and says what to do")
  func forgottenPlace() async throws {
    let before = try house.folder.contents(of: "out")
    let report = await Night().run(
      in: house.places, RunContext(now: try Timestamp("2026-12-31T03:00:00Z"), jobs: 1))
    #expect(report.failure?.description.contains("--private-to") == true)
    #expect(try house.folder.contents(of: "out") == before)
    #expect(!house.exists("out/private"))
  }

  @Test("a withdrawal that has forgotten the private place names it, and changes nothing")
  func withdrawalWithoutPrivatePlace() async throws {
    let before = try puzzles()
    for id in ["second:1", "second", "first:1"] {
      await #expect(throws: PublishError.privatePartElsewhere(release: 1), "\(id)") {
        try await run(WithdrawPuzzle(id: id, reason: "dull"), in: house.places)
      }
    }
    #expect(try puzzles() == before)
    try await expectWhole()
  }

  @Test("where the private place is forgotten, nothing in it is told to be lost")
  func forgottenPlaceOfARollback() async throws {
    let elsewhere = PublishError.privatePartElsewhere(release: 2)
    #expect(try await run(RollBackRelease(to: 1)).status == .done)
    for command: any Command in [
      PublishRelease(), PublishRelease(isResuming: true), RollBackRelease(to: 1),
      RebuildCatalog(isForced: true),
    ] {
      await #expect(throws: elsewhere, "\(command)") { try await run(command, in: house.places) }
    }
    let report = await Night().run(
      in: house.places, RunContext(now: try Timestamp("2026-12-31T03:00:00Z"), jobs: 1))
    #expect(report.failure?.description == "\(elsewhere)" && report.status == .noInput)
    #expect(try await night("2026-12-31T03:00:00Z").failure == nil)
  }

  @Test("a slot that was withdrawn, a rollback and a new catalogue keep it private")
  func stories() async throws {
    try await run(WithdrawPuzzle(id: "second:2", reason: "too easy"), at: "2026-12-30T09:00:00Z")
    #expect(try await night("2026-12-31T03:00:00Z").failure == nil)
    try expectNothingPaid(in: "out")
    try await expectWhole()
    let manifest = try Manifest(
      json: try #require(try house.folder.contents(of: "out")["puzzles/manifest.json"]))
    #expect(manifest.packs[1].changes.map(\.slots) == [[2]] && manifest.packs[1].version > 1)
    let history = try await ReleaseHistory(of: try StoreSettings.foldersOnly.open(places))
    #expect(history.releases.last?.packs[1].changes.first?.slots == [2])
    #expect(try await run(RollBackRelease(to: 1)).status == .done)
    try expectNothingPaid(in: "out")
    try await expectWhole()
    #expect(try await run(CollectReleases(keep: 2)).status == .done)
    try await expectWhole()
    let old = try puzzles()
    try house.remove("state")
    #expect(try await run(RebuildCatalog(), at: "2026-12-31T10:00:00Z").status == .done)
    #expect(try puzzles().count == old.count)
    let next = try await night("2027-01-01T03:00:00Z")
    #expect(next.failure == nil)
    try await expectWhole(at: "2027-01-01")
    try expectNothingPaid(in: "out")
  }

  @Test("changed slots that the private part alone tells, as it once did, are told from then on")
  func toldInPrivate() async throws {
    func manifest() throws -> Manifest {
      let files = try house.folder.contents(of: "out")
      return try Manifest(json: try #require(files["puzzles/manifest.json"]))
    }
    try await run(WithdrawPuzzle(id: "second:2", reason: "too easy"), at: "2026-12-30T09:00:00Z")
    #expect(try await night("2026-12-31T03:00:00Z").failure == nil)
    var old = try manifest()
    old.packs[1].changes = []
    for name in ["manifest", "releases/\(old.release)"] {
      try house.folder.write(old.json, to: "out/puzzles/\(name).json")
    }
    try house.remove("state")
    let rebuilt = try await run(RebuildCatalog(), at: "2026-12-31T03:00:00Z")
    #expect(rebuilt.status == .done, "\(rebuilt.text)")
    try await expectWhole()
    let before = try house.folder.contents(of: "out")
    #expect(try await night("2026-12-31T03:00:00Z").changes.isEmpty)
    #expect(try house.folder.contents(of: "out") == before)
    for now in ["2027-01-01T03:00:00Z", "2027-01-01T04:00:00Z"] {
      let report = try await night(now)
      #expect(report.failure == nil, "\(String(describing: report.failure))")
      #expect(report.changes.isEmpty == now.contains("T04"))
      #expect(try manifest().release == old.release + 1)
      #expect(try manifest().packs[1].changes.map(\.slots) == [[2]])
    }
    try await expectWhole(at: "2027-01-01")
  }

  @Test("a private manifest that is lost is told once, whichever releases share it")
  func privateManifestLost() async throws {
    try await night("2026-12-31T03:00:00Z")
    try house.remove("vault/private")
    try house.folder.write("", to: "vault/private/manifest.json")
    let report = try await night("2027-01-01T03:00:00Z")
    #expect(report.failure == nil)
    let said = try await VerifyRelease().said(in: places, .at("2027-01-01T04:00:00Z"))
    let problems = said.lines.filter { if case .problem = $0 { true } else { false } }
    #expect(said.status == .badData && problems.count == 1, "\(problems)")
    let name = try #require(problems.first?.text.firstMatch(of: /private\/releases\/[^:]*/)).output
    await #expect {
      try await run(RollBackRelease(to: 1), at: "2027-01-01T05:00:00Z")
    } throws: {
      "\($0)".hasPrefix("release 1 cannot be read: \(name) is missing or damaged")
    }
  }

  @Test("a private manifest that its pointer still has comes back, and all it names is known")
  func privateManifestBack() async throws {
    try await night("2026-12-31T03:00:00Z")
    let name = try #require(
      try house.folder.contents(of: "vault").keys.first { $0.hasPrefix("private/releases/") })
    let before = try house.folder.contents(of: "vault")
    for isLost in [true, false] {
      if isLost {
        try house.remove("vault/\(name)")
      } else {
        try house.folder.write("no manifest", to: "vault/\(name)")
      }
      let said = try await VerifyRelease().said(in: places, .at("2026-12-31T03:30:00Z"))
      let problems = said.lines.filter { line in
        if case .problem(let text) = line { !text.contains("an empty folder") } else { false }
      }
      #expect(said.status == .badData && problems.count == 1, "\(problems)")
      #expect(problems.first?.text.contains("\(name): ") == true, "\(problems)")
      let report = try await night("2026-12-31T04:00:00Z")
      #expect(report.failure == nil, "\(String(describing: report.failure))")
      #expect(try house.folder.contents(of: "vault") == before)
      try await expectWhole(at: "2026-12-31")
    }
  }

  @Test("a rollback to when it was free does not make it free again")
  func rollbackToFree() async throws {
    try house.writeSecond(count: 6, isFree: true)
    #expect(try await night("2026-12-30T05:00:00Z").release == 2)
    #expect(house.exists("out/puzzles/packs/second.json"))
    try house.writeSecond(count: 6, isFree: false)
    let said = try await run(PublishRelease(), at: "2026-12-30T06:00:00Z")
    #expect(said.text.contains("pack second has to be bought from now on"), "\(said.text)")
    #expect(!house.exists("out/puzzles/packs/second.json"))
    let told = try await run(VerifyRelease())
    #expect(told.status == .badData && told.text.contains("almanac release gc --keep 2"))
    let back = try await run(RollBackRelease(to: 2), at: "2026-12-30T07:00:00Z")
    #expect(back.text.contains("pack second still has to be bought"), "\(back.text)")
    #expect(!house.exists("out/puzzles/packs/second.json"))
    try await run(PublishRelease(isResuming: true), at: "2026-12-30T07:30:00Z")
    #expect(try await run(CollectReleases(keep: 2), at: "2026-12-30T08:00:00Z").status == .done)
    try await expectWhole()
    try expectNothingPaid(in: "out")
  }

  @Test("a pack that is sold from now on is, although a rollback stands, and its copies can go")
  func soldDuringRollback() async throws {
    try house.writeSecond(count: 6, isFree: true)
    #expect(try await night("2026-12-30T05:00:00Z").release == 2)
    #expect(try await run(RollBackRelease(to: 2), at: "2026-12-30T05:30:00Z").status == .done)
    try house.writeSecond(count: 6, isFree: false)
    let report = try await night("2026-12-30T06:00:00Z")
    #expect(report.failure == nil)
    #expect(
      report.notes.contains { $0.contains("pack second has to be bought from now on") },
      "\(report.notes)")
    #expect(!house.exists("out/puzzles/packs/second.json"))
    #expect(
      try await run(CollectReleases(keep: 2), at: "2026-12-30T08:00:00Z").status == .done)
    try await night("2026-12-31T03:00:00Z")
    try await run(CollectReleases(keep: 1), at: "2026-12-31T04:00:00Z")
    try await expectWhole()
    try expectNothingPaid(in: "out")
  }

  @Test("a dump leaves out what has to be bought unless it is asked for")
  func dump() async throws {
    let file = "\(house.folder.path)/dump/all.jsonl"
    try house.folder.write("", to: "dump/x")
    let said = try await run(ExportCatalog(to: file))
    #expect(said.text.contains("that have to be bought were left out"), "\(said.text)")
    try expectNothingPaid(in: "dump")
    try await run(ExportCatalog(to: file, isOverwriting: true, isPrivate: true))
    let text = String(
      decoding: try #require(try house.folder.contents(of: "dump")["all.jsonl"]), as: UTF8.self)
    for puzzle in try puzzles() { #expect(text.contains(puzzle)) }
  }

  @Test("a dump leaves out what was sold last, whatever its recipe says by now")
  func dumpDuringRollback() async throws {
    #expect(try await run(RollBackRelease(to: 1), at: "2026-12-30T05:00:00Z").status == .done)
    try house.writeSecond(count: 6, isFree: true)
    #expect(try await night("2026-12-31T03:00:00Z").failure == nil)
    try house.folder.write("", to: "dump/x")
    try await run(ExportCatalog(to: "\(house.folder.path)/dump/all.jsonl"))
    try expectNothingPaid(in: "dump")
  }

  @Test("what a rollback puts away stays sold, also where another one brings it back")
  func awayAndSold() async throws {
    try house.list("first", "second", "third")
    for (isFree, hour) in [(true, "04"), (false, "05")] {
      try house.writeThird(isFree: isFree)
      #expect(try await night("2026-12-30T\(hour):00:00Z").failure == nil)
    }
    #expect(try await run(RollBackRelease(to: 1), at: "2026-12-30T06:00:00Z").status == .done)
    let told = try await run(VerifyRelease())
    #expect(told.status == .badData)
    #expect(told.text.contains("release publish --resume"), "\(told.text)")
    try house.list("first", "second")
    let back = try await run(RollBackRelease(to: 2), at: "2026-12-30T07:00:00Z")
    #expect(back.text.contains("pack third still has to be bought"), "\(back.text)")
    #expect(!house.exists("out/puzzles/packs/third.json"))
    try house.list("first", "second", "third")
    try await run(PublishRelease(isResuming: true), at: "2026-12-30T08:00:00Z")
    try await run(CollectReleases(keep: 2), at: "2026-12-30T09:00:00Z")
    try await expectWhole()
  }

  @Test("the paid pack of the examples is a valid recipe, and no release has it by default")
  func example() throws {
    let root = Project.folder.path
    let recipe = try PackRecipe(file: "\(root)/Pipelines/examples/expert-25x25.yaml")
    #expect(recipe.id == "expert-25x25" && !recipe.isFree && recipe.count == 60)
    #expect(recipe.parts.map { [$0.grid.side, $0.grid.stars] } == [[25, 6]])
    #expect(recipe.entitlements == ["expert-25x25", "pro_bundle", "unlock_all"])
    let usual = try RecipeSet(folder: "\(root)/Pipelines")
    #expect((usual.packs + usual.drafts).allSatisfy { $0.isFree })
  }
}
