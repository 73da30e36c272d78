import Catalog
import Editing
import Identity
import Pipeline
import TestSupport

/// A small press whose packs and calendar an editor changes.
struct EditorsHouse {
  let house: NightlyHouse
  let context: RunContext

  /// A house with what a night has published, or with nothing yet.
  init(isPublished: Bool = true, now: String = "2026-12-30T03:00:00Z") async throws {
    house = try NightlyHouse()
    context = try RunContext.at(now, jobs: 2, interruption: { nil })
    if isPublished {
      let report = await Nightly(options: options, context: context).run()
      guard report.status == .done else { throw PipelineError.bug(report.failure ?? "") }
    }
  }

  var options: NightlyOptions {
    NightlyOptions(recipes: recipes, output: "\(house.folder.path)/out", state: state)
  }

  var recipes: String { "\(house.folder.path)/Recipes" }
  var state: String { "\(house.folder.path)/state" }

  /// The catalogue as it is.
  func catalog() throws -> Catalog { try StateFolder(path: state).read() }

  /// The puzzles of a pack by slot.
  func puzzles(_ pack: PackID) throws -> [String] {
    try catalog().slots(of: pack).map(\.puzzle.sbn)
  }

  /// Writes the recipe of a pack that `release.yaml` does not list.
  func writeDraft(_ id: String = "draft", count: Int = 5, seed: Int = 5) throws {
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

  /// Does something to packs.
  ///
  /// - Returns: What was said, or the JSON object.
  @discardableResult
  func packs(
    _ task: PacksOptions.Task, reason: String = "a test", isDryRun: Bool = false,
    isJSON: Bool = false
  ) async throws -> String {
    var options = PacksOptions(task)
    options.reason = reason
    options.recipes = recipes
    options.state = state
    options.isDryRun = isDryRun
    options.isJSON = isJSON
    return try await said { try await PacksJob(options).run(context, emit: $0) }
  }

  /// Does something to the calendar.
  ///
  /// - Returns: What was said.
  @discardableResult
  func calendar(
    _ task: CalendarOptions.Task, isDryRun: Bool = false, isJSON: Bool = false
  ) async throws -> String {
    var options = CalendarOptions(task)
    options.desk.reason = "a test"
    options.desk.recipes = recipes
    options.desk.state = state
    options.desk.isDryRun = isDryRun
    options.desk.isJSON = isJSON
    return try await said { try await CalendarJob(options).run(context, emit: $0) }
  }

  /// Looks after the reserve.
  ///
  /// - Returns: What was said.
  @discardableResult
  func reserve(
    _ task: ReserveJob.Task, isDryRun: Bool = false, isJSON: Bool = false
  ) async throws -> String {
    var job = ReserveJob(task)
    job.recipes = recipes
    job.state = state
    job.isDryRun = isDryRun
    job.isJSON = isJSON
    let reserve = job
    return try await said { try await reserve.run(context, emit: $0) }
  }

  /// Publishes what the catalogue holds.
  func publish() async throws -> String {
    let options = ReleaseOptions(recipes: recipes, target: options.output, state: state)
    return try await said {
      try await ReleaseJob(.publish, options: options, settings: .foldersOnly).run(
        context, emit: $0)
    }
  }

  /// The lines that a job prints.
  func said(
    _ job: ((OutputLine) throws -> Void) async throws -> ExitStatus
  ) async throws -> String {
    let lines = Lines()
    _ = try await job { line in
      if case .result(let text) = line { lines.all.append(text) }
    }
    return lines.all.joined(separator: "\n")
  }

  private final class Lines {
    var all: [String] = []
  }
}
