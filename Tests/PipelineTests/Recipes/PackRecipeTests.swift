import Identity
import Notation
import Pipeline
import Recipes
import StarBattle
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

  @Test("a repeated key hides no other mistake")
  func repetitions() throws {
    let found = try mistakes(in: SampleRecipes.pack + "seed: 8\nseed: 9\nfree: no\nsize: 3\n")
    #expect(
      found.map { $0.split(separator: " — ").first.map(String.init) } == [
        "packs/a.yaml:8:1: the key `seed` is already given in line 7",
        "packs/a.yaml:9:1: the key `seed` is already given in line 7",
        "packs/a.yaml:10:1: the key `free` is already given in line 3",
        "packs/a.yaml:11:1: unknown key `size`",
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
