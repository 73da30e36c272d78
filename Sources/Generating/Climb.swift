import Grading
import Searching
@_spi(Engine) import Solving
import StarBattle

/// Moves region borders, the stars staying where they are, until the rules alone solve the board.
///
/// The height of a layout is the number of cells that the rules leave undecided. A move gives one
/// undecided border cell without a star to a neighbouring region and is kept when the height does
/// not rise. After `patience` moves without gain, two regions near an undecided cell are recombined
/// whatever that does. A cell that has just moved rests for a while. At height 0 the rules lead to
/// the one solution step by step: the puzzle is unique *and* fair, because every rule is sound.
///
/// A goal that asks for more goes on from there: see `harden` and `steer`.
///
/// Layouts are not propagated from the start: each is the last one but for a cell, and the way of
/// the last one is taken up where that cell first mattered (`Trail`).
struct Climb: ~Copyable {
  var canvas: RegionCanvas
  var engine = RuleEngine()
  var exact = ExactSolver()
  var grader = Grader()
  private var restingUntil: [Int]

  /// The way that the rules took on the layout as it is, and on the one that is being tried.
  var trail: Trail
  var trial: Trail

  /// The evaluations of the last run.
  var evaluations = 0

  /// Evaluations in a row without gain before a kick.
  private static let patience = 6

  /// Evaluations for which a moved cell stays where it is.
  ///
  /// On small boards a long rest leaves too few cells to move. Instructions a puzzle with 8 instead
  /// of 30: 28 % fewer at 8×8, 24 % fewer at 10×10, 16 % more at 14×14.
  private let rest: Int

  init(grid: Grid) {
    canvas = RegionCanvas(grid: grid)
    rest = grid.side < 12 ? 8 : 30
    trail = Trail(grid: grid)
    trial = Trail(grid: grid)
    restingUntil = Array(repeating: 0, count: grid.cellCount)
  }

  /// The evaluations that a climb may take before it is given up; in seeds tried, under 1 % reach
  /// it.
  static func evaluationBudget(for grid: Grid) -> Int { 400 + 60 * grid.side }

  /// Climbs from the canvas as it is.
  ///
  /// - Returns: Whether the goal is reached: the rules that it allows now solve the board.
  mutating func run(_ goal: ClimbGoal, _ random: inout SeededGenerator) -> Bool {
    for cell in restingUntil.indices { restingUntil[cell] = 0 }
    evaluations = 0
    guard solve(through: goal.followed, &random) else { return false }
    polish(through: goal.followed, &random)
    if let level = goal.insufficient {
      guard harden(beyond: level, upTo: goal.levels.upperBound, &random) else { return false }
    }
    return goal.isReachedByClimbing || steer(towards: goal, &random)
  }

  /// Moves cells until the rules through a level solve the board.
  private mutating func solve(through level: Int, _ random: inout SeededGenerator) -> Bool {
    let budget = Climb.evaluationBudget(for: canvas.grid)
    evaluateFromCold(through: level)
    var idle = 0
    while trail.end.unknownCount > 0 {
      if evaluations >= budget { return false }
      var end = trail.end
      if idle >= Climb.patience {
        kick(near: &end, &random)
        evaluateFromCold(through: level)
        idle = 0
        continue
      }
      guard let choice = chooseMove(&end, &random) else {
        idle = Climb.patience
        continue
      }
      let move = attempt(choice.cell, to: choice.region, through: level)
      let (next, last) = (trial.end.unknownCount, trail.end.unknownCount)
      if next <= last {
        idle = next < last ? 0 : idle + 1
        keep(move)
      } else {
        undo(move)
        idle += 1
      }
    }
    return true
  }

  /// A move that has been made and evaluated, and can be kept or undone.
  struct Move {
    let cell: Int
    let home: Int
    let region: Int
    /// The round of `trail` where `trial` begins.
    let round: Int
  }

  /// Follows the rules on the layout from the start.
  private mutating func evaluateFromCold(through level: Int) {
    evaluations += 1
    var board = Board(canvas.layout)
    trail.removeAll()
    let isPossible = engine.propagate(
      &board, canvas.layout, through: enough(level), recording: &trail)
    assert(isPossible, "the rules have ruled out a solution that exists")
  }

  /// The lowest level that leads where a level does.
  ///
  /// With one star a container, counting with tiles (level 7) says what plain counting (5) and
  /// tiles (4) say, at a third more work.
  private func enough(_ level: Int) -> Int {
    canvas.grid.stars == 1 ? min(level, 6) : level
  }

  /// Moves a cell and follows the rules on the layout; `trial` holds the way.
  mutating func attempt(_ cell: Int, to region: Int, through level: Int) -> Move {
    evaluations += 1
    let home = canvas.layout.map.region(of: cell)
    let round = trail.firstRound(giving: cell, to: region, side: canvas.grid.side)
    canvas.layout.map.move(cell, to: region)
    var board = trail.board(before: round)
    board.recount(home, region, canvas.layout)
    trial.removeAll()
    let isPossible = engine.propagate(
      &board, canvas.layout, through: enough(level), recording: &trial)
    assert(isPossible, "the rules have ruled out a solution that exists")
    return Move(cell: cell, home: home, region: region, round: round)
  }

  /// Goes on from a move; its cell rests for a while.
  mutating func keep(_ move: Move) {
    rest(move)
    trail.follow(
      trial, from: move.round, changed: (move.home, move.region), canvas.layout)
  }

  /// Lets the cell of a move rest for a while.
  mutating func rest(_ move: Move) { restingUntil[move.cell] = evaluations + rest }

  /// Whether a cell has moved a short while ago.
  func isResting(_ cell: Int) -> Bool { restingUntil[cell] > evaluations }

  mutating func undo(_ move: Move) {
    canvas.layout.map.move(move.cell, to: move.home)
  }

  /// A random undecided border cell without a star that its region can spare, and a neighbour to
  /// take it.
  ///
  /// Changes nothing; it is mutating because the whole climb, 140 KB, would be copied otherwise,
  /// and takes the board as `inout` for the same reason.
  mutating func chooseMove(
    _ undecided: inout Board, _ random: inout SeededGenerator
  ) -> (cell: Int, region: Int)? {
    for _ in 0..<80 {
      let cell = randomCell(&undecided, &random)
      if canvas.isStar[cell] || isResting(cell) { continue }
      let home = canvas.layout.map.region(of: cell)
      var choices = 0
      var chosen = home
      for edge in 0..<4 {
        let next = canvas.edges[cell * 4 + edge]
        if next < 0 { continue }
        let region = canvas.layout.map.region(of: next)
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
  private mutating func kick(near undecided: inout Board, _ random: inout SeededGenerator) {
    for _ in 0..<30 {
      let region = canvas.layout.map.region(of: randomCell(&undecided, &random))
      let cell = canvas.randomCell(of: region, &random)
      let next = canvas.edges[cell * 4 + random.below(4)]
      if next < 0 { continue }
      let other = canvas.layout.map.region(of: next)
      if other == region { continue }
      if canvas.recombine(cell, with: next, &random) {
        canvas.relax(region, other, &random)
        return
      }
    }
  }

  /// A random unknown cell of a board that has some.
  ///
  /// Changes nothing either.
  private mutating func randomCell(_ board: inout Board, _ random: inout SeededGenerator) -> Int {
    var rest = random.below(board.unknownCount)
    var row = 1
    while case let count = board.lines[row].nonzeroBitCount, rest >= count {
      rest -= count
      row += 1
    }
    let column = SetBits.position(of: rest, in: board.lines[row])
    return (row - 1) * canvas.grid.side + column - 1
  }
}
