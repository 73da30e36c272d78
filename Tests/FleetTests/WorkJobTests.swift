import Catalog
import Files
import Fleet
import Foundation
import Generating
import Grading
import HouseSupport
import Notation
import Pipeline
import StarBattle
import Stores
import Synchronization
import TestSupport
import Testing

@Suite("A fleet's work")
struct WorkJobTests {
  let folder = TemporaryFolder()
  private static let units = 6

  private var place: String { "\(folder.path)/fleet" }

  @discardableResult
  private func plan(_ count: Int = 30, seed: Int = 5) async throws -> Pipeline.ExitStatus {
    let order = try WorkOrder(
      size: 6, stars: 1, seed: seed, count: count, units: WorkJobTests.units)
    return try await PlanWork(order, at: place).said(.at("2026-11-21")).status
  }

  @discardableResult
  private func run(_ shard: String, jobs: Int = 1) async throws -> Pipeline.ExitStatus {
    let part: WorkShard = try #require(WorkShard(shard))
    return try await RunWork(part, at: place).said(.at("2026-11-21", jobs: jobs)).status
  }

  private func merge(
    _ state: String = "state", inTurn: Bool = false
  ) async throws -> (status: Pipeline.ExitStatus, lines: [Said]) {
    try await MergeWork(at: place, isInTurn: inTurn).said(
      in: House(output: "\(folder.path)/out", state: "\(folder.path)/\(state)"),
      .at("2026-11-21", jobs: 2))
  }

  /// Every row of a catalogue in its order.
  private func rows(_ state: String = "state") throws -> [KeptPuzzle] {
    var rows: [KeptPuzzle] = []
    try Catalog.open(at: "\(folder.path)/\(state)/catalog.sqlite").forEachPuzzle { row in
      rows.append(row.puzzle)
    }
    return rows
  }

  private func results() throws -> [String] {
    try folder.contents(of: "fleet").keys.filter { $0.hasPrefix("results/") }.sorted()
  }

  @Test("shards in any order, some done twice, give the files and the catalogue of a single run")
  func shards() async throws {
    try await plan()
    try await run("0/1")
    let single = try folder.contents(of: "fleet")
    #expect(try await merge("alone").status == .done)
    for name in try results() {
      try FileManager.default.removeItem(atPath: "\(folder.path)/fleet/\(name)")
    }
    for shard in ["3/4", "0/4", "2/4", "0/4", "1/4", "3/4"] { try await run(shard, jobs: 2) }
    #expect(try folder.contents(of: "fleet") == single)
    #expect(try await merge().status == .done)
    #expect(try rows().count == 30)
    #expect(try rows() == rows("alone"))
  }

  @Test("two attempts at one shard at the same time leave one whole file a unit")
  func overlap() async throws {
    try await plan()
    async let one = run("0/1")
    async let two = run("0/1")
    _ = try await (one, two)
    #expect(try results().count == WorkJobTests.units)
    #expect(try await merge().status == .done)
  }

