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

extension LineInterval {
  /// Its lines and some regions, as container numbers.
  func containers(with regions: [Int]) -> [ContainerNumber] {
    (start...end).map { base + $0 } + regions.map(ContainerNumber.region)
  }
}
