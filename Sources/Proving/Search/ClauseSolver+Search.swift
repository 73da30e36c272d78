extension ClauseSolver {
  /// How many conflicts the shortest run between two restarts has.
  private static var restartUnit: Int { 64 }

  /// Looks for an assignment that meets all clauses.
  ///
  /// It can be called again, after clauses were added or to go on where a budget ended; all that
  /// was learnt is kept, for it follows from the clauses that were there.
  ///
  /// - Parameter conflictLimit: How many clauses may be learnt from dead ends since the solver was
  ///   made; the search ends at the first dead end after that. With 0, propagation and lucky
  ///   choices must do.
  /// - Returns: The answer. When it is `.satisfiable`, `isTrue(_:)` tells the assignment.
  package mutating func solve(conflictLimit: Int) -> Answer {
    backtrack(to: 0)
    while !isContradictory {
      restarts += 1
      let run = ClauseSolver.lubyNumber(restarts) * ClauseSolver.restartUnit
      switch search(conflictLimit: min(conflictLimit, conflicts + run)) {
      case .satisfiable: return .satisfiable
      case .unsatisfiable: isContradictory = true
      case .undecided:
        backtrack(to: 0)
        if conflicts >= conflictLimit { return .undecided }
        if conflicts >= nextReduction && propagate() < 0 { reduce() }
      }
    }
    proof?.addEmptyClause()
    return .unsatisfiable
  }

  /// Whether a variable is true in the assignment that was found.
  package func isTrue(_ variable: Int) -> Bool { value(of: Literal(variable)) > 0 }

  /// Searches until there is an answer or the limit is reached.
  private mutating func search(conflictLimit: Int) -> Answer {
    while true {
      let conflict = propagate()
      if conflict >= 0 {
        if level == 0 { return .unsatisfiable }
        if conflicts >= conflictLimit { return .undecided }
        conflicts += 1
        learn(from: conflict)
      } else if let variable = nextOpenVariable() {
        assume(Literal(variable, isTrue: phases[variable]))
      } else {
        return .satisfiable
      }
    }
  }

  /// Makes a choice, unless it has been forced already: then the level stays empty.
  @inline(__always)
  mutating func assume(_ literal: Literal) {
    levelStarts.append(Int32(truncatingIfNeeded: trail.count))
    if value(of: literal) == 0 { assign(literal, reason: -1) }
  }

  /// The most active variable that is not set; `nil` when all are.
  mutating func nextOpenVariable() -> Int? {
    while let variable = heap.popFirst() {
      if value(of: Literal(variable)) == 0 { return variable }
    }
    return nil
  }

  /// Luby's sequence 1, 1, 2, 1, 1, 2, 4, 1 … at an index from 1.
  ///
  /// It is the best there is when nothing is known of how long a lucky run takes (Luby, Sinclair
  /// and Zuckerman, 1993, doi:10.1016/0020-0190(93)90029-9).
  package static func lubyNumber(_ index: Int) -> Int {
    var index = index
    while true {
      // The first 2^k − 1 numbers end in 2^(k − 1); those before it are the first 2^(k − 1) − 1,
      // twice.
      var length = 1
      while length < index { length = 2 * length + 1 }
      if length == index { return (length + 1) / 2 }
      index -= length / 2
    }
  }
}
