extension ClauseSolver {
  /// At how many conflicts learnt clauses are forgotten for the first time.
  static var firstReduction: Int { 2_000 }
  /// By how many conflicts the time between reductions grows.
  private static var reductionStep: Int { 300 }
  /// Learnt clauses from so few levels are kept for good.
  private static var bestGlue: Int32 { 2 }

  /// Forgets the worse half of the learnt clauses, and all that are met whatever else happens.
  ///
  /// What is kept is written afresh, clauses and watches, so nothing is left of what is forgotten.
  ///
  /// - Precondition: No choice is in force and propagation is complete.
  package mutating func reduce() {
    assert(level == 0 && propagated == trail.count)
    reductions += 1
    nextReduction =
      conflicts + ClauseSolver.firstReduction + reductions * ClauseSolver.reductionStep
    // Facts need no reasons any more; a proof has to hold them before the reasons go.
    for place in 0..<trail.count where reasons[trail[place].variable] >= 0 {
      let fact = trail[place]
      proof?.add(fact)
      reasons[trail[place].variable] = -1
    }
    markWorseHalf()
    rewriteClauses()
  }

  /// Sets the glue of the clauses to be forgotten to −1: those from the most levels, and
  /// among equals those not used for longest.
  private func markWorseHalf() {
    var candidates: [(glue: Int32, lastUse: Int32, clause: Int32)] = []
    for index in 0..<learnt.count {
      let clause = Int(learnt[index])
      let glue = arena[clause + Header.glue]
      if glue > ClauseSolver.bestGlue {
        candidates.append((glue, arena[clause + Header.lastUse], learnt[index]))
      }
    }
    candidates.sort { ($1.glue, $0.lastUse, $0.clause) < ($0.glue, $1.lastUse, $1.clause) }
    for candidate in candidates.prefix(candidates.count / 2) {
      arena[Int(candidate.clause) + Header.glue] = -1
    }
  }

  /// Writes the clauses that are kept into a new arena, and their watches.
  private mutating func rewriteClauses() {
    var fresh = Buffer<Int32>()
    var kept = 0
    for index in 0..<given.count {
      if let clause = copy(Int(given[index]), to: &fresh) {
        given[kept] = clause
        kept += 1
      }
    }
    given.truncate(to: kept)
    kept = 0
    for index in 0..<learnt.count {
      if let clause = copy(Int(learnt[index]), to: &fresh) {
        learnt[kept] = clause
        kept += 1
      }
    }
    learnt.truncate(to: kept)
    arena = fresh
    watches.removeAll()
    for index in 0..<given.count { watch(Int(given[index])) }
    for index in 0..<learnt.count { watch(Int(learnt[index])) }
  }

  /// Copies a clause unless it is marked or met.
  ///
  /// The first two literals of a clause that is not met are open, since propagation is complete; so
  /// they can go on watching it.
  ///
  /// - Returns: Where the copy starts; `nil` for a clause that is left out.
  private mutating func copy(_ clause: Int, to fresh: inout Buffer<Int32>) -> Int32? {
    let glue = arena[clause + Header.glue]
    let size = size(of: clause)
    let isMet = (0..<size).contains { value(of: literal($0, of: clause)) > 0 }
    if glue < 0 || isMet {
      if glue != 0 && proof != nil {
        let literals = (0..<size).map { literal($0, of: clause) }
        proof?.delete(literals)
      }
      return nil
    }
    let place = Int32(truncatingIfNeeded: fresh.count)
    for offset in 0..<Header.length + size { fresh.append(arena[clause + offset]) }
    return place
  }
}
