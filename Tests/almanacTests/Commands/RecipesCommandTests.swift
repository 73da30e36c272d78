import Foundation
import HouseSupport
import TestSupport
import Testing

@Suite("almanac recipes")
struct RecipesCommandTests {
  private let house: ProgramHouse
  private var folder: TemporaryFolder { house.folder }

  init() throws { house = try ProgramHouse() }

  @Test("a recipe whose name is not UTF-8 is told to be renamed")
  func recipeWithoutName() throws {
    let ending = try house.shell(
      """
      cp Pipelines/packs/tiny.yaml Pipelines/packs/$'\\xff'.yaml
      almanac recipes check; echo "status $?"
      """)
    #expect(ending.output.contains("status 78"), "\(ending.output)")
    #expect(ending.output.contains("its name is not UTF-8"), "\(ending.output)")
    #expect(!ending.output.contains("does not exist"), "\(ending.output)")
  }

  @Test("two byte order marks in front of a recipe are passed over as one is")
  func twoMarks() throws {
    try folder.write(
      "\u{FEFF}\u{FEFF}" + SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    #expect(try house.almanac("recipes", "check").status == 0)
  }

  @Test("with --quiet, what is well is not told")
  func quiet() throws {
    // What warnings there are is told all the same: this house is to have none.
    let daily = try #require(folder.text("Pipelines/calendar/daily.yaml"))
    try folder.write(
      daily.replacing("horizon: 3", with: "horizon: 14"), to: "Pipelines/calendar/daily.yaml")
    let check = try house.almanac("recipes", "check", "--quiet")
    #expect(check.status == 0 && check.output == "" && check.errors == "", "\(check)")
    try folder.write("x", to: "Pipelines/packs/wrong.yaml")
    let wrong = try house.almanac("recipes", "check", "--quiet")
    #expect(wrong.status == 78 && wrong.errors.contains("wrong.yaml"), "\(wrong)")
    try FileManager.default.removeItem(atPath: "\(folder.path)/Pipelines/packs/wrong.yaml")
    try house.night()
    let puzzles = try house.almanac(
      "generate", "--size", "6", "--stars", "1", "--count", "2"
    ).output
    // The second time they are twins of what is kept, which is no mistake.
    for _ in 0..<2 {
      let ending = try house.almanac("import", "-", "--quiet", input: puzzles)
      #expect(ending.status == 0 && ending.output == "" && ending.errors == "", "\(ending)")
    }
  }
}
