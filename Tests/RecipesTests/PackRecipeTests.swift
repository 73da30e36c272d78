import Foundation
import Generating
import HouseSupport
import Identity
import Notation
import Pipeline
import Recipes
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Pack recipes")
struct PackRecipeTests {
  /// The mistakes in a pack's text, as printed, without the scratch folder's name.
  private func mistakes(in pack: String) throws -> [String] {
    try RecipeProbe(pack: pack).mistakes
  }

  @Test("a good recipe says what it says")
  func good() throws {
    let pack = try #require(try RecipeProbe(pack: SampleRecipes.pack).recipes?.packs.first)
    #expect(pack.id == "tiny")
    #expect(pack.name == "Tiny 5×5")
    #expect(pack.isFree)
    #expect(pack.parts == [.init(grid: try Grid(side: 5, stars: 1), count: 4)])
    #expect(pack.difficulty == DifficultyRamp(first: 1, last: 3))
    #expect(pack.seed == 7)
    #expect(pack.pins.isEmpty)
  }

  @Test("a pack that has to be bought says with what, and a free one does not")
  func entitlements() throws {
    func pack(_ lines: String) throws -> PackRecipe? {
      try RecipeProbe(pack: SampleRecipes.pack("free", lines)).recipes?.packs.first
    }
    #expect(try pack("free: true")?.entitlements == [])
    #expect(try pack("free: false")?.entitlements == ["tiny"])
    let products = "free: false\nentitlements: [pro_bundle, com.example.Tiny-1]"
    #expect(try pack(products)?.entitlements == ["pro_bundle", "com.example.Tiny-1"])
    let many = (0..<17).map { "p\($0)" }.joined(separator: ", ")
    let mistakes = [
      ("free: true\nentitlements: [tiny]", "every player has a free pack"),
      ("free: false\nentitlements: []", "a list of 1…16 products"),
      ("free: false\nentitlements: tiny", "a list of 1…16 products"),
      ("free: false\nentitlements: [3]", "a product of `entitlements`"),
      ("free: false\nentitlements: [\"a b\"]", "is no product"),
      ("free: false\nentitlements: [\"\"]", "is no product"),
      ("free: false\nentitlements: [a, a]", "the product `a` is there twice"),
      ("free: false\nentitlements: [\(many)]", "a list of 1…16 products"),
    ]
    for (lines, words) in mistakes {
      let found = try self.mistakes(in: SampleRecipes.pack("free", lines))
      #expect(found.count == 1 && found[0].contains(words), "\(lines): \(found)")
    }
  }

