import HouseSupport
import TestSupport
import Testing

/// A house with a pack and a calendar of days, in whose folder the program is run.
struct ProgramHouse {
  let folder = TemporaryFolder()

  init() throws {
    try folder.write("packs: [tiny]\ncalendar: [daily]\n", to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    try folder.write(
      SampleRecipes.daily("difficulty", "difficulty: { from: 1, to: 2 }"),
      to: "Pipelines/calendar/daily.yaml")
  }

  func almanac(_ words: String..., input: String = "") throws -> Program.Ending {
    try Program.run(words, input: input, in: folder)
  }

  func night() throws {
    #expect(try almanac("nightly", "--quiet", "--now", "2026-11-21").status == 0)
  }

  func shell(_ line: String) throws -> (status: Int32, output: String) {
    try Program.shell(line, in: folder)
  }
}
