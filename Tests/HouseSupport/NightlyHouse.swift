package import Dates
import Foundation
package import Pipeline
package import TestSupport
import Upkeep

/// A small press of its own in a scratch folder: recipes, output and state.
package struct NightlyHouse {
  package let folder: TemporaryFolder

  package init() throws {
    folder = TemporaryFolder()
    try list("first", "second")
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
  package func writeSecond(count: Int, extra: String = "", isFree: Bool = true) throws {
    try folder.write(
      """
      id: second
      name: Second
      free: \(isFree)
      grid: { size: 5, stars: 1 }
      count: \(count)
      difficulty: 2
      seed: 1
      \(extra)
      """, to: "Recipes/packs/second.yaml")
  }

  /// The recipe of a third pack.
  package func writeThird(isFree: Bool = true) throws {
    try folder.write(
      """
      id: third
      name: Third
      free: \(isFree)
      grid: { size: 6, stars: 1 }
      count: 3
      seed: 4
      difficulty: 1
      """, to: "Recipes/packs/third.yaml")
  }

  /// Lists packs in the order in which they are made, and all calendars.
  package func list(_ packs: String...) throws {
    try folder.write(
      "packs: [\(packs.joined(separator: ", "))]\ncalendar: [daily, weekly, monthly]\n",
      to: "Recipes/release.yaml")
  }

  /// The folder of the catalogue.
  package var state: String { places.state }

  /// Where everything is.
  package var places: House { places(output: "out") }

  /// The same with another tree.
  package func places(output: String) -> House {
    House(
      recipes: "\(folder.path)/Recipes", output: "\(folder.path)/\(output)",
      state: "\(folder.path)/state")
  }

  package func run(
    _ now: String = "2026-12-30T03:00:00Z", jobs: Int = 1, budget: Int? = nil,
    isDryRun: Bool = false, output: String = "out",
    interruption: @escaping @Sendable () -> Int32? = { nil }
  ) async throws -> NightReport {
    await night(
      try Timestamp(now), jobs: jobs, budget: budget, isDryRun: isDryRun, output: output,
      interruption: interruption)
  }

  /// A night by a clock.
  package func night(
    _ now: Timestamp, jobs: Int = 1, budget: Int? = nil, isDryRun: Bool = false,
    acceptsClock: Bool = false, output: String = "out",
    interruption: @escaping @Sendable () -> Int32? = { nil }
  ) async -> NightReport {
    await Night(budget: budget, isDryRun: isDryRun, acceptsClock: acceptsClock).run(
      in: places(output: output), RunContext(now: now, jobs: jobs, interruption: interruption))
  }

  /// Does what a release engineer asks for.
  package func release(_ command: any Command, now: String) async throws -> Pipeline.ExitStatus {
    try await command.said(in: places, .at(now)).status
  }

  /// Makes the catalogue anew from the tree.
  ///
  /// - Returns: What it said.
  @discardableResult
  package func rebuild(now: String = "2027-02-01", isForced: Bool = false) async throws -> [Said] {
    try await RebuildCatalog(isForced: isForced).said(in: places, .at(now, jobs: 2)).lines
  }

  /// What is wrong with the catalogue, every puzzle proved again.
  package func check() async throws -> [Said] {
    let said = try await CheckCatalog(isProving: true).said(
      in: places, .at("2027-01-01", jobs: 2))
    return said.status == .done ? [] : said.lines
  }

  /// Writes the recipe of a calendar.
  package func writeCalendar(
    _ cadence: String = "daily", start: String = "2026-12-30", horizon: Int = 3, reserve: Int = 0,
    difficulty: String = "{ from: 1, to: 2 }", seed: Int = 9
  ) throws {
    try folder.write(
      """
      cadence: \(cadence)
      grid: { size: 6, stars: 1 }
      start: \(start)
      horizon: \(horizon)
      reserve: \(reserve)
      difficulty: \(difficulty)
      seed: \(seed)
      """, to: "Recipes/calendar/\(cadence).yaml")
  }

  /// The published tree, by path.
  package func tree() throws -> [String: [UInt8]] { try folder.contents(of: "out") }

  package func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder.path)/\(name)")
  }

  package func copy(_ name: String, to other: String) throws {
    try FileManager.default.copyItem(
      atPath: "\(folder.path)/\(name)", toPath: "\(folder.path)/\(other)")
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
  }
}
