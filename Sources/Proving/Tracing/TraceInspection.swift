import StarBattle

/// One walk through a trace, and what it has taken so far.
struct TraceInspection: ~Copyable {
  let scopes: [String: StepScope]
  let conflictBudget: Int
  private var search: ClaimSearch
  private(set) var conflicts = 0
  private(set) var mostConflicts = 0
  private(set) var links = 0
  private var lastScope: (rule: String, scope: StepScope)?

  /// After how many dead ends a claim is written as a formula.
  private static var countingLimit: Int { 200 }

  init(of puzzle: Puzzle, scopes: [String: StepScope], conflictBudget: Int) {
    self.scopes = scopes
    self.conflictBudget = conflictBudget
    search = ClaimSearch(puzzle)
  }

  /// The scope of a rule; most steps are by the rule of the one before.
  private mutating func scope(
    of rule: String, at location: TraceFault.Location
  ) throws(TraceFault) -> StepScope {
    if let lastScope, lastScope.rule == rule { return lastScope.scope }
    guard let scope = scopes[rule] else { throw .unknownRule(location, id: rule) }
    lastScope = (rule, scope)
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
    case .assumption, .assumptionWithSums: try checkAssumption(of: step, at: index, on: known)
    case .ways: try checkWays(of: step, at: index, on: known)
    case .sum: try checkSum(of: step, at: location, on: known)
    }
  }

  /// Checks that what a step says follows from its sum: by adding up, and nothing else.
  private func checkSum(
    of step: Step, at location: TraceFault.Location, on known: KnownCells
  ) throws(TraceFault) {
    try checkForm(step, at: location, on: known)
    guard step.assumption == nil, step.ways.isEmpty, !step.sum.isEmpty else {
      throw .malformed(location, what: "does not add up, as its rule does")
    }
    let sum = try added(step.sum, of: step.containers, at: location, on: known)
    guard step.stars.allSatisfy({ sum.requires($0, isStar: true) }),
      step.marks.allSatisfy({ sum.requires($0, isStar: false) })
    else { throw .notImplied(location) }
  }

  /// Adds up what a step or a failure names.
  private func added(
    _ addends: [Addend], of containers: [Container], at location: TraceFault.Location,
    on known: KnownCells
  ) throws(TraceFault) -> StepSum {
    guard StepSum.isOnBoard(addends, side: known.puzzle.grid.side),
      addends.compactMap(\.container).sorted() == containers
    else {
      throw .malformed(location, what: "has a sum that is none, or not of its containers")
    }
    return StepSum(addends, on: known)
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
    let addsUp = try scope(of: step.rule, at: location) == .assumptionWithSums
    let end = try follow(
      [assumption.cell], assumption.chain, at: index, on: known, addingUp: addsUp)
    try checkFailure(assumption.failure, at: location, on: end, addingUp: addsUp)
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
    guard try isFilled(step.containers, onlyBy: step.ways, on: known, at: location) else {
      throw .notImplied(location)
    }
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

  /// Checks a chain of steps on a board with stars assumed, of which some may add up if the rule
  /// says so.
  ///
  /// - Returns: The board after it.
  private mutating func follow(
    _ stars: [Int], _ chain: [Step], at index: Int, on known: KnownCells,
    addingUp addsUp: Bool = false
  ) throws(TraceFault) -> KnownCells {
    var assumed = known
    for star in stars { assumed.place(star) }
    for (number, link) in chain.enumerated() {
      let location = TraceFault.Location(step: index, link: number)
      if addsUp, try scope(of: link.rule, at: location) == .sum {
        try checkSum(of: link, at: location, on: assumed)
      } else {
        try checkDirectly(link, at: location, on: assumed)
      }
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
      let grid = known.puzzle.grid
      let isSeen = step.marks.allSatisfy { mark in
        step.cells.contains { known[$0] == true && grid.areNeighbours($0, mark) }
      }
      guard step.stars.isEmpty, isSeen else { throw .notImplied(location) }
      return
    }
    let follows = try follows(
      from: known, step.containers, stars: step.stars, marks: step.marks, at: location)
    guard follows else { throw .notImplied(location) }
  }

  private mutating func checkFailure(
    _ failure: Failure, at location: TraceFault.Location, on known: KnownCells,
    addingUp addsUp: Bool = false
  ) throws(TraceFault) {
    let side = known.puzzle.grid.side
    guard !failure.containers.isEmpty, failure.containers.allSatisfy({ $0.isOn(side) }) else {
      throw .malformed(location, what: "names no container that fails, or one off the board")
    }
    let scope = try scope(of: failure.rule, at: location)
    if addsUp && scope == .sum {
      let sum = try added(failure.sum, of: failure.containers, at: location, on: known)
      guard sum.isImpossible else { throw .noFailure(location) }
      return
    }
    guard failure.sum.isEmpty else {
      throw .malformed(location, what: "adds up what fails, which its rule does not")
    }
    guard scope.allows(failing: failure.containers, on: known.puzzle.grid) else {
      throw .tooWide(location, containers: failure.containers.count)
    }
    let isFailure = try follows(
      from: known, failure.containers, stars: [], marks: [], at: location)
    guard isFailure else { throw .noFailure(location) }
  }

  /// Checks that a step speaks of this board, and says something new that is not said otherwise.
  private func checkForm(
    _ step: Step, at location: TraceFault.Location, on known: KnownCells
  ) throws(TraceFault) {
    let cells = known.puzzle.grid.cellCount
    let isOnBoard = { (cell: Int) in (0..<cells).contains(cell) }
    guard
      step.cells.allSatisfy(isOnBoard), step.stars.allSatisfy(isOnBoard),
      step.marks.allSatisfy(isOnBoard)
    else {
      throw .malformed(location, what: "names a cell off the board")
    }
    guard step.containers.allSatisfy({ $0.isOn(known.puzzle.grid.side) }) else {
      throw .malformed(location, what: "names a container off the board")
    }
    guard !(step.stars.isEmpty && step.marks.isEmpty) else {
      throw .malformed(location, what: "concludes nothing")
    }
    guard !step.stars.contains(where: { step.marks.contains($0) }) else {
      throw .malformed(location, what: "puts a star and a mark on one cell")
    }
  }

  /// Whether a claim follows from what is known and from a few containers; with nothing claimed,
  /// whether these cannot be filled.
  private mutating func follows(
    from known: KnownCells, _ containers: [Container], stars: [Int], marks: [Int],
    at location: TraceFault.Location
  ) throws(TraceFault) -> Bool {
    let answer = search.follows(
      from: known, containers, stars: stars, marks: marks, deadEndLimit: limit)
    if let answer {
      count(search.deadEnds)
      return answer
    }
    var claim = ClaimFormula(known, containers: containers, claimed: stars + marks)
    if !stars.isEmpty || !marks.isEmpty { claim.deny(stars: stars, marks: marks) }
    return try isImpossible(claim, at: location)
  }

  /// Whether some containers can only be filled in one of the ways that are named.
  private mutating func isFilled(
    _ containers: [Container], onlyBy ways: [Way], on known: KnownCells,
    at location: TraceFault.Location
  ) throws(TraceFault) -> Bool {
    let answer = search.isFilled(
      containers, onlyBy: ways.map(\.stars), from: known, deadEndLimit: limit)
    if let answer {
      count(search.deadEnds)
      return answer
    }
    var claim = ClaimFormula(known, containers: containers, claimed: ways.flatMap(\.stars))
    for way in ways { claim.deny(stars: way.stars, marks: []) }
    return try isImpossible(claim, at: location)
  }

  private var limit: Int { min(conflictBudget, TraceInspection.countingLimit) }

  private mutating func count(_ number: Int) {
    conflicts += number
    mostConflicts = max(mostConflicts, number)
  }

  /// Whether nothing satisfies a claim's formula.
  private mutating func isImpossible(
    _ claim: ClaimFormula, at location: TraceFault.Location
  ) throws(TraceFault) -> Bool {
    var solver = ClauseSolver(claim.formula)
    let answer = solver.solve(conflictLimit: conflictBudget)
    count(solver.conflicts)
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
