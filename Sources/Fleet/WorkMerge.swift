import Catalog
import Grading
import Notation
import Pipeline
import Pressing
import StarBattle
import Wording

/// A merge under way: what was found, and what came of it.
struct WorkMerge {
  let plan: WorkPlan
  let folder: WorkFolder
  private var files: [Int: [WorkFolder.File]] = [:]
  private(set) var problems: [String] = []
  /// Files beside those that were taken, such as another plan's.
  private(set) var leftovers: [String] = []
  private(set) var missing: [Int] = []
  private var waiting: [Int] = []
  private var added = 0
  private var known = 0
  private var twins = 0
  private var refused = 0

  init(plan: WorkPlan, folder: WorkFolder) {
    self.plan = plan
    self.folder = folder
  }

  /// Lists the files, and notes which units have none that can be used.
  mutating func look() async throws {
    await folder.sweep()
    let (results, others) = try await folder.files()
    problems += others.map { "\($0): this is no result file — move it away" }
    let units = Set(plan.units.map(\.number))
    for file in results where !units.contains(file.unit) {
      problems.append("\(file.key): the plan has no unit \(file.unit) — move it away")
    }
    files = Dictionary(grouping: results, by: \.unit)
    missing = plan.units.map(\.number).filter { files[$0] == nil }
  }

  /// Takes the first file of a unit that is whole and holds nothing that is refused.
  ///
  /// Files go by the digests in their names, so which of them come before it is chance: beside it
  /// none is a problem. Where there is none, all of them are.
  ///
  /// - Returns: Whether there is one.
  mutating func take(
    _ unit: WorkUnit, into catalog: Catalog, _ context: RunContext
  ) async throws -> Bool {
    guard let candidates = files[unit.number] else { return false }
    var damages: [String] = []
    for file in candidates {
      do {
        let result = try await folder.read(file)
        guard result.isWhole(unit, of: plan) else {
          throw WorkResult.Damage("it is of another plan")
        }
        try await take(result, unit, into: catalog, context)
        leftovers += candidates.filter { $0 != file }.map { other in
          "\(other.key): unit \(unit.number) is there without it, by \(file.key) — move it away"
        }
        return true
      } catch let damage as WorkResult.Damage {
        damages.append("\(file.key): \(damage) — remove it and run unit \(unit.number) again")
      }
    }
    problems += damages
    missing.append(unit.number)
    missing.sort()
    return false
  }

  /// Leaves the units behind one that is missing for a later merge.
  mutating func leave(behind unit: WorkUnit) {
    waiting = plan.units.map(\.number).filter { $0 > unit.number && !missing.contains($0) }
  }

  /// What became of one puzzle before the catalogue is asked.
  private enum Judgement {
    case known(CanonicalForm)
    case good(Pressed)
    case refused(String)

    var form: CanonicalForm? {
      switch self {
      case .known(let form): form
      case .good(let pressed): pressed.form
      case .refused: nil
      }
    }
  }

  /// Checks, proves and keeps the puzzles of a unit.
  ///
  /// - Throws: `WorkResult.Damage` where some were refused; the others are kept.
  private mutating func take(
    _ result: WorkResult, _ unit: WorkUnit, into catalog: Catalog, _ context: RunContext
  ) async throws {
    let puzzles = result.puzzles
    let series = try unit.series(in: folder.name)
    var forms: [CanonicalForm: Int] = [:]
    var refusals: [String] = []
    var counts = (added: 0, known: 0, twins: 0)
    try await inOrder(
      count: puzzles.count, width: context.jobs,
      work: { index -> Judgement? in
        guard context.interruption() == nil else { return nil }
        return try WorkMerge.judge(puzzles[index], index, unit, series, catalog)
      },
      take: { index, judgement in
        try context.checkInterruption()
        if let form = judgement?.form, let first = forms.updateValue(index, forKey: form) {
          refusals.append("puzzle \(index): it is puzzle \(first) once more, or a twin of it")
          return true
        }
        switch judgement {
        case .known?: counts.known += 1
        case .refused(let reason)?: refusals.append("puzzle \(index): \(reason)")
        case .good(let pressed)?:
          switch try catalog.add(NewPuzzle(pressed)) {
          case .added: counts.added += 1
          case .twin: counts.twins += 1
          }
        case nil: break
        }
        return true
      })
    added += counts.added
    known += counts.known
    twins += counts.twins
    refused += refusals.count
    if let first = refusals.first {
      let others = refusals.count - 1
      throw WorkResult.Damage(
        first + (others > 0 ? ", and \(others, of: "other is", "others are") refused" : ""))
    }
  }

  /// Judges a puzzle as the gate does, trusting nothing that its text says.
  private static func judge(
    _ text: String, _ index: Int, _ unit: WorkUnit, _ series: PuzzleSeries, _ catalog: Catalog
  ) throws -> Judgement {
    let (sbn, seed): (SBN, Seed)
    do throws(WorkResult.Damage) {
      (sbn, seed) = try unit.read(text, at: index, in: series)
    } catch {
      return .refused("\(error)")
    }
    let form = sbn.puzzle.canonicalForm
    if let twin = try catalog.twin(of: form), twin.puzzle?.sbn == text { return .known(form) }
    var press = Press(grid: unit.grid, isTracing: true)
    switch press.check(sbn.puzzle, seed: seed) {
    case .failure(let refused): return .refused("it is \(refused.reason.words)")
    case .success(let pressed):
      guard pressed.sbn.description == text else {
        return .refused("its text says other than what it is: \(pressed.sbn)")
      }
      if let difficulty = unit.difficulty, !difficulty.contains(pressed.grade.difficulty) {
        return .refused("its difficulty is \(pressed.grade.difficulty)")
      }
      return .good(pressed)
    }
  }

  /// What came of it.
  var answer: MergedWork {
    MergedWork(
      units: plan.units.count, added: added, known: known, twins: twins, refused: refused,
      missing: missing, waiting: waiting)
  }
}
