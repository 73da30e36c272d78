import GRDB
import HouseSupport
import Pipeline
import TestSupport
import Testing

/// What was proved weeks ago and is published tonight, damaged in between.
@Suite("P7, P8, P17: a night publishes nothing that is not as it was made")
struct DamagedReserveTests {
  private let house: NightlyHouse

  /// A night, after which 2027-01-02 and the days behind it have puzzles that wait.
  init() async throws {
    house = try NightlyHouse()
    try house.writeCalendar(reserve: 4)
    #expect(try await house.run("2026-12-30T03:00:00Z").failure == nil)
  }

  private func change(_ sql: String) async throws {
    let queue = try DatabaseQueue(path: "\(house.state)/catalog.sqlite")
    try await queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// The puzzle of the date that is published next.
  private static let next = "(SELECT puzzle FROM ahead WHERE key = '2027-01-02')"

  @Test(
    "a puzzle of the reserve that was changed stops the night, which says which and what to do",
    arguments: [
      // Another grade in the text alone, and in text and row alike.
      ("sbn = replace(sbn, '.s', '.d9s')", "its text"),
      ("cycles = cycles + 1", "its text prints another seed or grade"),
      ("cycles = cycles + 1, sbn = replace(sbn, 'c' || cycles, 'c' || (cycles + 1))", "its grade"),
      ("score_hundredths = score_hundredths + 1", "its grade is another"),
      ("rules = json_set(rules, '$.\"tiling.pairs\"', 99)", "its grade is another"),
      ("solution = '[0,9]'", "its solution"),
      ("sbn = (SELECT sbn FROM puzzles JOIN calendar ON puzzle = id LIMIT 1)", "its canonical key"),
      ("sbn = 'rubbish'", "daily:2027-01-02"),
    ])
  func changed(change: String, words: String) async throws {
    let before = try house.tree()
    try await self.change("UPDATE puzzles SET \(change) WHERE id = \(Self.next)")
    let night = try await house.run("2026-12-31T03:00:00Z")
    #expect(night.status == .badData)
    let failure = night.failure ?? ""
    #expect(failure.contains(words), "\(failure)")
    #expect(failure.contains("“almanac catalog rebuild"), "\(failure)")
    #expect(try house.tree() == before)
    // What it says is what mends it.
    try await house.rebuild(now: "2026-12-31T03:00:00Z", isForced: true)
    let next = try await house.run("2026-12-31T04:00:00Z")
    #expect(next.failure == nil && next.release == 2, "\(next)")
  }

  @Test("steps that are another puzzle's stop it as well; those that cannot be read are made again")
  func steps() async throws {
    let other = "(SELECT puzzle FROM ahead WHERE key = '2027-01-03')"
    try await change("UPDATE traces SET bytes = x'00' WHERE puzzle = \(Self.next)")
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
    try await change(
      """
      UPDATE traces SET (dictionary, bytes) =
        (SELECT dictionary, bytes FROM traces WHERE puzzle = (
          SELECT puzzle FROM ahead WHERE key = '2027-01-04'))
      WHERE puzzle = \(other)
      """)
    let night = try await house.run("2027-01-01T03:00:00Z")
    #expect(night.status == .badData)
    let failure = night.failure ?? ""
    #expect(
      failure.contains("the puzzle of daily:2027-01-03 is not as it was made: its steps"),
      "\(failure)")
  }
}
