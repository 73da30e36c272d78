public import StarBattle

/// A proof that a puzzle has exactly one solution, for someone who trusts neither the press nor its
/// prover.
///
/// To check one by hand, with no code of ours:
///
/// 1. The solution obeys the rules: look at it.
/// 2. The formula says "the rules, and not this solution". Its comments tell what each variable
///    means: the first N² are the cells, row-major, and every other is a statement such as *at
///    least 2 stars in row 3, columns 1 to 7*. Read that way each clause is a plain truth about
///    stars that do not touch and add up to K in every row, column and region, but for the last
///    clause, which forbids the solution. `RuleEncoding` lists the clauses in their order, so the
///    formula can be written again from the puzzle; it has no random part.
/// 3. The proof shows that nothing satisfies the formula. Any checker of DRAT proofs tells, such as
///    `drat-trim NAME.cnf NAME.drat`, or `dratify` from PyPI. Every line but the deletions has
///    reverse unit propagation, so a checker of RUP proofs will do.
///
/// `check()` does all three here, with the checker in `ProofChecker`.
public struct Certificate: Hashable, Sendable {
  /// The puzzle.
  public let puzzle: Puzzle

  /// Its only solution.
  public let solution: Solution

  /// The rules, and not this solution: a CNF file in DIMACS format, ASCII.
  public let formula: String

  /// The proof that the formula cannot be satisfied: a DRAT file in text format, ASCII.
  public let proof: String

  /// Makes a certificate of its parts, such as were read from files; nothing is checked.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - solution: Its only solution.
  ///   - formula: The formula, as the file has it.
  ///   - proof: The proof, as the file has it.
  /// - Complexity: O(1).
  public init(puzzle: Puzzle, solution: Solution, formula: String, proof: String) {
    self.puzzle = puzzle
    self.solution = solution
    self.formula = formula
    self.proof = proof
  }

  /// Checks that the solution solves the puzzle, that the formula is the one for both of them, and
  /// that the proof refutes it.
  ///
  /// - Returns: The size of the proof.
  /// - Throws: `CertificateError.wrongSolution`, `.wrongFormula` or `.wrongProof`.
  /// - Complexity: About what it took to find the proof.
  @discardableResult
  public func check() throws(CertificateError) -> ProofChecker.Summary {
    guard solution.solves(puzzle) else { throw .wrongSolution }
    guard formula == Certificate.formula(for: puzzle, without: solution) else {
      throw .wrongFormula
    }
    do {
      return try ProofChecker.check(formula: formula, proof: proof)
    } catch {
      throw .wrongProof(error)
    }
  }

  /// What every formula begins with.
  package static let title = "c Star Battle "

  /// The rules of a puzzle, and not one of its solutions, as a CNF file in DIMACS format.
  static func formula(for puzzle: Puzzle, without solution: Solution) -> String {
    var formula = RuleEncoding(puzzle, isAnnotated: true).formula
    formula.require(anyOf: RuleEncoding.exclusion(of: solution))
    let grid = puzzle.grid
    let layout = puzzle.regions.map { UnicodeScalar(65 + $0) }.reduce(into: "") {
      $0.unicodeScalars.append($1)
    }
    let stars = solution.stars.map { "\($0 / grid.side + 1):\($0 % grid.side + 1)" }
    let heading = [
      "Star Battle \(grid.side)x\(grid.stars).\(layout)",
      "The clauses are the rules; the last one forbids the solution, whose stars are, row:column,",
      stars.joined(separator: " "),
      "Variables, in numbers as below:",
    ]
    return formula.dimacs(heading: heading)
  }
}

/// Why there is no certificate, or why one does not hold.
public enum CertificateError: Error, Hashable, Sendable {
  /// The puzzle is not known to have exactly one solution; the verdict tells what is known.
  case notUnique(Verdict)
  /// The stars do not solve the puzzle.
  case wrongSolution
  /// The formula is not the one that belongs to the puzzle and the solution.
  case wrongFormula
  /// The proof does not refute the formula.
  case wrongProof(ProofError)
}

extension CertificateError: CustomStringConvertible {
  /// What is wrong, and what is needed.
  public var description: String {
    switch self {
    case .notUnique(.none): "the puzzle has no solution — only a unique one can be certified"
    case .notUnique(.several):
      "the puzzle has more than one solution — only a unique one can be certified"
    case .notUnique(.undecided(let conflicts)):
      "undecided after \(conflicts) conflicts — allow more conflicts"
    case .notUnique(.unique): "the puzzle is unique"
    case .wrongSolution: "the certificate's solution does not solve the puzzle"
    case .wrongFormula:
      "the certificate's formula is not that of its puzzle and solution — write it again"
    case .wrongProof(let error): "the certificate's proof fails: \(error)"
    }
  }
}

extension Prover {
  /// Proves that a puzzle has exactly one solution, and writes the proof down.
  ///
  /// - Parameter puzzle: The puzzle.
  /// - Returns: The certificate; the same puzzle always gives the same bytes.
  /// - Throws: `CertificateError.notUnique` with the verdict when it is any other than `.unique`.
  /// - Complexity: That of `verdict(on:)`. The formula is a file of 14 kB at 5×5, 106 kB at 10×10,
  ///   290 kB at 14×14 and 1.4 MB at 25×25; the proof takes 50 to 150 bytes a conflict.
  public func certificate(for puzzle: Puzzle) throws(CertificateError) -> Certificate {
    let (verdict, proof) = decide(puzzle, writingProof: true)
    guard case .unique(let solution) = verdict, let proof else { throw .notUnique(verdict) }
    return Certificate(
      puzzle: puzzle, solution: solution,
      formula: Certificate.formula(for: puzzle, without: solution), proof: proof.drat)
  }
}
