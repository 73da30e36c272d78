import Catalog
import Dates
import HouseSupport
import Identity
import JSONText
import Manifest
import Notation
import Pipeline
import Releasing
import StarBattle
import Stores
import TestSupport
import Testing
import Tools
import Verifying

/// The lists that the mobile app in the stores asks for: daily, weekly, monthly.
@Suite("The app's streaks")
struct StreakTests {
  private let house: NightlyHouse

  init() async throws {
    try await self.init(
      daily: "2026-05-20", weekly: "2026-21", monthly: "2026-05", night: "2026-05-20T03:00:00Z")
  }

  /// A house with the starts of its calendars, after its first night.
  private init(daily: String, weekly: String, monthly: String, night: String) async throws {
    house = try NightlyHouse()
    try house.folder.write(
      """
      packs: [first]
      calendar: [daily, weekly, monthly]
      profiles: { app: true }
      """, to: "Recipes/release.yaml")
    for (cadence, start) in [("daily", daily), ("weekly", weekly), ("monthly", monthly)] {
      try house.writeCalendar(cadence, start: start)
    }
    #expect(try await house.run(night).failure == nil)
  }

  private var store: DirectoryStore { DirectoryStore(root: "\(house.folder.path)/out") }

  private func app(_ name: String) async throws -> JSONValue {
    try JSONValue(
      reading: try #require(try await store.get(Samples.key("puzzles/app/\(name).json"))))
  }

  private func texts(_ cadence: Cadence) async throws -> [String] {
    guard case .array(let puzzles)? = try await app(cadence.rawValue)["puzzles"] else { return [] }
    return puzzles.compactMap { puzzle in
      if case .string(let text)? = puzzle["sbn"] { text } else { nil }
    }
  }

  private func puzzle(_ id: String) async throws -> String? {
    try await store.get(.entry(Samples.period(id))).map { String(decoding: $0, as: UTF8.self) }
  }

  private func verify(_ now: String, isAsApp: Bool = true) async throws -> (
    String, Pipeline.ExitStatus
  ) {
    let said = try await VerifyRelease(isAsApp: isAsApp)
      .said(in: house.places, .at(now, jobs: 2))
    return (said.lines.map(\.text).joined(separator: "\n"), said.status)
  }

  private func expectWhole(_ now: String) async throws {
    let findings = try await TreeVerifier(store: store).read().findings
    #expect(findings.isEmpty)
    let replay = try await AppReplay.read(
      store, at: try Timestamp("\(now)T12:00:00Z"),
      withdrawn: Set(
        try Manifest(json: try #require(try await store.get(.manifest))).emptyDates.map(\.id)))
    #expect(replay.findings.isEmpty)
  }

  @Test("entry by entry from 2026-04-16 on: fillers of their own, then the calendar")
  func entries() async throws {
    let daily = try await texts(.daily)
    #expect(daily.count == 34 + 3)
    #expect(daily[34] == (try await puzzle("daily:2026-05-20")))
    #expect(daily.last == (try await puzzle("daily:2026-05-22")))
    // 2026-05-20 is a Wednesday, and its week's Thursday the fifth after 2026-04-16.
    let weekly = try await texts(.weekly)
    #expect(weekly[5] == (try await puzzle("weekly:2026-21")))
    let monthly = try await texts(.monthly)
    #expect(monthly[1] == (try await puzzle("monthly:2026-05")))
    #expect(Array(monthly.dropFirst(1)).count == 3)
    #expect(try await app("daily")["version"] == .integer(2))
    #expect(try await app("daily")["name"] == .string("Daily"))
    let all = try (daily + weekly + monthly).map { try SBN($0).puzzle.canonicalForm }
    #expect(Set(all).count == all.count)
    guard case .array(let hints)? = try await app("daily-hints")["hints"] else {
      return #expect(Bool(false), "no hints")
    }
    #expect(hints.count == daily.count)
    #expect(hints.filter { $0 == .array([]) }.count == 34 - 7)
    let said = try await verify("2026-05-20")
    #expect(said.1 == .done, "\(said.0)")
  }

  @Test("an entry stays while the list grows, and a second run writes nothing (P10)")
  func growth() async throws {
    let before = try await texts(.daily)
    let tree = try house.tree()
    #expect(try await house.run("2026-05-20T15:00:00Z").release == 1)
    #expect(try house.tree() == tree)
    for day in ["2026-05-21", "2026-05-22", "2026-05-26"] {
      #expect(try await house.run(day).failure == nil)
      let after = try await texts(.daily)
      #expect(Array(after.prefix(before.count)) == before)
      try await expectWhole(day)
    }
    #expect(try await texts(.daily).count == 34 + 9)
    #expect(try await app("daily")["version"] == .integer(5))
  }

  @Test("P4: lists that were away come back with versions that they never had")
  func awayAndBack() async throws {
    for day in ["2026-05-21", "2026-05-22"] { #expect(try await house.run(day).failure == nil) }
    let recipe = try #require(house.folder.text("Recipes/release.yaml"))
    try house.folder.write(
      recipe.replacing("app: true", with: "app: false"), to: "Recipes/release.yaml")
    #expect(try await house.run("2026-05-23").isNewRelease)
    #expect(!house.exists("out/puzzles/app/daily.json"))
    try house.folder.write(recipe, to: "Recipes/release.yaml")
    #expect(try await house.run("2026-05-24").release == 5)
    // They had 2, 3 and 4.
    #expect(try await app("daily")["version"] == .integer(6))
    #expect(try await house.run("2026-05-25").failure == nil)
    #expect(try await app("daily")["version"] == .integer(7))
    try await expectWhole("2026-05-25")
  }

  @Test("a withdrawn date keeps its entry, with a puzzle of its own")
  func withdrawn() async throws {
    let before = try await texts(.daily)
    let status = try await house.release(
      WithdrawPuzzle(id: "daily:2026-05-20", reason: "a face in it"), now: "2026-05-20T09:00:00Z")
    #expect(status == .done)
    let after = try await texts(.daily)
    #expect(after.count == before.count)
    #expect(after[34] != before[34])
    #expect(Array(after.prefix(34)) == Array(before.prefix(34)))
    #expect(Array(after.suffix(2)) == Array(before.suffix(2)))
    try await expectWhole("2026-05-20")
    #expect(try await house.run("2026-05-21").failure == nil)
    #expect(try await texts(.daily)[34] == after[34])
    let said = try await verify("2026-05-21")
    #expect(said.1 == .done, "\(said.0)")
  }

  @Test("a list becomes no shorter when its last date is taken back", arguments: Cadence.allCases)
  func lastWithdrawn(cadence: Cadence) async throws {
    let before = try await texts(cadence)
    let listing = try store.list("puzzles/\(cadence)/").objects.compactMap(\.key.period)
    let last = try #require(listing.max())
    let status = try await house.release(
      WithdrawPuzzle(id: last.id, reason: "a face in it"), now: "2026-05-20T09:00:00Z")
    #expect(status == .done)
    let after = try await texts(cadence)
    #expect(after.count == before.count && after.last != before.last)
    #expect(after.dropLast() == before.dropLast())
    try await expectWhole("2026-05-20")
    let said = try await verify("2026-05-20")
    #expect(said.1 == .done, "\(said.0)")
    #expect(try await house.run("2026-05-21").failure == nil)
    try await expectWhole("2026-05-21")
    #expect(try await texts(cadence)[before.count - 1] == puzzle(last.id))
  }

  @Test("a calendar whose first week or month was taken back is whole by the clock")
  func firstWithdrawn() async throws {
    for id in ["weekly:2026-21", "monthly:2026-05"] {
      let status = try await house.release(
        WithdrawPuzzle(id: id, reason: "a face in it"), now: "2026-05-20T09:00:00Z")
      #expect(status == .done)
    }
    #expect(try await house.run("2026-05-20T15:00:00Z").failure == nil)
    let said = try await verify("2026-05-20")
    #expect(said.1 == .done, "\(said.0)")
  }

  @Test("a clock that is set back gives earlier dates the puzzles that the app has shown on them")
  func clockBack() async throws {
    let early = try await StreakTests(
      daily: "2026-04-20", weekly: "2026-17", monthly: "2026-04", night: "2026-06-02T03:00:00Z")
    let (house, store) = (early.house, early.store)
    func expectNoFinding() async throws {
      let findings = try await TreeVerifier(store: store).read().findings
      #expect(findings.isEmpty, "\(findings)")
    }
    let filler = try #require(
      try house.places.stateFolder.read().fillers(.daily).first { $0.period.key == "2026-05-20" })
    var before: [Cadence: [String]] = [:]
    for cadence in Cadence.allCases { before[cadence] = try await early.texts(cadence) }
    let back = await house.night(try Timestamp("2026-05-20T03:00:00Z"), acceptsClock: true)
    #expect(back.failure == nil)
    for cadence in Cadence.allCases {
      #expect(try await early.texts(cadence) == before[cadence])
    }
    let shown = try #require(try await store.get(.entry(Samples.period("daily:2026-05-20"))))
    #expect(before[.daily]?[34] == String(decoding: shown, as: UTF8.self))
    try await expectNoFinding()
    #expect(try await house.check().isEmpty)
    #expect(back.notes.contains { $0.contains("got the puzzles that the app's list has shown") })
    // And so it is for a catalogue that is made anew.
    let tree = try house.tree()
    try house.remove("state")
    try await house.rebuild(now: "2026-05-20")
    #expect(try await house.check().isEmpty)
    let again = await house.night(try Timestamp("2026-05-20T12:00:00Z"), acceptsClock: true)
    #expect(again.failure == nil)
    #expect(try house.tree() == tree)
    let kept = try house.places.stateFolder.read().twin(of: try filler.puzzle.canonicalForm)
    #expect(kept?.puzzle?.firstRelease == 1)
    let next = await house.night(try Timestamp("2026-05-21T03:00:00Z"), acceptsClock: true)
    #expect(next.failure == nil)
    try await expectNoFinding()
  }

  @Test("what stands in for dates has no place of its own, and is told apart")
  func standIns() async throws {
    var find = FindPuzzles()
    find.size = 6
    let found = try await find.said(in: house.places, .at("2026-05-20", form: .text)).lines
      .map(\.text)
    #expect(found.count { $0.hasPrefix("in the app's list on daily:") } == 34)
    #expect(found.count { $0.hasPrefix("daily:2026-05-2") } == 3)
  }

  @Test("a catalogue that is made anew from the tree goes on with the same entries")
  func rebuilt() async throws {
    _ = try await house.release(
      WithdrawPuzzle(id: "daily:2026-05-20", reason: "a face in it"), now: "2026-05-20T09:00:00Z")
    let before = try await texts(.daily)
    let tree = try house.tree()
    try house.remove("state")
    try await house.rebuild(now: "2026-05-20")
    #expect(try await house.check().isEmpty)
    #expect(try await house.run("2026-05-20T12:00:00Z").failure == nil)
    #expect(try house.tree() == tree)
    #expect(try await house.run("2026-05-21").failure == nil)
    #expect(Array(try await texts(.daily).prefix(before.count)) == before)
  }

  @Test("whatever the number of threads, the lists are the same (P9)")
  func jobs() async throws {
    let tree = try house.tree()
    try house.remove("state")
    try house.remove("out")
    #expect(try await house.run("2026-05-20T03:00:00Z", jobs: 3).failure == nil)
    #expect(try house.tree() == tree)
  }

  @Test("an entry that is missing, moved or another's is found")
  func forged() async throws {
    for name in ["daily", "weekly", "monthly"] {
      let key = Samples.key("puzzles/app/\(name).json")
      let bytes = try #require(try await store.get(key))
      for index in [0, 1] {
        let forged = JSONValue.text(bytes, replacing: ["puzzles", .element(index)], with: nil)
        try await Samples.overwrite(key, forged, in: store)
        #expect(try await !TreeVerifier(store: store).read().isWhole)
        let replay = try await AppReplay.read(store, at: try Timestamp("2026-05-20T12:00:00Z"))
        #expect(replay.findings.contains { $0.object == key.text }, "\(name) \(index)")
      }
      try store.delete(key)
      let replay = try await AppReplay.read(store, at: try Timestamp("2026-05-20T12:00:00Z"))
      #expect(replay.findings.contains { $0.object == key.text && $0.message.contains("nothing") })
      try await Samples.overwrite(key, bytes, in: store)
    }
  }

  @Test("the app's keys that are not ours are named, by their dates")
  func keys() async throws {
    let replay = try await AppReplay.read(store, at: try Timestamp("2026-05-20T12:00:00Z"))
    let notes = replay.notes.joined(separator: "\n")
    #expect(
      notes.contains(
        "weekly: the app's key is 2027-W53, ours is 2026-53, 2027-01-01, 2027-01-02, 2027-01-03"),
      "\(notes)")
    #expect(notes.contains("weekly: its weeks begin on Thursdays"))
    #expect(notes.contains("the next day's puzzle under the date's key in Berlin"))
    #expect(notes.contains("the day before's puzzle under the date's key in Sydney"))
    #expect(!notes.contains("monthly: "))
  }

  @Test("a pack that every app asks for when it is first opened is only withdrawn with --force")
  func firstLaunch() async throws {
    let command = WithdrawPuzzle(id: "intro", reason: "licence")
    await #expect(throws: PipelineError.self) {
      try await house.release(command, now: "2026-05-20T09:00:00Z")
    }
  }
}
