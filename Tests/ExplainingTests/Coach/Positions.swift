import Grading
import StarBattle

/// Boards that a player can come to.
struct Positions {
  let puzzle: Puzzle
  let solution: Solution
  private let steps: [Step]
  /// The solution's stars, a flag a cell.
  let isStar: [Bool]

  /// The boards of a puzzle that the rules solve.
  init?(_ puzzle: Puzzle, _ grader: inout Grader) {
    let (grade, trace) = grader.trace(puzzle)
    guard let solution = grade.solution else { return nil }
    self.puzzle = puzzle
    self.solution = solution
    steps = trace.steps
    var isStar = [Bool](repeating: false, count: puzzle.grid.cellCount)
    for cell in solution.stars { isStar[cell] = true }
    self.isStar = isStar
  }

  /// A board without mistakes: some steps of the trace in any order, parts of some of them, some
  /// more cells that are right, and mostly all that its stars rule out.
  func board(_ random: inout SeededGenerator) -> PlayerBoard {
    var board = PlayerBoard(puzzle.grid)
    var order = Array(steps.prefix(random.below(steps.count + 1)))
    // The beginning as it comes, or any steps from anywhere.
    if random.below(2) == 0 {
      order = steps
      random.shuffle(&order)
      order = Array(order.prefix(random.below(steps.count + 1)))
    }
    // Who leaves nothing out comes to the harder rules.
    let isThorough = random.below(3) == 0
    for step in order {
      // Players mark what they care to.
      let isWhole = isThorough || random.below(3) > 0
      for cell in step.stars where isWhole || random.below(2) == 0 { board[cell] = .star }
      for cell in step.marks where isWhole || random.below(2) == 0 { board[cell] = .mark }
    }
    let share = isThorough ? 0 : [0, 0, 3, 10, 40][random.below(5)]
    for cell in board.cells.indices where random.below(100) < share {
      board[cell] = isStar[cell] ? .star : .mark
    }
    // Most players and many apps mark what a star rules out at once; else nearly all hints are
    // that.
    if random.below(4) > 0 { tidy(&board) }
    return board
  }

  /// Marks what the stars of a board rule out at first sight.
  private func tidy(_ board: inout PlayerBoard) {
    for star in board.stars {
      for cell in puzzle.grid.neighbours(of: star) { board[cell] = .mark }
    }
    let lines = 0..<puzzle.grid.side
    let containers =
      lines.map { Container.row($0) } + lines.map { .column($0) } + lines.map { .region($0) }
    for container in containers {
      let cells = container.cells(in: puzzle)
      guard cells.count(where: { board[$0] == .star }) == puzzle.grid.stars else { continue }
      for cell in cells where board[cell] == .open { board[cell] = .mark }
    }
  }

  /// Puts some mistakes on a board: stars where none belong, marks where a star does.
  func addMistakes(to board: inout PlayerBoard, _ random: inout SeededGenerator) {
    for _ in 0...random.below(3) {
      let cell = random.below(board.cells.count)
      board[cell] = isStar[cell] ? .mark : .star
    }
  }

  /// The cells that are wrong.
  func mistakes(on board: PlayerBoard) -> [Int] {
    board.cells.indices.filter { cell in
      switch board[cell] {
      case .open: false
      case .star: !isStar[cell]
      case .mark: isStar[cell]
      }
    }
  }
}
