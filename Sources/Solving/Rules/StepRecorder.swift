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
  private var open: Deductions

  init(
    _ rule: Rule, cycle: Int, _ board: Board, _ layout: borrowing Layout, _ found: Deductions
  ) {
    self.rule = rule
    self.found = found
    self.cycle = cycle
    self.board = board
    side = layout.grid.side
    open = Deductions()
    let cells = found.cells(on: board, side: side)
    for cell in cells.stars { open.place(2 << UInt32(cell % side), in: cell / side + 1) }
    for cell in cells.marks { open.mark(2 << UInt32(cell % side), in: cell / side + 1) }
  }

  /// The steps with the shortest chains first.
  var stepsByChain: [Step] {
    let indexed = steps.enumerated().map {
      (length: $1.assumption?.chain.count ?? 0, index: $0, step: $1)
    }
    return indexed.sorted { ($0.length, $0.index) < ($1.length, $1.index) }.map(\.step)
  }

  /// Makes a step of what some containers show, and clears it.
  mutating func add(
    _ deductions: inout Deductions, _ containers: [ContainerNumber], _ layout: borrowing Layout
  ) {
    let cells = containers.flatMap { board.unknownCells(of: $0, layout) }
    add(&deductions, containers.map(Container.init(number:)), cells, nil)
  }

  /// Makes a step of the neighbours of a star.
  mutating func add(_ deductions: inout Deductions, star: (row: Int, column: Int)) {
    add(&deductions, [], [(star.row - 1) * side + star.column - 1], nil)
  }

  /// Makes a step of a refuted assumption.
  mutating func add(_ assumption: Assumption) {
    var mark = Deductions()
    mark.mark(2 << UInt32(assumption.cell % side), in: assumption.cell / side + 1)
    add(&mark, assumption.failure.containers, [assumption.cell], assumption)
  }

  /// Makes a step of what all ways to fill a container lead to.
  mutating func add(
    _ deductions: inout Deductions, _ container: Int, ways: [Way], _ layout: borrowing Layout
  ) {
    let cells = board.unknownCells(of: container, layout)
    add(&deductions, [Container(number: container)], cells, nil, ways)
  }

  private mutating func add(
    _ deductions: inout Deductions, _ containers: [Container], _ cells: [Int],
    _ assumption: Assumption?, _ ways: [Way] = []
  ) {
    let named = deductions.cells(on: board, side: side)
    let stars = named.stars.filter { open.stars[$0 / side + 1] & 2 << UInt32($0 % side) != 0 }
    let marks = named.marks.filter { open.marks[$0 / side + 1] & 2 << UInt32($0 % side) != 0 }
    deductions.clear()
    if stars.isEmpty && marks.isEmpty { return }
    for cell in stars { open.stars[cell / side + 1] &= ~(2 << UInt32(cell % side)) }
    for cell in marks { open.marks[cell / side + 1] &= ~(2 << UInt32(cell % side)) }
    steps.append(
      Step(
        rule: rule.id, level: rule.level, cycle: cycle, containers: containers,
        cells: Array(Set(cells)), stars: stars, marks: marks, assumption: assumption, ways: ways))
  }
}
