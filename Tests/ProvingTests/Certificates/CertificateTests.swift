import Proving
import StarBattle
import TestSupport
import Testing

@Suite("Certificate")
struct CertificateTests {
  /// Certificates of random unique boards of a grid.
  private func certificates(
    _ count: Int, side: Int, stars: Int, using generator: inout SeededGenerator
  ) throws -> [Certificate] {
    var found: [Certificate] = []
    while found.count < count {
      let grid = try Grid(side: side, stars: stars)
      let (puzzle, solution) = try PlantedBoards.board(of: grid, using: &generator)
      guard case .unique = Prover().verdict(on: puzzle) else { continue }
      let certificate = try Prover().certificate(for: puzzle)
      #expect(certificate.solution == solution)
      found.append(certificate)
    }
    return found
  }

  private func error(_ certificate: Certificate) -> CertificateError? {
    do {
      try certificate.check()
      return nil
    } catch {
      return error
    }
  }

  /// A certificate's files may hold nothing but ASCII, and must be the same each time.
  private func checkTwice(_ certificate: Certificate) throws {
    let summary = try certificate.check()
    #expect(summary.additions >= 1)
    #expect(certificate.formula.utf8.allSatisfy { $0 < 128 })
    #expect(certificate.proof.utf8.allSatisfy { $0 < 128 })
    #expect(try Prover().certificate(for: certificate.puzzle) == certificate)
  }

  @Test("the certificate of a unique board holds", arguments: [(5, 1), (6, 1), (8, 2)])
  func holds(side: Int, stars: Int) throws {
    var generator = ReplaySeed(81).generator
    for certificate in try certificates(2, side: side, stars: stars, using: &generator) {
      try checkTwice(certificate)
    }
  }

  @Test(
    "so does that of a larger one",
    arguments: MadeBoards.tens + [MadeBoards.fourteen, MadeBoards.hard])
  func holdsForLargerBoards(text: String) throws {
    try checkTwice(try Prover().certificate(for: MadeBoards.puzzle(text)))
  }

