import Dates
import Editing
import Foundation
import Generating
import HouseSupport
import Identity
import Manifest
import Operating
import Pipeline
import Publishing
import Releasing
import Signing
import Stores
import Synchronization
import TestSupport
import Testing
import Upkeep
import Verifying

/// Manifests above the pointer: those that a publisher left, and those that somebody else did.
@Suite("Releases that were not finished, and planted ones")
struct PlantedReleaseTests {
  /// Writes a manifest that follows from release 1.
  private func plant(
    _ number: Int = 2, in house: NightlyHouse, _ change: (inout Manifest) throws -> Void = { _ in }
  ) throws {
    let bytes = try #require(try house.tree()["puzzles/releases/1.json"])
    var forged = try Manifest(json: bytes)
    forged.release = number
    forged.previous = .init(release: 1, sha256: Digest.sha256(of: bytes))
    try change(&forged)
    try house.folder.write(forged.json, to: "out/puzzles/releases/\(number).json")
  }

  private func pointer(_ house: NightlyHouse) throws -> Manifest {
    try Manifest(json: try #require(try house.tree()["puzzles/manifest.json"]))
  }

  @Test(
    "a planted release that follows is not signed, with the catalogue or without it",
    arguments: [false, true])
  func signingOracle(isLost: Bool) async throws {
    let house = try NightlyHouse()
    try await house.makeKeys()
    #expect(try await house.run("2026-12-30T03:00:00Z").release == 1)
    try plant(in: house)
    let planted = try #require(try house.tree()["puzzles/releases/2.json"])
    if isLost {
      try house.remove("state")
      let lines = try await house.rebuild(now: "2026-12-30T05:00:00Z")
      #expect("\(lines)".contains("releases/2.json is left aside: nothing shows"), "\(lines)")
    }
    let idle = try await house.run("2026-12-30T06:00:00Z")
    #expect(idle.failure == nil && idle.release == 1)
    #expect("\(idle.notes)".contains("releases/2.json is left aside"), "\(idle.notes)")
    let next = try await house.run("2026-12-31T03:00:00Z")
    #expect(next.failure == nil && next.release == 3, "numbers are never used again (P4)")
    #expect(try pointer(house).previous?.release == 1)
    #expect(try house.tree()["puzzles/releases/2.json"] == planted)
    #expect(!house.exists("out/puzzles/releases/2.sig"))
    #expect(house.exists("out/puzzles/releases/3.sig"))
    var reader = try house.reader()
    let verdict = try await reader.open(house.store, at: "2026-12-31T12:00:00Z")
    if case .refused = verdict { Issue.record("\(verdict)") }
  }

  @Test(
    "a pointer that somebody has overwritten is not adopted by a house that signs",
    arguments: [false, true], [1, 2])
  func foreignPointer(isLost: Bool, number: Int) async throws {
    let house = try NightlyHouse()
    try await house.makeKeys()
    #expect(try await house.run("2026-12-30T03:00:00Z").release == 1)
    let whole = try house.tree()
    if number == 2 {
      try plant(in: house) { $0.createdAt = try Timestamp("2026-12-30T04:00:00Z") }
    } else {
      var forged = try pointer(house)
      forged.packs[0].name = "Somebody's"
      try house.folder.write(forged.json, to: "out/puzzles/releases/1.json")
    }
    try house.copy("out/puzzles/releases/\(number).json", to: "forged.json")
    try house.remove("out/puzzles/manifest.json")
    try house.copy("forged.json", to: "out/puzzles/manifest.json")
    if isLost { try house.remove("state") }
    let now = "2026-12-30T05:00:00Z"
    await #expect(throws: PipelineError.self) { try await house.rebuild(now: now) }
    #expect(try await house.run(now).status == .badData)
    #expect(!house.exists("out/puzzles/releases/2.sig"))
    let report = try await Doctor(house.places, .at(now)).run()
    let remedies = report.symptoms.compactMap(\.remedy)
    guard number == 2 else {
      // Nothing of the tree is left to go back to.
      let way = isLost ? "back from a backup" : "puzzles-aside"
      #expect("\(remedies)".contains(way), "\(report.text)")
      return
    }
    let back = remedies.first { $0.hasPrefix("cp -- ") && $0.contains("releases/1.json") }
    #expect(back != nil, "\(report.text)")
    try house.remove("out/puzzles/manifest.json")
    try house.copy("out/puzzles/releases/1.json", to: "out/puzzles/manifest.json")
    if isLost { try await house.rebuild(now: now) }
    #expect(try await house.run("2026-12-30T06:00:00Z").release == 1)
    try house.remove("out/puzzles/releases/2.json")
    #expect(try house.tree() == whole)
  }

  @Test("whoever says that an unsigned tree is his own gets his catalogue")
  func foreignPointerByForce() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30T03:00:00Z").release == 1)
    // Signing has begun, and no night has signed yet.
    try await house.makeKeys(now: "2026-12-30T04:00:00Z")
    try house.remove("state")
    let now = "2026-12-30T05:00:00Z"
    await #expect(throws: PipelineError.self) { try await house.rebuild(now: now) }
    try await house.rebuild(now: now, isForced: true)
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
    #expect(house.exists("out/puzzles/releases/2.sig"))
  }

  @Test("an interrupted release that is signed is finished although the catalogue was lost")
  func signedUnfinished() async throws {
    let house = try NightlyHouse()
    try await house.makeKeys()
    #expect(try await house.run("2026-12-30T03:00:00Z").release == 1)
    let old = try #require(try house.tree()["puzzles/manifest.json"])
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
    let whole = try house.tree()
    try house.folder.write(old, to: "out/puzzles/manifest.json")
    try house.remove("state")
    try await house.rebuild(now: "2026-12-31T04:00:00Z")
    #expect(try await house.run("2026-12-31T04:00:00Z").failure == nil)
    #expect(try house.tree() == whole)
  }

