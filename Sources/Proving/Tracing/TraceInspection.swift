import StarBattle

/// One walk through a trace, and what it has taken so far.
struct TraceInspection {
  let scopes: [String: StepScope]
  let conflictBudget: Int
  private(set) var conflicts = 0
  private(set) var mostConflicts = 0
  private(set) var links = 0

  init(scopes: [String: StepScope], conflictBudget: Int) {
    self.scopes = scopes
    self.conflictBudget = conflictBudget
  }

  /// The scope of a rule.
  private func scope(
    of rule: String, at location: TraceFault.Location
  ) throws(TraceFault) -> StepScope {
    guard let scope = scopes[rule] else { throw .unknownRule(location, id: rule) }
    return scope
  }

  /// Checks a step of the trace itself.
  mutating func check(
    _ step: Step, at index: Int, on known: KnownCells
  ) throws(TraceFault) {
    let location = TraceFault.Location(step: index)
    switch try scope(of: step.rule, at: location) {
    case .stars, .container, .adjacentLines, .interval:
      try checkDirectly(step, at: location, on: known)
    case .assumption: try checkAssumption(of: step, at: index, on: known)
    case .ways: try checkWays(of: step, at: index, on: known)
    }
  }

  /// Checks that a step refutes a star that it assumes.
  private mutating func checkAssumption(
    of step: Step, at index: Int, on known: KnownCells
  ) throws(TraceFault) {
    let location = TraceFault.Location(step: index)
    try checkForm(step, at: location, on: known)
    guard let assumption = step.assumption, step.ways.isEmpty else {
      throw .malformed(location, what: "assumes no star, as its rule does")
    }
    guard step.stars.isEmpty, step.marks == [assumption.cell] else {
      throw .malformed(location, what: "concludes something other than the assumption it refutes")
    }
    let end = try follow([assumption.cell], assumption.chain, at: index, on: known)
    try checkFailure(assumption.failure, at: location, on: end)
  }

  /// Checks that a step names every way to fill its container, and holds in each that does not
  /// fail.
  private mutating func checkWays(
    of step: Step, at index: Int, on known: KnownCells
  ) throws(TraceFault) {
    let location = TraceFault.Location(step: index)
    try checkForm(step, at: location, on: known)
    let cells = known.puzzle.grid.cellCount
    guard step.containers.count == 1, step.assumption == nil, !step.ways.isEmpty,
      step.ways.allSatisfy({ !$0.stars.isEmpty && $0.stars.allSatisfy((0..<cells).contains) })
    else {
      throw .malformed(location, what: "names ways that do not fill one container")
    }
    var claim = ClaimFormula(
      known, containers: step.containers, claimed: step.ways.flatMap(\.stars))
    for way in step.ways { claim.deny(stars: way.stars, marks: []) }
    guard try isImpossible(claim, at: location) else { throw .notImplied(location) }
    for way in step.ways {
      let end = try follow(way.stars, way.chain, at: index, on: known)
      if let failure = way.failure {
        try checkFailure(failure, at: location, on: end)
        continue
      }
      let isReached =
        step.stars.allSatisfy { end[$0] == true } && step.marks.allSatisfy { end[$0] == false }
      guard isReached else { throw .notImplied(location) }
    }
  }

  /// Checks a chain of steps on a board with stars assumed.
  ///
  /// - Returns: The board after it.
  private mutating func follow(
    _ stars: [Int], _ chain: [Step], at index: Int, on known: KnownCells
  ) throws(TraceFault) -> KnownCells {
    var assumed = known
    for star in stars { assumed.place(star) }
    for (number, link) in chain.enumerated() {
      let location = TraceFault.Location(step: index, link: number)
      try checkDirectly(link, at: location, on: assumed)
      assumed.carryOut(link)
      links += 1
    }
    return assumed
  }

  /// Checks a step that assumes nothing.
  private mutating func checkDirectly(
    _ step: Step, at location: TraceFault.Location, on known: KnownCells
  ) throws(TraceFault) {
    try checkForm(step, at: location, on: known)
    guard step.assumption == nil, step.ways.isEmpty else {
      throw .malformed(
        location,
        what: location.link == nil
          ? "makes an assumption, which its rule does not" : "is an assumption within an assumption"
      )
    }
    guard try scope(of: step.rule, at: location).allows(step.containers, on: known.puzzle.grid)
    else {
      throw .tooWide(location, containers: step.containers.count)
    }
    if step.containers.isEmpty {
      // Nothing but stars that are there, and what they touch.
      let isSeen = step.marks.allSatisfy { mark in
        known.puzzle.grid.neighbours(of: mark).contains {
          known[$0] == true && step.cells.contains($0)
        }
      }
      guard step.stars.isEmpty, isSeen else { throw .notImplied(location) }
      return
    }
    var claim = ClaimFormula(
      known, containers: step.containers, claimed: step.stars + step.marks)
    claim.deny(stars: step.stars, marks: step.marks)
    guard try isImpossible(claim, at: location) else { throw .notImplied(location) }
  }

  private mutating func checkFailure(
    _ failure: Failure, at location: TraceFault.Location, on known: KnownCells
  ) throws(TraceFault) {
    let side = known.puzzle.grid.side
    guard !failure.containers.isEmpty, failure.containers.allSatisfy({ $0.isOn(side) }) else {
      throw .malformed(location, what: "names no container that fails, or one off the board")
    }
    let scope = try scope(of: failure.rule, at: location)
    guard scope.allows(failing: failure.containers, on: known.puzzle.grid) else {
      throw .tooWide(location, containers: failure.containers.count)
    }
    let claim = ClaimFormula(known, containers: failure.containers, claimed: [])
    guard try isImpossible(claim, at: location) else { throw .noFailure(location) }
  }

  /// Checks that a step speaks of this board, and says something new that is not said otherwise.
  private func checkForm(
    _ step: Step, at location: TraceFault.Location, on known: KnownCells
  ) throws(TraceFault) {
    let cells = known.puzzle.grid.cellCount
    guard (step.cells + step.stars + step.marks).allSatisfy({ (0..<cells).contains($0) }) else {
      throw .malformed(location, what: "names a cell off the board")
    }
    guard step.containers.allSatisfy({ $0.isOn(known.puzzle.grid.side) }) else {
      throw .malformed(location, what: "names a container off the board")
    }
    guard !(step.stars.isEmpty && step.marks.isEmpty) else {
      throw .malformed(location, what: "concludes nothing")
    }
    guard Set(step.stars).isDisjoint(with: step.marks) else {
      throw .malformed(location, what: "puts a star and a mark on one cell")
    }
  }

  /// Whether nothing satisfies a claim's formula.
  private mutating func isImpossible(
    _ claim: ClaimFormula, at location: TraceFault.Location
  ) throws(TraceFault) -> Bool {
    var solver = ClauseSolver(claim.formula)
    let answer = solver.solve(conflictLimit: conflictBudget)
    conflicts += solver.conflicts
    mostConflicts = max(mostConflicts, solver.conflicts)
    switch answer {
    case .unsatisfiable: return true
    case .satisfiable: return false
    case .undecided: throw .undecided(location, conflicts: solver.conflicts)
    }
  }
}

extension Container {
  /// Whether a board of a side has the container.
  fileprivate func isOn(_ side: Int) -> Bool {
    switch self {
    case .row(let number), .column(let number), .region(let number):
      (0..<side).contains(number)
    }
  }
}
