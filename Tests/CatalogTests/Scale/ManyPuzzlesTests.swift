import Catalog
import Dates
import Foundation
import GRDB
import Notation
import StarBattle
import TestSupport
import Testing

/// A measurement rather than a test: `make bench-catalog` sets the number of puzzles and prints the
/// figures.
@Suite("Many puzzles", .enabled(if: Effort.puzzles != nil, "set ALMANAC_PUZZLES=1000000"))
struct ManyPuzzlesTests {
  private let folder = TemporaryFolder()

  private func timed<Result>(_ what: String, _ body: () throws -> Result) rethrows -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    defer {
      let time = clock.now - start
      let milliseconds = Int(time / .milliseconds(1))
      print("  " + what.padding(toLength: 46, withPad: " ", startingAt: 0) + "\(milliseconds) ms")
    }
    return try body()
  }

  /// Fills a catalogue: nine in ten published once, as if from withdrawn packs, one in ten in
  /// reserve.
  private func fill(_ count: Int) throws {
    let catalog = try Catalog.open(at: folder.catalog)
    try catalog.recordRelease(
      NewRelease(
        number: 1, manifest: [1], createdAt: "2026-11-21T03:00:00Z", packs: [], dates: []))
    try catalog.markPublished(1)
    var number = 0
    while number < count {
      try catalog.queue.write { database in
        for _ in 0..<min(20_000, count - number) {
          let puzzle = Samples.puzzle(number, side: 10, difficulty: 1 + number % 10)
          let id = try puzzle.insert(database)
          if number % 10 > 0 {
            try database.execute(
              sql: "UPDATE puzzles SET first_release = 1 WHERE id = ?", arguments: [id])
          }
          number += 1
        }
      }
    }
    try catalog.close()
  }

  @Test("opening, adding, looking for twins and filling the calendar take no longer with a million")
  func figures() throws {
    let count = try #require(Effort.puzzles)
    print("catalogue of \(count) puzzles of 10×10:")
    try timed("filling it (not counted)") { try fill(count) }
    let size = try FileManager.default.attributesOfItem(atPath: folder.catalog)[.size] as? Int ?? 0
    print("  \(size) bytes, \(size / count) a puzzle")
    let fresh = (0..<100).map { Samples.puzzle(20_000_000 + $0, side: 10) }
    let twins = (0..<100).map {
      Samples.turned(Samples.puzzle($0 * (count / 100), side: 10, difficulty: 1), .antitransposed)
    }
    let dates = (10..<24).map { day in
      NewAhead(
        Samples.puzzle(30_000_000 + day, side: 10), for: Samples.daily("2026-11-\(day)"),
        aim: "")
    }
    let clock = ContinuousClock()
    let start = clock.now
    let catalog = try timed("opening") { try Catalog.open(at: folder.catalog) }
    try timed("adding 100, each for good on disk") {
      for puzzle in fresh {
        guard case .added = try catalog.add(puzzle) else {
          Issue.record("not added")
          return
        }
      }
    }
    try timed("looking for 100 twins") {
      let found = try twins.compactMap { try catalog.twin(of: $0.form) }
      #expect(found.count == twins.count)
    }
    try timed("a night's look for old grades and spare ones") {
      let (outdated, waiting) = (
        try catalog.outdated(grader: 2, limit: 256), try catalog.ahead(.daily)
      )
      #expect(outdated.isEmpty && waiting.isEmpty)
    }
    try timed("filling 14 days of the calendar") {
      _ = try catalog.addAhead(dates)
      try catalog.fillCalendar(dates.map(\.period))
      let entries = try catalog.calendarEntries(.daily)
      #expect(entries.count == 14)
    }
    print("  all of that together: \(Int((clock.now - start) / .milliseconds(1))) ms")
    let counts = try timed("counting the reserve") { try catalog.reserveCounts() }
    let grid = fresh[0].sbn.puzzle.grid
    let spare = try timed("the nearest spare puzzle") {
      try catalog.bestSpare(of: grid, difficulty: 5)
    }
    let findings = try timed("checking all of it") { try catalog.check() }
    #expect(!counts.isEmpty && spare != nil && findings.isEmpty)
  }
}
