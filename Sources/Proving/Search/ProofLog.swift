/// What a solver learnt and forgot, in order: a proof that a formula cannot be satisfied.
///
/// Each learnt clause has *reverse unit propagation* (RUP): set all its literals false, and unit
/// propagation over the clauses before it ends in a false clause. When the empty clause is learnt
/// that way, the formula has no model. This is the addition half of DRAT (Wetzler, Heule and Hunt,
/// SAT 2014, doi:10.1007/978-3-319-09284-3_31); clauses that are forgotten are written down too, so
/// that a checker need not carry them along.
package struct ProofLog: Sendable {
  /// Each step as the number of literals, their DIMACS numbers; the count is negative where a
  /// clause is forgotten.
  private var steps: [Int32] = []

  /// The number of clauses learnt.
  package private(set) var additions = 0

  mutating func add(_ lemma: borrowing Buffer<Literal>) {
    additions += 1
    steps.append(Int32(truncatingIfNeeded: lemma.count))
    for index in 0..<lemma.count { steps.append(Int32(truncatingIfNeeded: lemma[index].dimacs)) }
  }

  mutating func add(_ clause: [Literal]) {
    additions += 1
    steps.append(Int32(truncatingIfNeeded: clause.count))
    for literal in clause { steps.append(Int32(truncatingIfNeeded: literal.dimacs)) }
  }

  mutating func add(_ fact: Literal) {
    additions += 1
    steps.append(1)
    steps.append(Int32(truncatingIfNeeded: fact.dimacs))
  }

  /// Notes that the formula cannot be satisfied.
  mutating func addEmptyClause() {
    additions += 1
    steps.append(0)
  }

  mutating func delete(_ clause: [Literal]) {
    steps.append(-Int32(truncatingIfNeeded: clause.count))
    for literal in clause { steps.append(Int32(truncatingIfNeeded: literal.dimacs)) }
  }

  /// The proof as a DRAT file in text: one clause a line, ended by 0, `d` in front of one
  /// forgotten.
  package var drat: String {
    var text = ""
    var place = 0
    while place < steps.count {
      let count = Int(abs(steps[place]))
      if steps[place] < 0 { text += "d " }
      for literal in steps[place + 1..<place + 1 + count] { text += "\(literal) " }
      text += "0\n"
      place += 1 + count
    }
    return text
  }
}