  @Test("a merge says what is missing, can be repeated, and goes on when the rest is there")
  func missing() async throws {
    try await plan()
    try await run("1/3")
    let first = try await merge()
    #expect(first.status == .partial)
    #expect(
      first.lines == [
        .result(
          "2 of 6 units are there: 10 puzzles are new in reserve, 0 were there already, "
            + "0 are twins of others, 0 are refused"),
        .result("missing: units 0,2-3,5"),
      ])
    let again = try await merge()
    #expect(again.lines.first?.text.contains("0 puzzles are new in reserve, 10 were there") == true)
    try await run("0/1")
    #expect(try await merge().status == .done)
    #expect(try rows().count == 30)
  }

  @Test("nothing is merged by a clock that has gone back")
  func clockGoneBack() async throws {
    try await plan()
    try await run("0/1")
    try folder.write(
      #"{"now":"2026-11-23T03:00:00Z","exit":0}"#, to: "state/runs/20261123T030000Z-1.json")
    await #expect(throws: PipelineError.self) { try await merge() }
    #expect(try rows().isEmpty)
    try folder.write(
      #"{"now":"2026-11-21T03:00:00Z","exit":0}"#, to: "state/runs/20261123T030000Z-1.json")
    #expect(try await merge().status == .done)
  }

  @Test("taken in turn, bit by bit comes to the same rows, and what waits is not called there")
  func inTurn() async throws {
    try await plan()
    try await run("1/3")
    let waiting = try await merge("turn", inTurn: true)
    #expect(waiting.status == .partial)
    #expect(waiting.lines.first?.text.hasPrefix("0 of 6 units are there: ") == true)
    #expect(waiting.lines.contains(.result("waiting for them: units 1,4")))
    #expect(try rows("turn").isEmpty)
    try await run("0/3")
    _ = try await merge("turn", inTurn: true)
    #expect(try rows("turn").count == 10)
    try await run("2/3")
    #expect(try await merge("turn", inTurn: true).status == .done)
    _ = try await merge("once")
    #expect(try rows("turn") == rows("once"))
  }

  @Test(
    "a file that is cut off, changed or of another plan is named, and its unit can be run again")
  func damage() async throws {
    try await plan()
    try await run("0/1")
    let names = try results()
    let bytes = try folder.contents(of: "fleet")
    try folder.write(Array(bytes[names[0], default: []].dropLast(5)), to: "fleet/\(names[0])")
    try folder.write(bytes[names[2], default: []], to: "fleet/\(names[1])")
    try folder.write("x", to: "fleet/results/notes.txt")
    let found = try await merge()
    #expect(found.status == .badData)
    let problems = found.lines.compactMap { if case .problem(let text) = $0 { text } else { nil } }
    #expect(problems.count == 3)
    #expect(problems.contains { $0.contains("run unit 0 again") })
    #expect(problems.contains { $0.contains("run unit 1 again") })
    #expect(problems.contains { $0.contains("notes.txt: this is no result file") })
    #expect(found.lines.last?.text.hasSuffix("missing: units 0-1") == true)
    try FileManager.default.removeItem(atPath: "\(folder.path)/fleet/results/notes.txt")
    try await run("0/1")
    #expect(try folder.contents(of: "fleet") == bytes)
    #expect(try await merge().status == .done)
  }

  /// A well-made file of unit 0 with other puzzles or candidates than it has, and the file that it
  /// has.
  private func forge(
    tried: Int? = nil, _ change: (inout [String]) throws -> Void
  ) async throws -> (forged: String, good: WorkFolder.File) {
    let folder = try WorkFolder(place, settings: .foldersOnly)
    let file = try await folder.files().results[0]
    let good = try await folder.read(file)
    var puzzles = good.puzzles
    try change(&puzzles)
    let forged = WorkResult(unit: 0, plan: good.plan, tried: tried ?? good.tried, puzzles: puzzles)
    return (try await folder.write(forged), file)
  }

  private func problems(_ lines: [Said]) -> [String] {
    lines.compactMap { if case .problem(let text) = $0 { text } else { nil } }
  }

  @Test("a well-made file with puzzles that may not be published is named, and the rest is kept")
  func forgery() async throws {
    try await plan()
    try await run("0/1")
    let (forged, good) = try await forge { puzzles in
      let stripes = try Puzzle(grid: Grid(side: 6, stars: 1), regions: (0..<36).map { $0 / 6 })
      puzzles[0] = SBN(puzzle: stripes).description
      puzzles[1] = puzzles[1].replacing("s", with: "s1", maxReplacements: 1)
      puzzles[2] = "rubbish"
    }
    try FileManager.default.removeItem(atPath: "\(place)/\(good.key)")
    let found = try await merge()
    #expect(found.status == .badData)
    #expect(problems(found.lines).count == 1)
    let problem = try #require(problems(found.lines).first)
    #expect(problem.hasPrefix("\(forged): puzzle 0: "))
    #expect(problem.hasSuffix(", and 2 others are refused — remove it and run unit 0 again"))
    #expect(found.lines.last?.text.hasSuffix("missing: unit 0") == true, "\(found.lines)")
    #expect(found.lines.contains { $0.text.contains("27 puzzles are new") })
    #expect(found.lines.contains { $0.text.contains("3 are refused") })
    try FileManager.default.removeItem(atPath: "\(place)/\(forged)")
    try await run("0/1")
    #expect(try await merge().status == .done)
    #expect(try rows().count == 30)
  }

  @Test(
    "a file that says it took fewer candidates than its five puzzles is refused",
    arguments: [-1, 4])
  func candidates(tried: Int) async throws {
    try await plan()
    try await run("0/1")
    let (forged, good) = try await forge(tried: tried) { _ in }
    try FileManager.default.removeItem(atPath: "\(place)/\(good.key)")
    let found = try await merge()
    #expect(found.status == .badData)
    #expect(problems(found.lines).count == 1)
    let told = "\(forged): it says that 5 puzzles came of \(tried) candidates"
    #expect(problems(found.lines).first?.hasPrefix(told) == true, "\(problems(found.lines))")
  }

  @Test("a file whose puzzles the plan did not ask for, or asked for once, is refused")
  func foreign() async throws {
    try await plan()
    try await run("0/1")
    var (forged, good) = try await forge { puzzles in
      // What its text says is so, but for who made it.
      puzzles[0] = puzzles[0].replacing(/s[0-9]+/, with: "")
      puzzles[1] = puzzles[2]
    }
    try FileManager.default.removeItem(atPath: "\(place)/\(good.key)")
    var found = try await merge()
    #expect(found.status == .badData)
    #expect(
      problems(found.lines) == [
        "\(forged): puzzle 0: it has no seed, and 1 other is refused"
          + " — remove it and run unit 0 again"
      ])
    try FileManager.default.removeItem(atPath: "\(place)/\(forged)")
    try await run("0/1")
    (forged, good) = try await forge { $0[1] = $0[2] }
    try FileManager.default.removeItem(atPath: "\(place)/\(good.key)")
    found = try await merge()
    #expect(problems(found.lines).first?.contains("puzzle 1: its seed is ") == true)
  }

  @Test("a unit whose file holds puzzles that the plan did not ask for is made anew")
  func forgeryAlone() async throws {
    try await plan()
    try await run("0/1")
    let (forged, good) = try await forge { $0[0] = $0[0].replacing(/s[0-9]+/, with: "s7") }
    try FileManager.default.removeItem(atPath: "\(place)/\(good.key)")
    try await run("0/1")
    #expect(try results().contains(good.key.text))
    let found = try await merge()
    #expect(found.status == .done, "\(problems(found.lines))")
    #expect(found.lines.contains { $0.text.hasPrefix("\(forged): ") })
    #expect(try rows().count == 30)
  }

  @Test("every puzzle of a unit has a seed that the plan leads to", arguments: [nil, 1...2, 4...9])
  func seeds(difficulty: ClosedRange<Int>?) async throws {
    let order = try WorkOrder(
      size: 6, stars: 1, difficulty: difficulty, seed: 5, count: 40, units: 3)
    _ = try await PlanWork(order, at: place).said(.at("2026-11-21"))
    try await run("0/1")
    let found = try await merge()
    #expect(found.status == .done, "\(problems(found.lines))")
  }

  @Test("beside a file that is refused, the good one of its unit is taken")
  func forgeryBesideGood() async throws {
    try await plan()
    try await run("0/1")
    // Names go by digests: some come before that of the good file, and some behind it.
    for number in 0..<6 {
      _ = try await forge { $0[0] = "rubbish \(number)" }
    }
    let found = try await merge()
    #expect(found.status == .done)
    #expect(found.lines.contains { $0.text.hasPrefix("6 of 6 units are there: ") })
    #expect(problems(found.lines).isEmpty)
    #expect(found.lines.count { $0.text.hasSuffix(" — move it away") } == 6)
    #expect(try rows().count == 30)
  }

  @Test("another plan's results beside this one's are told, and are no problem by any name")
  func leftovers() async throws {
    try await plan(seed: 6)
    try await run("0/1")
    try FileManager.default.removeItem(atPath: "\(place)/plan.json")
    try await plan()
    try await run("0/3")
    let half = try await merge()
    #expect(half.status == .badData)
    #expect(problems(half.lines).count == 4)
    #expect(problems(half.lines).allSatisfy { $0.contains(": it is of another plan — remove it") })
    try await run("0/1")
    let whole = try await merge()
    #expect(whole.status == .done)
    #expect(whole.lines.count { $0.text.hasSuffix(" — move it away") } == 6)
    #expect(try rows().count == 30)
  }

  @Test("another plan in the same place is refused, and so are its results in this one")
  func plans() async throws {
    try await plan()
    try await run("0/1")
    #expect(try await plan() == .done)
    let error = await #expect(throws: WorkError.self) { try await plan(seed: 6) }
    #expect(error.map { Pipeline.ExitStatus(for: $0) } == .badData)
    try FileManager.default.removeItem(atPath: "\(folder.path)/fleet/plan.json")
    try await plan(seed: 6)
    #expect(try await merge().status == .badData)
    #expect(try rows().isEmpty)
  }

  @Test(
    "a plan that cannot be used is said so, and trying again would not help",
    arguments: [
      "", "{}", "[1]", #"{"schema":2}"#,
      planText(units: ""), planText(units: #"{"unit":1}"#),
      planText(units: #"{"unit":0,"size":99,"stars":1,"seed":1,"first":0,"count":1}"#),
      planText(
        generator: 99, grader: 1,
        units: #"{"unit":0,"size":5,"stars":1,"seed":1,"first":0,"count":1}"#),
    ])
  func badPlan(text: String) async throws {
    try folder.write(text, to: "fleet/plan.json")
    let error = await #expect(throws: WorkError.self) { try await run("0/1") }
    #expect(error.map { Pipeline.ExitStatus(for: $0) } == .badData)
  }

  @Test("of two plans that are made at once, one is there and the other is told so")
  func plansAtOnce() async throws {
    for _ in 0..<20 {
      try? FileManager.default.removeItem(atPath: "\(place)/plan.json")
      async let one = Result { try await plan() }
      async let other = Result { try await plan(seed: 6) }
      var errors: [any Error] = []
      for result in await [one, other] {
        if case .failure(let error) = result { errors.append(error) }
      }
      #expect(errors.count == 1)
      #expect(errors.first as? WorkError == .planExists(place: place))
    }
  }

  @Test("more puzzles than the grid has are not planned, and what was planned so is partial")
  func tooMany() async throws {
    #expect(throws: TooFewPuzzles.self) {
      try WorkOrder(size: 4, stars: 1, count: 909, units: 2)
    }
    #expect(throws: Never.self) { try WorkOrder(size: 4, stars: 1, count: 908, units: 2) }
    let unit = #"{"unit":0,"size":4,"stars":1,"seed":1,"first":0,"count":909}"#
    try folder.write(planText(units: unit), to: "fleet/plan.json")
    let error = await #expect(throws: WorkError.self) { try await run("0/1") }
    #expect(error.map { Pipeline.ExitStatus(for: $0) } == .partial)
    #expect(error?.description.contains("plan.json, unit 0: 909 puzzles of") == true)
  }

  @Test("a plan is not written into the tree, where everybody would read it")
  func planInTree() async throws {
    let order = try WorkOrder(size: 6, stars: 1, seed: 5, count: 30, units: WorkJobTests.units)
    let house = House(output: "\(folder.path)/out", state: "\(folder.path)/state")
    for place in ["out/puzzles", "out/puzzles/fleet", "out/private/x"] {
      let path = "\(folder.path)/\(place)"
      await #expect(throws: FolderError.ofThePress(path: path)) {
        try await PlanWork(order, at: path).said(in: house, .at("2026-11-21"))
      }
    }
    #expect(try folder.contents(of: "").isEmpty)
  }

  @Test("no plan is no input")
  func noPlan() async throws {
    let error = await #expect(throws: WorkError.self) { try await run("0/1") }
    #expect(error.map { Pipeline.ExitStatus(for: $0) } == .noInput)
  }

  @Test("what may pass is worth another try, what does not is not")
  func retries() {
    let passing: [StoreError] = [
      .unreachable(store: "s", detail: "d"), .system(operation: "write", path: "p", code: ENOSPC),
      .system(operation: "read", path: "p", code: ESTALE),
    ]
    let lasting: [StoreError] = [
      .system(operation: "write", path: "p", code: EACCES), .badSettings("x"),
      .refused(operation: "put", path: "p", status: 403, detail: ""),
    ]
    #expect(passing.allSatisfy(WorkFolder.passes))
    #expect(!lasting.contains(where: WorkFolder.passes))
    #expect(Pipeline.ExitStatus(for: WorkError.passing("x")) == .retryLater)
  }

  @Test("an interrupted part leaves whole files only, and is finished by the next attempt")
  func interrupted() async throws {
    try await plan()
    let asked = Mutex(0)
    let context = try RunContext.at("2026-11-21") {
      asked.withLock {
        $0 += 1
        return $0 > 40 ? 15 : nil
      }
    }
    let error = await #expect(throws: PipelineError.self) {
      try await RunWork(.all, at: place).said(context)
    }
    #expect(error.map { Pipeline.ExitStatus(for: $0) } == .terminated)
    let half = try results().count
    #expect(half > 0 && half < WorkJobTests.units)
    try await run("0/1")
    #expect(try await merge().status == .done)
  }

  @Test("what a killed worker has left half-written goes with the next part and the next merge")
  func litter() async throws {
    try await plan()
    let litter = "results/.almanac-4194304-7.tmp"
    try folder.write("x", to: "fleet/\(litter)")
    try await run("0/2")
    #expect(try !results().contains(litter))
    try folder.write("x", to: "fleet/\(litter)")
    #expect(try await merge().status == .partial)
    #expect(try !results().contains(litter))
  }

  @Test("what a killed planner has left half-written goes with the next plan, and nothing else")
  func litterOfPlans() async throws {
    let litter = "fleet/.almanac-4194304-7.tmp"
    try folder.write("x", to: litter)
    try folder.write("x", to: "fleet/notes/mine.txt")
    try FileManager.default.createDirectory(
      atPath: "\(place)/empty", withIntermediateDirectories: true)
    try await plan()
    #expect(folder.text(litter) == nil)
    #expect(folder.text("fleet/notes/mine.txt") == "x")
    #expect(FileManager.default.fileExists(atPath: "\(place)/empty"))
  }

  @Test("units cover every puzzle once, and none is empty")
  func units() throws {
    for (count, units) in [(80, 8), (7, 3), (3, 10), (1, 1), (100, 7)] {
      let plan = WorkPlan(
        try WorkOrder(size: 5, stars: 1, difficulty: 2...4, count: count, units: units))
      #expect(plan.units.flatMap { Array($0.indices) } == Array(0..<count))
      #expect(plan.units.allSatisfy { !$0.indices.isEmpty })
      #expect(try WorkPlan(reading: plan.bytes, in: "x") == plan)
    }
  }
}

/// The text of a plan, by this program if nothing else is said.
private func planText(
  generator: Int = GeneratorVersion.current, grader: Int = Grade.version, units: String
) -> String {
  #"{"schema":1,"generatorVersion":\#(generator),"graderVersion":\#(grader),"#
    + #""units":[\#(units)]}"#
}

extension Result where Failure == any Error {
  /// What comes of some work.
  fileprivate init(_ work: () async throws -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