  @Test("parts follow each other, and difficulty rises over all of them")
  func parts() throws {
    let text = SampleRecipes.pack(
      "grid", "grid: [{ size: 5, stars: 1, count: 2 }, { size: 8, stars: 2, count: 3 }]")
    let pack = try #require(
      try RecipeProbe(pack: text.replacing("count: 4\n", with: "")).recipes?.packs.first)
    #expect(pack.count == 5)
    #expect(pack.slots.map(\.grid.side) == [5, 5, 8, 8, 8])
    #expect(pack.slots.map(\.part) == [0, 0, 1, 1, 1])
    #expect(pack.slots.map(\.difficulty) == [1, 2, 2, 3, 3])
  }

  @Test("one number is a difficulty for all")
  func flatDifficulty() throws {
    let pack = try #require(
      try RecipeProbe(pack: SampleRecipes.pack("difficulty", "difficulty: 4")).recipes?.packs.first)
    #expect(Set(pack.slots.map(\.difficulty)) == [4])
  }

  @Test("all mistakes of a file are named at once")
  func everything() throws {
    let found = try mistakes(in: "id: A\nname: 3\ngrid: { size: 3, stars: 9 }\ncount: x\n")
    #expect(
      found.map { $0.split(separator: " ").first.map(String.init) } == [
        "packs/a.yaml:1:1:", "packs/a.yaml:1:1:", "packs/a.yaml:1:1:", "packs/a.yaml:1:5:",
        "packs/a.yaml:2:7:", "packs/a.yaml:3:15:", "packs/a.yaml:3:25:", "packs/a.yaml:4:8:",
      ])
  }

  @Test(
    "a repeated key is named alone, at its second place where that is plain to see",
    arguments: [
      ("seed: 8\nfree: no\nsize: 3\n", "9:1: the key `free` is already given in line 3"),
      ("pins:\n  0: x\n  0: y\n", "10:3: the key `0` is already given in line 9"),
      ("pins: { 0: { 1: x }, 1: y, 0: z }\n", "8:28: the key `0` is already given in line 8"),
      ("pins: { 0: x,\n  0: y }\n", "8:9: the key `0` is given more than once"),
      ("\"seed\": 8\n", "7:1: the key `seed` is given more than once"),
      ("? [a]\n: 1\n? [a]\n: 2\n", "8:3: the key `<uncovertable>` is given more than once"),
    ])
  func repetitions(lines: String, message: String) throws {
    #expect(
      try mistakes(in: SampleRecipes.pack + lines) == [
        "packs/a.yaml:\(message) — keep one of them"
      ])
  }

  @Test("a pack cannot have the name of a cadence")
  func reserved() throws {
    #expect(
      try mistakes(in: SampleRecipes.pack("id", "id: daily")).first
        == "packs/a.yaml:1:5: `id` is `daily` — it belongs to the calendar, whose dates are "
        + "`daily:…` as the slots of the pack would be; give the pack another")
  }

  @Test("two pins of one pack cannot be the same puzzle, mirrored or not")
  func twinPins() throws {
    let puzzle = try SBN("5x1.AABBBAACBBACCCDEECDDEEEDD")
    let twin = SBN(puzzle: puzzle.puzzle.applying(.flippedRows))
    let found = try mistakes(
      in: SampleRecipes.pack + "pins:\n  0: \"\(puzzle)\"\n  2: \"\(twin)\"\n")
    #expect(
      found == [
        "packs/a.yaml:10:6: pin 2 is the puzzle of pin 0, turned or mirrored — "
          + "a puzzle is published once"
      ])
  }
}

@Suite("Recipes without assumptions")
struct AssumptionRecipeTests {
  private let pack = SampleRecipes.pack + "\nassumptions: none\n"

  @Test("ask for levels 1–7, and have a fingerprint of their own")
  func levels() throws {
    let plain = try #require(try RecipeProbe(pack: SampleRecipes.pack).recipes)
    let bound = try #require(try RecipeProbe(pack: pack).recipes)
    #expect(plain.packs[0].slots.allSatisfy { $0.ask.grade.level == nil })
    #expect(bound.packs[0].isWithoutAssumptions)
    #expect(bound.packs[0].slots.allSatisfy { $0.ask.grade.level == 1...7 })
    #expect(plain.fingerprint != bound.fingerprint)
    // What assumes nothing is what these levels have.
    #expect(Rule.ladder.allSatisfy { ($0.level <= 7) == ![.assumption, .ways].contains($0.scope) })
  }

  @Test("say nothing else of assumptions, and teach no rule that makes one")
  func mistakes() throws {
    let other = try RecipeProbe(pack: pack.replacing("assumptions: none", with: "assumptions: few"))
    #expect(other.mistakes.first?.contains("`assumptions` is `few` — it can only be none") == true)
    let taught = pack.replacing(
      "grid: { size: 5, stars: 1 }",
      with: "grid: [{ size: 5, stars: 1, count: 4, rule: hypothetical.direct }]")
    #expect(
      try RecipeProbe(pack: taught).mistakes.first?.contains(
        "`hypothetical.direct` is asked for, which assumes a star") == true)
  }
}

@Suite("Rules that are asked for in vain")
struct VainRuleTests {
  private func warnings(_ parts: String) throws -> [RecipeReach.Warning] {
    let text = SampleRecipes.pack("grid", "grid: [\(parts)]")
    let recipes = try #require(try RecipeProbe(pack: text).recipes)
    return RecipeReach(recipes).warnings.filter { $0.message.contains("that end with") }
  }

  @Test("are warned of once for each grid, before anything is made")
  func warned() throws {
    let vain = "{ size: 8, stars: 1, count: 2, rule: counting.tiles }"
    let found = try warnings(
      "{ size: 8, stars: 2, count: 1, rule: counting.tiles }, "
        + vain.replacing("count: 2", with: "count: 1") + ", "
        + vain.replacing("count: 2", with: "count: 2"))
    #expect(found.count == 1)
    #expect(found.first?.item == "tiny")
    #expect(
      found.first?.message.contains(
        "asks for puzzles of 8×8 with 1 star that end with counting.tiles") == true)
  }

  @Test("are none of those that the pack of lessons teaches")
  func lessons() throws {
    let folder = Project.folder.appendingPathComponent("Pipelines").path
    let recipes = try RecipeSet(folder: folder)
    #expect((recipes.packs + recipes.drafts).contains { $0.id.text == "lessons" })
    #expect(!RecipeReach(recipes).warnings.contains { $0.message.contains("that end with") })
  }
}

