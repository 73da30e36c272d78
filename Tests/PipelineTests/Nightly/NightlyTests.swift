import Catalog
import Files
import Foundation
import Generating
import HouseSupport
import Identity
import JSONText
import Notation
import Pipeline
import Pressing
import Releasing
import StarBattle
import Stores
import Synchronization
import TestSupport
import Testing
import Verifying

@Suite("Nightly")
struct NightlyTests {
  @Test("recipes go in, a whole tree comes out, and it verifies")
  func wholeTree() async throws {
    let house = try NightlyHouse()
    let report = try await house.run()
    #expect(report.failure == nil)
    #expect(report.status == .done)
    #expect(report.release == 1)
    #expect(report.made == 7 + 6 + 3 + 2 + 2)
    let names = Set(try house.tree().keys)
    #expect(
      names.isSuperset(of: [
        "puzzles/versions.json", "puzzles/manifest.json", "puzzles/releases/1.json",
        "puzzles/packs/first.json", "puzzles/packs/second.json",
        "puzzles/daily/2026-12-30.sbn", "puzzles/daily/2027-01-01.sbn",
        "puzzles/weekly/2026-53.sbn", "puzzles/weekly/2027-01.sbn",
        "puzzles/monthly/2026-12.sbn", "puzzles/monthly/2027-01.sbn",
      ]))
    let said = try await VerifyRelease().said(in: house.places, .at("2026-12-30"))
    #expect(said.status == .done, "\(said.lines)")
    #expect(report.text.contains { $0.hasPrefix("  daily") && $0.contains("3 new") })
  }

  @Test("no puzzle is used twice, although two packs share their seeds' campaign")
  func twins() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    let reading = try await TreeVerifier(store: DirectoryStore(root: "\(house.folder.path)/out"))
      .read()
    let forms = try reading.puzzles.map { try SBN($0.sbn).puzzle.canonicalForm }
    #expect(forms.count == 20)
    #expect(Set(forms).count == forms.count)
  }

  @Test("a puzzle that shares most regions with another of its pack is passed over")
  func nearTwins() async throws {
    let before = try NightlyHouse()
    _ = try await before.run()
    func second(_ house: NightlyHouse) throws -> [Puzzle] {
      let slots = try Catalog.open(at: "\(house.state)/catalog.sqlite").slots(of: "second")
      return try slots.map { try SBN($0.puzzle.sbn).puzzle }
    }
    // The puzzle of slot 3 with one cell moved, pinned to slot 0: a near-twin, and as good a
    // puzzle.
    let victim = try second(before)[3]
    let found = try publishableNearTwin(of: victim)
    let near = try #require(found)
    let after = try NightlyHouse()
    try after.writeSecond(count: 6, extra: "pins: { 0: \"\(SBN(puzzle: near))\" }")
    let report = try await after.run()
    #expect(report.failure == nil)
    let puzzles = try second(after)
    #expect(puzzles.count == 6)
    #expect(puzzles[0].canonicalForm == near.canonicalForm)
    for (index, puzzle) in puzzles.enumerated() {
      for other in puzzles[..<index] { #expect(!puzzle.isNearTwin(of: other), "slot \(index)") }
    }
    #expect(!puzzles.contains { $0.canonicalForm == victim.canonicalForm })
  }

  /// A puzzle that differs in one cell, and may be published as well.
  private func publishableNearTwin(of puzzle: Puzzle) throws -> Puzzle? {
    var press = Press(grid: puzzle.grid)
    for cell in 0..<puzzle.grid.cellCount {
      for next in puzzle.grid.edgeNeighbours(of: cell) {
        var labels = puzzle.regions.map { Int($0) }
        labels[cell] = Int(puzzle.regions[next])
        guard let other = try? Puzzle(grid: puzzle.grid, regions: labels),
          other.canonicalForm != puzzle.canonicalForm, other.isNearTwin(of: puzzle),
          case .success = press.check(other)
        else { continue }
        return other
      }
    }
    return nil
  }

  @Test("one job, two jobs and another folder give the same bytes")
  func determinism() async throws {
    var trees: [[String: [UInt8]]] = []
    for jobs in [1, 2, 1] {
      let house = try NightlyHouse()
      _ = try await house.run(jobs: jobs)
      trees.append(try house.tree())
    }
    #expect(trees[0].count > 12)
    #expect(trees[0] == trees[1])
    #expect(trees[0] == trees[2])
  }

  @Test("a second run writes nothing and says so")
  func idempotence() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    let before = try house.tree()
    let again = try await house.run("2026-12-30T23:00:00Z", jobs: 2)
    #expect(again.failure == nil)
    #expect(again.isIdle)
    #expect(again.text.first == "Nothing to do: release 1 is complete, nothing was written.")
    #expect(try house.tree() == before)
  }

  @Test("a day's puzzle is the same whenever and however often the job ran")
  func dates() async throws {
    let nightly = try NightlyHouse()
    for day in ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"] {
      #expect(try await nightly.run(day).failure == nil)
    }
    let late = try NightlyHouse()
    _ = try await late.run("2026-12-30")
    _ = try await late.run("2027-01-02")
    let once = try NightlyHouse()
    _ = try await once.run("2027-01-02")
    let names = { (house: NightlyHouse) throws in
      try house.tree().filter { $0.key.hasSuffix(".sbn") || $0.key.contains("packs/") }
    }
    #expect(try names(nightly) == names(late))
    for (name, bytes) in try names(once) { #expect(try names(nightly)[name] == bytes, "\(name)") }
  }

  @Test("a run that is interrupted after any number of candidates is finished by the next")
  func interrupted() async throws {
    let reference = try NightlyHouse()
    let questions = Mutex(0)
    _ = try await reference.run(interruption: {
      questions.withLock { $0 += 1 }
      return nil
    })
    let whole = try reference.tree()
    let all = questions.withLock { $0 }
    for patience in [0, all / 3, all * 4 / 5, all - 1] {
      let house = try NightlyHouse()
      let asked = Mutex(0)
      let report = try await house.run(interruption: {
        asked.withLock { count in
          count += 1
          return count > patience ? 15 : nil
        }
      })
      #expect(report.status == .terminated)
      #expect(!house.exists("out/puzzles/manifest.json"))
      #expect(try await house.run().failure == nil)
      #expect(try house.tree() == whole)
    }
  }

  @Test("a lost output is written again, puzzle for puzzle")
  func lostOutput() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    let before = try house.tree()
    try house.remove("out")
    let report = try await house.run()
    #expect(report.failure == nil)
    #expect(report.made == 0)
    #expect(report.release == 2)
    let after = try house.tree()
    let ofReleases = ["releases/", "manifest", "now.json"]
    for (name, bytes) in before where !ofReleases.contains(where: name.contains) {
      #expect(after[name] == bytes, "\(name)")
    }
  }

  @Test("a lost state is not started afresh beside a published tree")
  func lostState() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    try house.remove("state")
    let before = try house.tree()
    let report = try await house.run()
    #expect(report.status == .badData)
    #expect(report.failure?.contains("has no catalogue of it") == true)
    #expect(!house.exists("state"))
    #expect(try house.tree() == before)
  }

  @Test("a dry run says what would be, and leaves no trace")
  func dryRun() async throws {
    let house = try NightlyHouse()
    let dry = try await house.run(isDryRun: true)
    #expect(dry.failure == nil)
    #expect(dry.made == 20)
    #expect(!house.exists("out"))
    #expect(!house.exists("state"))
    let real = try await house.run()
    #expect(dry.steps == real.steps)
    #expect(dry.text.last == "Next: run it without --dry-run.")
    _ = try await house.run("2026-12-31", isDryRun: true)
    #expect(try await house.run().isIdle)
    // Without it there would be nothing to do either.
    let idle = try await house.run(isDryRun: true)
    #expect(idle.isIdle && !idle.text.contains { $0.contains("--dry-run") }, "\(idle.text)")
  }

  @Test("a second run at the same time is told to wait")
  func locked() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    let lock = try StateLock(folder: "\(house.folder.path)/state")
    let report = try await house.run("2026-12-31")
    #expect(report.status == .retryLater)
    _ = consume lock
    #expect(try await house.run("2026-12-31").failure == nil)
  }

  @Test("every run leaves a report, also when it fails")
  func reports() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    _ = try await house.run()
    try house.writeSecond(count: 5)
    let failed = try await house.run()
    #expect(failed.status == .badRecipe)
    let reports = try house.folder.contents(of: "state/runs")
    #expect(
      reports.keys.sorted() == [
        "20261230T030000Z-2.json", "20261230T030000Z-3.json", "20261230T030000Z.json",
      ])
    for bytes in reports.values { #expect(throws: Never.self) { try JSONValue(reading: bytes) } }
  }

  @Test("a night that cannot write into the tree leaves a report, unless it was the first")
  func reportWithoutTree() async throws {
    let house = try NightlyHouse()
    try house.folder.write("", to: "blocked")
    #expect(try await house.run(output: "blocked").status != .done)
    #expect(!house.exists("state"))
    _ = try await house.run()
    #expect(try await house.run("2026-12-31T03:00:00Z", output: "blocked").status != .done)
    #expect(house.exists("state/runs/20261231T030000Z.json"))
  }

  @Test("a calendar that has puzzles and no recipe any more ends the night")
  func vanishedCalendar() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    try house.folder.write(
      "packs: [first, second]\ncalendar: [weekly, monthly]\n", to: "Recipes/release.yaml")
    let report = try await house.run("2026-12-31T03:00:00Z")
    #expect(report.status == .badRecipe)
    #expect(report.failure?.hasPrefix("the daily calendar has puzzles, and no recipe") == true)
  }

  @Test("a pack that players have and no recipe makes ends the night before anything is made")
  func vanishedPack() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    try house.folder.write(
      "packs: [first]\ncalendar: [daily, weekly, monthly]\n", to: "Recipes/release.yaml")
    let report = try await house.run("2026-12-31T03:00:00Z")
    #expect(report.status == .badRecipe)
    #expect(report.failure?.hasPrefix("players have the pack second, and release.yaml") == true)
    #expect(report.made == 0)
    // Taken back on purpose, it is missed by nobody.
    #expect(
      try await house.release(
        WithdrawPuzzle(id: "second", reason: "licence"), now: "2026-12-31T03:00:00Z") == .done)
    #expect(try await house.run("2026-12-31T04:00:00Z").status == .done)
  }

  @Test("slots are added at the end, and never taken away")
  func slots() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    let before = try JSONValue(reading: try #require(try house.tree()["puzzles/packs/second.json"]))
    try house.writeSecond(count: 8)
    #expect(try await house.run().failure == nil)
    let after = try JSONValue(reading: try #require(try house.tree()["puzzles/packs/second.json"]))
    #expect(after["version"] == .integer(2))
    guard case .array(let old)? = before["puzzles"], case .array(let new)? = after["puzzles"] else {
      Issue.record("no puzzles")
      return
    }
    #expect(new.count == 8)
    #expect(Array(new.prefix(6)) == old)
    try house.writeSecond(count: 7)
    let tree = try house.tree()
    let refused = try await house.run()
    #expect(refused.status == .badRecipe)
    #expect(refused.failure?.contains("second.yaml:5:8: pack second has 8 puzzles") == true)
    #expect(try house.tree() == tree)
  }

  @Test("a pin is published in its slot, a bad one is a mistake before anything is written")
  func pins() async throws {
    let grid = try Grid(side: 5, stars: 1)
    let bad = SBN(puzzle: try Puzzle(grid: grid, regions: (0..<25).map { $0 / 5 }))
    let house = try NightlyHouse()
    try house.writeSecond(count: 6, extra: "pins: { 3: \"\(bad)\" }")
    let report = try await house.run()
    #expect(report.status == .badRecipe)
    #expect(report.failure?.contains("second.yaml:8:12: pin 3 cannot be published") == true)
    #expect(!house.exists("state"))

    var press = Press(grid: grid)
    var tally = Tally()
    let seed = ClimbProfile.seed(
      for: .standard, from: .derived(campaign: 77, item: "pin", attempt: 0))
    let good = try #require(press.press(seed, &tally))
    try house.writeSecond(count: 6, extra: "pins: { 3: \"\(good.sbn)\" }")
    #expect(try await house.run().failure == nil)
    let pack = try JSONValue(reading: try #require(try house.tree()["puzzles/packs/second.json"]))
    guard case .array(let puzzles)? = pack["puzzles"] else {
      Issue.record("no puzzles")
      return
    }
    #expect(puzzles[3] == .string(good.sbn.description))
  }

  @Test("a folder that cannot be written into is named before any work is done")
  func unwritable() async throws {
    let house = try NightlyHouse()
    try house.folder.write("x", to: "out")
    let report = try await house.run()
    #expect(report.status == .cannotCreate)
    #expect(report.failure?.contains("out: cannot be written") == true)
    #expect(!house.exists("state"))
    #expect(report.made == 0)
  }
}
