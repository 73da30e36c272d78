package import Grading
import Searching
import Solving
package import StarBattle

/// A puzzle whose borders are looked at: what it is as it stands, which every move is compared
/// with.
package struct StudiedPuzzle: Sendable {
  package let puzzle: Puzzle
  /// Its grade to level 12.
  package let grade: Grade
  /// Its first solutions, at most two.
  package let solutions: [Solution]
  /// Whether there are no others than these, or two.
  package let isCounted: Bool
  /// The way through it.
  let path: SolvePath
  /// The first step of each cycle in its trace, from 0.
  let firstSteps: [Int]

  /// Solves a puzzle.
  ///
  /// - Complexity: a grade and a trace, and a count where the rules do not solve it.
  package init(_ puzzle: Puzzle) {
    self.puzzle = puzzle
    var grader = Grader()
    (grade, path) = grader.path(of: Layout(puzzle))
    if let solution = grade.solution {
      (solutions, isCounted) = ([solution], true)
    } else {
      var solver = ExactSolver()
      let count = solver.count(
        puzzle, after: grade, limit: 2, nodeBudget: ExactSolver.usualBudget)
      (solutions, isCounted) = (count.solutions, count.isComplete)
    }
    var firstSteps: [Int] = []
    for (index, step) in grader.trace(puzzle).trace.steps.enumerated()
    where step.cycle >= firstSteps.count {
      firstSteps.append(index)
    }
    self.firstSteps = firstSteps
  }

  /// Its only solution.
  package var solution: Solution? { isCounted && solutions.count == 1 ? solutions[0] : nil }

  /// The step of its trace, from 0, with which a cycle begins; `nil` behind the last one.
  package func step(ofCycle cycle: Int) -> Int? {
    cycle < firstSteps.count ? firstSteps[cycle] : nil
  }
}

/// Looks at what moving single cells across borders would make of a puzzle.
///
/// Setters polish by hand in this way: they try every cell of a border and keep the moves that open
/// no way around the intended one. One for each thread.
///
/// Where the puzzle has one solution S, most of the search is spared. Let a cell go from one region
/// to another. A solution of the new puzzle without a star in that cell has the same stars in every
/// region of the old one, so it is S. All others have a star there: they are what is left to look
/// for, on a board that begins with it. And S stays a solution if the cell is empty in it.
package struct BorderLook: ~Copyable {
  private let studied: StudiedPuzzle
  private var layout: Layout
  private var grader = Grader()
  private var solver = ExactSolver()

  /// The nodes that exact search may look at for one move.
  private static let nodeBudget = 20_000

  /// Makes a look at a puzzle, for any number of its moves.
  package init(_ studied: StudiedPuzzle) {
    self.studied = studied
    layout = Layout(studied.puzzle)
  }

  /// What becomes of the puzzle with a move.
  package mutating func outcome(of move: BorderMove) -> BorderOutcome {
    let grid = studied.puzzle.grid
    func ending(
      _ verdict: BorderOutcome.Verdict, _ puzzle: Puzzle? = nil, _ grade: Grade? = nil,
      _ solution: Solution? = nil, _ parting: Int? = nil
    ) -> BorderOutcome {
      BorderOutcome(
        move: move, verdict: verdict, puzzle: puzzle, grade: grade,
        keepsSolution: solution != nil && solution == studied.solution, parting: parting)
    }
    guard layout.size(of: move.home) > grid.stars else { return ending(.small) }
    var regions = studied.puzzle.regions
    regions[move.cell] = UInt8(truncatingIfNeeded: move.region)
    guard let puzzle = try? Puzzle(grid: grid, regions: regions) else { return ending(.parted) }

    layout.move(move.cell, to: move.region)
    defer { layout.move(move.cell, to: move.home) }
    let found = solutions(with: move)
    guard found.isComplete else { return ending(.undecided, puzzle) }
    guard let solution = found.solutions.first else { return ending(.none, puzzle) }
    guard found.solutions.count == 1 else { return ending(.several, puzzle) }
    let (grade, parting) = grader.grade(layout, comparing: studied.path)
    return ending(grade.isSolved ? .fair : .unfair, puzzle, grade, solution, parting)
  }

  /// The first two solutions of the layout.
  private mutating func solutions(
    with move: BorderMove
  ) -> (solutions: [Solution], isComplete: Bool) {
    guard let known = studied.solution else {
      let count = solver.count(
        from: Board(layout), layout, limit: 2, nodeBudget: BorderLook.nodeBudget)
      return (count.solutions, count.isComplete)
    }
    let kept = known.stars.contains(move.cell) ? [] : [known]
    var board = Board(layout)
    let (row, column) = layout.place(of: move.cell)
    guard board.place(row: row, column: column, layout) else { return (kept, true) }
    let count = solver.count(
      from: board, layout, limit: 2 - kept.count, nodeBudget: BorderLook.nodeBudget)
    return (kept + count.solutions, count.isComplete)
  }
}