@Suite("Recipes that bound arguments")
struct ArgumentRecipeTests {
  @Test("ask for no longer ones, in packs and calendars, and have a fingerprint of their own")
  func bounds() throws {
    let plain = try #require(try RecipeProbe().recipes)
    let pack = SampleRecipes.pack + "\narguments: 6\n"
    let daily = SampleRecipes.daily + "\narguments: 9\n"
    let bound = try #require(
      try RecipeProbe(
        pack: pack, calendar: daily, release: "packs: [tiny]\ncalendar: [daily]\n"
      ).recipes)
    #expect(plain.packs[0].slots.allSatisfy { $0.ask.grade.arguments == nil })
    #expect(bound.packs[0].slots.allSatisfy { $0.ask.grade.arguments == 6 })
    let calendar = try #require(bound.calendars.first)
    #expect(calendar.ask(for: calendar.start).grade.arguments == 9)
    let half = try #require(try RecipeProbe(pack: pack).recipes)
    #expect(Set([plain, half, bound].map(\.fingerprint)).count == 3)
    // Assumptions may be bounded as well.
    let both = try #require(try RecipeProbe(pack: pack + "assumptions: none\n").recipes)
    #expect(both.packs[0].slots.allSatisfy { $0.ask.grade.level == 1...7 })
    #expect(both.fingerprint != half.fingerprint)
  }
}

