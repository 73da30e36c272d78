import StarBattle

/// Gathers the steps of one application of a rule.
package struct StepRecorder {
  let rule: Rule

  let found: Deductions

  /// What has been gathered; the steps of earlier cycles may stand before it.
  var steps: [Step] = []
  private let cycle: Int
  private let board: Board
  private let side: Int

  /// What no step has brought yet.
  private var open: RowMasks

  /// What the step at hand brings.
  private var brought = RowMasks()

  init(
    _ rule: Rule, cycle: Int, _ board: Board, _ layout: borrowing Layout, _ found: Deductions
  ) {
    self.rule = rule
    self.found = found
    self.cycle = cycle
    self.board = board
    side = layout.grid.side
    open = found.rows(on: board)
  }

  /// Puts steps with short chains before those with longer ones.
  ///
  /// - Parameter first: The first of the steps that are ordered.
  mutating func orderByChain(from first: Int) {
    if steps[first...].allSatisfy({ $0.assumption == nil }) { return }
    let indexed = steps[first...].enumerated().map {
      (length: $1.assumption?.chain.count ?? 0, index: $0, step: $1)
    }
    let ordered = indexed.sorted { ($0.length, $0.index) < ($1.length, $1.index) }.map(\.step)
    steps.replaceSubrange(first..., with: ordered)
  }

  /// Makes a step of what some containers show, and clears it.
  mutating func add(
    _ deductions: inout Deductions, _ containers: [ContainerNumber], _ layout: borrowing Layout
  ) {
    guard take(&deductions) else { return }
    addStep(
      of: containers.map(Container.init(number:)), board.unknownCells(of: containers, layout))
  }

  /// Makes a step of the neighbours of a star.
  mutating func add(_ deductions: inout Deductions, star: (row: Int, column: Int)) {
    guard take(&deductions) else { return }
    addStep(of: [], [(star.row - 1) * side + star.column - 1])
  }

  /// Makes a step of a refuted assumption.
  mutating func add(_ assumption: Assumption) {
    var mark = Deductions(stars: [], marks: [assumption.cell], side: side)
    guard take(&mark) else { return }
    addStep(of: assumption.failure.containers, [assumption.cell], assumption)
  }

  /// Makes a step of what all ways to fill a container lead to.
  mutating func add(
    _ deductions: inout Deductions, _ container: Int, ways: [Way], _ layout: borrowing Layout
  ) {
    guard take(&deductions) else { return }
    let cells = board.unknownCells(of: [container], layout)
    addStep(of: [Container(number: container)], cells, nil, ways)
  }

  /// Makes a step of what a sum shows.
  mutating func add(
    _ deductions: inout Deductions, _ sum: [Addend], _ layout: borrowing Layout
  ) {
    guard take(&deductions) else { return }
    let containers = sum.compactMap(\.container)
    let cells = board.unknownCells(of: containers.map(\.number), layout)
    addStep(of: containers, cells, sum: sum)
  }

  /// Takes out of deductions what no step has brought yet, and clears them.
  ///
  /// - Returns: Whether there is anything; `brought` has it then.
  private mutating func take(_ deductions: inout Deductions) -> Bool {
    // Most containers that a rule looks at bring nothing.
    if deductions.isEmpty { return false }
    deductions.moveRows(to: &brought)
    var all: UInt32 = 0
    for row in 1...side {
      brought.stars[unchecked: row] &= open.stars[unchecked: row]
      brought.marks[unchecked: row] &= open.marks[unchecked: row]
      open.stars[unchecked: row] &= ~brought.stars[unchecked: row]
      open.marks[unchecked: row] &= ~brought.marks[unchecked: row]
      all |= brought.stars[unchecked: row] | brought.marks[unchecked: row]
    }
    return all != 0
  }

  /// Adds a step that has what was brought.
  private mutating func addStep(
    of containers: [Container], _ cells: [Int], _ assumption: Assumption? = nil,
    _ ways: [Way] = [], sum: [Addend] = []
  ) {
    let (stars, marks) = brought.cells(side: side)
    steps.append(
      Step(
        rule: rule.id, level: rule.level, cycle: cycle, containers: containers, cells: cells,
        stars: stars, marks: marks, assumption: assumption, ways: ways, sum: sum))
  }
}
