extension ClauseSolver {
  /// Whether some literals cannot all be true, however long it takes to tell.
  ///
  /// What is learnt on the way follows from the clauses alone, and is kept.
  mutating func refutes(_ assumptions: [Literal]) -> Bool {
    backtrack(to: 0)
    while !isContradictory {
      let conflict = propagate()
      if conflict >= 0 {
        if level == 0 {
          isContradictory = true
        } else {
          conflicts += 1
          learn(from: conflict)
        }
      } else if level < assumptions.count {
        if value(of: assumptions[level]) < 0 { return true }
        assume(assumptions[level])
      } else if let variable = nextOpenVariable() {
        assume(Literal(variable, isTrue: phases[variable]))
      } else {
        return false
      }
    }
    return true
  }

  /// Whether propagation from some literals makes another one true, or finds that they cannot all
  /// be.
  ///
  /// The literals stay chosen until a clause is added.
  ///
  /// - Precondition: The choices in force are the first of these literals.
  mutating func propagates(_ assumptions: [Literal], to literal: Literal) -> Bool {
    while !isContradictory {
      if propagate() >= 0 {
        if level == 0 { isContradictory = true }
        backtrack(to: 0)
        return true
      }
      if level == assumptions.count { return value(of: literal) > 0 }
      if value(of: assumptions[level]) < 0 { return true }
      assume(assumptions[level])
    }
    return true
  }

  /// Adds a clause that follows from the others by propagation.
  mutating func addLemma(_ clause: [Literal]) {
    proof?.add(clause)
    add(clause)
  }
}
