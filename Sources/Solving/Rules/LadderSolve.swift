import StarBattle

/// One walk up and down the ladder.
package struct LadderSolve {
  /// The rules to climb by, easiest first.
  package let ladder: ArraySlice<Rule>

  package var board: Board

  /// How often each rule was applied, by its code.
  package private(set) var applications: Rule.Table<Int> = .init(repeating: 0)

  /// How often any of them was.
  package private(set) var cycles = 0

  /// What the solve has cost so far; see `Score`.
  package private(set) var effort = 0

  /// How much had to be searched through so far; see `Score`.
  package private(set) var searched = 0

  /// The board when something had to be searched for the first time; `nil` before that.
  package private(set) var ground: Board?

  /// The containers that have changed since the ladder was last looked through: no rule has seen
  /// them yet.
  private var fresh: ContainerSet

  /// For each rule, by its code, the containers that have changed since it last found nothing, but
  /// for those that a rule before it has not seen either.
  ///
  /// A rule is asked only where all before it find nothing, so what one of them has to see, all
  /// behind it have.
  private var pending: Rule.Table<ContainerSet>

  /// The containers that the last rule was asked about.
  private(set) var asked = ContainerSet()

  /// How many stars there were when a rule of sums last found nothing, by its code.
  var starsSeen: Rule.Table<Int16> = .init(repeating: -1)

  /// Stars whose neighbours have not been marked yet, by row.
  private(set) var newStars: InlineArray<32, UInt32> = .init(repeating: 0)

  /// Whether an assumed star still had its place in row, column and region.
  private(set) var isPossible = true

  package init(_ layout: borrowing Layout, climbing ladder: ArraySlice<Rule>) {
    self.ladder = ladder
    board = Board(layout)
    fresh = board.changed
    pending = .init(repeating: ContainerSet())
    board.changed = ContainerSet()
    board.untiled = ContainerSet()
    board.unpaired = ContainerSet()
    board.uncounted = ContainerSet()
  }

  /// The board with stars assumed on unknown cells (row-major, from 0), everything else as it is.
  package init(
    assuming stars: [Int], on other: LadderSolve, _ layout: borrowing Layout,
    climbing ladder: ArraySlice<Rule>
  ) {
    self.ladder = ladder
    board = other.board
    fresh = ContainerSet()
    pending = .init(repeating: ContainerSet())
    for cell in stars {
      let (row, column) = (cell / layout.grid.side + 1, cell % layout.grid.side + 1)
      newStars[row] |= 1 << UInt32(column)
      let isPlaced = board.placeAlone(row: row, column: column, layout)
      isPossible = isPossible && isPlaced
    }
    notePending()
  }

  /// The row of the first rule of the ladder that finds something; the engine holds what it found.
  ///
  /// Rows and not rules are handed about, because a rule is large enough for copies to show on
  /// small boards.
  package mutating func findEasiest(
    _ engine: inout RuleEngine, _ layout: borrowing Layout, looked: (Int) -> Void = { _ in }
  ) -> Int? {
    engine.forgetBoard()
    var changed = fresh
    fresh = ContainerSet()
    for row in ladder.indices {
      let code = ladder[row].code
      changed.formUnion(pending[code])
      if changed.isEmpty { continue }
      pending[code] = ContainerSet()
      asked = changed
      ladder[row].find(&self, changed, &engine, layout)
      looked(row)
      if !engine.deductions.isEmpty {
        pending[code] = changed
        return row
      }
    }
    return nil
  }

  /// Asks one rule about the whole board, whatever it has seen before.
  package mutating func ask(
    _ rule: Rule, _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) {
    asked = ContainerSet(allOfSide: layout.grid.side)
    rule.find(&self, asked, &engine, layout)
  }

  /// Carries out deductions.
  ///
  /// - Parameters:
  ///   - deductions: What to carry out; cleared.
  ///   - layout: The layout of the board.
  ///   - keepingNewStars: Whether stars whose neighbours are not marked yet stay on the list.
  /// - Returns: Whether the board may still have a solution.
  package mutating func apply(
    _ deductions: inout Deductions, _ layout: borrowing Layout, keepingNewStars: Bool = false
  ) -> Bool {
    let rows = deductions.starredRows
    let starsBefore = board.stars
    let before = starsBefore.span
    guard board.apply(&deductions, markingNeighbours: false, layout) else { return false }
    if !keepingNewStars { newStars = .init(repeating: 0) }
    for row in SetBits(rows) {
      let stars = board.stars[row]
      // Stars placed at once may touch when the puzzle has no solution.
      let beside = board.stars[row - 1] | board.stars[row + 1]
      if stars & (stars >> 1 | beside | beside << 1 | beside >> 1) != 0 { return false }
      newStars[row] |= stars & ~before[row]
    }
    notePending()
    return true
  }

  package mutating func countCycle(_ row: Int) { countCycle(of: ladder[row]) }

  /// Counts a cycle of a rule, which need not be one to climb by.
  mutating func countCycle(of rule: Rule) {
    applications[rule.code] += 1
    cycles += 1
  }

  /// Adds what a cycle has cost; see `Score`.
  package mutating func spend(effort cost: Int, searching share: Int) {
    effort += cost
    searched += share
  }

  /// Keeps the board as it is, unless it has been kept before: something has to be searched for.
  package mutating func keepGround() {
    if ground == nil { ground = board }
  }

  /// Lets every rule look again at what has changed.
  private mutating func notePending() {
    fresh.formUnion(board.changed)
    board.changed = ContainerSet()
  }
}
