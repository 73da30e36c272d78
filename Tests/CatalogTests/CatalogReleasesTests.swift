import Catalog
import Dates
import Identity
import Notation
import StarBattle
import TestSupport
import Testing

@Suite("Releases in the catalogue")
struct CatalogReleasesTests {
  private let folder = TemporaryFolder()
  private let catalog: Catalog

  init() throws {
    catalog = try Catalog.open(at: folder.catalog)
    try catalog.definePack("intro", name: "Intro", free: true)
    try catalog.definePack("other", name: "Other", free: true)
    for number in 0..<3 { try fill(number) }
    _ = try catalog.assign(Samples.puzzle(50), to: .slot(pack: "other", index: 0))
    _ = try catalog.assign(Samples.puzzle(60), to: .date(day))
  }

  private let day = Samples.daily("2026-11-21")
  private let nextDay = Samples.daily("2026-11-22")

  private func fill(_ index: Int) throws {
    _ = try catalog.assign(Samples.puzzle(index), to: .slot(pack: "intro", index: index))
  }

  private func record(_ number: Int, dates: [Period]? = nil) throws {
    try catalog.recordRelease(
      NewRelease(
        number: number, manifest: Array("manifest \(number)".utf8),
        createdAt: "2026-11-21T03:00:00Z", packs: ["intro", "other"], dates: dates ?? [day]))
  }

  private func publish(_ number: Int, dates: [Period]? = nil) throws {
    try record(number, dates: dates)
    try catalog.markPublished(number)
  }

  @Test("a release is pending until it is marked, and comes back with its manifest")
  func roundTrip() throws {
    #expect(try catalog.pendingRelease() == nil)
    #expect(try catalog.lastRelease() == nil)
    try record(1)
    let pending = try #require(try catalog.pendingRelease())
    #expect(pending.number == 1)
    #expect(pending.manifest == Array("manifest 1".utf8))
    #expect(pending.createdAt == "2026-11-21T03:00:00Z")
    #expect(!pending.isPublished)
    #expect(try catalog.lastRelease() == nil)
    #expect(try catalog.reserve(of: Samples.puzzle(0).sbn.puzzle.grid) == [])
    try catalog.markPublished(1)
    try catalog.markPublished(1)
    #expect(try catalog.pendingRelease() == nil)
    #expect(try catalog.lastRelease()?.number == 1)
    #expect(try catalog.lastRelease()?.isPublished == true)
    #expect(try catalog.counts().releases == 1)
  }

  @Test("a version rises by one when puzzles, name or price change, and only then")
  func versions() throws {
    #expect(try catalog.packVersion("intro") == 1)
    try publish(1)
    #expect(try catalog.packVersion("intro") == 1)
    try catalog.definePack("intro", name: "Intro", free: true)
    try publish(2)
    #expect(try catalog.packVersion("intro") == 1)

    try fill(3)
    #expect(try catalog.packVersion("intro") == 2)
    try fill(4)
    #expect(try catalog.packVersion("intro") == 2)
    try publish(3)
    #expect(try catalog.packVersion("intro") == 2)
    #expect(try catalog.packVersion("other") == 1)

    try catalog.definePack("intro", name: "Introduction", free: true)
    #expect(try catalog.packVersion("intro") == 3)
    try publish(4)
    #expect(try catalog.packVersion("intro") == 3)

    try catalog.definePack("intro", name: "Introduction", free: false)
    #expect(try catalog.packVersion("intro") == 4)
    // Taken back before it was published: nothing has changed.
    try catalog.definePack("intro", name: "Introduction", free: true)
    #expect(try catalog.packVersion("intro") == 3)
  }

  @Test("a release that is abandoned or replaced uses up no version and no number")
  func abandoning() throws {
    try publish(1)
    try fill(3)
    try record(2, dates: [day])
    #expect(try catalog.packVersion("intro") == 2)
    try catalog.abandonPending()
    try catalog.abandonPending()
    #expect(try catalog.pendingRelease() == nil)
    #expect(try catalog.packVersion("intro") == 2)
    try fill(4)
    try record(2)
    try record(3)
    #expect(try catalog.pendingRelease()?.number == 3)
    #expect(try catalog.packVersion("intro") == 2)
    try catalog.markPublished(3)
    #expect(try catalog.packVersion("intro") == 2)
    #expect(try catalog.check() == [])
  }

