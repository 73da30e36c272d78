package import Dates
import Grading
import Identity
import Manifest
import Notation
package import Pipeline
import Pressing
import Proving
package import Signing
import StarBattle
import Stores
import Verifying

/// Reads a published tree back, knowing nothing but what is in it, and proves every puzzle again.
package struct VerifyRelease: Command {
  /// The reader's clock, by which the calendar has to reach its usual horizon; `nil`: the
  /// release's own, by which it has to reach only as far as that needs.
  package var clock: Timestamp?
  /// The last release that the reader knows of: an older tree can be whole, and tells nobody that
  /// it is old.
  package var leastRelease: Int
  /// Whether the tree is read once more as the apps read it.
  package var isAsApp: Bool
  /// The roots that the reader trusts; without any, nobody can say whose signatures there are.
  package var roots: [PublicKey]

  package init(
    clock: Timestamp? = nil, atLeast release: Int = 0, isAsApp: Bool = false,
    roots: [PublicKey] = []
  ) {
    self.clock = clock
    leastRelease = release
    self.isAsApp = isAsApp
    self.roots = roots
  }

  /// The same with roots as somebody has typed them; `nil` when one is no public key.
  package init?(clock: Timestamp?, atLeast release: Int, isAsApp: Bool, rootKeys: [String]) {
    let roots = rootKeys.map { PublicKey($0) }
    guard roots.allSatisfy({ $0 != nil }) else { return nil }
    self.init(
      clock: clock, atLeast: release, isAsApp: isAsApp, roots: roots.compactMap(\.self))
  }

  /// What was seen of a tree.
  private struct Seen {
    var reading: TreeReading
    var notes: [String]
    var signatures: SignatureReading?
  }

  /// Verifies the tree.
  ///
  /// What looks wrong is looked at a second time, for somebody may be publishing.
  ///
  /// - Returns: `done`, or `badData` when a reader cannot rely on the tree.
  /// - Throws: `PipelineError.noTree` when there is none; store errors.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let store = try context.stores.openTree(house)
    let seen = try await SteadyReading.value {
      try await look(at: store, house, context)
    } wrong: { seen in
      guard case .success(let seen) = seen, !seen.reading.isWhole else { return nil }
      return seen.reading.findings.map(\.description).joined(separator: "\n")
    }
    for finding in seen.reading.findings {
      try emit(.problem("\(house.place(of: finding.object))/\(finding)"))
    }
    try emit(
      .answer(
        VerifyVerdict(
          reading: seen.reading, output: house.output, isAsApp: isAsApp, notes: seen.notes,
          signatures: seen.signatures)))
    return seen.reading.isWhole ? .done : .badData
  }

  private func look(
    at store: any ObjectStore, _ house: House, _ context: RunContext
  ) async throws -> Seen {
    let verifier = TreeVerifier(store: store, expectsPrivate: house.privateTo != nil)
    var reading = try await verifier.read(atLeast: leastRelease, at: clock)
    let puzzles = reading.puzzles
    let claims = Dictionary(grouping: reading.claims, by: \.id)
    try await inOrder(
      count: puzzles.count, width: context.jobs,
      work: { index in
        let puzzle = puzzles[index]
        return context.interruption() == nil
          ? VerifyRelease.check(
            puzzle.sbn, claims[puzzle.id] ?? [], gradedBy: puzzle.grader)
          : Faults()
      },
      take: { index, faults in
        try context.checkInterruption()
        reading.add(faults.own, for: puzzles[index])
        for (claim, messages) in faults.claimed { reading.add(messages, for: claim) }
        context.progress(
          RunProgress(stage: "proving", done: index + 1, total: puzzles.count))
        return true
      })
    var notes = reading.unchecked
    if isAsApp {
      let manifest = reading.manifest
      let seen = try await AppReplay.read(
        store, at: clock ?? manifest?.createdAt ?? context.now,
        paid: Set((manifest?.paidPacks ?? []).map(\.text)),
        withdrawn: Set((manifest?.emptyDates ?? []).map(\.id)))
      reading.add(seen.findings)
      notes += seen.notes
      if let manifest { reading.add(try await AppReplay.progress(in: store, manifest)) }
    }
    var signatures: SignatureReading?
    if let manifest = reading.manifest {
      let found = try await SignatureReading(
        of: store, manifest, roots: roots, at: clock ?? context.now)
      reading.add(found.findings)
      notes += [found.sentence(release: manifest.release)] + found.notes
      signatures = found
    }
    return Seen(reading: reading, notes: notes, signatures: signatures)
  }

  /// What is wrong with a puzzle, and with what profiles say of it, a line each.
  struct Faults: Sendable {
    var own: [String] = []
    var claimed: [(claim: PuzzleClaim, messages: [String])] = []
  }

  /// What is wrong with a published puzzle, a line each: as `check`, without profiles.
  package static func faults(in text: String, gradedBy version: Int?) -> [String] {
    check(text, gradedBy: version).own
  }

  /// Solves and proves a published puzzle, and compares.
  ///
  /// The rules are those of the grader that it was published with, where this program has it.
  ///
  /// - Parameters:
  ///   - text: The puzzle as it is published.
  ///   - claims: What profiles say of it.
  ///   - version: The grader that printed its grade, where that is known; the grade is only
  ///     compared with that grader's.
  /// - Returns: What is wrong; it is empty when all is well.
  static func check(
    _ text: String, _ claims: [PuzzleClaim] = [], gradedBy version: Int?
  ) -> Faults {
    guard let sbn = try? SBN(text) else { return Faults(own: ["not SBN"]) }
    var faults = Faults()
    let known = version.flatMap(GraderVersion.init(rawValue:))
    var grader = Grader(version: known ?? .current)
    // Claims are compared with the steps, which come with the same grade.
    let traced = claims.isEmpty ? nil : grader.trace(sbn.puzzle)
    let grade = traced?.grade ?? grader.grade(sbn.puzzle)
    if !grade.isSolved { faults.own.append("not solved by the rules") }
    switch Prover(conflictBudget: Press.conflictBudget).verdict(on: sbn.puzzle) {
    case .unique(let solution):
      if grade.isSolved, solution != grade.solution {
        faults.own.append("the proof and the rules find different solutions")
      }
      if let trace = traced?.trace {
        let own = ClaimCheck(
          solution: solution, grade: grade, trace: trace, version: known ?? .current,
          printed: version)
        faults.claimed = check(claims, of: sbn.puzzle, own)
      }
    case .several: faults.own.append("not unique: there are several solutions")
    case .none: faults.own.append("there is no solution")
    case .undecided:
      faults.own.append("not proved unique within \(Press.conflictBudget) conflicts")
    }
    if known != nil, grade.isSolved {
      let printed = (sbn.metadata.difficulty, sbn.metadata.level, sbn.metadata.cycles)
      let found = (grade.difficulty, grade.level, grade.cycles)
      if printed.0 != found.0 || printed.1 != found.1 || printed.2 != found.2 {
        faults.own.append(
          "its grade is d\(found.0)l\(found.1)c\(found.2) and it prints another: "
            + text.suffix(24))
      }
    }
    return faults
  }

  /// Compares what profiles say of a puzzle, each with the grader that says it; claims that do not
  /// say theirs are of the one that the puzzle was published with.
  private static func check(
    _ claims: [PuzzleClaim], of puzzle: Puzzle, _ own: ClaimCheck
  ) -> [(claim: PuzzleClaim, messages: [String])] {
    var checks = [own.version: own]
    return claims.map { claim in
      let known = (claim.grader ?? own.printed).flatMap(GraderVersion.init(rawValue:))
      let version = known ?? .current
      if checks[version] == nil {
        var grader = Grader(version: version)
        let (grade, trace) = grader.trace(puzzle)
        checks[version] = ClaimCheck(
          solution: own.solution, grade: grade, trace: trace, version: version,
          printed: own.printed)
      }
      return (claim, checks[version]?.faults(in: claim) ?? [])
    }
  }
}
