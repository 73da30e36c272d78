/// Why a proof is not accepted.
public enum ProofError: Error, Hashable, Sendable {
  /// The two files of a proof.
  public enum File: String, Hashable, Sendable {
    /// The formula.
    case formula
    /// The proof.
    case proof
  }

  /// A file does not say what its format asks for.
  case malformed(File, line: Int, expected: String)
  /// The formula has another number of clauses than its header says.
  case clauseCount(Int, expected: Int)
  /// A clause of the proof does not follow from those before it by unit propagation.
  case notImplied(line: Int)
  /// The proof deletes a clause that is not there.
  case unknownDeletion(line: Int)
  /// The proof ends without the empty clause.
  case unfinished
}

extension ProofError: CustomStringConvertible {
  /// What is wrong, where, and what was expected.
  public var description: String {
    switch self {
    case .malformed(let file, let line, let expected):
      "\(file.rawValue), line \(line): expected \(expected)"
    case .clauseCount(let count, let expected):
      "the formula has \(count) clauses — its header says \(expected)"
    case .notImplied(let line):
      "proof, line \(line): the clause does not follow by unit propagation"
    case .unknownDeletion(let line):
      "proof, line \(line): there is no such clause to delete"
    case .unfinished: "the proof ends without the empty clause"
    }
  }
}
