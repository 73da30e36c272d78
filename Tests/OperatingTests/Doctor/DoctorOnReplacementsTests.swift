import Dates
import Editing
import Foundation
import Generating
import HouseSupport
import Operating
import Pipeline
import Synchronization
import TestSupport
import Testing

/// What the doctor says of a date whose puzzle is taken away in one release and comes with the
/// next.
@Suite("Doctor on replaced dates")
struct DoctorOnReplacementsTests {
  private static let file = "out/puzzles/daily/2027-01-01.sbn"

  private func look(_ house: NightlyHouse, _ now: String) async throws -> DoctorReport {
    try await Doctor(house.places, .at(now), freeBytes: { _ in 1 << 40 }).run()
  }

  /// A house that has published 2026-12-30 … 2027-01-01, the last of which is to be another.
  private func makeHouse() async throws -> NightlyHouse {
    let house = try NightlyHouse()
    _ = try await house.run("2026-12-30T03:00:00Z")
    _ = try await ReplaceDate("2027-01-01", EditFlags(reason: "a face in it")).said(
      in: house.places, .at("2026-12-30T09:00:00Z"))
    return house
  }

  @Test("a date that an editor chose to be otherwise misses nothing, and one that was not does")
  func wished() async throws {
    let house = try NightlyHouse()
    _ = try await house.run("2026-12-30T03:00:00Z")
    let recipe = "Recipes/calendar/daily.yaml"
    let text = try #require(house.folder.text(recipe))
    let lines = text.split(separator: "\n").map { line in
      line.hasPrefix("difficulty:") ? "difficulty: { from: 9, to: 9 }" : String(line)
    }
    // All dates miss what is asked for now, and who has chosen one of them is asked no more.
    try house.folder.write(lines.joined(separator: "\n") + "\n", to: recipe)
    func misses() async throws -> String {
      try await look(house, "2026-12-30T09:00:00Z").symptoms
        .filter { $0.subject == "daily" && $0.message.contains("what the recipe asks for") }
        .map(\.message).joined()
    }
    #expect(try await misses().contains("daily:2027-01-01 has difficulty"))
    _ = try await ReplaceDate(
      "2027-01-01", wish: GradeRange(difficulty: 1...3), EditFlags(reason: "a feast")
    ).said(in: house.places, .at("2026-12-30T09:00:00Z"))
    let after = try await misses()
    #expect(after.contains("daily:2026-12-31") && !after.contains("daily:2027-01-01"), "\(after)")
  }

  @Test("a date that gets another puzzle is published until a release takes the one before away")
  func untold() async throws {
    let house = try await makeHouse()
    // Tomorrow's as well, which begins in the first time zone at ten.
    _ = try await ReplaceDate("2026-12-31", EditFlags(reason: "another face")).said(
      in: house.places, .at("2026-12-30T09:00:00Z"))
    let report = try await look(house, "2026-12-30T09:30:00Z")
    #expect(house.exists(Self.file) && report.status == .done, "\(report.text)")
    #expect(report.text.joined().contains("published for 3 days (until 2027-01-01)"))
  }

  /// A night that is stopped at an operation of its store.
  private func night(_ house: NightlyHouse, stoppedAt number: Int) async throws -> Bool {
    let left = Mutex(number)
    let isOver = Mutex(false)
    let settings = StoreSettings(
      variable: { _ in nil }, clock: { Timestamp(epochSeconds: 0) }, wait: { _ in },
      isStopped: {
        left.withLock { left in
          left -= 1
          if left < 0 { isOver.withLock { $0 = true } }
          return left < 0
        }
      })
    let context = RunContext(
      now: try Timestamp("2026-12-30T12:00:00Z"), jobs: 1,
      interruption: { isOver.withLock { $0 } ? 15 : nil }, stores: settings)
    return await Night().run(in: house.places, context).status == .done
  }

  @Test("a replacement interrupted between its two releases is told, until a night ends it")
  func interrupted() async throws {
    let model = try await makeHouse()
    var gaps = 0
    var number = 0
    while number < 400 {
      let house = try NightlyHouse()
      for name in ["out", "state"] {
        try FileManager.default.copyItem(
          atPath: "\(model.folder.path)/\(name)", toPath: "\(house.folder.path)/\(name)")
      }
      if try await night(house, stoppedAt: number) { break }
      number += 1
      if house.exists(Self.file) { continue }
      gaps += 1
      // Two days before, the day before, and on that very day.
      for now in ["2026-12-30T12:30:00Z", "2026-12-31T01:00:00Z", "2027-01-01T01:00:00Z"] {
        let report = try await look(house, now)
        let isNear = now > "2026-12-31"
        let daily = try #require(report.symptoms.first { $0.subject == "daily" })
        #expect(daily.severity == (isNear ? .wrong : .care), "\(now): \(report.text)")
        #expect(daily.message.contains("2027-01-01 was taken away"), "\(daily.message)")
        #expect(daily.remedy?.hasPrefix("almanac nightly") == true)
        #expect(report.status == (isNear ? .badData : .partial), "\(now): \(report.text)")
      }
      #expect(try await house.run("2026-12-30T13:00:00Z").failure == nil)
      #expect(house.exists(Self.file))
      #expect(try await look(house, "2026-12-30T14:00:00Z").status == .done)
    }
    #expect(gaps > 3 && number < 400)
  }
}
