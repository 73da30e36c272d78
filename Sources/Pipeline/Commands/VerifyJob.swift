import Notation
import Proving
public import Publishing
import Solving
import StarBattle

/// Reads a published tree back, knowing nothing but what is in it, and proves every puzzle again.
public struct VerifyJob: Sendable {
  let output: String
  let isJSON: Bool
  let settings: StoreSettings
  /// The reader's clock, by which the calendar has to reach far enough; nothing: the release's own.
  let clock: Timestamp?

  /// A verification of a tree.
  ///
  /// - Parameters:
  ///   - output: A folder, or `s3://bucket/prefix`.
  ///   - isJSON: Whether the verdict is for programs.
  ///   - settings: What opening a bucket takes.
  ///   - clock: The reader's clock; with it, the calendar has to reach its usual horizon.
  public init(
    output: String, isJSON: Bool = false, settings: StoreSettings = .foldersOnly,
    clock: Timestamp? = nil
  ) {
    self.output = output
    self.isJSON = isJSON
    self.settings = settings
    self.clock = clock
  }

  /// Verifies the tree.
  ///
  /// - Parameters:
  ///   - context: Threads, progress and interruption.
  ///   - emit: Given a problem for each finding, then the verdict.
  /// - Returns: `done`, or `badData` when a reader cannot rely on the tree.
  /// - Throws: `PipelineError.noTree` when there is none; store errors.
  public func run(
    _ context: RunContext, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    guard StoreSettings.isBucket(output) || Folders.exists("\(output)/puzzles") else {
      throw PipelineError.noTree(path: output)
    }
    let store = try settings.open(output)
    var reading = try TreeVerifier(store: store).read(at: clock)
    let puzzles = reading.puzzles
    let printed = reading.manifest?.graderVersion
    try await inOrder(
      count: puzzles.count, width: context.jobs,
      work: { index in
        context.interruption() == nil
          ? VerifyJob.faults(in: puzzles[index].sbn, gradedBy: printed) : []
      },
      take: { index, faults in
        try context.checkInterruption()
        reading.add(faults, for: puzzles[index])
        context.progress(
          RunProgress(stage: "proving", done: index + 1, total: puzzles.count))
        return true
      })
    for finding in reading.findings { try emit(.problem("\(output)/\(finding)")) }
    try emit(.result(verdict(on: reading)))
    return reading.isWhole ? .done : .badData
  }

  /// What is wrong with a published puzzle, a line each.
  ///
  /// - Parameters:
  ///   - text: The puzzle as it is published.
  ///   - version: The grader that printed its grade; the grade is only compared with that grader's.
  /// - Returns: Nothing when all is well.
  static func faults(in text: String, gradedBy version: Int?) -> [String] {
    guard let sbn = try? SBN(text) else { return ["not SBN"] }
    var faults: [String] = []
    var grader = Grader()
    let grade = grader.grade(sbn.puzzle)
    if !grade.isSolved { faults.append("not solved by the rules") }
    switch Prover(conflictBudget: Press.conflictBudget).verdict(on: sbn.puzzle) {
    case .unique(let solution):
      if grade.isSolved, solution != grade.solution {
        faults.append("the proof and the rules find different solutions")
      }
    case .several: faults.append("not unique: there are several solutions")
    case .none: faults.append("there is no solution")
    case .undecided:
      faults.append("not proved unique within \(Press.conflictBudget) conflicts")
    }
    if version == Grade.version, grade.isSolved {
      let printed = (sbn.metadata.difficulty, sbn.metadata.level, sbn.metadata.cycles)
      let found = (grade.difficulty, grade.level, grade.cycles)
      if printed.0 != found.0 || printed.1 != found.1 || printed.2 != found.2 {
        faults.append(
          "its grade is d\(found.0)l\(found.1)c\(found.2) and it prints another: "
            + text.suffix(24))
      }
    }
    return faults
  }

  private func verdict(on reading: TreeReading) -> String {
    let release = reading.manifest?.release
    if isJSON {
      return String(
        decoding: JSONValue.object([
          JSONMember("schema", .integer(1)),
          JSONMember("command", .string("release verify")),
          JSONMember("output", .string(output)),
          JSONMember("release", release.map { .integer($0) } ?? .null),
          JSONMember("puzzles", .integer(reading.puzzles.count)),
          JSONMember("whole", .bool(reading.isWhole)),
          JSONMember(
            "findings",
            .array(
              reading.findings.map { finding in
                .object([
                  JSONMember("object", .string(finding.object)),
                  JSONMember("kind", .string(finding.kind.rawValue)),
                  JSONMember("message", .string(finding.message)),
                ])
              })),
        ]).text, as: UTF8.self)
    }
    let name = release.map { "Release \($0)" } ?? "The tree"
    let count = reading.findings.count
    guard reading.isWhole else {
      return "\(name) in \(output) is damaged: \(count) finding\(count == 1 ? "" : "s")."
    }
    let rest =
      count == 0 ? "" : " An interrupted run left \(count) traces; the next one clears them."
    return "\(name) in \(output) is whole: \(reading.puzzles.count) puzzles read back, solved by "
      + "the rules and proved unique.\(rest)"
  }
}
