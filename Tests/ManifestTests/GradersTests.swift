import Dates
import HouseSupport
import Identity
import Manifest
import Publishing
import Stores
import Testing
import Verifying

@Suite("Graders of puzzles")
struct GradersTests {
  private let store = MemoryStore()

  private func text(_ manifest: Manifest) -> String {
    String(decoding: manifest.json, as: UTF8.self)
  }

  /// What readers make of the tree: the version that graded each puzzle.
  private func graders() async throws -> [String: Int] {
    let reading = try await TreeVerifier(store: store).read()
    #expect(reading.findings == [])
    return Dictionary(
      reading.puzzles.map { ("\($0.id)", $0.grader) }, uniquingKeysWith: { first, _ in first })
  }

  private func mixed() -> ReleaseContent {
    var content = Samples.content()
    content.packs[0].graders = [1, 1, 2, 1]
    content.calendar[3].grader = 1
    content.calendar[4].grader = 1
    return content
  }

  @Test("one version is told in one number, several in runs")
  func writing() async throws {
    let plain = try await Publisher(store: store).plan(
      Samples.content(), at: Samples.clock, after: nil)
    #expect(text(plain.manifest).contains(#""free":true,"grader":2,"grids""#))
    #expect(!text(plain.manifest).contains(#""graders""#))
    let plan = try await Publisher(store: store).plan(mixed(), at: Samples.clock, after: nil)
    #expect(text(plan.manifest).contains(#""free":true,"graders":[[1,2],[2,1],[1,1]],"grids""#))
    #expect(text(plan.manifest).contains(#""first":"2026-11-20","graders":[[2,3],[1,1]],"last""#))
    #expect(text(plan.manifest).contains(#""first":"2026-47","graders":[[1,1],[2,1]],"last""#))
    #expect(try Manifest(json: plan.manifestBytes) == plan.manifest)
    #expect(try Manifest(json: plan.manifestBytes).json == plan.manifestBytes)
  }

  @Test("readers learn the version of every puzzle, and an earlier release comes back with its own")
  func reading() async throws {
    try await Samples.publish(mixed(), to: store)
    let graders = try await graders()
    #expect((0..<4).map { graders["intro:\($0)"] } == [1, 1, 2, 1])
    #expect(graders["1star-8x8:2"] == 2)
    #expect((graders["daily:2026-11-22"], graders["daily:2026-11-23"]) == (2, 1))
    #expect((graders["weekly:2026-47"], graders["weekly:2026-48"]) == (1, 2))
    let history = try await ReleaseHistory(of: store)
    let release = try history.release(1)
    let pack = try await ReleaseReader(of: store).pack(release.packs[0], of: release)
    #expect(pack.graders == [1, 1, 2, 1])
    #expect(release.calendar[.weekly]?.entries.map(release.grader) == [1, 2])
  }

  @Test("in a manifest that does not say, its one version holds for all, and it keeps its bytes")
  func older() async throws {
    let plan = try await Publisher(store: store).plan(
      Samples.content(), at: Samples.clock, after: nil)
    let old = text(plan.manifest).replacing(#""grader":2,"#, with: "")
      .replacing(#""graderVersion":2"#, with: #""graderVersion":7"#)
    let manifest = try Manifest(json: Array(old.utf8))
    #expect(text(manifest) == old)
    #expect(manifest.packs.allSatisfy { $0.graders == nil })
    #expect(manifest.grader(of: manifest.packs[0], at: 3) == 7)
    let calendar = try #require(manifest.calendar[.daily])
    #expect(manifest.grader(of: calendar, at: 0) == 7)
  }

  @Test("another version for a published puzzle is a contradiction, one for every puzzle is needed")
  func contradictions() async throws {
    try await Samples.publish(mixed(), to: store)
    var later = Samples.content(days: 5)
    later.packs[0].graders = [1, 1, 1, 1]
    try await Samples.publish(later, to: store)
    let findings = try await TreeVerifier(store: store).read().findings.map(\.description)
    #expect(
      findings == [
        "puzzles/releases/2.json: contradiction: daily:2026-11-23 has another grader than in "
          + "release 1",
        "puzzles/releases/2.json: contradiction: the same puzzles of pack intro have other graders "
          + "than in release 1",
        "puzzles/releases/2.json: contradiction: weekly:2026-47 has another grader than in "
          + "release 1",
      ])
    later.packs[0].graders = [1]
    #expect(throws: PublishError.self) { try RenderedContent(later, at: Samples.clock) }
  }
}
