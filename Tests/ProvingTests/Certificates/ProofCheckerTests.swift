import Proving
import Testing

@Suite("ProofChecker")
struct ProofCheckerTests {
  /// All four clauses of two variables: no assignment meets them.
  private static let square = """
    c a comment, and one with a p cnf 9 9 in it
    p cnf 2 4
    1 2 0
    1 -2 0
    -1 2 0 -1
    -2 0

    """

  private func outcome(
    _ formula: String, _ proof: String
  ) -> Result<ProofChecker.Summary, ProofError> {
    Result { () throws(ProofError) in
      try ProofChecker.check(formula: formula, proof: proof)
    }
  }

  @Test("a proof whose steps follow is accepted")
  func accepted() throws {
    let summary = try ProofChecker.check(formula: ProofCheckerTests.square, proof: "1 0\n0\n")
    #expect(summary.additions == 2 && summary.deletions == 0)
    let longer = "c first\n-2 0\nd 1 -2 0\nd 1 2 0\n0\n"
    let other = try ProofChecker.check(formula: ProofCheckerTests.square, proof: longer)
    #expect(other.additions == 2 && other.deletions == 2)
    // A formula that propagation alone refutes needs the empty clause only.
    _ = try ProofChecker.check(formula: "p cnf 1 2\n1 0\n-1 0\n", proof: "0\n")
    _ = try ProofChecker.check(formula: "p cnf 0 1\n0\n", proof: "0")
  }

  @Test("the empty clause alone does not follow from the square")
  func tooShort() {
    #expect(outcome(ProofCheckerTests.square, "0\n") == .failure(.notImplied(line: 1)))
    #expect(outcome(ProofCheckerTests.square, "1 0\n") == .failure(.unfinished))
    #expect(outcome(ProofCheckerTests.square, "") == .failure(.unfinished))
  }

  @Test("a step that needs a deleted clause is refused")
  func deletedTooSoon() {
    let proof = "d 1 2 0\n\n2 0\n0\n"
    #expect(outcome(ProofCheckerTests.square, proof) == .failure(.notImplied(line: 3)))
    #expect(
      outcome(ProofCheckerTests.square, "d 1 2 0\nd 2 1 0\n") == .failure(.unknownDeletion(line: 2))
    )
  }

  @Test("nothing refutes a formula that can be satisfied")
  func satisfiable() {
    let formula = "p cnf 3 3\n1 2 0\n-1 2 0\n-2 3 0\n"
    #expect(outcome(formula, "2 0\n3 0\n0\n") == .failure(.notImplied(line: 3)))
    #expect(outcome(formula, "-3 0\n0\n") == .failure(.notImplied(line: 1)))
    // Tautologies and repetitions are harmless.
    #expect(outcome(formula, "1 -1 0\n2 2 0\n0\n") == .failure(.notImplied(line: 3)))
  }

  @Test(
    "text that is no formula is refused with its line",
    arguments: [
      ("", 1), ("p cnf 2\n", 1), ("c x\nc y\np dnf 2 1\n1 0\n", 3), ("p cnf two 1\n1 0\n", 1),
      ("p cnf 2 1\n1 3 0\n", 2), ("p cnf 2 1\n1 x 0\n", 2), ("p cnf 2 1\n1 2", 2),
      ("p cnf 2 1\n1 99999999999999999999 0\n", 2), ("p cnf 999999999 1\n1 0\n", 1),
      ("p cnf -2 1\n1 0\n", 1), ("p cnf 2 1\nd 1 0\n", 2), ("p cnf 2 1\n1 - 0\n", 2),
      ("é cnf", 1), ("p cnf\n2 1\n", 1),
    ])
  func malformedFormula(text: String, line: Int) {
    guard case .failure(.malformed(.formula, line, _)) = outcome(text, "0\n") else {
      Issue.record("\(outcome(text, "0\n")) for \(text)")
      return
    }
  }

  @Test("text that is no proof is refused with its line")
  func malformedProof() {
    for (text, line) in [("1 2\n", 2), ("1 0\nd\n", 3), ("1 0\n7 0\n", 2), ("1 0\nx 0\n", 2)] {
      let outcome = outcome(ProofCheckerTests.square, text)
      guard case .failure(.malformed(.proof, line, _)) = outcome else {
        Issue.record("\(outcome) for \(text)")
        continue
      }
    }
  }

  @Test("a formula with clauses missing or to spare is refused")
  func clauseCounts() {
    #expect(outcome("p cnf 1 2\n1 0\n", "0\n") == .failure(.clauseCount(1, expected: 2)))
    #expect(outcome("p cnf 1 0\n1 0\n", "0\n") == .failure(.clauseCount(1, expected: 0)))
  }

  @Test("messages say what and where")
  func messages() {
    #expect(ProofError.notImplied(line: 7).description.contains("line 7"))
    let error = ProofError.malformed(.proof, line: 3, expected: "a number")
    #expect(error.description == "proof, line 3: expected a number")
  }
}