@Suite("Recipes of lessons")
struct LessonRecipeTests {
  @Test("parts may have a rule, and then difficulty can be left out")
  func rules() throws {
    let text = SampleRecipes.pack(
      "grid",
      "grid: [{ size: 5, stars: 1, count: 2, rule: tiling.overhang }, "
        + "{ size: 8, stars: 2, count: 2, rule: tiling.pairs }]")
    let lessons = text.split(separator: "\n").filter { !$0.hasPrefix("difficulty") }
      .joined(separator: "\n")
    let pack = try #require(
      try RecipeProbe(pack: lessons + "\nstrict: true\n").recipes?.packs.first)
    #expect(pack.difficulty == nil && pack.isStrict)
    #expect(pack.parts.map { $0.rule?.id } == ["tiling.overhang", "tiling.pairs"])
    #expect(pack.slots.allSatisfy { $0.difficulty == nil && $0.ask.grade.rule != nil })
    // With a difficulty they have both, and without a rule difficulty has to be there.
    #expect(try RecipeProbe(pack: text).recipes?.packs.first?.slots[3].difficulty == 3)
    let whole = lessons.split(separator: "\n").filter { !$0.hasPrefix("count") }
      .joined(separator: "\n")
    let one = whole.replacing(
      try Regex("grid: .*"), with: "grid: { size: 8, stars: 2, rule: tiling.pairs }\ncount: 3")
    let lesson = try #require(try RecipeProbe(pack: one).recipes?.packs.first)
    #expect(lesson.slots.count == 3)
    #expect(lesson.slots.allSatisfy { $0.ask.grade.rule?.id == "tiling.pairs" })
    let half = lessons.replacing(", rule: tiling.pairs", with: "")
    #expect(try RecipeProbe(pack: half).mistakes.first?.contains("`difficulty` is missing") == true)
  }

  @Test("what a recipe says of rules changes its fingerprint, and being strict does not")
  func fingerprint() throws {
    let plain = SampleRecipes.pack("count", nil).replacing(
      "grid: { size: 5, stars: 1 }", with: "grid: [{ size: 5, stars: 1, count: 4 }]")
    let taught = plain.replacing("count: 4 }", with: "count: 4, rule: tiling.overhang }")
    func fingerprint(_ pack: String) throws -> String {
      try #require(try RecipeProbe(pack: pack).recipes).fingerprint
    }
    #expect(try fingerprint(plain) == fingerprint(SampleRecipes.pack))
    #expect(try fingerprint(plain) != fingerprint(taught))
    #expect(try fingerprint(taught) == fingerprint(taught + "strict: true\n"))
  }

  @Test("the project's lessons teach every rule that can be the hardest step, in order")
  func project() throws {
    let root = Project.folder.path
    let pack = try PackRecipe(file: "\(root)/Pipelines/packs/lessons.yaml")
    let rules = Rule.ladder(through: 12).filter { $0.level > 3 }
    #expect(pack.parts.map { $0.rule?.id } == rules.map(\.id))
    #expect(try RecipeSet(folder: "\(root)/Pipelines").drafts.map(\.id).contains(pack.id))
  }

  @Test("recipes are alike that say the same, wherever it is written")
  func alike() throws {
    let recipe = try #require(try RecipeProbe(pack: SampleRecipes.pack).recipes?.packs.first)
    let moved = "# A comment\n\n" + SampleRecipes.pack
    let same = try #require(try RecipeProbe(pack: moved).recipes?.packs.first)
    #expect(same != recipe && recipe.isLike(same) && same.isLike(recipe))
    for line in [
      "style: winding", "strict: true", "arguments: 4", "assumptions: none",
      "flags: { prefer: true }", "flags: { spike: 2 }",
      "pins: { 0: \"5x1.AABBBAABBCADDCCADDCEDDDEE\" }",
    ] {
      let other = try #require(
        try RecipeProbe(pack: SampleRecipes.pack + line + "\n").recipes?.packs.first, "\(line)")
      #expect(!recipe.isLike(other) && !other.isLike(recipe), "\(line)")
    }
    let paid = SampleRecipes.pack("free", "free: false")
    let sold = try ["", "entitlements: [all]\n"].map {
      try #require(try RecipeProbe(pack: paid + $0).recipes?.packs.first)
    }
    #expect(!sold[0].isLike(sold[1]))
  }

  @Test(
    "what no puzzle of a grid was found to reach is told before it is made",
    .enabled(if: Reach.isMeasured, "the figures are of another grader or generator: make reach"))
  func reach() throws {
    let recipes = try #require(
      try RecipeProbe(
        pack: SampleRecipes.pack("grid", "grid: { size: 4, stars: 1 }")
          .replacing("{ from: 1, to: 3 }", with: "10")
      ).recipes)
    let reach = RecipeReach(recipes)
    let warning = try #require(reach.warnings.first)
    #expect(reach.warnings.count == 1 && warning.item == "tiny")
    #expect(warning.message.contains("asks for difficulty 10, which none of the puzzles"))
    #expect(RecipeReach(try #require(try RecipeProbe().recipes)).warnings.isEmpty)
    #expect(RecipeReach.words(for: try Grid(side: 8, stars: 1)) == "1…10")
  }

  @Test(
    "what bounds leave of a grid is told, with the difficulties that were found within them",
    .enabled(if: Reach.isMeasured, "the figures are of another grader or generator: make reach"))
  func bounds() throws {
    func reach(_ bounds: String, difficulty: String = "{ from: 1, to: 3 }") throws -> RecipeReach {
      let recipe = SampleRecipes.pack("grid", "grid: { size: 10, stars: 2 }")
        .replacing("{ from: 1, to: 3 }", with: difficulty)
      return RecipeReach(try #require(try RecipeProbe(pack: recipe + bounds).recipes))
    }
    #expect(try reach("").within.isEmpty)
    let some = try #require(try reach("arguments: 9\n").within.first)
    #expect(some.item == "tiny" && some.words.contains(" of 100 drawn puzzles keep to `arguments"))
    let shares = try [1, 4, 9, 14, 99].map { most in
      try #require(try reach("arguments: \(most)\n").within.first)
    }.map { $0.reach.count(within: $0.bounds) }
    #expect(shares == shares.sorted() && shares.last == some.reach.drawn)
    #expect(shares[0] < shares[1] && shares[1] < shares[2])
    let hard = try reach("arguments: 1\nassumptions: none\n", difficulty: "{ from: 1, to: 9 }")
    let warning = try #require(hard.warnings.first).message
    #expect(warning.contains("with `arguments: 1` and `assumptions: none`"), "\(warning)")
    #expect(try reach("arguments: 99\n").warnings.isEmpty)
  }
}
