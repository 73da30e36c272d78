package import StarBattle

/// What a rule found, container by container: the steps of a trace.
extension LadderSolve {
  /// The steps of one application of a rule.
  ///
  /// Each container (or pair, interval, assumed cell) by which the rule found something that the
  /// ones before did not is a step of its own; those with the shortest chains come first.
  ///
  /// - Precondition: the engine holds what the rule found on this board; it still does afterwards.
  package func steps(
    of rule: Rule, _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> [Step] {
    let found = engine.deductions
    var recorder = StepRecorder(rule, cycle: applicationCount, board, layout, found)
    engine.deductions = Deductions()
    rule.split(self, &recorder, &engine, layout)
    engine.deductions = found
    return recorder.stepsByChain
  }

  private var applicationCount: Int {
    var count = 0
    for rule in ladder { count += applications[rule.code] }
    return count
  }
}

extension LineInterval {
  /// Its lines and some regions, as container numbers.
  func containers(with regions: [Int]) -> [ContainerNumber] {
    (start...end).map { base + $0 } + regions.map(ContainerNumber.region)
  }
}
