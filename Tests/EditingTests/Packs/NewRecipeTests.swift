import Editing
import Foundation
import Generating
import HouseSupport
import Identity
import JSONText
import Pipeline
import Recipes
import TestSupport
import Testing

@Suite("Recipes of new packs")
struct NewRecipeTests {
  private func recipe(_ id: String = "spring", name: String = "Spring") -> NewRecipe {
    NewRecipe(id, name: name, size: 6, stars: 1, count: 3, difficulty: 1...3)
  }

  @Test("a recipe is shown first, written as it was shown, and can be built")
  func written() async throws {
    let house = try await EditorsHouse()
    let file = "\(house.recipes)/packs/spring.yaml"
    var recipe = recipe(name: "“Spring”: a \"test\" # of 1")
    recipe.isDryRun = true
    let trial = try JSONValue(reading: Array(try await house.say(recipe, isJSON: true).utf8))
    #expect(!FileManager.default.fileExists(atPath: file))
    recipe.isDryRun = false
    let said = try await house.say(recipe)
    #expect(said.contains("Next: almanac packs build spring"))
    #expect(try trial["text"] == .string(String(contentsOfFile: file, encoding: .utf8)))
    let pack = try PackRecipe(file: file)
    #expect(pack.name == recipe.name && pack.count == 3 && pack.isFree)
    try await house.edit { BuildPack("spring", $0) }
    #expect(try house.puzzles("spring").count == 3)
    await #expect { try await house.say(recipe) } throws: {
      ExitStatus(for: $0) == .badData && "\($0)".contains("makes this pack")
    }
    // Without its recipe the pack is still in the catalogue, with players' progress.
    try FileManager.default.removeItem(atPath: file)
    await #expect { try await house.say(recipe) } throws: {
      "\($0)".contains("the catalogue has a pack of this id")
    }
  }

  @Test("a pack that release.yaml lists before there is its recipe is written all the same")
  func listedFirst() async throws {
    let house = try await EditorsHouse()
    let release = "Recipes/release.yaml"
    let text = try #require(house.house.folder.text(release))
    try house.house.folder.write(
      text.replacing("packs: [", with: "packs: [spring, "), to: release)
    #expect(try #require(house.house.folder.text(release)) != text)
    let missing = #expect(throws: RecipeError.self) { try RecipeSet(folder: house.recipes) }
    #expect("\(missing as Any)".contains("“almanac recipes new” writes a new one"))
    // Another one can come first, and does not help it.
    _ = try await house.say(recipe("summer"))
    #expect(throws: RecipeError.self) { try RecipeSet(folder: house.recipes) }
    let said = try await house.say(recipe())
    #expect(said.contains("release.yaml lists it, so the next night publishes it"), "\(said)")
    #expect(try RecipeSet(folder: house.recipes).packs.first?.id == "spring")
    let night = await Night().run(in: house.places, try house.context())
    #expect(night.status == .done, "\(night.failure ?? "")")
    #expect(try house.puzzles("spring").count == 3)
  }

  @Test("of several at once one is written, and the others are refused")
  func together() async throws {
    let house = try await EditorsHouse()
    let written = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<6 {
        group.addTask { (try? await house.say(recipe(name: "Spring \(number)"))) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(written == 1)
  }

  @Test("a name with the end of a line in it is refused, whatever line end it is")
  func lineEnds() async throws {
    let house = try await EditorsHouse()
    for end in ["\n", "\u{85}", "\u{2028}"] {
      await #expect { try await house.say(recipe(name: "a\(end)b")) } throws: {
        ExitStatus(for: $0) == .usage && "\($0)".hasPrefix("--name: it must be one line")
      }
    }
  }

  @Test("every wish is in the file")
  func wishes() async throws {
    let house = try await EditorsHouse()
    var recipe = recipe("calm")
    recipe.style = .compact
    recipe.isWithoutAssumptions = true
    recipe.isPaid = true
    recipe.seed = 77
    recipe.difficulty = 2...2
    try await house.say(recipe)
    let pack = try PackRecipe(file: "\(house.recipes)/packs/calm.yaml")
    #expect(pack.style == .compact && pack.isWithoutAssumptions && !pack.isFree && pack.seed == 77)
    #expect(pack.difficulty == DifficultyRamp(first: 2, last: 2))
  }

  @Test("ids that YAML takes for something else", arguments: ["no", "1e5", "2026-11-21", "12"])
  func oddIDs(id: String) async throws {
    let house = try await EditorsHouse()
    try await house.say(recipe(id))
    #expect(try RecipeSet(folder: house.recipes).drafts.map(\.id.text) == [id])
  }

  @Test("a wish that no recipe can say is told by its option, and not by a file that is not there")
  func faults() async throws {
    let house = try await EditorsHouse()
    func changed(_ change: (inout NewRecipe) -> Void) -> NewRecipe {
      var recipe = recipe()
      change(&recipe)
      return recipe
    }
    for (option, recipe) in [
      ("--name", changed { $0.name = "" }), ("--name", changed { $0.name = " a" }),
      ("--size", changed { $0.size = 3 }), ("--size", changed { $0.size = 26 }),
      ("--stars", changed { $0.stars = 0 }), ("--stars", changed { $0.stars = 4 }),
      ("--count", changed { $0.count = 0 }), ("--count", changed { $0.count = 1001 }),
      ("--count", changed { ($0.size, $0.count) = (4, 999) }),
      ("--seed", changed { $0.seed = -1 }), ("--seed", changed { $0.seed = .max }),
    ] {
      #expect(recipe.fault?.option == option)
      await #expect("\(recipe)") { try await house.say(recipe) } throws: {
        ExitStatus(for: $0) == .usage && "\($0)".hasPrefix("\(option): it ")
      }
    }
    #expect(recipe().fault == nil)
  }

  @Test("the next command has the house that the recipe was written into")
  func nextCommand() async throws {
    let house = try await EditorsHouse()
    #expect(
      try await house.say(recipe()).contains(
        "Next: \(house.places.command("packs build spring"))  — makes"))
    await #expect { try await house.edit { BuildPack("zz", $0) } } throws: {
      "\($0)".contains("“almanac recipes new” writes the recipe of a new one")
    }
  }

  @Test("what no recipe can say is refused, and nothing is written")
  func mistakes() async throws {
    let house = try await EditorsHouse()
    var wrong = [recipe("../evil"), recipe("daily"), recipe(name: " "), recipe(), recipe()]
    wrong[3].count = 5000
    wrong[4].stars = 4
    for recipe in wrong {
      await #expect(throws: (any Error).self, "\(recipe)") { try await house.say(recipe) }
    }
    #expect(try RecipeSet(folder: house.recipes).drafts.isEmpty)
    let evil = "\(house.recipes)/evil.yaml"
    #expect(!FileManager.default.fileExists(atPath: evil))
  }
}
