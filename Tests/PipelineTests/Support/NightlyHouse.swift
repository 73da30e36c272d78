import Foundation
import TestSupport

@testable import Pipeline

/// A small press of its own in a scratch folder: recipes, output and state.
struct NightlyHouse {
  let folder: TemporaryFolder

  init() throws {
    folder = TemporaryFolder()
    try folder.write(
      "packs: [first, second]\ncalendar: [daily, weekly, monthly]\n", to: "Recipes/release.yaml")
    try folder.write(
      """
      id: first
      name: First
      free: true
      grid: [{ size: 5, stars: 1, count: 4 }, { size: 6, stars: 1, count: 3 }]
      difficulty: { from: 1, to: 3 }
      seed: 1
      """, to: "Recipes/packs/first.yaml")
    try writeSecond(count: 6)
    for (cadence, start, horizon) in [
      ("daily", "2026-12-30", 3), ("weekly", "2026-53", 2), ("monthly", "2026-12", 2),
    ] {
      try folder.write(
        """
        cadence: \(cadence)
        grid: { size: 6, stars: 1 }
        start: \(start)
        horizon: \(horizon)
        difficulty: { from: 1, to: 2 }
        seed: 9
        """, to: "Recipes/calendar/\(cadence).yaml")
    }
  }

  /// The same seed as the first pack's, so that puzzles could repeat if nobody looked.
  func writeSecond(count: Int, extra: String = "") throws {
    try folder.write(
      """
      id: second
      name: Second
      free: false
      grid: { size: 5, stars: 1 }
      count: \(count)
      difficulty: 2
      seed: 1
      \(extra)
      """, to: "Recipes/packs/second.yaml")
  }

  func run(
    _ now: String = "2026-12-30T03:00:00Z", jobs: Int = 1, isDryRun: Bool = false,
    interruption: @escaping @Sendable () -> Int32? = { nil }
  ) async throws -> NightlyReport {
    let options = NightlyOptions(
      recipes: "\(folder.path)/Recipes", output: "\(folder.path)/out",
      state: "\(folder.path)/state", isDryRun: isDryRun)
    let context = try RunContext.at(now, jobs: jobs, interruption: interruption)
    return await Nightly(options: options, context: context).run()
  }

  /// The published tree, by path.
  func tree() throws -> [String: [UInt8]] { try folder.contents(of: "out") }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder.path)/\(name)")
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
  }
}
