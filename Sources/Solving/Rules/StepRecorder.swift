import StarBattle

/// Gathers the steps of one application of a rule.
package struct StepRecorder {
  let rule: Rule

  /// All that the rule found.
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
    for cell in StepRecorder.cells(of: found, in: board, side: side, stars: true) {
      open.place(1 << UInt32(cell % side + 1), in: cell / side + 1)
    }
    for cell in StepRecorder.cells(of: found, in: board, side: side, stars: false) {
      open.mark(1 << UInt32(cell % side + 1), in: cell / side + 1)
    }
  }

  /// The steps with the shortest chains first.
  var stepsByChain: [Step] {
    let indexed = steps.enumerated().map {
      (length: $1.assumption?.chain.count ?? 0, index: $0, step: $1)
    }
    return indexed.sorted { ($0.length, $0.index) < ($1.length, $1.index) }.map(\.step)
  }

  /// Makes a step of what some containers show, and clears it.
  mutating func add(_ deductions: inout Deductions, _ containers: [Int], _ layout: borrowing Layout)
  {
    let cells = containers.flatMap { StepRecorder.unknowns(of: $0, in: board, layout) }
    add(&deductions, containers.map(Container.init(number:)), cells, nil)
  }

  /// Makes a step of the neighbours of a star.
  mutating func add(_ deductions: inout Deductions, star: (row: Int, column: Int)) {
    add(&deductions, [], [(star.row - 1) * side + star.column - 1], nil)
  }

  /// Makes a step of a refuted assumption.
  mutating func add(_ assumption: Assumption) {
    var mark = Deductions()
    mark.mark(1 << UInt32(assumption.cell % side + 1), in: assumption.cell / side + 1)
    add(&mark, assumption.failure.containers, [assumption.cell], assumption)
  }

  /// Makes a step of what all ways to fill a container lead to.
  mutating func add(
    _ deductions: inout Deductions, _ container: Int, ways: [Way], _ layout: borrowing Layout
  ) {
    let cells = StepRecorder.unknowns(of: container, in: board, layout)
    add(&deductions, [Container(number: container)], cells, nil, ways)
  }

  private mutating func add(
    _ deductions: inout Deductions, _ containers: [Container], _ cells: [Int],
    _ assumption: Assumption?, _ ways: [Way] = []
  ) {
    let stars = StepRecorder.cells(of: deductions, in: board, side: side, stars: true).filter {
      open.stars[$0 / side + 1] & 2 << UInt32($0 % side) != 0
    }
    let marks = StepRecorder.cells(of: deductions, in: board, side: side, stars: false).filter {
      open.marks[$0 / side + 1] & 2 << UInt32($0 % side) != 0
    }
    deductions.clear()
    if stars.isEmpty && marks.isEmpty { return }
    for cell in stars { open.stars[cell / side + 1] &= ~(2 << UInt32(cell % side)) }
    for cell in marks { open.marks[cell / side + 1] &= ~(2 << UInt32(cell % side)) }
    steps.append(
      Step(
        rule: rule.id, level: rule.level, cycle: cycle, containers: containers,
        cells: Array(Set(cells)), stars: stars, marks: marks, assumption: assumption, ways: ways))
  }

  /// The unknown cells that deductions name, row-major and ascending.
  static func cells(
    of deductions: Deductions, in board: Board, side: Int, stars: Bool
  ) -> [Int] {
    var rows = [UInt32](repeating: 0, count: 32)
    for row in 1...side { rows[row] = stars ? deductions.stars[row] : deductions.marks[row] }
    if !stars {
      for column in 1...side {
        for row in SetBits(deductions.marks[.column(column)]) { rows[row] |= 1 << UInt32(column) }
      }
    }
    var cells: [Int] = []
    for row in 1...side {
      for column in SetBits(rows[row] & board.lines[row]) {
        cells.append((row - 1) * side + column - 1)
      }
    }
    return cells
  }

  /// The unknown cells of a container, by its number in the engine.
  private static func unknowns(
    of container: Int, in board: Board, _ layout: borrowing Layout
  ) -> [Int] {
    let side = layout.grid.side
    var cells: [Int] = []
    for row in 1...side {
      for column in SetBits(board.cells(of: container, in: row, layout)) {
        cells.append((row - 1) * side + column - 1)
      }
    }
    return cells
  }
}
