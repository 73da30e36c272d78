import Catalog
import Dates
import Editing
import Generating
import HouseSupport
import Identity
import Notation
import Pipeline
import Pressing
import Releasing
import StarBattle
import Synchronization
import TestSupport
import Testing
import Tools

@Suite("What editors keep about puzzles")
struct KeptAboutPuzzlesTests {
  @Test("a refused puzzle is proposed, chosen, imported and put on dates no more")
  func refuse() async throws {
    let house = try await EditorsHouse()
    try await house.edit { ReplaceSlot("first:5", $0) }
    let old = try #require(
      try house.catalog().puzzles(matching: PuzzleQuery()).first { record in
        record.places.isEmpty && record.puzzle.firstRelease != nil
      })
    // What was published is never used again anyway.
    await #expect { try await house.edit { RefusePuzzle("\(old.puzzle.id)", $0) } } throws: {
      ExitStatus(for: $0) == .badData
    }
    try await house.edit { ReplaceSlot("first:5", $0) }
    var query = PuzzleQuery()
    query.isReserveOnly = true
    let spare = try #require(try house.catalog().puzzles(matching: query).first?.puzzle)
    let trial = try await house.edit(isDryRun: true) { RefusePuzzle(spare.sbn, $0) }
    #expect(trial.contains("never to be used (a test)") && trial.contains("--dry-run"))
    #expect(try house.catalog().puzzles(matching: query).map(\.puzzle.id).contains(spare.id))
    try await house.edit { RefusePuzzle("\(spare.id)", $0) }
    #expect(try !house.catalog().puzzles(matching: query).map(\.puzzle.id).contains(spare.id))
    #expect(try await house.edit { RefusePuzzle("\(spare.id)", $0) }.contains("refused already"))
    for name in ["\(spare.id)", spare.sbn] {
      let attempts: [(EditFlags) -> any Command] = [
        { ReplaceSlot("first:4", with: name, $0) },
        { AppendToPack(to: "first", puzzles: [name], $0) },
      ]
      for attempt in attempts {
        await #expect("\(name)") { try await house.edit(attempt) } throws: {
          "\($0)".contains("refused for ever (a test)")
        }
      }
    }
    query = PuzzleQuery()
    query.isRefusedOnly = true
    #expect(try house.catalog().puzzles(matching: query).map(\.refusal) == ["a test"])
    try await house.edit { UndoEdit($0) }
    #expect(try house.catalog().puzzles(matching: query).isEmpty)
    try await house.edit { ReplaceSlot("first:4", with: "\(spare.id)", $0) }
  }

  @Test("recipes, imports and nights pass over what is refused")
  func passedOver() async throws {
    let house = try await EditorsHouse()
    try house.writeDraft()
    try await house.edit { BuildPack("draft", $0) }
    let refused = try #require(try house.catalog().slots(of: "draft").first?.puzzle)
    await #expect { try await house.edit { RefusePuzzle("draft:0", $0) } } throws: {
      "\($0)".contains("give that place another puzzle first")
    }
    try await house.edit { ReplaceSlot("draft:0", $0) }
    try await house.edit { RefusePuzzle("\(refused.id)", $0) }
    try await house.edit { PinSlot("draft:0", isPinned: false, $0) }
    try await house.edit { RegeneratePack("draft", isFresh: false, $0) }
    #expect(try !house.puzzles("draft").contains(refused.sbn))
    try house.house.folder.write(refused.sbn, to: "refused.txt")
    let file = house.house.folder.path + "/refused.txt"
    let said = try await house.edit(isJSON: true) { ImportPuzzles(file, $0) }
    #expect(said.contains(#""became":"twin""#), "\(said)")
    let report = await Night().run(in: house.places, try .at("2027-01-02T03:00:00Z"))
    #expect(report.status == .done)
    var query = PuzzleQuery()
    query.isRefusedOnly = true
    #expect(try house.catalog().puzzles(matching: query).map(\.places.isEmpty) == [true])
    #expect(try house.catalog().check().isEmpty)
  }

  @Test("the puzzle that takes the place of a withdrawn slot is kept with its solve")
  func replacementsSolve() async throws {
    let house = try await EditorsHouse()
    try await house.say(WithdrawPuzzle(id: "first:3", reason: "a test"))
    let catalog = try house.catalog()
    let held = try #require(try catalog.slots(of: "first").first { $0.index == 3 }).puzzle
    #expect(try catalog.trace(of: held.id) != nil)
    #expect(try catalog.longestArgument(of: held.id) != nil)
  }

  /// Writes puzzles that the house does not know, a line each.
  private func writeSpares(_ count: Int, for house: EditorsHouse) throws -> String {
    var press = Press(grid: try Grid(side: 6, stars: 1))
    var tally = Tally()
    var lines: [String] = []
    for number in 0... {
      let pressed = press.press(try #require(Seed(1_000_000 + number)), &tally)
      if let pressed { lines.append(pressed.sbn.description) }
      if lines.count == count { break }
    }
    try house.house.folder.write(lines.joined(separator: "\n"), to: "spares.txt")
    return house.house.folder.path + "/spares.txt"
  }

  @Test("an import whose list nobody reads to its end is whole, and what breaks off is on record")
  func unread() async throws {
    let house = try await EditorsHouse()
    try house.writeDraft(count: 6)
    let spares = try writeSpares(6, for: house)
    let command = ImportPuzzles(spares, pack: "draft", EditFlags(reason: "a test"))
    struct NobodyReads: Error {}
    await #expect(throws: NobodyReads.self) {
      _ = try await command.run(in: house.places, house.context()) { _ in throw NobodyReads() }
    }
    #expect(try house.puzzles("draft").count == 6)
    try await house.edit { UndoEdit($0) }
    #expect(try house.puzzles("draft").isEmpty)

    // Asked to stop once two of them have been told.
    let told = Mutex(0)
    let context = try RunContext.at("2026-12-30T03:00:00Z", jobs: 1) {
      told.withLock { $0 } >= 2 ? 2 : nil
    }
    await #expect(throws: PipelineError.self) {
      _ = try await command.run(in: house.places, context) { message in
        if case .answer = message { told.withLock { $0 += 1 } }
      }
    }
    #expect(try house.puzzles("draft").count == 2)
    #expect(try await house.say(ListEdits()).contains("; broken off"))
    try await house.edit { UndoEdit($0) }
    #expect(try house.puzzles("draft").isEmpty)
  }

  @Test("an import without a reason is listed without one")
  func noReason() async throws {
    let house = try await EditorsHouse()
    try house.writeDraft(count: 6)
    let spares = try writeSpares(1, for: house)
    _ = try await ImportPuzzles(spares, pack: "draft", EditFlags(reason: ""))
      .said(in: house.places, house.context())
    let said = try await house.say(ListEdits())
    #expect(said.contains("import  draft") && !said.contains("()"), "\(said)")
  }

  @Test("a clock that is behind imports nothing", arguments: [nil, "draft"])
  func behind(_ pack: String?) async throws {
    let house = try await EditorsHouse()
    try house.writeDraft(count: 6)
    let command = ImportPuzzles(
      try writeSpares(2, for: house), pack: pack, EditFlags(reason: "a test"))
    let tree = try house.house.tree()
    await #expect {
      _ = try await command.said(in: house.places, .at("2026-12-01T03:00:00Z"))
    } throws: {
      ExitStatus(for: $0) == .badData
    }
    #expect(try house.house.tree() == tree)
  }

  @Test("notes and tags stay with a puzzle, and it is found by them")
  func notes() async throws {
    let house = try await EditorsHouse()
    try await house.edit { NotePuzzle("first:2", note: "the squeeze is lovely", $0) }
    try await house.edit { TagPuzzle("first:2", adding: ["winter", "heart"], $0) }
    try await house.edit { ReorderPack("first", order: .swapped(2, 1), isForced: true, $0) }
    var find = FindPuzzles()
    find.tags = ["heart", "winter"]
    find.note = "LOVELY"
    let found = try await house.say(find)
    #expect(found.hasPrefix("first:1") && found.contains("#heart #winter “the squeeze"), "\(found)")
    find.pack = "second"
    #expect(try await house.say(find).isEmpty)
    try await house.edit { TagPuzzle("first:1", adding: [], removing: ["heart"], $0) }
    try await house.edit { NotePuzzle("first:1", note: "", $0) }
    find.pack = nil
    #expect(try await house.say(find).isEmpty)
    // Not in English alone.
    try await house.edit { NotePuzzle("first:3", note: "Ärger im Éxito", $0) }
    find = FindPuzzles()
    find.note = "ärger im é"
    #expect(try await house.say(find).hasPrefix("first:3"))
    for word in ["first", "first:99", "99999", "nonsense"] {
      await #expect("\(word)") {
        try await house.edit { NotePuzzle(word, note: "x", $0) }
      } throws: { ExitStatus(for: $0) == .usage }
    }
  }

  @Test("a pack and a day that there are not are told as such")
  func unknownNames() async throws {
    let house = try await EditorsHouse()
    var find = FindPuzzles()
    find.pack = "frist"
    await #expect { try await house.say(find) } throws: {
      ExitStatus(for: $0) == .usage && "\($0)".contains("did you mean first?")
    }
    find.pack = "nope"
    await #expect { try await house.say(find) } throws: {
      "\($0)".contains("there are first, second")
    }
    for word in ["2026-02-30", "daily:2026-02-30"] {
      let attempts: [(EditFlags) -> any Command] = [
        { NotePuzzle(word, note: "x", $0) }, { PinDate(word, $0) },
      ]
      for attempt in attempts {
        await #expect("\(word)") { try await house.edit(attempt) } throws: {
          ExitStatus(for: $0) == .usage && "\($0)".contains("there is no such date — found “30”")
        }
      }
    }
  }

  @Test("a puzzle has so many tags and no more")
  func tagLimit() async throws {
    let house = try await EditorsHouse()
    let tags = (0..<TagPuzzle.most).map { "tag-\($0)" }
    try await house.edit { TagPuzzle("first:2", adding: tags, $0) }
    await #expect { try await house.edit { TagPuzzle("first:2", adding: ["more"], $0) } } throws: {
      ExitStatus(for: $0) == .badData && "\($0)".contains("it would have 21 tags")
    }
    try await house.edit { TagPuzzle("first:2", adding: ["more"], removing: ["tag-0"], $0) }
  }

  @Test("an edit by a clock that has gone back is refused, and may be tried")
  func clock() async throws {
    let house = try await EditorsHouse()
    try await house.edit { NotePuzzle("first:2", note: "a note", $0) }
    let context = try RunContext.at("2020-01-01T00:00:00Z", jobs: 1)
    for isDryRun in [false, true] {
      let flags = EditFlags(reason: "a test", isDryRun: isDryRun)
      let edits: [any Command] = [
        NotePuzzle("first:2", note: "another", flags), TagPuzzle("first:2", adding: ["x"], flags),
        UndoEdit(flags),
      ]
      for edit in edits {
        if isDryRun {
          #expect(try await edit.said(in: house.places, context).status == .done)
        } else {
          await #expect { try await edit.said(in: house.places, context) } throws: {
            "\($0)".contains("the clock says 2020")
          }
        }
      }
    }
  }

  @Test("edits of one slot are listed with it")
  func listedSlots() async throws {
    let house = try await EditorsHouse()
    try await house.edit { PinSlot("first:1", $0) }
    try await house.edit { ReplaceSlot("first:5", $0) }
    try await house.edit { ReorderPack("first", order: .swapped(2, 3), isForced: true, $0) }
    let lines = try await house.say(ListEdits()).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains("packs reorder  first  "))
    #expect(lines[1].contains("packs replace  first:5  "))
    #expect(lines[2].contains("packs pin  first:1  "))
  }

  @Test("every edit is taken back as if it had never been, the last first")
  func undo() async throws {
    let house = try await EditorsHouse()
    try await house.say(FillReserve(days: 5))
    try house.writeDraft()
    let edits: [(EditFlags) -> any Command] = [
      { BuildPack("draft", $0) }, { ReplaceSlot("draft:2", $0) }, { PinSlot("draft:1", $0) },
      { ReorderPack("draft", order: .swapped(0, 3), $0) },
      { AppendToPack(to: "draft", $0) }, { RegeneratePack("draft", isFresh: true, $0) },
      { ReplaceSlot("first:5", $0) }, { SwapDates("2027-01-02", "2027-01-04", $0) },
      { UnpinDate("2027-01-02", $0) }, { PinDate("2027-01-03", $0) },
      { ReplaceDate("2027-01-01", $0) }, { ReplaceDate("2027-01-01", $0) },
      { NotePuzzle("draft:0", note: "a note", $0) },
    ]
    var before: [[String]] = []
    for edit in edits {
      before.append(try state(of: house))
      try await house.edit(edit)
    }
    #expect(try house.catalog().doneEdits().allSatisfy { $0.undone == nil })
    // What a later edit has changed again is not taken back before that one.
    await #expect {
      try await house.edit { UndoEdit(number: 4, $0) }
    } throws: { "\($0)".contains("take the later edits back first") }
    for state in before.reversed() {
      let trial = try await house.edit(isDryRun: true) { UndoEdit($0) }
      #expect(trial.contains("would be taken back"))
      try await house.edit { UndoEdit($0) }
      #expect(try Set(self.state(of: house)) == Set(state))
    }
    await #expect { try await house.edit { UndoEdit($0) } } throws: {
      ExitStatus(for: $0) == .usage && "\($0)".hasPrefix("the last edit: there is none")
    }
    #expect(try house.catalog().check().isEmpty)
    let list = try await house.say(ListEdits(limit: 3))
    #expect(list.split(separator: "\n").count == 3 && list.contains("taken back"))
  }

  @Test("an edit is not taken back where its puzzle has gone to another place since")
  func undoOfMovedPuzzle() async throws {
    let house = try await EditorsHouse()
    try house.writeDraft()
    try await house.edit { BuildPack("draft", $0) }
    let puzzle = try house.puzzles("draft")[2]
    try await house.edit { ReplaceSlot("draft:2", $0) }
    try await house.edit { AppendToPack(to: "draft", puzzles: [puzzle], $0) }
    let before = try state(of: house)
    await #expect { try await house.edit { UndoEdit(number: 2, $0) } } throws: {
      "\($0)"
        == "edit 2: its puzzle has gone to draft:5 since — take the later edits back first, or "
        + "give that place another puzzle; nothing was changed"
    }
    #expect(try await house.say(ListEdits()).contains("stays: its puzzle has gone to draft:5"))
    #expect(try state(of: house) == before)
    for _ in 0..<2 { try await house.edit { UndoEdit($0) } }
    #expect(try house.puzzles("draft")[2] == puzzle)
  }

  @Test("an edit is not taken back where its puzzle is never to be used since")
  func undoOfRefusedPuzzle() async throws {
    let house = try await EditorsHouse()
    try house.writeDraft()
    try await house.edit { BuildPack("draft", $0) }
    let puzzle = try house.puzzles("draft")[2]
    try await house.edit { ReplaceSlot("draft:2", $0) }
    try await house.edit { RefusePuzzle(puzzle, $0) }
    await #expect { try await house.edit { UndoEdit(number: 2, $0) } } throws: {
      "\($0)".contains("is never to be used since — take the later edits back first")
    }
    #expect(try await house.say(ListEdits()).contains("is never to be used since"))
    for _ in 0..<2 { try await house.edit { UndoEdit($0) } }
    #expect(try house.puzzles("draft")[2] == puzzle)
  }

  @Test("an edit is not taken back where that would leave a hole in the slots of a pack")
  func undoLeavesNoHole() async throws {
    let house = try await EditorsHouse()
    for _ in 0..<2 { try await house.edit { AppendToPack(to: "first", $0) } }
    await #expect { try await house.edit { UndoEdit(number: 1, $0) } } throws: {
      "\($0)".contains("first has got or lost slots behind it since")
    }
    #expect(try house.puzzles("first").count == 9)
    let list = try await house.say(ListEdits())
    #expect(list.contains("first has got or lost slots behind it since"), "\(list)")
    for number in [Int64(2), 1] { try await house.edit { UndoEdit(number: number, $0) } }
    #expect(try house.puzzles("first").count == 7)
    #expect(try house.catalog().check().isEmpty)
  }

  @Test("an edit is not taken back where that would take its puzzle from a date it was pinned to")
  func undoTakesNoPinAway() async throws {
    let house = try await EditorsHouse()
    try await house.say(FillReserve(days: 5))
    try await house.edit { AppendToPack(to: "first", $0) }
    let puzzle = try #require(try house.puzzles("first").last)
    try await house.edit { ReplaceSlot("first:7", $0) }
    try await house.edit { PinDate("2027-01-03", puzzle: puzzle, $0) }
    await #expect { try await house.edit { UndoEdit(number: 2, $0) } } throws: {
      "\($0)".contains("its puzzle is pinned to daily:2027-01-03 since")
    }
    try await house.edit { UnpinDate("2027-01-03", $0) }
    try await house.edit { UndoEdit(number: 2, $0) }
    #expect(try house.puzzles("first").last == puzzle)
  }

  @Test("an edit that no release has published is taken back, whatever a rollback has published")
  func undoAfterRollback() async throws {
    let house = try await EditorsHouse()
    try await house.edit { ReplaceSlot("first:0", $0) }
    try await house.edit { ReplaceSlot("first:1", $0) }
    _ = try await house.publish()
    let before = try house.puzzles("first")
    try await house.edit { ReplaceSlot("first:0", $0) }
    try await house.edit { AppendToPack(to: "first", $0) }
    try await house.say(RollBackRelease(to: 1))
    #expect(try house.catalog().publishedVersion("first")?.release == 3)
    for _ in 0..<2 { try await house.edit { UndoEdit($0) } }
    #expect(try house.puzzles("first") == before)
    // Players had these in release 2, before it was rolled back.
    for number in [Int64(1), 2] {
      await #expect { try await house.edit { UndoEdit(number: number, $0) } } throws: {
        "\($0)".contains("release 2 has published first since")
      }
    }
    try await house.say(PublishRelease(isResuming: true))
    #expect(try house.puzzles("first") == before)
    #expect(try house.catalog().check().isEmpty)
    #expect(try await VerifyRelease().said(in: house.places, house.context()).status == .done)
  }

  @Test("no undo brings a puzzle back that was withdrawn since")
  func undoAfterWithdrawal() async throws {
    let house = try await EditorsHouse()
    let puzzle = try #require(try house.puzzles("first").first)
    try await house.edit { ReorderPack("first", order: .swapped(0, 3), isForced: true, $0) }
    _ = try await house.publish()
    try await house.edit { ReplaceSlot("first:3", $0) }
    try await house.say(RollBackRelease(to: 1))
    try await house.say(WithdrawPuzzle(id: "first:0", reason: "two solutions"))
    await #expect { try await house.edit { UndoEdit($0) } } throws: { "\($0)".contains(" since") }
    #expect(try !house.puzzles("first").contains(puzzle))
  }

  @Test("a pin that changes nothing is no edit, so that the last edit is the last change")
  func pinnedTwice() async throws {
    let house = try await EditorsHouse()
    try await house.say(FillReserve(days: 5))
    let edits: [(EditFlags) -> any Command] = [
      { PinSlot("first:1", isPinned: false, $0) }, { PinSlot("first:1", $0) },
      { PinSlot("first:1", $0) }, { PinDate("2027-01-03", $0) }, { PinDate("2027-01-03", $0) },
    ]
    for edit in edits { try await house.edit(edit) }
    #expect(
      try house.catalog().doneEdits().map(\.place).reversed() == ["first:1", "daily:2027-01-03"])
    #expect(try house.catalog().edits().count == 2)
    for _ in 0..<2 { try await house.edit { UndoEdit($0) } }
    #expect(try house.catalog().pinnedSlots(of: "first").isEmpty)
    #expect(try house.catalog().ahead(.daily).allSatisfy { !$0.isPinned })
  }

  private func state(of house: EditorsHouse) throws -> [String] {
    let catalog = try house.catalog()
    let packs = try catalog.packs().flatMap { pack in
      try catalog.slots(of: pack.id).map {
        "\(pack.id):\($0.index) \($0.puzzle.id) \($0.isByHand)"
      } + ["\(pack.id) \(try catalog.pinnedSlots(of: pack.id))"]
    }
    let dates = try (catalog.ahead(.daily) + catalog.calendarEntries(.daily)).map { date in
      "\(date.period) \(date.puzzle.id) \(date.isPinned) \(date.release ?? 0) \(date.aim ?? "")"
    }
    return try packs + dates + catalog.openReplacements().map { "\($0)" }
      + catalog.edits().map { "\($0)" }
  }

  @Test("what players have got is not taken back")
  func published() async throws {
    let house = try await EditorsHouse()
    try await house.edit { ReplaceSlot("first:5", $0) }
    try await house.edit { NotePuzzle("first:5", note: "a note", $0) }
    try await house.edit { ReplaceDate("2027-01-01", $0) }
    _ = try await house.publish()
    for number in [Int64(1), 3] {
      await #expect("\(number)") {
        try await house.edit { UndoEdit(number: number, $0) }
      } throws: { ExitStatus(for: $0) == .badData }
    }
    let said = try await house.say(ListEdits())
    #expect(said.contains("release 2 has published first since"), "\(said)")
    try await house.edit { UndoEdit(number: 2, $0) }
  }
}
