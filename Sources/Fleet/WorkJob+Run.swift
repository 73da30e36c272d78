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
    let plan = try await folder.plan()
    try plan.checkVersion(in: place)
    let files = Dictionary(grouping: try await folder.files().results, by: \.unit)
    for unit in try shard.units(of: plan) {
      try context.checkInterruption()
      if let file = try await whole(files[unit.number] ?? [], folder, plan) {
        try say(unit, file.key.text, nil, emit)
        continue
      }
      let result = try await make(unit, plan, context)
      try say(unit, try await folder.write(result), result, emit)
    }
    return .done
  }

  /// The first of some files that is there, undamaged and of this plan.
  private func whole(
    _ files: [WorkFolder.File], _ folder: WorkFolder, _ plan: WorkPlan
  ) async throws -> WorkFolder.File? {
    for file in files {
      do {
        if try await folder.read(file).plan == plan.fingerprint { return file }
      } catch is WorkResult.Damage {
        continue
      }
    }
    return nil
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
      JSONMember("schema", .integer(1)), JSONMember("unit", .integer(unit.number)),
      JSONMember("file", .string(file)), JSONMember("made", .bool(result != nil)),
      JSONMember("puzzles", .integer(unit.indices.count)),
      JSONMember("tried", result.map { .integer($0.tried) } ?? .null),
    ])
    try emit(.result(String(decoding: value.text, as: UTF8.self)))
  }
}
