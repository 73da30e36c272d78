import Catalog
import Dates
import Editing
import Generating
import HouseSupport
import JSONText
import Pipeline
import TestSupport
import Testing

/// The night of 2026-12-30: published to 2027-01-01, three days more in reserve.
@Suite("The editors' calendar")
struct CalendarJobTests {
  /// A house with dates to come in reserve.
  private func makeHouse() async throws -> EditorsHouse {
    let house = try await EditorsHouse()
    try await house.say(FillReserve(days: 5))
    return house
  }

  private func sbn(_ house: EditorsHouse, _ key: String) throws -> String? {
    try house.catalog().ahead(.daily).first { $0.period.key == key }?.puzzle.sbn
  }

  @Test("two dates to come exchange their puzzles, and the nights keep it so")
  func swap() async throws {
    let house = try await makeHouse()
    let (first, second) = (try sbn(house, "2027-01-02"), try sbn(house, "2027-01-04"))
    try await house.edit(isDryRun: true) { SwapDates("2027-01-02", "daily:2027-01-04", $0) }
    #expect(try sbn(house, "2027-01-02") == first)
    let said = try await house.edit { SwapDates("2027-01-02", "daily:2027-01-04", $0) }
    #expect(said.contains("daily:2027-01-02: ") && said.contains("pinned"), "\(said)")
    #expect(try sbn(house, "2027-01-02") == second && sbn(house, "2027-01-04") == first)
    let night = await Night().run(in: house.places, try .at("2027-01-03T03:00:00Z"))
    #expect(night.status == .done, "\(night.failure ?? "")")
    #expect(house.house.folder.text("out/puzzles/daily/2027-01-02.sbn") == second)
    #expect(house.house.folder.text("out/puzzles/daily/2027-01-04.sbn") == first)
  }

