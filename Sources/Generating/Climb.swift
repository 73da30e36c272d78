import Solving
import StarBattle

/// Moves region borders, the stars staying where they are, until the rules alone solve the board.
///
/// The height of a layout is the number of cells that the rules leave undecided. A step gives one undecided
/// border cell without a star to a neighbouring region and is kept when the height does not rise. After
/// `patience` steps without gain, two regions near an undecided cell are recombined whatever that
/// does. A cell that has just moved rests for a while. At height 0 the rules lead to the one
/// solution step by step: the puzzle is unique *and* fair, because every rule is sound.
///
/// A profile that asks for a hard puzzle gives a board that easier rules solve a height of its own,
/// `tooEasy`, above nearly solved boards: the climb passes over it and ends beside it.
struct Climb: ~Copyable {
  var canvas: RegionCanvas
  private var engine = RuleEngine()
  private var board: Board
  private var restingUntil: [Int]

  /// Evaluations in a row without gain before a kick.
  private static let patience = 10

  /// Evaluations for which a moved cell stays where it is.
  ///
  /// On small boards a long rest leaves too few cells to move. Instructions a puzzle with 8 instead of 30:
  /// 28 % fewer at 8×8, 24 % fewer at 10×10, 16 % more at 14×14.
  private let rest: Int

  init(grid: Grid) {
    canvas = RegionCanvas(grid: grid)
    rest = grid.side < 12 ? 8 : 30
    board = Board(canvas.layout)
    restingUntil = Array(repeating: 0, count: grid.cellCount)
  }

  /// The evaluations that a climb may take before it is given up; in seeds tried, under 1 % reach it.
  static func evaluationBudget(for grid: Grid) -> Int { 400 + 60 * grid.side }

  /// Climbs from the canvas as it is.
  ///
  /// - Returns: Whether the rules now solve the board.
  mutating func run(_ profile: ClimbProfile, _ random: inout SeededGenerator) -> Bool {
    let budget = Climb.evaluationBudget(for: canvas.grid)
    for cell in restingUntil.indices { restingUntil[cell] = 0 }
    var height = evaluate(profile)
    var evaluations = 1
    var idle = 0
    var undecided = board
    while height > 0 {
      if evaluations >= budget { return false }
      if idle >= Climb.patience {
        kick(near: undecided, &random)
        height = evaluate(profile)
        evaluations += 1
        undecided = board
        idle = 0
        continue
      }
      guard let (cell, region) = chooseMove(undecided, evaluations, &random) else {
        idle = Climb.patience
        continue
      }
      let home = canvas.layout.region(of: cell)
      canvas.layout.move(cell, to: region)
      let next = evaluate(profile)
      evaluations += 1
      if next <= height {
        idle = next < height ? 0 : idle + 1
        height = next
        undecided = board
        restingUntil[cell] = evaluations + rest
      } else {
        canvas.layout.move(cell, to: home)
        idle += 1
      }
    }
    return true
  }

  /// The height of the layout; `board` shows which cells are undecided.
  private mutating func evaluate(_ profile: ClimbProfile) -> Int {
    board = Board(canvas.layout)
    let isPossible = engine.propagate(
      &board, canvas.layout, through: profile == .gentle ? 4 : 7)
    assert(isPossible, "the rules have ruled out a solution that exists")
    guard profile == .hard || profile == .expert else { return board.unknownCount }

    if board.unknownCount == 0 { return tooEasy() }
    // Assumptions are dear: they wait until most of the board follows without them.
    if board.unknownCount * 10 > canvas.grid.cellCount * 3 { return board.unknownCount }
    let settled = board
    engine.assumeSingly(&board, canvas.layout, level: 12)
    if profile == .expert && board.unknownCount == 0 {
      var easier = settled
      engine.assumeSingly(&easier, canvas.layout, level: 10)
      if easier.unknownCount == 0 { return tooEasy() }
    }
    return board.unknownCount
  }

  /// The height of a board that is solved too easily.
  ///
  /// Every cell of it may move.
  private mutating func tooEasy() -> Int {
    board = Board(canvas.layout)
    return canvas.grid.side
  }

  /// A random undecided border cell without a star that its region can spare, and a neighbour to take it.
  private func chooseMove(
    _ undecided: borrowing Board, _ now: Int, _ random: inout SeededGenerator
  ) -> (cell: Int, region: Int)? {
    for _ in 0..<20 {
      let cell = randomCell(undecided, &random)
      if canvas.isStar[cell] || restingUntil[cell] > now { continue }
      let home = canvas.layout.region(of: cell)
      var choices = 0
      var chosen = home
      for edge in 0..<4 {
        let next = canvas.edges[cell * 4 + edge]
        if next < 0 { continue }
        let region = canvas.layout.region(of: next)
        if region == home { continue }
        choices += 1
        if random.below(choices) == 0 { chosen = region }
      }
      if chosen != home && canvas.canSpare(cell) { return (cell, chosen) }
    }
    return nil
  }

  /// Recombines the region of an undecided cell with one of its neighbours.
  private mutating func kick(near undecided: borrowing Board, _ random: inout SeededGenerator) {
    for _ in 0..<30 {
      let region = canvas.layout.region(of: randomCell(undecided, &random))
      let cell = canvas.randomCell(of: region, &random)
      let next = canvas.edges[cell * 4 + random.below(4)]
      if next < 0 || canvas.layout.region(of: next) == region { continue }
      if canvas.recombine(cell, with: next, &random) { return }
    }
  }

  /// A random unknown cell of a board that has some.
  private func randomCell(_ board: borrowing Board, _ random: inout SeededGenerator) -> Int {
    var rest = random.below(board.unknownCount)
    var row = 1
    while true {
      let count = board.lines[row].nonzeroBitCount
      if rest < count { break }
      rest -= count
      row += 1
    }
    var cells = board.lines[row]
    for _ in 0..<rest { cells &= cells - 1 }
    return (row - 1) * canvas.grid.side + cells.trailingZeroBitCount - 1
  }
}
