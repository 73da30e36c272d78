import Catalog
import Dates
import Identity
import Notation
import StarBattle
import TestSupport
import Testing

@Suite("The reserve")
struct CatalogReserveTests {
  private let folder = TemporaryFolder()
  private let catalog: Catalog
  private let time = "2026-11-21T03:00:00Z"

  init() throws { catalog = try Catalog.open(at: folder.catalog) }

  private func ahead(_ number: Int, _ key: String, difficulty: Int = 3) -> NewAhead {
    NewAhead(
      Samples.puzzle(number, difficulty: difficulty), for: Samples.daily(key), aim: "d3")
  }

  private func day(_ key: String) -> Period { Samples.daily(key) }
  private func text(_ number: Int, difficulty: Int = 3) -> String {
    Samples.puzzle(number, difficulty: difficulty).sbn.description
  }
  private var waiting: [String] {
    get throws { try catalog.ahead(.daily).map { "\($0.period.key) \($0.puzzle.sbn)" } }
  }

  private func publish(_ number: Int, _ dates: [Period]) throws {
    try catalog.recordRelease(
      NewRelease(number: number, manifest: [1], createdAt: time, packs: [], dates: dates))
    try catalog.markPublished(number)
  }

  @Test("puzzles wait for their dates and enter the calendar all together or not at all")
  func fill() throws {
    _ = try catalog.addAhead([ahead(1, "2026-11-22"), ahead(0, "2026-11-21")])
    #expect(try waiting == ["2026-11-21 \(text(0))", "2026-11-22 \(text(1))"])
    #expect(try catalog.ahead(.weekly) == [])
    #expect(throws: CatalogError.emptyPlace(.date(day("2026-11-23")))) {
      try catalog.fillCalendar([day("2026-11-21"), day("2026-11-23")])
    }
    #expect(try catalog.calendarEntries(.daily) == [])
    try catalog.fillCalendar([day("2026-11-21")])
    #expect(try catalog.calendarEntries(.daily).map(\.puzzle.sbn) == [text(0)])
    #expect(try waiting == ["2026-11-22 \(text(1))"])
    #expect(throws: CatalogError.placeTaken(.date(day("2026-11-21")), by: text(0))) {
      _ = try catalog.addAhead([ahead(5, "2026-11-21")])
    }
  }

  @Test("a twin is refused for a date; a spare puzzle with the very same text gets it")
  func twins() throws {
    _ = try catalog.add(Samples.puzzle(0))
    let turned = NewAhead(
      Samples.turned(Samples.puzzle(0), .rotated180), for: Samples.daily("2026-11-21"), aim: "")
    guard case .twin(let twin)? = try catalog.addAhead([turned]).first else {
      Issue.record("not refused")
      return
    }
    #expect(twin.use == "in reserve")
    guard case .assigned? = try catalog.addAhead([ahead(0, "2026-11-21")]).first else {
      Issue.record("not taken")
      return
    }
    #expect(try catalog.counts().puzzles == 1)
    guard case .twin(let dated)? = try catalog.addAhead([ahead(0, "2026-11-22")]).first else {
      Issue.record("given two dates")
      return
    }
    #expect(dated.use == "in reserve for daily:2026-11-21")
  }

  @Test("dates that are taken away leave spare puzzles behind")
  func unassign() throws {
    _ = try catalog.addAhead([ahead(0, "2026-11-21"), ahead(1, "2026-11-22")])
    try catalog.unassign([day("2026-11-21"), day("2026-11-30")])
    #expect(try waiting == ["2026-11-22 \(text(1))"])
    #expect(try catalog.counts().reserve == 2)
    #expect(
      try catalog.reserveCounts() == [
        ReserveCount(side: 8, stars: 1, difficulty: 3, count: 2, dated: 1)
      ])
  }

  @Test("the best spare is the nearest in difficulty, undated before dated, never a pinned one")
  func bestSpare() throws {
    let grid = Samples.puzzle(0).sbn.puzzle.grid
    #expect(try catalog.bestSpare(of: grid, difficulty: 3) == nil)
    _ = try catalog.addAhead([ahead(0, "2026-11-21", difficulty: 4)])
    _ = try catalog.add(Samples.puzzle(1, difficulty: 7))
    _ = try catalog.add(Samples.puzzle(2, difficulty: 4))
    _ = try catalog.add(Samples.puzzle(3, side: 9, difficulty: 4))
    #expect(
      try catalog.bestSpare(of: grid, difficulty: 4)?.sbn
        == Samples.puzzle(2, difficulty: 4).sbn.description)
    #expect(try catalog.bestSpare(of: grid, difficulty: 9)?.difficulty == 7)
    _ = try catalog.assign(Samples.puzzle(2, difficulty: 4), to: .date(day("2026-11-25")))
    #expect(try catalog.bestSpare(of: grid, difficulty: 4)?.difficulty == 4)
    _ = try catalog.pin(ahead(0, "2026-11-21", difficulty: 4), at: time, reason: "")
    #expect(try catalog.bestSpare(of: grid, difficulty: 4)?.difficulty == 7)
  }

  @Test("dates without a puzzle get the best spare each, or nothing at all changes")
  func standIns() throws {
    let grid = Samples.puzzle(0).sbn.puzzle.grid
    func date(_ key: String, _ difficulty: Int, isStrict: Bool = false) -> StandIn {
      StandIn(Samples.daily(key), grid: grid, difficulty: difficulty, isStrict: isStrict)
    }
    _ = try catalog.addAhead([
      ahead(0, "2026-11-21", difficulty: 4), ahead(1, "2026-12-01", difficulty: 5),
      ahead(2, "2026-12-02", difficulty: 5),
    ])
    _ = try catalog.add(Samples.puzzle(3, difficulty: 7))
    let keys = ["2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25"]
    #expect(throws: CatalogError.emptyPlace(.date(day(keys[3])))) {
      try catalog.fillCalendar([day("2026-11-21")], standIns: keys.map { date($0, 4) })
    }
    // Where the recipe is strict, what misses its difficulty by more than one is none.
    #expect(throws: CatalogError.emptyPlace(.date(day(keys[1])))) {
      try catalog.fillCalendar(
        [], standIns: [date(keys[0], 4, isStrict: true), date(keys[1], 9, isStrict: true)])
    }
    #expect(try catalog.calendarEntries(.daily).isEmpty)
    #expect(try catalog.ahead(.daily).count == 3)
    try catalog.fillCalendar(
      [day("2026-11-21")], standIns: [date(keys[0], 4), date(keys[1], 8)])
    // The date's own puzzle is no stand-in; of two that are as near, the one whose date is farther
    // goes.
    #expect(
      try catalog.calendarEntries(.daily).map(\.puzzle.sbn) == [
        text(0, difficulty: 4), text(2, difficulty: 5), text(3, difficulty: 7),
      ])
    #expect(try catalog.ahead(.daily).map(\.period.key) == ["2026-12-01"])
    #expect(throws: CatalogError.self) {
      try catalog.fillCalendar([], standIns: [date(keys[0], 5)])
    }
  }

  @Test("unused puzzles are counted by grid and difficulty")
  func counts() throws {
    for number in 0..<3 { _ = try catalog.add(Samples.puzzle(number, difficulty: 2)) }
    _ = try catalog.add(Samples.puzzle(9, side: 9, difficulty: 5))
    _ = try catalog.addAhead([ahead(20, "2026-11-21")])
    _ = try catalog.assign(Samples.puzzle(30), to: .date(day("2026-11-30")))
    #expect(
      try catalog.reserveCounts() == [
        ReserveCount(side: 8, stars: 1, difficulty: 2, count: 3, dated: 0),
        ReserveCount(side: 8, stars: 1, difficulty: 3, count: 1, dated: 1),
        ReserveCount(side: 9, stars: 1, difficulty: 5, count: 1, dated: 0),
      ])
  }

  @Test("a pinned puzzle takes its date, in reserve or in the calendar; the other becomes spare")
  func pin() throws {
    _ = try catalog.addAhead([ahead(0, "2026-11-21"), ahead(1, "2026-11-22")])
    try catalog.fillCalendar([day("2026-11-21")])
    guard
      case .assigned = try catalog.pin(ahead(5, "2026-11-21"), at: time, reason: "a feast")
    else {
      Issue.record("not pinned")
      return
    }
    #expect(try catalog.calendarEntries(.daily) == [])
    #expect(try catalog.ahead(.daily).map(\.isPinned) == [true, false])
    #expect(try waiting.first == "2026-11-21 \(text(5))")
    #expect(try catalog.twin(of: Samples.puzzle(0).form)?.use == "in reserve")
    guard
      case .alreadyThere = try catalog.pin(ahead(5, "2026-11-21"), at: time, reason: "again")
    else {
      Issue.record("pinned twice")
      return
    }
    // A puzzle that waits for another date may be pinned, one that is pinned stays.
    _ = try catalog.pin(ahead(1, "2026-11-23"), at: time, reason: "later")
    #expect(try catalog.ahead(.daily).map(\.period.key) == ["2026-11-21", "2026-11-23"])
    guard case .twin(let twin) = try catalog.pin(ahead(1, "2026-11-24"), at: time, reason: "")
    else {
      Issue.record("taken from its date")
      return
    }
    #expect(twin.use == "pinned to daily:2026-11-23")
    #expect(try catalog.edits().map(\.kind) == [.pin, .pin, .pin])
    #expect(try catalog.edits().first?.reason == "a feast")
  }

  @Test("dates that are not published exchange their puzzles and keep them")
  func swap() throws {
    _ = try catalog.addAhead([ahead(0, "2026-11-21"), ahead(1, "2026-11-22")])
    try catalog.fillCalendar([day("2026-11-21")])
    try catalog.swap(day("2026-11-21"), day("2026-11-22"), at: time, reason: "weekend")
    #expect(try waiting == ["2026-11-21 \(text(1))", "2026-11-22 \(text(0))"])
    #expect(try catalog.ahead(.daily).allSatisfy(\.isPinned))
    #expect(try catalog.edits().map(\.place) == ["daily:2026-11-21", "daily:2026-11-22"])
    #expect(throws: CatalogError.emptyPlace(.date(day("2026-11-30")))) {
      try catalog.swap(day("2026-11-21"), day("2026-11-30"), at: time, reason: "")
    }
    #expect(try waiting.count == 2)
  }

  @Test("what is published can be neither pinned nor swapped")
  func published() throws {
    _ = try catalog.addAhead([ahead(0, "2026-11-21"), ahead(1, "2026-11-22")])
    try catalog.fillCalendar([day("2026-11-21")])
    try publish(3, [day("2026-11-21")])
    let expected = CatalogError.published(day("2026-11-21"), release: 3)
    #expect(throws: expected) {
      _ = try catalog.pin(ahead(5, "2026-11-21"), at: time, reason: "")
    }
    #expect(throws: expected) {
      try catalog.swap(day("2026-11-22"), day("2026-11-21"), at: time, reason: "")
    }
    #expect(try catalog.calendarEntries(.daily).map(\.puzzle.sbn) == [text(0)])
    #expect(try catalog.edits() == [])
    #expect("\(expected)".contains("never changes"))
  }

  @Test("unpublished puzzles of another grader are found and regraded, published ones stay")
  func outdated() throws {
    _ = try catalog.addAhead([ahead(0, "2026-11-21"), ahead(1, "2026-11-22")])
    _ = try catalog.add(Samples.puzzle(2))
    _ = try catalog.pin(ahead(3, "2026-11-23"), at: time, reason: "")
    try catalog.fillCalendar([day("2026-11-21")])
    try publish(1, [day("2026-11-21")])
    #expect(try catalog.outdated(grader: 2, limit: 9).isEmpty)
    let outdated = try catalog.outdated(grader: 7, limit: 9)
    #expect(outdated.map(\.sbn) == [1, 2, 3].map { text($0) })
    #expect(try catalog.outdated(grader: 7, after: outdated[0].id, limit: 1) == [outdated[1]])
    var better = Samples.puzzle(3, difficulty: 9)
    better.graderVersion = 7
    var published = Samples.puzzle(0, difficulty: 9)
    published.graderVersion = 7
    let dated = try #require(try catalog.calendarEntries(.daily).first)
    try catalog.regrade([(outdated[2].id, better), (dated.puzzle.id, published)])
    #expect(try catalog.ahead(.daily).last?.puzzle.difficulty == 9)
    #expect(try catalog.ahead(.daily).last?.isPinned == true)
    #expect(try catalog.calendarEntries(.daily).first?.puzzle == dated.puzzle)
    #expect(try catalog.outdated(grader: 7, limit: 9).count == 2)
    #expect(try catalog.discard(outdated[0].id) && !catalog.discard(dated.puzzle.id))
    #expect(try catalog.ahead(.daily).map(\.period) == [day("2026-11-23")])
    #expect(try catalog.counts().puzzles == 3)
  }

  @Test("what a release on its way may hold keeps its grade until it is settled")
  func pendingGrades() throws {
    _ = try catalog.addAhead([ahead(0, "2026-11-21"), ahead(1, "2026-11-22")])
    try catalog.fillCalendar([day("2026-11-21")])
    try catalog.recordRelease(
      NewRelease(
        number: 1, manifest: [1], createdAt: time, packs: [], dates: [day("2026-11-21")]))
    #expect(try catalog.outdated(grader: 7, limit: 9).map(\.sbn) == [text(1)])
    let dated = try #require(try catalog.calendarEntries(.daily).first?.puzzle)
    var other = Samples.puzzle(0, difficulty: 9)
    other.graderVersion = 7
    try catalog.regrade([(dated.id, other)])
    #expect(try catalog.calendarEntries(.daily).first?.puzzle == dated)
    #expect(try !catalog.discard(dated.id))
    try catalog.abandonPending()
    #expect(try catalog.outdated(grader: 7, limit: 9).count == 2)
    try catalog.regrade([(dated.id, other)])
    #expect(try catalog.calendarEntries(.daily).first?.puzzle.difficulty == 9)
  }
}