  @Test(
    "an interrupted release that replaces a date is finished, with the catalogue or without it",
    arguments: [false, true])
  func replacingUnfinished(isLost: Bool) async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30T03:00:00Z").release == 1)
    let old = try #require(try house.tree()["puzzles/manifest.json"])
    let replace = ReplaceDate(
      "2027-01-01", wish: GradeRange(), EditFlags(reason: "a face in it"))
    let now = "2026-12-30T09:00:00Z"
    #expect(try await house.release(replace, now: now) == .done)
    #expect(try await house.release(PublishRelease(), now: now) == .done)
    #expect(try pointer(house).release == 3)
    let whole = try house.tree()
    try house.folder.write(old, to: "out/puzzles/manifest.json")
    if isLost {
      try house.remove("state")
      try await house.rebuild(now: "2026-12-30T10:00:00Z")
    }
    #expect(try await house.run("2026-12-30T10:00:00Z").failure == nil)
    #expect(try house.tree() == whole)
  }

  /// What is wrong with planted releases of houses that do not sign.
  enum Forgery: String, CaseIterable {
    case number, future, past, version, empty, unnamed, missing

    /// The release that it says it is: far beyond the next one, or the next one.
    var release: Int { self == .number ? 2 + Manifest.widestGap : 2 }
  }

  private func plant(_ forgery: Forgery, in house: NightlyHouse) throws {
    try plant(forgery.release, in: house) { manifest in
      switch forgery {
      case .number: break
      case .future: manifest.createdAt = try Timestamp("2999-01-01T00:00:00Z")
      case .past: manifest.createdAt = try Timestamp("1999-01-01T00:00:00Z")
      case .version: manifest.packs[0].version = 1 << 53
      case .empty: (manifest.packs, manifest.objects) = ([], [])
      case .unnamed:
        let lists = Set(manifest.used.map(\.object))
        manifest.objects.removeAll { lists.contains($0.key) }
      case .missing: manifest.objects[0].sha256 = String(repeating: "0", count: 64)
      }
    }
  }

  @Test("a planted release beside a whole catalogue is removed, and no rebuild is named")
  func besideCatalogue() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30T03:00:00Z").release == 1)
    let whole = try house.tree()
    try plant(in: house)
    let report = try await Doctor(house.places, .at("2026-12-30T04:00:00Z")).run()
    let remedies = report.symptoms.compactMap(\.remedy)
    #expect(!"\(remedies)".contains("rebuild"), "\(report.text)")
    #expect("\(remedies)".contains("rm -- "), "\(report.text)")
    #expect("\(remedies)".contains("releases/2.json"), "\(report.text)")
    // Who makes the catalogue anew all the same does not adopt it.
    try await house.rebuild(now: "2026-12-30T05:00:00Z", isForced: true)
    #expect(try await house.run("2026-12-30T06:00:00Z").isIdle)
    try house.remove("out/puzzles/releases/2.json")
    #expect(try house.tree() == whole)
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
  }

  @Test(
    "with a catalogue that was lost, a planted release has to be possible",
    arguments: Forgery.allCases)
  func withoutCatalogue(_ forgery: Forgery) async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30T03:00:00Z").release == 1)
    try plant(forgery, in: house)
    try house.remove("state")
    let lines = try await house.rebuild(now: "2026-12-30T05:00:00Z")
    let planted = "releases/\(forgery.release).json"
    #expect("\(lines)".contains("\(planted) is left aside"), "\(lines)")
    for day in ["2026-12-31T03:00:00Z", "2027-01-01T03:00:00Z"] {
      #expect(try await house.run(day).failure == nil)
    }
    // Numbers are never used again, and nobody can use them up.
    #expect(try pointer(house).release == (forgery == .number ? 3 : 4))
    try house.remove("out/puzzles/\(planted)")
    let said = try await VerifyRelease().said(in: house.places, .at("2027-01-01T12:00:00Z"))
    #expect(said.status == .done, "\(said.lines)")
  }

  @Test("a release is not given up because a listing does not show it yet")
  func laggingListing() async throws {
    let house = try NightlyHouse()
    let weather = Mutex(FakeBucket.Fate.answered)
    let bucket = FakeBucket { _, request in
      let fate = weather.withLock { $0 }
      switch fate {
      case .status where request.method == "PUT" && request.path.hasSuffix("/manifest.json"),
        .stale:
        return fate
      default: return .answered
      }
    }
    let places = House(
      recipes: house.places.recipes, output: "s3://puzzles/live", state: house.state)
    let settings = StoreSettings.reaching(bucket)
    func night(_ day: String) async throws -> NightReport {
      await Night().run(
        in: places,
        RunContext(now: try Timestamp("\(day)T03:00:00Z"), jobs: 1, stores: settings))
    }
    #expect(try await night("2026-12-30").release == 1)
    bucket.keepListing()
    weather.withLock { $0 = .status(403) }
    #expect(try await night("2026-12-31").failure != nil)
    weather.withLock { $0 = .stale }
    let late = try await night("2027-01-01")
    #expect(late.status == .retryLater, "\(late)")
    weather.withLock { $0 = .answered }
    let whole = try await night("2027-01-01")
    #expect(whole.failure == nil && whole.release == 3, "\(whole)")
    let store = try bucket.store()
    #expect(try await TreeVerifier(store: store).read().isWhole)
  }
}
