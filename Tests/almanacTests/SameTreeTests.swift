import Foundation
import TestSupport
import Testing

@Suite("The same tree everywhere")
struct SameTreeTests {
  /// Two nights of the same recipes, in a folder of its own.
  private func tree(jobs: Int, _ environment: [String: String]) throws -> [String: [UInt8]] {
    let folder = TemporaryFolder()
    try folder.write(
      "packs: [small]\ncalendar: [daily]\nprofiles: { app: true, hints: true, bundle: true }\n",
      to: "recipes/release.yaml")
    try folder.write(
      """
      cadence: daily
      grid: { size: 6, stars: 1 }
      start: 2026-12-30
      horizon: 3
      difficulty: { from: 1, to: 2 }
      seed: 9
      """, to: "recipes/calendar/daily.yaml")
    for (count, time) in [(4, "2026-12-30T23:30:00Z"), (5, "2026-12-31T00:30:00Z")] {
      try folder.write(
        """
        id: small
        name: İıſß 1★
        free: true
        grid: { size: 5, stars: 1 }
        count: \(count)
        difficulty: { from: 1, to: 3 }
        seed: 1
        """, to: "recipes/packs/small.yaml")
      let ending = try Program.run(
        [
          "nightly", "--quiet", "--now", time, "--jobs", "\(jobs)", "--recipes", "recipes",
          "--output", "out", "--state", "state",
        ], in: folder, environment: environment)
      #expect(ending.status == 0, "\(ending.errors)")
    }
    return try folder.contents(of: "out")
  }

  @Test("path, time zone, locale, home and jobs change no byte of two nights")
  func everywhere() throws {
    let one = try tree(jobs: 1, ["TZ": "UTC", "LC_ALL": "C"])
    #expect(one.count > 20)
    #expect(
      try tree(jobs: 7, ["TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "HOME": "/nowhere"])
        == one)
    #expect(try tree(jobs: 3, ["TZ": "America/St_Johns", "LANG": "ar_EG.UTF-8"]) == one)
  }
}
