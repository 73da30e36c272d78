/// A formula in conjunctive normal form: a list of clauses, in each of which a literal must be
/// true.
///
/// A formula can carry notes, one line each, that say what its variables mean. They become the
/// comments of a DIMACS file; a formula that is only solved does without them.
package struct Formula {
  /// The number of variables; they are numbered from 0.
  package private(set) var variableCount: Int

  /// The literals of all clauses, one clause after the other.
  private var literals: [Literal] = []

  /// Where each clause starts, and where the last one ends.
  private var starts = [0]

  /// What the variables mean, in words.
  package private(set) var notes: [String] = []

  /// Whether notes are kept.
  let isAnnotated: Bool

  /// A formula without clauses.
  package init(variableCount: Int, isAnnotated: Bool = false) {
    self.variableCount = variableCount
    self.isAnnotated = isAnnotated
  }

  /// Adds variables, numbered one after the other, and returns the number of the first.
  mutating func makeVariables(_ count: Int) -> Int {
    defer { variableCount += count }
    return variableCount
  }

  package var clauseCount: Int { starts.count - 1 }

  /// A clause by its number, in order of addition.
  package func clause(_ number: Int) -> ArraySlice<Literal> {
    literals[starts[number]..<starts[number + 1]]
  }

  /// Adds a clause.
  ///
  /// Without literals it cannot be met, and neither can the formula.
  package mutating func require(anyOf clause: [Literal]) {
    literals += clause
    starts.append(literals.count)
  }

  /// Adds a clause of up to three terms, unless one of them always holds.
  mutating func require(_ first: Term, or second: Term = .never, or third: Term = .never) {
    if first == .always || second == .always || third == .always { return }
    if case .literal(let literal) = first { literals.append(literal) }
    if case .literal(let literal) = second { literals.append(literal) }
    if case .literal(let literal) = third { literals.append(literal) }
    starts.append(literals.count)
  }

  /// Keeps a note, if notes are kept.
  ///
  /// Where many are made, ask `isAnnotated` first: words cost more than clauses.
  mutating func note(_ words: String) {
    if isAnnotated { notes.append(words) }
  }
}

/// A statement of which it may be known beforehand whether it holds.
enum Term: Hashable {
  case always
  case never
  case literal(Literal)

  /// The statement that says the opposite.
  static prefix func ! (term: Term) -> Term {
    switch term {
    case .always: .never
    case .never: .always
    case .literal(let literal): .literal(!literal)
    }
  }
}
