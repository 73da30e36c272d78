/// What can be counted of a solve, cycle by cycle: how much was open, in how many places something
/// could be found, and how long the shortest argument was.
///
/// It is kept with every puzzle, so that a score can be fitted to people's times later without
/// solving anything again. It says nothing of where on the board things were.
package struct SolveSignals: Hashable, Sendable {
  /// One cycle: the easiest rule that applied, everywhere where it applied.
  package struct Cycle: Hashable, Sendable {
    /// The id of the rule.
    package let rule: String
    package let level: Int
    /// The cells that were open before it.
    package let open: Int
    /// The places that show something by it: its steps.
    package let places: Int
    /// The cells that it decided.
    package let cells: Int
    /// The parts of its shortest argument; see `Step.parts`.
    package let parts: Int
  }

  /// The cycles, in order.
  package let cycles: [Cycle]

  /// Counts what a trace has.
  package init(_ trace: Trace) {
    var open = trace.puzzle.grid.cellCount
    var cycles: [Cycle] = []
    var rest = trace.steps[...]
    while let first = rest.first {
      let steps = rest.prefix { $0.cycle == first.cycle }
      rest = rest.dropFirst(steps.count)
      let cells = steps.reduce(0) { $0 + $1.stars.count + $1.marks.count }
      cycles.append(
        Cycle(
          rule: first.rule, level: first.level, open: open, places: steps.count, cells: cells,
          parts: steps.lazy.map(\.parts).min() ?? 0))
      open -= cells
    }
    self.cycles = cycles
  }

  /// As JSON, to be kept and printed.
  ///
  ///     {"narrowest":1,"levels":{"1":9,"4":2},"rules":["tiling.forced",…],
  ///      "cycles":[[0,81,5,12,1],…]}
  ///
  /// A cycle is the place of its rule among the rules, then what `Cycle` has, from `open` on.
  package var text: String {
    var rules: [String] = []
    let rows = cycles.map { cycle in
      let place = rules.firstIndex(of: cycle.rule) ?? rules.count
      if place == rules.count { rules.append(cycle.rule) }
      return "[\(place),\(cycle.open),\(cycle.places),\(cycle.cells),\(cycle.parts)]"
    }
    let levels = levels.map { "\"\($0.level)\":\($0.cycles)" }
    return "{\"narrowest\":\(narrowest),\"levels\":{\(levels.joined(separator: ","))},"
      + "\"rules\":[\(rules.map { "\"\($0)\"" }.joined(separator: ","))],"
      + "\"cycles\":[\(rows.joined(separator: ","))]}"
  }

  /// The fewest places that ever showed something: how narrow the way through the puzzle is.
  package var narrowest: Int { cycles.map(\.places).min() ?? 0 }

  /// The parts of the longest argument that the solve cannot do without: in each cycle the shortest
  /// counts.
  package var longest: Int { cycles.map(\.parts).max() ?? 0 }

  /// How many cycles each level has, ascending.
  package var levels: [(level: Int, cycles: Int)] {
    Dictionary(grouping: cycles, by: \.level).map { ($0.key, $0.value.count) }
      .sorted { $0.0 < $1.0 }
  }
}

extension Step {
  /// The parts of the largest sum that it has, with those of its assumption; 0 where it has none.
  package var largestSum: Int {
    let assumed = (assumption?.chain.map(\.sum.count) ?? []) + [assumption?.failure.sum.count ?? 0]
    return max(sum.count, assumed.max() ?? 0)
  }

  /// How much has to be kept in mind for it.
  ///
  /// The containers and tiles that it rests on, and with an assumption, or for each of its ways,
  /// every step that is followed, those that add up with all that is in their sums. A star whose
  /// neighbours are ruled out is one.
  package var parts: Int {
    let sum = assumption?.failure.sum ?? sum
    let own = max(1, sum.isEmpty ? containers.count : sum.count)
    let chain = assumption?.chain.reduce(0) { $0 + max(1, $1.sum.count) } ?? 0
    return own + chain + ways.reduce(0) { $0 + $1.chain.count + 1 }
  }
}
