package import Catalog
package import Editing
package import Identity
package import Pipeline
import Releasing
import TestSupport

/// A small press whose packs and calendar an editor changes.
package struct EditorsHouse {
  package let house: NightlyHouse
  private let now: String

  /// A house with what a night has published, or with nothing yet.
  package init(isPublished: Bool = true, now: String = "2026-12-30T03:00:00Z") async throws {
    house = try NightlyHouse()
    self.now = now
    if isPublished {
      let report = await Night().run(in: places, try context())
      guard report.status == .done else { throw PipelineError.bug(report.failure ?? "") }
    }
  }

  package var places: House { house.places }
  package var recipes: String { places.recipes }

  package func context(_ form: AnswerForm = .text) throws -> RunContext {
    try .at(now, jobs: 2, form: form)
  }

  /// The catalogue as it is.
  package func catalog() throws -> Catalog { try places.stateFolder.read() }

  /// The puzzles of a pack by slot.
  package func puzzles(_ pack: PackID) throws -> [String] {
    try catalog().slots(of: pack).map(\.puzzle.sbn)
  }

  /// Writes the recipe of a pack that `release.yaml` does not list.
  package func writeDraft(_ id: String = "draft", count: Int = 5, seed: Int = 5) throws {
    try house.folder.write(
      """
      id: \(id)
      name: Draft
      free: true
      grid: { size: 6, stars: 1 }
      count: \(count)
      difficulty: { from: 1, to: 3 }
      seed: \(seed)
      """, to: "Recipes/packs/\(id).yaml")
  }

  /// Changes packs or dates.
  ///
  /// - Returns: What was said, or the JSON object.
  @discardableResult
  package func edit(
    reason: String = "a test", isDryRun: Bool = false, isJSON: Bool = false,
    _ command: (EditFlags) -> any Command
  ) async throws -> String {
    try await say(command(EditFlags(reason: reason, isDryRun: isDryRun)), isJSON: isJSON)
  }

  /// Runs a command.
  ///
  /// - Returns: What was said on standard output.
  @discardableResult
  package func say(_ command: any Command, isJSON: Bool = false) async throws -> String {
    let said = try await command.said(in: places, context(isJSON ? .json : .text))
    return said.lines.compactMap { line in
      if case .result(let text) = line { text } else { nil }
    }.joined(separator: "\n")
  }

  /// Publishes what the catalogue holds.
  package func publish() async throws -> String { try await say(PublishRelease()) }
}