  @Test("a change whose page cannot be written is on record all the same, and can be undone")
  func unwritablePage() async throws {
    let house = try await makeHouse()
    let first = try sbn(house, "2027-01-02")
    try house.house.folder.write("", to: "page")
    let flags = EditFlags(reason: "a test", html: "\(house.house.folder.path)/page")
    await #expect(throws: (any Error).self) {
      try await house.say(PinDate("2027-01-02", wish: GradeRange(difficulty: 1...3), flags))
    }
    #expect(try house.catalog().edits().count == 1)
    try await house.say(UndoEdit(EditFlags(reason: "a test")))
    #expect(try sbn(house, "2027-01-02") == first)
  }

  /// Runs commands that all end with one status, and change nothing.
  private func expect(
    _ status: Pipeline.ExitStatus, of commands: [any Command], in house: EditorsHouse,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let tree = try house.house.tree()
    for command in commands {
      await #expect("\(command)", sourceLocation: location) {
        try await house.say(command)
      } throws: { ExitStatus(for: $0) == status }
    }
    #expect(try house.house.tree() == tree, sourceLocation: location)
  }

  @Test("published dates are refused")
  func refusals() async throws {
    let house = try await makeHouse()
    let flags = EditFlags(reason: "a test")
    try await expect(
      .badData,
      of: [
        SwapDates("2026-12-31", "2027-01-04", flags),
        SwapDates("2027-01-04", "2026-12-30", flags),
        PinDate("2026-12-31", wish: GradeRange(difficulty: 1...2), flags),
        PinDate("2026-12-31", flags),
        ReplaceDate("2026-12-30", flags),
      ], in: house)
  }

  @Test("dates that there are not, or that cannot be meant, are a wrong command line")
  func wrongDates() async throws {
    let house = try await makeHouse()
    let flags = EditFlags(reason: "a test")
    let wish = GradeRange(difficulty: 1...2)
    for word in ["someday", "intro:3", "2027-13-01", "2027-01-30"] {
      try await expect(.usage, of: [PinDate(word, flags)], in: house)
    }
    for word in ["someday", "intro:3", "2027-13-01"] {
      try await expect(
        .usage,
        of: [
          ShowDates(word), UnpinDate(word, flags), ReplaceDate(word, flags),
          SwapDates("2027-01-04", word, flags),
        ], in: house)
    }
    try await expect(
      .usage,
      of: [
        // Two calendars, one date, and dates without a puzzle.
        SwapDates("2027-01-04", "weekly:2027-02", flags),
        SwapDates("2027-01-04", "2027-01-04", flags),
        SwapDates("2027-01-04", "2027-02-01", flags),
        SwapDates("weekly:2027-20", "weekly:2027-21", flags),
        // Before the calendar begins, which is long ago.
        PinDate("2026-12-01", wish: wish, flags), SwapDates("2026-12-01", "2026-12-02", flags),
        // Nobody has pinned these, and players do not have that.
        UnpinDate("2027-01-04", flags), UnpinDate("2026-12-31", flags),
        ReplaceDate("2027-01-04", flags),
      ], in: house)
    // No recipe makes weeks any more.
    try house.house.folder.write(
      "packs: [first, second]\ncalendar: [daily]\n", to: "Recipes/release.yaml")
    try await expect(
      .usage,
      of: [
        PinDate("weekly:2027-02", flags), PinDate("weekly:2027-02", wish: wish, flags),
        ReplaceDate("weekly:2026-53", flags), SwapDates("weekly:2027-20", "weekly:2027-21", flags),
      ], in: house)
  }

  @Test("a date gets a proposal or a named puzzle, keeps it, and is left to the recipe again")
  func pin() async throws {
    let house = try await makeHouse()
    let made = try sbn(house, "2027-01-04")
    let wish = GradeRange(difficulty: 1...3)
    let json = try await house.edit(isDryRun: true, isJSON: true) {
      PinDate("2027-01-04", wish: wish, $0)
    }
    let value = try JSONValue(reading: Array(json.utf8))
    guard case .array(let proposals)? = value["proposals"],
      case .string(let name)? = proposals.first?["name"]
    else {
      Issue.record("\(json)")
      return
    }
    try await house.edit { PinDate("2027-01-04", puzzle: name, $0) }
    let chosen = try sbn(house, "2027-01-04")
    #expect(chosen != made && chosen != nil)
    #expect(try await house.say(ShowDates("2027-01-04")).contains("pinned"))
    // The same recipe does not take it away, and nobody else gets it.
    try await house.say(FillReserve(days: 0))
    #expect(try sbn(house, "2027-01-04") == chosen)
    await #expect(throws: CatalogError.self) {
      try await house.edit { ReplaceSlot("first:5", with: chosen, $0) }
    }
    try await house.edit { UnpinDate("2027-01-04", $0) }
    try await house.say(FillReserve(days: 5))
    #expect(try sbn(house, "2027-01-04") == made)
  }

  @Test("the list tells what is published, waiting and open")
  func show() async throws {
    let house = try await makeHouse()
    let said = try await house.say(ShowDates())
    #expect(said.contains("daily:2026-12-31 thu") && said.contains("published in release 1"))
    #expect(said.contains("daily:2027-01-05 tue") && said.contains("in reserve"))
    #expect(said.contains("monthly:2026-12"))
    await #expect("a date that is over and had no puzzle") {
      try await house.edit { ReplaceDate("2026-12-01", $0) }
    } throws: { "\($0)" == "daily:2026-12-01: it is over — name a date to come" }
    await #expect("a calendar that was mistyped") {
      try await house.say(ShowDates("dialy"))
    } throws: { "\($0)" == "dialy: there is no such calendar — did you mean daily?" }
    let open = try await house.say(ShowDates("daily:2027-02-01"))
    #expect(open.contains("no puzzle yet"))
  }

  @Test("a list leaves out what is over, however short it is", arguments: ["monthly", "weekly"])
  func past(_ cadence: String) async throws {
    let house = try await makeHouse()
    func list(isWhole: Bool) async throws -> [String] {
      try await ShowDates(cadence, isWhole: isWhole)
        .said(in: house.places, .at("2027-01-15T00:00:00Z")).lines.map { "\($0)" }
    }
    let (shown, all) = (try await list(isWhole: false), try await list(isWhole: true))
    let first = cadence == "monthly" ? "monthly:2026-12" : "weekly:2026-53"
    #expect(!shown.isEmpty && !shown.contains { $0.contains(first) }, "\(shown)")
    #expect(all.contains { $0.contains(first) } && all.count > shown.count, "\(all)")
  }
}
