import Catalog
import Editing
import Generating
import HouseSupport
import Identity
import JSONText
import Pipeline
import Releasing
import Solving
import TestSupport
import Testing

@Suite("The editors' packs")
struct PacksJobTests {
  @Test("a replaced slot changes alone, is said in words, and raises the version by one")
  func replace() async throws {
    let house = try await EditorsHouse()
    let before = try house.puzzles("first")
    let wish = GradeRange(difficulty: 2...4)
    let trial = try await house.edit(isDryRun: true) { ReplaceSlot("first:5", wish: wish, $0) }
    #expect(try house.puzzles("first") == before)
    let said = try await house.edit { ReplaceSlot("first:5", wish: wish, $0) }
    #expect(said.contains("slot 5: ") && said.contains("hardest step"), "\(said)")
    #expect(said.contains("Players have version 1; the next release makes it 2."))
    // A trial says what the real thing does.
    #expect(trial.contains(said.split(separator: "\n").first { $0.contains("slot 5: ") } ?? "?"))
    let after = try house.puzzles("first")
    #expect(zip(before, after).enumerated().filter { $1.0 != $1.1 }.map(\.offset) == [5])
    #expect(try house.catalog().edits().last?.reason == "a test")
    let difference = try await house.say(ComparePacks())
    #expect(difference.contains("first: version 1 → 2") && !difference.contains("second"))
    #expect(try await house.publish().contains("slot 5 has another puzzle"))
    #expect(try await house.say(ComparePacks()) == "players have all this already")
    #expect(
      try await house.say(ComparePacks("first")) == "first: players have all this already")
  }

  @Test("a new name or price is told before the night that publishes it", arguments: [true, false])
  func renamed(isName: Bool) async throws {
    let house = try await EditorsHouse()
    let recipe = try #require(house.house.folder.text("Recipes/packs/first.yaml"))
    let changed =
      isName
      ? recipe.replacing(/name: .*/, with: "name: Another")
      : recipe.replacing("free: true", with: "free: false\nentitlements: [first]")
    try house.house.folder.write(changed, to: "Recipes/packs/first.yaml")
    let old = try #require(try house.catalog().publishedVersion("first")).name
    let difference =
      isName ? "the name is “Another”, was “\(old)”" : "it is not free any more"
    let words = "first: version 1 → 2\n  \(difference)"
    #expect(try await house.say(ComparePacks()) == words)
    #expect(try await house.say(ComparePacks("first")) == words)
    let listed = try await house.say(ListPacks("first"))
    #expect(listed.hasSuffix("changed since (next: version 2)"))
    #expect(listed.contains(isName ? "“Another”" : "not free"), "\(listed)")
    let json = try await house.say(ComparePacks("first"), isJSON: true)
    let members =
      isName
      ? [#""publishedName":"\#(old)""#, #""name":"Another""#]
      : [#""publishedFree":true"#, #""free":false"#]
    #expect(members.allSatisfy(json.contains), "\(json)")
    try house.house.folder.write(recipe, to: "Recipes/packs/first.yaml")
    #expect(try await house.say(ComparePacks()) == "players have all this already")
  }

  @Test("a name in other characters that look the same is a new name, and the night publishes it")
  func rewrittenName() async throws {
    let house = try await EditorsHouse()
    let recipe = try #require(house.house.folder.text("Recipes/packs/first.yaml"))
    for (version, name) in [(2, "Caf\u{E9}"), (3, "Cafe\u{301}")] {
      let changed = recipe.replacing(/name: .*/, with: "name: \(name)")
      try house.house.folder.write(changed, to: "Recipes/packs/first.yaml")
      let difference = try await house.say(ComparePacks())
      #expect(difference.hasPrefix("first: version \(version - 1) → \(version)"), "\(difference)")
      #expect(difference.contains("in other characters") == (version == 3), "\(difference)")
      let told = try await house.publish()
      #expect(told.contains(version == 3 ? "its name in other characters" : "now called “\(name)”"))
      let published = try #require(try house.catalog().publishedVersion("first"))
      #expect(published.version == version && published.name.utf8.elementsEqual(name.utf8))
      #expect(try await house.say(ComparePacks()) == "players have all this already")
    }
  }

  @Test("of packs without a catalogue it is not said that players do not have them")
  func unknownState() async throws {
    let house = try await EditorsHouse()
    var places = house.places
    #expect(try await !house.say(ListPacks("first")).contains("not published"))
    places.state += "-of-somebody-else"
    let said = try await ListPacks("first").said(in: places, house.context())
    let text = said.lines.map(\.text).joined(separator: "\n")
    #expect(!text.contains("not published"))
    #expect(text.contains("There is no catalogue in \(places.state)"), "\(text)")
    let json = try await ListPacks("first").said(in: places, house.context(.json))
    #expect(json.lines.map(\.text).joined().contains(#""nextVersion":null"#))
  }

  @Test("commands that are advised after a change are for the house that was changed")
  func advice() async throws {
    let house = try await EditorsHouse()
    let (places, command) = (house.places, { (words: String) in house.places.command(words) })
    #expect(command("nightly").contains("--recipes") && places.state != House.usual.state)
    let replaced = try await house.edit { ReplaceSlot("first:1", $0) }
    #expect(
      replaced.contains(
        "Next: \(command("preview first")) --html desk, then \(command("release publish"))"))
    #expect(
      replaced.contains(
        "To take another: \(command("packs replace first:1")) --reason “…” --with s"))
    let date = try await house.edit { ReplaceDate("2027-01-01", $0) }
    #expect(date.contains("Next: \(command("release publish")), before it begins"))
    #expect(
      date.contains("To take another: \(command("calendar replace 2027-01-01")) --reason “…” s"))
  }

  @Test("where a rollback stands, it is said how players get what was changed")
  func standingRollback() async throws {
    let house = try await EditorsHouse()
    try await house.edit { ReplaceSlot("first:1", $0) }
    _ = try await house.publish()
    try await house.say(RollBackRelease(to: 1))
    let said = try await house.edit { ReplaceSlot("first:2", $0) }
    #expect(said.contains("version 3; the end of the rollback to release 1 makes it 4."), "\(said)")
    #expect(said.contains("\(house.places.command("release publish")) --resume"), "\(said)")
    #expect(try await house.publish().contains("Nothing to do"))
    _ = try await house.say(PublishRelease(isResuming: true))
    #expect(try house.catalog().publishedVersion("first")?.version == 4)
    let after = try await house.edit { ReplaceSlot("first:3", $0) }
    #expect(after.contains("the next release makes it 5.") && !after.contains("--resume"))
  }

  @Test("a pack that a rollback keeps from players is told as that, not as one that they have")
  func awayInRollback() async throws {
    let house = try await EditorsHouse()
    try house.writeDraft(count: 2)
    try house.house.folder.write(
      "packs: [first, second, draft]\ncalendar: [daily, weekly, monthly]\n",
      to: "Recipes/release.yaml")
    #expect(try await house.house.run("2026-12-30T03:00:00Z").release == 2)
    try await house.say(RollBackRelease(to: 1))
    let away = "away until the rollback to release 1 ends"
    let listed = try await house.say(ListPacks())
    #expect(listed.contains("\(away) (next: version 1)"), "\(listed)")
    #expect(try await !house.say(ListPacks("first")).contains("away"))
    #expect(try await house.say(ListPacks("draft"), isJSON: true).contains(#""away":true"#))
    #expect(try await house.say(ListPacks("first"), isJSON: true).contains(#""away":false"#))
    #expect(try await house.say(ComparePacks()) == "draft: \(away); version 1")
    let said = try await house.edit { ReplaceSlot("draft:0", $0) }
    #expect(
      said.contains(
        "Players do not have this pack while the rollback to release 1 stands; its end brings "
          + "version 2."), "\(said)")
    #expect(
      try await house.say(ComparePacks()).hasPrefix("draft: \(away); version 1 → 2\n  slot 0"))
    #expect(try await house.say(ListPacks("draft")).contains("\(away) (next: version 2)"))
    _ = try await house.say(PublishRelease(isResuming: true))
    #expect(try await house.say(ListPacks("draft")).hasSuffix(", version 2"))
  }

  @Test("what --quiet leaves out: the boards and words of what was done as it was asked for")
  func quiet() async throws {
    let house = try await EditorsHouse()
    try house.house.writeCalendar(reserve: 4)
    let flags = EditFlags(reason: "a test")
    let commands: [any Command] = [
      ReplaceSlot("first:5", flags), PinSlot("first:5", isPinned: true, flags), FillReserve(),
      SwapDates("daily:2027-01-03", "daily:2027-01-04", flags),
    ]
    for command in commands {
      _ = try await command.run(in: house.places, house.context()) { message in
        guard case .answer(let answer) = message else { return }
        #expect(answer.isRoutine, "\(answer.text)")
      }
    }
  }

  @Test("a wish that nothing was found for is a warning, which --quiet does not leave out")
  func missedWish() async throws {
    let house = try await EditorsHouse()
    func problems(_ wish: GradeRange) async throws -> [String] {
      let command = ReplaceSlot(
        "first:5", wish: wish, EditFlags(reason: "a test", isDryRun: true))
      return try await command.said(in: house.places, house.context()).lines.compactMap { line in
        if case .problem(let text) = line { text } else { nil }
      }
    }
    #expect(try await problems(GradeRange(difficulty: 1...10)) == [])
    let missed = try await problems(GradeRange(difficulty: 10...10, level: 1...1))
    #expect(missed.count == 1)
    #expect(
      missed.first?.hasPrefix(
        "warning: first:5: no puzzle was found that is as asked for; the nearest is d") == true,
      "\(missed)")
  }

  @Test("a puzzle is named by its seed, by its number in reserve or as text, and used once")
  func choices() async throws {
    let house = try await EditorsHouse()
    let json = try await house.edit(isDryRun: true, isJSON: true) { ReplaceSlot("first:5", $0) }
    let value = try JSONValue(reading: Array(json.utf8))
    guard case .array(let proposals)? = value["proposals"], proposals.count > 2,
      case .string(let seed)? = proposals[1]["name"], case .string(let sbn)? = proposals[1]["sbn"],
      case .string(let text)? = proposals[2]["sbn"]
    else {
      Issue.record("\(json)")
      return
    }
    #expect(seed.hasPrefix("s"))
    try await house.edit { ReplaceSlot("first:5", with: seed, $0) }
    #expect(try house.puzzles("first")[5] == sbn)
    try await house.edit { ReplaceSlot("first:6", with: text, $0) }
    await #expect(throws: CatalogError.self) {
      try await house.edit { ReplaceSlot("first:4", with: text, $0) }
    }
    let used = try #require(try house.catalog().slots(of: "first").last?.puzzle.id)
    for name in ["\(used)", "999999", "nonsense", "s99999999999999999999"] {
      await #expect(throws: PipelineError.self, "\(name)") {
        try await house.edit { ReplaceSlot("first:4", with: name, $0) }
      }
    }
    // 5×5 for a slot of 6×6.
    let small = try house.puzzles("second")[0]
    await #expect(throws: PipelineError.self) {
      try await house.edit { ReplaceSlot("first:4", with: small, $0) }
    }
  }

  @Test("who asks for a difficulty leaves the part its rule, and the pack its bounds")
  func rules() async throws {
    let house = try await EditorsHouse()
    try house.house.folder.write(
      """
      id: taught
      name: Taught
      free: true
      grid: [{ size: 6, stars: 1, count: 3, rule: tiling.overhang }]
      arguments: 4
      seed: 11

      """, to: "Recipes/packs/taught.yaml")
    try await house.edit { BuildPack("taught", $0) }
    let wish = GradeRange(difficulty: 1...4)
    try await house.edit { ReplaceSlot("taught:1", wish: wish, $0) }
    let catalog = try house.catalog()
    for slot in try catalog.slots(of: "taught") {
      let hardest = Rule.ladder.last { slot.puzzle.rules[$0.id] != nil }
      #expect(hardest?.id == "tiling.overhang")
      let longest = try #require(try catalog.longestArgument(of: slot.puzzle.id))
      #expect(longest <= 4)
    }
    // A level is another matter: a rule of another level cannot be the hardest.
    let asked = GradeRange(
      difficulty: 5...5, level: 1...7, rule: Rule(id: "tiling.overhang"), arguments: 4)
    #expect(asked.wished(GradeRange()) == asked)
    #expect(asked.wished(wish).rule?.id == "tiling.overhang" && asked.wished(wish).level == 1...7)
    let harder = asked.wished(GradeRange(level: 5...6))
    #expect(harder.rule == nil && harder.difficulty == nil && harder.arguments == 4)
  }

  @Test(
    "a pack, a slot or a puzzle that there is not is a wrong command line, whatever the command")
  func unknownNames() async throws {
    let house = try await EditorsHouse()
    let flags = EditFlags(reason: "a test")
    let commands: [any Command] = [
      BuildPack("frist", flags), RegeneratePack("frist", flags), ListPacks("frist"),
      ComparePacks("frist"), AppendToPack(to: "frist", flags), ReplaceSlot("frist:1", flags),
      ReplaceSlot("first:99", flags), ReplaceSlot("first", flags),
      ReplaceSlot("first:1", with: "99999", flags), PinSlot("frist:1", isPinned: true, flags),
      ReorderPack("first", order: .swapped(0, 99), flags), UndoEdit(number: 99, flags),
    ]
    for command in commands {
      await #expect("\(command)") { try await house.say(command) } throws: {
        ExitStatus(for: $0) == .usage
      }
    }
    await #expect { try await house.say(BuildPack("nowhere.yaml", flags)) } throws: {
      ExitStatus(for: $0) == .noInput && "\($0)".hasPrefix("nowhere.yaml: it does not exist")
    }
    // This one there is, and what it needs is not there yet.
    try house.writeDraft()
    await #expect { try await house.say(AppendToPack(to: "draft", flags)) } throws: {
      ExitStatus(for: $0) == .noInput && "\($0)".contains("packs build draft")
    }
  }

  @Test("a proposal that breaks a bound of the recipe says so")
  func brokenBounds() async throws {
    let house = try await EditorsHouse()
    try house.writeDraft(count: 3)
    try await house.edit { BuildPack("draft", $0) }
    let file = "Recipes/packs/draft.yaml"
    let text = try #require(house.house.folder.text(file))
    try house.house.folder.write(text + "\narguments: 1\n", to: file)
    // Hardly any puzzle of 6×6 is solved by arguments of one part, and none of the hardest.
    let wish = GradeRange(difficulty: 9...10)
    let said = try await house.edit(isDryRun: true) { ReplaceSlot("draft:1", wish: wish, $0) }
    let lines = said.split(separator: "\n").filter { $0.contains("hardest step") }
    #expect(!lines.isEmpty)
    for line in lines {
      let isKept = !line.contains("an argument of")
      #expect(isKept || line.contains("parts, not at most 1"), "\(line)")
    }
    let json = try await house.edit(isDryRun: true, isJSON: true) {
      ReplaceSlot("draft:1", wish: wish, $0)
    }
    let value = try JSONValue(reading: Array(json.utf8))
    guard case .array(let proposals)? = value["proposals"] else {
      Issue.record("\(json)")
      return
    }
    let catalog = try house.catalog()
    #expect(try catalog.slots(of: "draft").count == 3)
    for proposal in proposals where proposal["distance"] != .integer(0) {
      #expect(proposal["miss"] != .null, "\(proposal)")
    }
    // Whoever names such a puzzle gets it, and is told.
    let missing = proposals.first { $0["miss"] != .null }
    guard case .string(let sbn)? = missing?["sbn"] else {
      Issue.record("\(json)")
      return
    }
    let flags = EditFlags(reason: "a test")
    let replaced = try await ReplaceSlot("draft:1", with: sbn, flags).said(
      in: house.places, house.context())
    let warning = "warning: the recipe asks for something else: draft:1 has "
    #expect(
      replaced.lines.contains { $0.text.contains(warning) }, "\(replaced.lines.map(\.text))")
    #expect(try house.puzzles("draft")[1] == sbn)
  }

  @Test("appended slots stay when the nights go on, and behind them the recipe can grow")
  func append() async throws {
    let house = try await EditorsHouse()
    let before = try house.puzzles("second")
    try await house.edit {
      AppendToPack(to: "second", count: 2, wish: GradeRange(difficulty: 1...3), $0)
    }
    let appended = try house.puzzles("second")
    #expect(appended.count == 8 && Array(appended.prefix(6)) == before)
    let night = await Night().run(in: house.places, try house.context())
    #expect(night.status == .done, "\(night.failure ?? "")")
    #expect(try house.puzzles("second") == appended)
    #expect(try house.catalog().pinnedSlots(of: "second") == [6, 7])
    // A recipe that grows counts them, wherever they stand, and cannot shrink below its own.
    try await house.edit { ReorderPack("second", order: .swapped(0, 7), isForced: true, $0) }
    for (count, slots) in [(6, 8), (8, 8), (9, 9), (7, 9), (6, 9)] {
      try house.house.writeSecond(count: count)
      let isShort = count == 6 && slots == 9
      let night = await Night().run(in: house.places, try house.context())
      #expect(night.status == (isShort ? .badRecipe : .done), "\(night.failure ?? "")")
      #expect(try house.puzzles("second").count == slots)
      #expect(try Set(house.puzzles("second").prefix(8)) == Set(appended))
      let words = isShort ? "9 of 8 slots filled" : ", \(slots) slots"
      #expect(try await house.say(ListPacks("second")).contains(words), "\(count)")
    }
  }

  @Test("slots that players know move only when forced, and then with a map")
  func reorder() async throws {
    let house = try await EditorsHouse()
    let before = try house.puzzles("second")
    await #expect(throws: PipelineError.self) {
      try await house.edit { ReorderPack("second", order: .swapped(0, 3), $0) }
    }
    // Slots of another part never.
    await #expect(throws: PipelineError.self) {
      try await house.edit { ReorderPack("first", order: .swapped(0, 6), isForced: true, $0) }
    }
    #expect(try house.puzzles("second") == before)
    let said = try await house.edit {
      ReorderPack("second", order: .swapped(0, 3), isForced: true, $0)
    }
    #expect(said.contains("2 moved, 0 gone"), "\(said)")
    #expect(try house.catalog().migrations().map(\.migration.map) == [[3, 1, 2, 0, 4, 5]])
    _ = try await house.publish()
    let manifest = try #require(house.house.folder.text("out/puzzles/manifest.json"))
    #expect(manifest.contains("\"migrations\""))
  }

  @Test("a recipe that would shift slots is refused with the way out, and forced with a map")
  func shift() async throws {
    let house = try await EditorsHouse()
    let before = try house.puzzles("first")
    let recipe = try #require(house.house.folder.text("Recipes/packs/first.yaml"))
    try house.house.folder.write(
      recipe.replacing("count: 4", with: "count: 5"), to: "Recipes/packs/first.yaml")
    await #expect {
      try await house.edit { BuildPack("first", $0) }
    } throws: { error in
      "\(error)".contains("packs build first --force") && ExitStatus(for: error) == .badRecipe
    }
    #expect(try house.puzzles("first") == before)
    try await house.edit { BuildPack("first", isForced: true, $0) }
    let after = try house.puzzles("first")
    #expect(after.count == 8 && Array(after[5...]) == Array(before[4...]))
    #expect(try house.catalog().migrations().map(\.migration.map) == [[0, 1, 2, 3, 5, 6, 7]])
  }

  @Test("of two recipes that would shift slots, each is forced by itself")
  func shiftTwo() async throws {
    let house = try await EditorsHouse()
    let recipe = try #require(house.house.folder.text("Recipes/packs/first.yaml"))
    try house.house.folder.write(
      recipe.replacing("count: 4", with: "count: 5"), to: "Recipes/packs/first.yaml")
    try house.house.writeSecond(count: 4)
    for pack in ["first", "second"] {
      await #expect { try await house.edit { BuildPack(pack, $0) } } throws: {
        ExitStatus(for: $0) == .badRecipe
      }
    }
    for pack in ["first", "second"] {
      try await house.edit { BuildPack(pack, isForced: true, $0) }
    }
    #expect(try house.puzzles("first").count == 8)
    #expect(try house.puzzles("second").count == 4)
    #expect(try await house.publish().contains("pack second changed"))
  }

  @Test("a strict recipe refuses what misses also where slots are laid anew by force")
  func strictByForce() async throws {
    let house = try await EditorsHouse()
    let before = try house.puzzles("first")
    let recipe = try #require(house.house.folder.text("Recipes/packs/first.yaml"))
    // Hardly a 4×4 puzzle is harder than an 8.
    let hard = recipe.replacing("grid: [", with: "grid: [{ size: 4, stars: 1, count: 1 }, ")
      .replacing("difficulty: { from: 1, to: 3 }", with: "difficulty: 10")
    try house.house.folder.write(hard + "\nstrict: true\n", to: "Recipes/packs/first.yaml")
    await #expect {
      try await house.edit { BuildPack("first", isForced: true, $0) }
    } throws: { error in
      "\(error)".contains("the recipe is strict") && ExitStatus(for: error) == .partial
    }
    #expect(try house.puzzles("first") == before)
    try house.house.folder.write(hard, to: "Recipes/packs/first.yaml")
    try await house.edit { BuildPack("first", isForced: true, $0) }
    #expect(try house.puzzles("first").count == before.count + 1)
  }

  @Test("a draft is built, pinned and made anew as long as nobody has it")
  func draft() async throws {
    let house = try await EditorsHouse()
    try house.writeDraft()
    let said = try await house.edit { BuildPack("draft", $0) }
    #expect(said.contains("slot 4: new") && said.contains("Players do not have this pack yet."))
    #expect(try await house.say(ListPacks("draft")).contains("not in release.yaml"))
    let built = try house.puzzles("draft")
    try await house.edit { PinSlot("draft:2", $0) }
    #expect(
      try await house.edit { RegeneratePack("draft", $0) }.contains("nothing to"))
    try await house.edit { RegeneratePack("draft", isFresh: true, $0) }
    let fresh = try house.puzzles("draft")
    #expect(fresh[2] == built[2] && Set(fresh).intersection(built).count == 1)
    // Another seed, other puzzles; the pin stays, goes with its puzzle, and ends.
    try house.writeDraft(seed: 6)
    try await house.edit { RegeneratePack("draft", $0) }
    #expect(try house.puzzles("draft")[2] == built[2])
    try await house.edit { ReorderPack("draft", order: .first([2]), $0) }
    #expect(try house.catalog().pinnedSlots(of: "draft") == [0])
    try await house.edit { PinSlot("draft:0", isPinned: false, $0) }
    #expect(try house.catalog().pinnedSlots(of: "draft") == [])
    await #expect(throws: PipelineError.self) {
      try await house.edit { RegeneratePack("second", isFresh: true, $0) }
    }
  }

  @Test("a draft follows its recipe to another grid and fewer slots, but for slots that are pinned")
  func changedDraft() async throws {
    let house = try await EditorsHouse()
    try house.writeDraft(count: 4)
    try await house.edit { BuildPack("draft", $0) }
    let old = try house.puzzles("draft")
    let file = "Recipes/packs/draft.yaml"
    let text = try #require(house.house.folder.text(file))
    let changed = text.replacing("size: 6", with: "size: 5").replacing("count: 4", with: "count: 3")
    try house.house.folder.write(changed, to: file)
    await #expect { try await house.edit { BuildPack("draft", $0) } } throws: {
      "\($0)".contains("“almanac packs regenerate draft” makes it anew")
    }
    #expect(try house.puzzles("draft") == old)
    try await house.edit { PinSlot("draft:1", $0) }
    await #expect { try await house.edit { RegeneratePack("draft", $0) } } throws: {
      ExitStatus(for: $0) == .badRecipe && "\($0)".contains("slot 1 of pack draft holds 6×6")
        && "\($0)".contains("“almanac packs unpin draft:1”")
    }
    try await house.edit { PinSlot("draft:1", isPinned: false, $0) }
    try await house.edit { PinSlot("draft:3", $0) }
    await #expect { try await house.edit { RegeneratePack("draft", $0) } } throws: {
      "\($0)".contains("let it go with “almanac packs unpin draft:3”")
    }
    try await house.edit { PinSlot("draft:3", isPinned: false, $0) }
    let said = try await house.edit { RegeneratePack("draft", $0) }
    #expect(said.contains("slot 0: 6×6 with 1 star → 5×5") && said.contains("slot 3: gone"))
    #expect(try house.puzzles("draft").count == 3)
    #expect(try await house.edit { BuildPack("draft", $0) }.contains("nothing to change"))
    #expect(try house.catalog().check().isEmpty)
  }

  @Test("slots added to a draft stay when it is made anew, wherever an editor has put them")
  func appendedToDraft() async throws {
    let house = try await EditorsHouse()
    try house.writeDraft(count: 4)
    try await house.edit { BuildPack("draft", $0) }
    try await house.edit { AppendToPack(to: "draft", count: 2, $0) }
    let added = try house.puzzles("draft").suffix(2)
    try await house.edit { ReorderPack("draft", order: .first([5]), $0) }
    try await house.edit { RegeneratePack("draft", $0) }
    #expect(try house.puzzles("draft").count == 6)
    #expect(try Set(added).isSubset(of: house.puzzles("draft")))
    #expect(try await house.edit { BuildPack("draft", $0) }.contains("nothing to change"))
  }

  @Test("what is done to a pack that was withdrawn is said to be for nobody")
  func withdrawn() async throws {
    let house = try await EditorsHouse()
    try await house.say(WithdrawPuzzle(id: "second", reason: "licence"))
    #expect(try await house.say(ListPacks("second")).hasSuffix("withdrawn for good"))
    let said = try await house.edit { ReplaceSlot("second:1", $0) }
    #expect(said.contains("Players do not get it: this pack was withdrawn"), "\(said)")
    #expect(!said.contains("Next:") && !said.contains("Players have"))
  }

  @Test("nobody is promised a version of a pack that was withdrawn")
  func withdrawnDifferences() async throws {
    let house = try await EditorsHouse()
    try await house.say(WithdrawPuzzle(id: "second", reason: "licence"))
    let replaced = try await house.edit(isJSON: true) { ReplaceSlot("second:1", $0) }
    #expect(replaced.contains(#""nextVersion":null"#), "\(replaced)")
    #expect(try await house.say(ComparePacks()) == "players have all this already")
    #expect(try await house.say(ComparePacks("second")) == "second: withdrawn for good")
    for command in [ComparePacks("second"), ListPacks("second")] as [any Command] {
      let told = try await house.say(command, isJSON: true)
      #expect(told.contains(#""nextVersion":null"#), "\(told)")
      #expect(told.contains(#""withdrawn":true"#), "\(told)")
    }
    try await house.edit { ReplaceSlot("first:1", $0) }
    #expect(try await house.say(ComparePacks()).hasPrefix("first: version 1 → 2"))
  }

  @Test("a trial leaves no trace, and builds where nothing was yet")
  func dryRun() async throws {
    let house = try await EditorsHouse(isPublished: false)
    let said = try await house.edit(isDryRun: true) {
      BuildPack("\(house.recipes)/packs/first.yaml", $0)
    }
    #expect(said.contains("7 slots would change") && said.contains("--dry-run"))
    #expect(!house.house.exists("state"))
    #expect(try await house.say(ListPacks()).contains("0 of 7 slots filled"))
  }
}
