package import StarBattle

/// What a rule found, container by container: the steps of a trace.
extension LadderSolve {
  /// The steps of one application of a rule.
  ///
  /// Each container (or pair, interval, assumed cell) by which the rule found something that the
  /// ones before did not is a step of its own; those with the shortest chains come first.
  ///
  /// - Precondition: the engine holds what the rule found on this board; it still does afterwards.
  package mutating func steps(
    of rule: Rule, _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> [Step] {
    var steps: [Step] = []
    addSteps(of: rule, to: &steps, &engine, layout)
    return steps
  }

  /// The same, behind the steps of earlier cycles.
  ///
  /// Nothing changes but the steps; why the solve is `inout` nevertheless, `Rule.Find` says.
  package mutating func addSteps(
    of rule: Rule, to steps: inout [Step], _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) {
    let found = engine.deductions
    var recorder = StepRecorder(rule, cycle: cycles, board, layout, found)
    swap(&recorder.steps, &steps)
    let first = recorder.steps.count
    engine.deductions = Deductions()
    rule.split(&self, &recorder, &engine, layout)
    engine.deductions = found
    recorder.orderByChain(from: first)
    swap(&recorder.steps, &steps)
  }
}

extension LadderSolve {
  /// The step by which the easiest rule up to a level marks a cell, and nothing else of what it
  /// brings; `nil` where none does.
  ///
  /// Nothing changes; why the solve is `inout` nevertheless, `Rule.Find` says.
  ///
  /// - Precondition: the board has a solution.
  package mutating func easiestStep(
    marking cell: Int, through level: Int, _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> Step? {
    let side = layout.grid.side
    engine.forgetBoard()
    defer { engine.deductions.clear() }
    for rule in Rule.ladder(through: level) {
      ask(rule, &engine, layout)
      if engine.deductions.cells(on: board, side: side).marks.contains(cell) {
        let all = steps(of: rule, &engine, layout)
        return all.first { $0.marks.contains(cell) }.map { step in
          Step(
            rule: step.rule, level: step.level, cycle: step.cycle, containers: step.containers,
            cells: step.cells, marks: [cell])
        }
      }
      engine.deductions.clear()
    }
    return nil
  }
}

extension LineInterval {
  /// Its lines and some regions, as container numbers.
  func containers(with regions: [Int]) -> [ContainerNumber] {
    (start...end).map { base + $0 } + regions.map(ContainerNumber.region)
  }
}
