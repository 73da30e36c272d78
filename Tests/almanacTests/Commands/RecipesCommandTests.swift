import Foundation
import HouseSupport
import TestSupport
import Testing

@Suite("almanac recipes")
struct RecipesCommandTests {
  let folder = TemporaryFolder()

  init() throws {
    try folder.write("packs: [tiny]\ncalendar: [daily]\n", to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    try folder.write(
      SampleRecipes.daily("difficulty", "difficulty: { from: 1, to: 2 }"),
      to: "Pipelines/calendar/daily.yaml")
  }

  private func almanac(_ words: String..., input: String = "") throws -> Program.Ending {
    try Program.run(words, input: input, in: folder)
  }

  private func night() throws {
    #expect(try almanac("nightly", "--quiet", "--now", "2026-11-21").status == 0)
  }

  private func shell(_ line: String) throws -> (status: Int32, output: String) {
    try Program.shell(line, in: folder)
  }

  @Test("a recipe whose name is not UTF-8 is told to be renamed")
  func recipeWithoutName() throws {
    let ending = try shell(
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
    #expect(try almanac("recipes", "check").status == 0)
  }

  @Test("with --quiet, what is well is not told")
  func quiet() throws {
    // What warnings there are is told all the same: this house is to have none.
    let daily = try #require(folder.text("Pipelines/calendar/daily.yaml"))
    try folder.write(
      daily.replacing("horizon: 3", with: "horizon: 14"), to: "Pipelines/calendar/daily.yaml")
    let check = try almanac("recipes", "check", "--quiet")
    #expect(check.status == 0 && check.output == "" && check.errors == "", "\(check)")
    try folder.write("x", to: "Pipelines/packs/wrong.yaml")
    let wrong = try almanac("recipes", "check", "--quiet")
    #expect(wrong.status == 78 && wrong.errors.contains("wrong.yaml"), "\(wrong)")
    try FileManager.default.removeItem(atPath: "\(folder.path)/Pipelines/packs/wrong.yaml")
    try night()
    let puzzles = try almanac("generate", "--size", "6", "--stars", "1", "--count", "2").output
    // The second time they are twins of what is kept, which is no mistake.
    for _ in 0..<2 {
      let ending = try almanac("import", "-", "--quiet", input: puzzles)
      #expect(ending.status == 0 && ending.output == "" && ending.errors == "", "\(ending)")
    }
  }
}
