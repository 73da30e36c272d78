import Catalog
import Foundation
import HouseSupport
import Pipeline
import Releasing
import TestSupport
import Testing

@Suite("A catalogue that did not make the tree")
struct StateGuardTests {
  /// Whoever writes into a tree, by the name of the command.
  enum Writer: String, CaseIterable, Sendable {
    case nightly, plan, publish, resume, rollback, withdraw, gc
  }

  private func work(_ writer: Writer, in house: NightlyHouse) async throws -> (
    Pipeline.ExitStatus, String
  ) {
    let command: any Command
    switch writer {
    case .nightly:
      let report = try await house.run("2027-01-03")
      return (report.status, report.failure ?? "")
    case .plan: command = PublishRelease(isPlanOnly: true)
    case .publish: command = PublishRelease()
    case .resume: command = PublishRelease(isResuming: true)
    case .rollback: command = RollBackRelease(to: 1)
    case .withdraw: command = WithdrawPuzzle(id: "daily:2026-12-30", reason: "a trial")
    case .gc: command = CollectReleases(keep: 2)
    }
    do {
      return (try await house.release(command, now: "2027-01-03"), "")
    } catch {
      return (Pipeline.ExitStatus(for: error), "\(error)")
    }
  }

  private func expectRefusal(
    _ writer: Writer, in house: NightlyHouse, saying words: String
  ) async throws {
    let tree = try house.tree()
    let (status, message) = try await work(writer, in: house)
    #expect(status == .badData)
    #expect(message.contains(words), "\(message)")
    #expect(message.contains("almanac catalog rebuild"), "\(message)")
    #expect(try house.tree() == tree)
  }

  @Test("an older copy of the catalogue is refused by every command", arguments: Writer.allCases)
  func older(_ writer: Writer) async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30").failure == nil)
    try house.copy("state", to: "older")
    #expect(try await house.run("2026-12-31").failure == nil)
    #expect(try await house.run("2027-01-01").failure == nil)
    try house.remove("state")
    try house.copy("older", to: "state")
    try await expectRefusal(
      writer, in: house,
      saying: "holds release 3, but the catalogue in \(house.state) ends with release 1")
  }

  @Test(
    "a lost catalogue and an empty one are refused by every command", arguments: Writer.allCases)
  func lost(_ writer: Writer) async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30").failure == nil)
    try house.remove("state")
    try await expectRefusal(writer, in: house, saying: "has no catalogue of it")
    #expect(!house.exists("state"))
    try Catalog.open(at: "\(house.state)/catalog.sqlite").close()
    try await expectRefusal(writer, in: house, saying: "has no catalogue of it")
  }

  @Test(
    "where there is neither catalogue nor tree, nothing is published and nothing made",
    arguments: [Writer.plan, .publish, .resume])
  func neither(_ writer: Writer) async throws {
    let house = try NightlyHouse()
    let (status, message) = try await work(writer, in: house)
    #expect(status == .noInput)
    #expect(message.contains("there is no catalogue in it"), "\(message)")
    #expect(!house.exists("state") && !house.exists("out"))
  }

  @Test(
    "an older copy that has gone on beside another tree is refused by every command",
    arguments: Writer.allCases)
  func apart(_ writer: Writer) async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30").failure == nil)
    try house.copy("state", to: "older")
    try house.copy("out", to: "elsewhere")
    #expect(try await house.run("2026-12-31").failure == nil)
    // The copy goes past the number that the tree is at, and never meets the tree meanwhile.
    try house.copy("out", to: "kept")
    for (from, to) in [("older", "state"), ("elsewhere", "out")] {
      try house.remove(to)
      try house.copy(from, to: to)
    }
    #expect(try await house.run("2027-01-01").failure == nil)
    #expect(try await house.run("2027-01-02").release == 3)
    try house.remove("out")
    try house.copy("kept", to: "out")
    try await expectRefusal(writer, in: house, saying: "holds a release 2 that the catalogue in")
  }

  @Test("one catalogue goes on serving two trees in turn")
  func twoTrees() async throws {
    let house = try NightlyHouse()
    for (day, tree) in [
      ("2026-12-30", "out"), ("2026-12-31", "other"), ("2027-01-01", "out"),
      ("2027-01-02", "other"),
    ] {
      #expect(try await house.run(day, output: tree).failure == nil, "\(day)")
    }
    #expect(try await house.release(PublishRelease(), now: "2027-01-02") == .done)
    let (one, other) = (try house.tree(), try house.folder.contents(of: "other"))
    for (name, bytes) in other where name.hasSuffix(".sbn") { #expect(one[name] == bytes) }
  }

  @Test("a tree that would be left behind is told of before it is")
  func treeLeftBehind() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run().failure == nil)
    try house.writeSecond(count: 8)
    let trial = try await house.run("2026-12-31", output: "trial")
    #expect(trial.notes.contains { $0.contains("release 1 is not in this tree") }, "\(trial.notes)")
    #expect(trial.notes.contains { $0.contains("when second should change again") })
    try house.writeSecond(count: 9)
    let late = try await house.run("2027-01-01")
    #expect(
      late.failure?.contains("not 3 (the catalogue has published others elsewhere)") == true,
      "\(late.failure ?? "it was published")")
  }
}
