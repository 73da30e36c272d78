import Explaining
import JSONText
import Notation
package import Pipeline
import Pressing
import StarBattle
import Stores

extension WorkJob {
  /// Makes the units of a part, each into a file of its own; those that are there are passed over.
  ///
  /// Two attempts at a part may overlap: they write the same bytes under the same names.
  ///
  /// - Parameters:
  ///   - shard: The part; nothing takes it from the scheduler's environment.
  ///   - context: Threads, progress and interruption.
  ///   - emit: Given what to print about each unit.
  /// - Returns: `done`.
  /// - Throws: `WorkError`: `.passing` is worth another try, the others are not;
  ///   `PipelineError.tooFew` where a unit cannot be filled; `StoreError`.
  package func run(
    _ shard: WorkShard?, _ context: RunContext, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    let shard = try shard ?? WorkShard(environment: settings.variable)
    let folder = try WorkFolder(place, settings: settings)
    let plan = try folder.plan()
    try plan.checkVersion(in: place)
    let files = Dictionary(grouping: try folder.files().results, by: \.unit)
    for unit in try shard.units(of: plan) {
      try context.checkInterruption()
      if let file = try files[unit.number]?.first(where: { try isWhole($0, folder, plan) }) {
        try say(unit, file.key.text, nil, emit)
        continue
      }
      let result = try await make(unit, plan, context)
      try say(unit, try folder.write(result), result, emit)
    }
    return .done
  }

  /// Whether a file is there, undamaged and of this plan.
  private func isWhole(
    _ file: WorkFolder.File, _ folder: WorkFolder, _ plan: WorkPlan
  ) throws -> Bool {
    do {
      return try folder.read(file).plan == plan.fingerprint
    } catch is WorkResult.Damage {
      return false
    }
  }

  private func make(
    _ unit: WorkUnit, _ plan: WorkPlan, _ context: RunContext
  ) async throws -> WorkResult {
    let job = try GenerateJob(
      size: unit.grid.side, stars: unit.grid.stars, count: unit.indices.count,
      difficulty: unit.difficulty, seed: unit.seed)
    var puzzles: [String] = []
    let tally = try await job.make(unit.indices, context, stage: "unit \(unit.number)") {
      _, pressed, _ in puzzles.append(pressed.sbn.description)
    }
    return WorkResult(
      unit: unit.number, plan: plan.fingerprint, tried: tally.tried, puzzles: puzzles)
  }

  private func say(
    _ unit: WorkUnit, _ file: String, _ result: WorkResult?, _ emit: (OutputLine) throws -> Void
  ) throws {
    guard isJSON else {
      let words = result.map { "\($0.puzzles.count) puzzles of \($0.tried) candidates" }
      return try emit(.result("unit \(unit.number): \(words ?? "there already"), \(file)"))
    }
    let value = JSONValue.object([
      AnswerJSON.schema, JSONMember("unit", unit.number),
      JSONMember("file", file), JSONMember("made", result != nil),
      JSONMember("puzzles", unit.indices.count),
      JSONMember("tried", result?.tried),
    ])
    try emit(.result(value.line))
  }
}
