import Catalog
import Dates
import Identity
import Notation
import StarBattle
import TestSupport
import Testing

/// 2026-11-21 is published in release 1.
@Suite("P3: dates that get another puzzle, in the catalogue")
struct CatalogReplacementsTests {
  private let folder = TemporaryFolder()
  private let catalog: Catalog
  private let period: Period
  private let time = "2026-11-20T03:00:00Z"

  init() throws {
    catalog = try Catalog.open(at: folder.catalog)
    period = try Period(id: "daily:2026-11-21")
    _ = try catalog.assign(Samples.puzzle(0), to: .date(period))
    try publish(1, dates: [period])
  }

  private func publish(_ number: Int, dates: [Period] = []) throws {
    try catalog.recordRelease(
      NewRelease(number: number, manifest: [], createdAt: time, packs: [], dates: dates))
    try catalog.markPublished(number)
  }

  private func entry() throws -> (sbn: String, release: Int?)? {
    try catalog.calendarEntries(.daily).first.map { ($0.puzzle.sbn, $0.release) }
  }

  private func text(_ number: Int) -> String { Samples.puzzle(number).sbn.description }

  @Test("a replacement waits for a release, and is taken back when the date begins first")
  func late() throws {
    #expect(
      try catalog.replace(period, with: Samples.puzzle(1), at: time, reason: "ugly").isTwin
        == false)
    #expect(try entry()?.sbn == text(1) && entry()?.release == nil)
    #expect(try catalog.openReplacements().map(\.reason) == ["ugly"])
    #expect(try catalog.openReplacements().map(\.before) == [text(0)])
    let before = try Timestamp("2026-11-20T09:59:59Z")
    #expect(try catalog.settle(at: before).replaced == [])
    #expect(try catalog.settle(at: Timestamp("2026-11-20T10:00:00Z")).replaced == [period])
    #expect(try entry()?.sbn == text(0) && entry()?.release == 1)
    #expect(try catalog.openReplacements() == [] && catalog.takenBack(.daily) == [])
    #expect(try catalog.reserve(of: Samples.puzzle(1).sbn.puzzle.grid).map(\.sbn) == [text(1)])
  }

  @Test("a date is an editor's choice for as long as it has the puzzle that was chosen")
  func chosen() throws {
    #expect(try catalog.chosenDates(.daily) == [])
    _ = try catalog.replace(period, with: Samples.puzzle(1), at: time, reason: "ugly")
    #expect(try catalog.chosenDates(.daily) == [period])
    #expect(try catalog.settle(at: Timestamp("2026-11-20T10:00:00Z")).replaced == [period])
    #expect(try catalog.chosenDates(.daily) == [])
    let next = try Period(id: "daily:2026-11-22")
    let pin = NewAhead(Samples.puzzle(2), for: next, aim: "")
    _ = try catalog.pin(pin, at: time, reason: "a feast")
    try catalog.fillCalendar([next])
    #expect(try catalog.chosenDates(.daily) == [next] && catalog.chosenDates(.weekly) == [])
    // Left to the recipe again, it gets another.
    let last = try Period(id: "daily:2026-11-23")
    _ = try catalog.pin(
      NewAhead(Samples.puzzle(3), for: last, aim: ""), at: time, reason: "a feast")
    try catalog.unassign([last])
    _ = try catalog.assign(Samples.puzzle(4), to: .date(last))
    #expect(try catalog.chosenDates(.daily) == [next])
  }

  @Test("a replacement that a release has announced stays, and the database keeps it")
  func announced() throws {
    _ = try catalog.replace(period, with: Samples.puzzle(1), at: time, reason: "ugly")
    try catalog.recordRelease(
      NewRelease(number: 2, manifest: [], createdAt: time, packs: [], dates: []))
    #expect(try catalog.openReplacements() == [])
    try catalog.abandonPending()
    #expect(try catalog.openReplacements().count == 1)
    try publish(2)
    #expect(try catalog.settle(at: Timestamp("2026-11-22T00:00:00Z")).replaced == [])
    #expect(try entry()?.sbn == text(1))
    #expect(throws: CatalogError.emptyPlace(.date(period))) {
      _ = try catalog.replace(period, with: Samples.puzzle(2), at: time, reason: "x")
    }
    #expect(
      catalog.refusal("DELETE FROM replacements") == "a published replacement never vanishes")
    #expect(
      catalog.refusal("UPDATE replacements SET reason = 'x'")
        == "a published replacement never changes")
    // What is announced by its digest keeps its grade.
    #expect(try catalog.outdated(grader: 99, limit: 9).map(\.sbn) == [])
    try publish(3, dates: [period])
    #expect(try entry()?.release == 3)
    #expect(catalog.refusal("DELETE FROM calendar") == "a published date never vanishes")
    // The old puzzle is used up.
    #expect(try catalog.replace(period, with: Samples.puzzle(0), at: time, reason: "x").isTwin)
  }

  @Test("a date that was withdrawn and has begun loses a successor that came too late")
  func successor() throws {
    try catalog.withdraw(period, reason: "ugly", at: time)
    try publish(2)
    _ = try catalog.assign(Samples.puzzle(1), to: .date(period))
    #expect(try catalog.settle(at: Timestamp("2026-11-20T09:59:59Z")).withdrawn == [])
    #expect(try catalog.settle(at: Timestamp("2026-11-20T10:00:00Z")).withdrawn == [period])
    #expect(try entry() == nil)
    #expect(try catalog.takenBack(.daily) == [period])
  }
}

extension Assignment {
  fileprivate var isTwin: Bool { if case .twin = self { true } else { false } }
}
