import Answering
import JSONText
import Notation
package import Pipeline
import Pressing
import Stores
import Wording

/// Makes the units of a part of a plan, each into a file of its own; those that are there are
/// passed over.
///
/// Two attempts at a part may overlap: they write the same bytes under the same names.
package struct RunWork: Command {
  /// The folder or bucket through which plan and results go.
  package var place: String
  /// The part; `nil` takes it from the scheduler's environment.
  package var shard: WorkShard?

  package init(_ shard: WorkShard? = nil, at place: String) {
    self.shard = shard
    self.place = place
  }

  /// Makes them.
  ///
  /// - Returns: `done`.
  /// - Throws: `WorkError`: `.passing` is worth another try, the others are not;
  ///   `SeriesError.tooFew` where a unit cannot be filled; `StoreError`.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let shard = try shard ?? WorkShard(environment: context.stores.variable)
    let folder = try WorkFolder(place, settings: context.stores)
    let plan = try await folder.plan()
    try plan.checkVersion(in: place)
    await folder.sweep()
    let files = Dictionary(grouping: try await folder.files().results, by: \.unit)
    for unit in try shard.units(of: plan) {
      try context.checkInterruption()
      if let file = try await whole(files[unit.number] ?? [], unit, folder, plan) {
        try emit(.answer(MadeUnit(unit: unit, file: file.key.text, result: nil)))
        continue
      }
      let result = try await make(unit, plan, context)
      let file = try await folder.write(result)
      try emit(.answer(MadeUnit(unit: unit, file: file, result: result)))
    }
    return .done
  }

  /// The first of some files of a unit that is there, undamaged and of this plan, and whose puzzles
  /// are those that the plan leads to: one that a merge would refuse by its seeds is made anew.
  private func whole(
    _ files: [WorkFolder.File], _ unit: WorkUnit, _ folder: WorkFolder, _ plan: WorkPlan
  ) async throws -> WorkFolder.File? {
    guard !files.isEmpty else { return nil }
    let series = try unit.series(in: place)
    for file in files {
      do {
        let result = try await folder.read(file)
        guard result.isWhole(unit, of: plan) else { continue }
        for (offset, text) in result.puzzles.enumerated() {
          _ = try unit.read(text, at: offset, in: series)
        }
        return file
      } catch is WorkResult.Damage {
        continue
      }
    }
    return nil
  }

  private func make(
    _ unit: WorkUnit, _ plan: WorkPlan, _ context: RunContext
  ) async throws -> WorkResult {
    let count = unit.indices.count
    let series = try unit.series(in: place)
    var puzzles: [String] = []
    let tally = try await series.make(unit.indices, on: context.workers) { _, pressed, _ in
      puzzles.append(pressed.sbn.description)
      context.progress(
        RunProgress(stage: "unit \(unit.number)", done: puzzles.count, total: count))
    }
    return WorkResult(
      unit: unit.number, plan: plan.fingerprint, tried: tally.tried, puzzles: puzzles)
  }
}

/// A unit that is there now.
private struct MadeUnit: Answer {
  let unit: WorkUnit
  let file: String
  /// What was made; `nil` where it was there already.
  let result: WorkResult?

  var isRoutine: Bool { true }

  var text: [String] {
    let words = result.map { result in
      "\(result.puzzles.count, of: "puzzle") of "
        + "\(result.tried, of: "candidate")"
    }
    return ["unit \(unit.number): \(words ?? "there already"), \(file)"]
  }

  var json: JSONValue {
    .object([
      AnswerJSON.schema, JSONMember("unit", unit.number), JSONMember("file", file),
      JSONMember("made", result != nil), JSONMember("puzzles", unit.indices.count),
      JSONMember("tried", result?.tried),
    ])
  }
}