  @Test("what changed while a release was pending belongs to the next one")
  func changesMeanwhile() throws {
    try record(1)
    try fill(3)
    try catalog.markPublished(1)
    #expect(try catalog.packVersion("intro") == 2)
    #expect(try catalog.slots(of: "intro").map(\.puzzle.firstRelease) == [1, 1, 1, nil])
  }

  @Test("puzzles remember the release that published them first")
  func firstRelease() throws {
    try publish(1)
    _ = try catalog.assign(Samples.puzzle(61), to: .date(nextDay))
    #expect(try catalog.calendarEntries(.daily).map(\.release) == [1, nil])
    try record(2, dates: [day, nextDay])
    #expect(try catalog.calendarEntries(.daily).map(\.release) == [1, 2])
    #expect(try catalog.calendarEntries(.daily).map(\.puzzle.firstRelease) == [1, nil])
    try catalog.markPublished(2)
    #expect(try catalog.calendarEntries(.daily).map(\.puzzle.firstRelease) == [1, 2])
    #expect(try catalog.slots(of: "intro").map(\.puzzle.firstRelease) == [1, 1, 1])
  }

  @Test("numbers only rise")
  func rising() throws {
    try publish(5)
    for number in [1, 5] {
      #expect(throws: CatalogError.releaseNotRising(published: 5, offered: number)) {
        try record(number)
      }
    }
    #expect(throws: CatalogError.unknownRelease(6)) { try catalog.markPublished(6) }
  }

  @Test("a release of what is not there is refused, and nothing of it stays")
  func refusals() throws {
    #expect(throws: CatalogError.emptyPlace(.date(nextDay))) {
      try record(1, dates: [day, nextDay])
    }
    try fill(4)
    #expect(throws: CatalogError.slotGap(pack: "intro", index: 3)) { try record(1) }
    #expect(throws: CatalogError.slotGap(pack: "intro", index: 3)) {
      try catalog.packVersion("intro")
    }
    #expect(throws: CatalogError.unknownPack("none")) { try catalog.packVersion("none") }
    #expect(try catalog.pendingRelease() == nil)
    #expect(try catalog.calendarEntries(.daily).map(\.release) == [nil])
  }

  @Test("the database itself keeps what is published")
  func published() throws {
    _ = try catalog.assign(Samples.puzzle(61), to: .date(nextDay))
    try publish(1)
    let never = "never"
    for statement in [
      "UPDATE calendar SET puzzle = 99 WHERE key = '2026-11-21'",
      "UPDATE calendar SET key = '2026-11-30' WHERE key = '2026-11-21'",
      "UPDATE calendar SET release = NULL WHERE key = '2026-11-21'",
      "DELETE FROM calendar WHERE key = '2026-11-21'",
      "INSERT OR REPLACE INTO calendar (cadence, key, puzzle) VALUES ('daily', '2026-11-21', 5)",
      "UPDATE OR REPLACE calendar SET puzzle = 5 WHERE key = '2026-11-22'",
      "UPDATE OR REPLACE calendar SET key = '2026-11-21' WHERE key = '2026-11-22'",
      "UPDATE releases SET state = 'pending'", "UPDATE releases SET manifest = x'00'",
      "DELETE FROM releases", "DELETE FROM pack_versions", "UPDATE pack_versions SET version = 9",
      "UPDATE puzzles SET sbn = 'x' WHERE id = 1", "DELETE FROM puzzles WHERE id = 1",
    ] {
      let message = catalog.refusal(statement)
      #expect(
        message?.contains(never) == true || message?.contains("FAILED") == true, "\(statement)")
      #expect(message != nil, "\(statement)")
    }
    // What is not published may still be swapped.
    #expect(catalog.refusal("DELETE FROM calendar WHERE key = '2026-11-22'") == nil)
    #expect(try catalog.calendarEntries(.daily).map(\.puzzle.seed) == [60])
    #expect(try catalog.check() == [])
  }
}
