import Foundation
import HouseSupport
import TestSupport
import Testing

@Suite("almanac calendar")
struct CalendarCommandTests {
  private let house: ProgramHouse
  private var folder: TemporaryFolder { house.folder }

  init() throws { house = try ProgramHouse() }

  @Test("a date's replacement is tried without a reason, as the help says")
  func replacementWithoutReason() throws {
    try house.night()
    let before = try folder.contents(of: "output")
    let ending = try house.almanac(
      "calendar", "replace", "2026-11-23", "--difficulty", "1...10", "--dry-run", "--html", "desk",
      "--now", "2026-11-21")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("Nothing was kept (--dry-run)."), "\(ending.output)")
    #expect(ending.output.contains("→"), "\(ending.output)")
    #expect(folder.text("desk/index.html") != nil)
    #expect(try folder.contents(of: "output") == before)
    for reason in ["", " ", "\u{A0} \u{3000}"] {
      for place in [["calendar", "replace", "2026-11-23"], ["packs", "replace", "tiny:1"]] {
        let refused = try Program.run(
          place + ["--reason", reason, "--now", "2026-11-21"], in: folder)
        #expect(refused.status == 64, "\(refused)")
      }
    }
  }
}
