import StarBattle

/// Gathers the steps of one application of a rule.
package struct StepRecorder {
  let rule: Rule

  let found: Deductions

  private var steps: [Step] = []
  private let cycle: Int
  private let board: Board
  private let side: Int

  /// What no step has brought yet.
  private var open: RowMasks

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

  /// The steps with the shortest chains first.
  var stepsByChain: [Step] {
    if steps.allSatisfy({ $0.assumption == nil }) { return steps }
    let indexed = steps.enumerated().map {
      (length: $1.assumption?.chain.count ?? 0, index: $0, step: $1)
    }
    return indexed.sorted { ($0.length, $0.index) < ($1.length, $1.index) }.map(\.step)
  }

  /// Makes a step of what some containers show, and clears it.
  mutating func add(
    _ deductions: inout Deductions, _ containers: [ContainerNumber], _ layout: borrowing Layout
  ) {
    guard let brought = take(&deductions) else { return }
    steps.append(
      step(
        brought, containers.map(Container.init(number:)), board.unknownCells(of: containers, layout)
      )
    )
  }

  /// Makes a step of the neighbours of a star.
  mutating func add(_ deductions: inout Deductions, star: (row: Int, column: Int)) {
    guard let brought = take(&deductions) else { return }
    steps.append(step(brought, [], [(star.row - 1) * side + star.column - 1]))
  }

  /// Makes a step of a refuted assumption.
  mutating func add(_ assumption: Assumption) {
    var mark = Deductions()
    mark.mark(2 << UInt32(assumption.cell % side), in: assumption.cell / side + 1)
    guard let brought = take(&mark) else { return }
    steps.append(step(brought, assumption.failure.containers, [assumption.cell], assumption))
  }

  /// Makes a step of what all ways to fill a container lead to.
  mutating func add(
    _ deductions: inout Deductions, _ container: Int, ways: [Way], _ layout: borrowing Layout
  ) {
    guard let brought = take(&deductions) else { return }
    let cells = board.unknownCells(of: container, layout)
    steps.append(step(brought, [Container(number: container)], cells, nil, ways))
  }

  /// Makes a step of what a sum shows.
  mutating func add(
    _ deductions: inout Deductions, _ sum: [Addend], _ layout: borrowing Layout
  ) {
    guard let brought = take(&deductions) else { return }
    let containers = sum.compactMap(\.container)
    let cells = board.unknownCells(of: containers.map(\.number), layout)
    steps.append(step(brought, containers, cells, sum: sum))
  }

  /// Takes out of deductions what no step has brought yet, or gives `nil`; they are cleared.
  private mutating func take(_ deductions: inout Deductions) -> RowMasks? {
    // Most containers that a rule looks at bring nothing.
    if deductions.isEmpty { return nil }
    var brought = deductions.rows(on: board)
    deductions.clear()
    var isEmpty = true
    for row in 1...side {
      brought.stars[unchecked: row] &= open.stars[unchecked: row]
      brought.marks[unchecked: row] &= open.marks[unchecked: row]
      open.stars[unchecked: row] &= ~brought.stars[unchecked: row]
      open.marks[unchecked: row] &= ~brought.marks[unchecked: row]
      if brought.stars[unchecked: row] | brought.marks[unchecked: row] != 0 { isEmpty = false }
    }
    return isEmpty ? nil : brought
  }

  private func step(
    _ brought: RowMasks, _ containers: [Container], _ cells: [Int],
    _ assumption: Assumption? = nil, _ ways: [Way] = [], sum: [Addend] = []
  ) -> Step {
    let (stars, marks) = brought.cells(side: side)
    return Step(
      rule: rule.id, level: rule.level, cycle: cycle, containers: containers, cells: cells,
      stars: stars, marks: marks, assumption: assumption, ways: ways, sum: sum)
  }
}
