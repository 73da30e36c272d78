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
/// A profile that asks for a hard puzzle goes on from there: cells move as long as the board stays solved,
/// until easier rules no longer solve it.
///
/// Layouts are not propagated from the start: each is the last one but for a cell, and the way of the
/// last one is taken up where that cell first mattered (`Trail`).
struct Climb: ~Copyable {
  var canvas: RegionCanvas
  private var engine = RuleEngine()
  private var restingUntil: [Int]

  /// The way that the rules took on the layout as it is, and on the one that is being tried.
  private var trail: Trail
  private var trial: Trail

  /// The evaluations of the last run.
  private(set) var evaluations = 0

  /// What the rules make of a layout.
  private struct Height {
    /// The cells that they leave undecided.
    var undecided: Board
    /// The number of them.
    var count: Int
    /// How much is left for the hard rules to do; 0 where the profile asks for none.
    var hardness = 0
  }

  /// Evaluations in a row without gain before a kick.
  private static let patience = 6

  /// Evaluations in a row without gain before a solved board may become easier again.
  private static let stubbornness = 30

  /// Evaluations for which a moved cell stays where it is.
  ///
  /// On small boards a long rest leaves too few cells to move. Instructions a puzzle with 8 instead of 30:
  /// 28 % fewer at 8×8, 24 % fewer at 10×10, 16 % more at 14×14.
  private let rest: Int

  init(grid: Grid) {
    canvas = RegionCanvas(grid: grid)
    rest = grid.side < 12 ? 8 : 30
    trail = Trail(grid: grid)
    trial = Trail(grid: grid)
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
    var height = evaluateFromCold(profile)
    evaluations = 1
    var idle = 0
    while height.count > 0 {
      if evaluations >= budget { return false }
      if idle >= Climb.patience {
        kick(near: height.undecided, &random)
        height = evaluateFromCold(profile)
        evaluations += 1
        idle = 0
        continue
      }
      guard let (cell, region) = chooseMove(height.undecided, evaluations, &random) else {
        idle = Climb.patience
        continue
      }
      let home = canvas.layout.region(of: cell)
      let (next, round) = evaluate(giving: cell, to: region, profile)
      evaluations += 1
      if next.count <= height.count {
        idle = next.count < height.count ? 0 : idle + 1
        height = next
        restingUntil[cell] = evaluations + rest
        trail.follow(trial, from: round, changed: (home, region), canvas.layout)
      } else {
        canvas.layout.move(cell, to: home)
        idle += 1
      }
    }
    return profile == .standard || profile == .gentle || harden(height, profile, &random)
  }

  /// Moves cells of a solved board until easier rules no longer solve it.
  private mutating func harden(
    _ start: Height, _ profile: ClimbProfile, _ random: inout SeededGenerator
  ) -> Bool {
    let budget = evaluations + 400 + 60 * canvas.grid.side
    var height = start
    let all = Board(canvas.layout)
    let goal = profile == .expert ? 1000 : 1
    var idle = 0
    while height.hardness < goal {
      if evaluations >= budget { return false }
      // Half of the cells that move are among those that the easy rules leave.
      let isNear = height.hardness > 0 && random.below(2) == 0
      guard
        let (cell, region) = chooseMove(isNear ? trail.end : all, evaluations, &random)
      else {
        evaluations += 1
        continue
      }
      let home = canvas.layout.region(of: cell)
      let (next, round) = evaluate(giving: cell, to: region, profile)
      evaluations += 1
      if next.count == 0 && (next.hardness >= height.hardness || idle > Climb.stubbornness) {
        if idle > Climb.stubbornness { idle = 0 }
        idle = next.hardness > height.hardness ? 0 : idle + 1
        height = next
        restingUntil[cell] = evaluations + rest
        trail.follow(trial, from: round, changed: (home, region), canvas.layout)
      } else {
        idle += 1
        canvas.layout.move(cell, to: home)
      }
    }
    return true
  }

  /// The height of the layout, propagated from the start.
  private mutating func evaluateFromCold(_ profile: ClimbProfile) -> Height {
    var board = Board(canvas.layout)
    trail.removeAll()
    let isPossible = engine.propagate(
      &board, canvas.layout, through: profile == .gentle ? 4 : 7, recording: &trail)
    assert(isPossible, "the rules have ruled out a solution that exists")
    return follow(board, profile)
  }

  /// Moves a cell and evaluates the layout.
  ///
  /// - Returns: The height, and the round of `trail` where `trial` begins.
  private mutating func evaluate(
    giving cell: Int, to region: Int, _ profile: ClimbProfile
  ) -> (Height, round: Int) {
    let home = canvas.layout.region(of: cell)
    let round = trail.firstRound(giving: cell, to: region, side: canvas.grid.side)
    canvas.layout.move(cell, to: region)
    var board = trail.board(before: round)
    board.recount(home, region, canvas.layout)
    trial.removeAll()
    let isPossible = engine.propagate(
      &board, canvas.layout, through: profile == .gentle ? 4 : 7, recording: &trial)
    assert(isPossible, "the rules have ruled out a solution that exists")
    return (follow(board, profile), round)
  }

  /// What assumptions add, where the profile asks for them.
  private mutating func follow(_ settled: Board, _ profile: ClimbProfile) -> Height {
    var height = Height(undecided: settled, count: settled.unknownCount)
    guard profile == .hard || profile == .expert, height.count > 0 else { return height }
    // Assumptions are dear: they wait until most of the board follows without them.
    if height.count * 10 > canvas.grid.cellCount * 3 { return height }
    height.hardness = height.count
    var board = settled
    if profile == .expert {
      engine.assumeSingly(&board, canvas.layout, level: 10)
      if board.unknownCount > 0 { height.hardness = 1000 + board.unknownCount }
    }
    if board.unknownCount > 0 { engine.assumeSingly(&board, canvas.layout, level: 12) }
    height.undecided = board
    height.count = board.unknownCount
    return height
  }

  /// A random undecided border cell without a star that its region can spare, and a neighbour to take it.
  private func chooseMove(
    _ undecided: borrowing Board, _ now: Int, _ random: inout SeededGenerator
  ) -> (cell: Int, region: Int)? {
    for _ in 0..<80 {
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
      if chosen != home && canvas.favours(moving: cell, to: chosen, &random)
        && canvas.canSpare(cell)
      {
        return (cell, chosen)
      }
    }
    return nil
  }

  /// Recombines the region of an undecided cell with one of its neighbours.
  private mutating func kick(near undecided: borrowing Board, _ random: inout SeededGenerator) {
    for _ in 0..<30 {
      let region = canvas.layout.region(of: randomCell(undecided, &random))
      let cell = canvas.randomCell(of: region, &random)
      let next = canvas.edges[cell * 4 + random.below(4)]
      if next < 0 { continue }
      let other = canvas.layout.region(of: next)
      if other == region { continue }
      if canvas.recombine(cell, with: next, &random) {
        canvas.relax(region, other, &random)
        return
      }
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