  @Test("a certificate with a part of another one is refused")
  func swapped() throws {
    var generator = ReplaySeed(82).generator
    let pair = try certificates(2, side: 6, stars: 1, using: &generator)
    let (one, other) = (pair[0], pair[1])
    #expect(
      error(
        Certificate(
          puzzle: one.puzzle, solution: Solution(stars: one.solution.stars.dropFirst()),
          formula: one.formula, proof: one.proof)) == .wrongSolution)
    #expect(
      error(
        Certificate(
          puzzle: one.puzzle, solution: one.solution, formula: other.formula, proof: one.proof))
        == .wrongFormula)
    #expect(
      error(
        Certificate(
          puzzle: one.puzzle, solution: one.solution, formula: one.formula + "\n",
          proof: one.proof)) == .wrongFormula)
  }

  @Test("a corrupted proof is refused")
  func corrupted() throws {
    for text in MadeBoards.tens {
      let certificate = try Prover().certificate(for: MadeBoards.puzzle(text))
      func error(_ proof: some Sequence<Substring>) -> CertificateError? {
        self.error(
          Certificate(
            puzzle: certificate.puzzle, solution: certificate.solution,
            formula: certificate.formula, proof: proof.map { $0 + "\n" }.joined()))
      }
      let lines = certificate.proof.split(separator: "\n")
      #expect(error(lines) == nil)
      // Without its end it proves nothing.
      #expect(error(lines.dropLast()) == .wrongProof(.unfinished))
      // With a step that says nothing, it still holds; with one that is no clause, it does not.
      #expect(error(["1 -1 0"] + lines) == nil)
      guard case .wrongProof(.malformed(.proof, line: 1, _)) = error(["1 x 0"] + lines) else {
        Issue.record("a proof with letters in it was accepted")
        return
      }
      // Without its steps, propagation alone does not refute the formula.
      guard case .wrongProof(.notImplied(line: 1)) = error(lines.suffix(1)) else {
        Issue.record("a proof without its steps was accepted")
        return
      }
    }
  }

  @Test("no proof, mangled in whatever way, refutes the rules alone")
  func satisfiable() throws {
    var generator = ReplaySeed(84).generator
    for text in MadeBoards.tens {
      let certificate = try Prover().certificate(for: MadeBoards.puzzle(text))
      // The rules without the clause that forbids the solution can be satisfied.
      let rules = RuleEncoding(certificate.puzzle).formula.dimacs(heading: [])
      var lines = certificate.proof.split(separator: "\n").map(String.init)
      for _ in 0..<12 {
        #expect(throws: ProofError.self) {
          try ProofChecker.check(
            formula: rules, proof: lines.map { $0 + "\n" }.joined() + "0\n")
        }
        let place = generator.below(lines.count)
        if generator.below(2) == 0 && lines.count > 1 {
          lines.remove(at: place)
        } else {
          lines.insert("\(1 + generator.below(100)) \(-1 - generator.below(100)) 0", at: place)
        }
      }
    }
  }

  @Test("a board that is not unique gets its verdict instead")
  func notUnique() throws {
    let grid = try Grid(side: 6, stars: 1)
    let rows = try Puzzle(grid: grid, regions: (0..<36).map { $0 / 6 })
    #expect(throws: CertificateError.notUnique(Prover().verdict(on: rows))) {
      try Prover().certificate(for: rows)
    }
    let columns = try Puzzle(grid: grid, regions: (0..<36).map { $0 == 0 ? 9 : max(1, $0 / 6) })
    #expect(throws: CertificateError.notUnique(Prover().verdict(on: columns))) {
      try Prover().certificate(for: columns)
    }
    let hard = try MadeBoards.puzzle(MadeBoards.hard)
    #expect(throws: CertificateError.notUnique(.undecided(conflicts: 2))) {
      try Prover(conflictBudget: 2).certificate(for: hard)
    }
  }

  @Test("every conclusion of a search follows from the formula, whatever the board")
  func everyKind() throws {
    var generator = ReplaySeed(85).generator
    var met = [0, 0]
    for round in 0..<(Effort.isSoak ? 4_000 : 120) {
      let side = 4 + round % 9
      let quotas = Grid.quotas(ofSide: side)
      let grid = try Grid(side: side, stars: round % 5 == 0 ? 1 : quotas.upperBound)
      let puzzle =
        try round % 2 == 0 && side <= 10
        ? PlantedBoards.board(of: grid, using: &generator).puzzle
        : RandomBoards.puzzle(of: grid, using: &generator)
      let prover = Prover(conflictBudget: 200_000, countingLimit: [0, 3, 20, 1_000][round % 4])
      let (verdict, proof) = prover.decide(puzzle, writingProof: true)
      #expect(verdict == prover.verdict(on: puzzle))
      var formula = RuleEncoding(puzzle).formula
      switch verdict {
      case .none: met[0] += 1
      case .unique(let solution):
        met[1] += 1
        formula.require(anyOf: RuleEncoding.exclusion(of: solution))
      case .several, .undecided: continue
      }
      let text = try #require(proof).drat
      let summary = try ProofChecker.check(formula: formula.dimacs(heading: []), proof: text)
      #expect(summary.additions >= 1)
    }
    #expect(met.allSatisfy { $0 >= 20 }, "\(met)")
  }

  @Test("a certificate holds wherever clauses take over from counting", arguments: [0, 1, 8, 30])
  func takenOver(limit: Int) throws {
    for text in MadeBoards.tens + [MadeBoards.hard] {
      let prover = Prover(conflictBudget: 200_000, countingLimit: limit)
      try prover.certificate(for: MadeBoards.puzzle(text)).check()
    }
  }

  @Test("messages say what is wrong and what to do")
  func messages() {
    let undecided = CertificateError.notUnique(.undecided(conflicts: 5))
    #expect(undecided.description == "undecided after 5 conflicts — allow more conflicts")
    #expect(
      CertificateError.wrongProof(.unfinished).description
        == "the certificate's proof fails: the proof ends without the empty clause")
  }
}
