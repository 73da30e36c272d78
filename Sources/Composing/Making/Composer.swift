import Generating
package import Grading
import Searching
package import Solving
package import StarBattle

/// A composition whose wishes do not contradict each other, as far as that shows by itself.
package struct CompositionPlan: Sendable {
  package let composition: Composition
  let frame: CompositionFrame

  /// A plan for a composition.
  ///
  /// - Throws: `Composition.Fault` where wishes contradict each other.
  package init(_ composition: Composition) throws(Composition.Fault) {
    self.composition = composition
    frame = try composition.frame { Composer.hasNoStars(composition, $0) }
  }

  /// Whether every cell has its region, so that there is one board and nothing to try.
  package var isDrawnWhole: Bool { frame.isDrawnWhole }
}

/// Makes puzzles as an editor wishes: places stars and draws regions within what is given, and
/// moves borders until the rules solve the board.
///
/// What it makes is found by the rules and graded; whoever publishes it has it proved. A pure
/// function of the composition: each fresh start has a seed of its own, so that they can be made on
/// any number of threads. One for each thread.
package struct Composer: ~Copyable {
  private let composition: Composition
  private let frame: CompositionFrame
  private var placer: PatternPlacer
  private var engine = RuleEngine()
  private var grader = Grader()

  /// How far a fresh start has come.
  package enum Stage: Int, Sendable, CaseIterable {
    /// The shapes were not placed.
    case shapes
    /// No star pattern was found.
    case stars
    /// No regions were found that have their quotas.
    case regions
    /// The rules leave cells open.
    case solving
    /// The puzzle is fair, and not what is wished for.
    case wishing
  }

  /// What came of a fresh start.
  package enum Outcome: Sendable {
    /// Puzzles with one star pattern, each with its grade.
    case made([Made])
    /// Why not.
    case failed(Miss)
  }

  package struct Made: Sendable {
    package let puzzle: Puzzle
    package let grade: Grade
  }

  /// What a fresh start has come to that led nowhere.
  package struct Miss: Error {
    package let stage: Stage
    /// How far it was from what is wished for, comparable among misses of a stage.
    package let distance: Int
    /// The board that it came to, if any.
    package let puzzle: Puzzle?
    /// Its grade, if it is fair.
    package let grade: Grade?
    /// The rule that it begins with, where another first step is wished for.
    package var opening: Rule?

    /// Whether it is nearer than another.
    package func isNearer(than other: Miss) -> Bool {
      (-stage.rawValue, distance) < (-other.stage.rawValue, other.distance)
    }
  }

  package init(_ plan: CompositionPlan) {
    composition = plan.composition
    frame = plan.frame
    placer = PatternPlacer(grid: composition.grid)
  }

  /// Says whether there is a star pattern for what is given, as far as some work shows it.
  package mutating func checkStars() throws(Composition.Fault) {
    var random = SeededGenerator(seed: composition.seed)
    let groups = Composer.groups(of: frame)
    func isNone(_ frame: CompositionFrame, _ groups: [PatternPlacer.Group]) -> Bool {
      Composer.hasNoStars(composition, frame, groups, &placer, &random)
    }
    guard isNone(frame, groups) else { return }
    let grid = composition.grid
    let given = (composition.stars + composition.empty).map {
      Composition.Wish($0.wish, cell: $0.cell)
    }
    let plain = CompositionFrame(grid: grid, symmetry: nil)
    // What is known already is not asked again: another search of so few nodes might not show it.
    let isBare = groups.isEmpty
    if isBare && composition.symmetry == nil || isNone(plain, []) {
      throw Composition.Fault(
        given, "no star pattern of \(grid) has these stars — take some of `stars` away")
    }
    if let symmetry = composition.symmetry, isBare || isNone(frame, []) {
      throw Composition.Fault(
        [.init(symmetry.wish)] + given,
        "no star pattern of \(grid) has this `symmetry`, which those of its puzzles have"
          + (given.isEmpty ? "" : ", and the given `stars`")
          + " — leave it out, or take another grid"
      )
    }
    // The first part without which there are patterns.
    for part in groups.indices
    where part == groups.count - 1 || isNone(frame, Array(groups.prefix(part + 1))) {
      throw Composition.Fault(
        [.init(frame.wish(of: part), cell: frame.parts[part].first)] + given,
        "no star pattern of \(grid) gives this region and those before it "
          + grid.quota
          + (given.isEmpty ? "" : " and has the stars that are given") + " — draw it differently")
    }
  }

  /// Whether some work shows that a frame has no star pattern with what is given.
  static func hasNoStars(_ composition: Composition, _ frame: CompositionFrame) -> Bool {
    var placer = PatternPlacer(grid: composition.grid)
    var random = SeededGenerator(seed: composition.seed)
    return hasNoStars(composition, frame, groups(of: frame), &placer, &random)
  }

  private static func hasNoStars(
    _ composition: Composition, _ frame: CompositionFrame, _ groups: [PatternPlacer.Group],
    _ placer: inout PatternPlacer, _ random: inout SeededGenerator
  ) -> Bool {
    let ending = placer.place(
      stars: composition.stars.map(\.cell), empty: composition.empty.map(\.cell), groups: groups,
      frame, restarts: 1, nodes: checkNodes, &random)
    if case .none = ending { return true }
    return false
  }

  /// The work that may show that there is no star pattern.
  private static let checkNodes = 20_000

  /// What the parts of a frame say about stars.
  private static func groups(of frame: CompositionFrame) -> [PatternPlacer.Group] {
    frame.parts.indices.map {
      PatternPlacer.Group(
        cells: frame.parts[$0], least: frame.isWhole[$0] ? frame.grid.stars : 0,
        most: frame.grid.stars)
    }
  }

  /// A fresh start.
  ///
  /// - Parameter attempt: Its number, from 0.
  /// - Returns: What came of it.
  package mutating func attempt(_ attempt: Int) -> Outcome {
    let seed = Seed.derived(campaign: composition.seed, item: "compose", attempt: attempt)
    var random = SeededGenerator(seed: seed.value)
    func miss(
      _ stage: Stage, _ distance: Int = 0, _ puzzle: Puzzle? = nil, _ grade: Grade? = nil
    ) -> Outcome {
      .failed(Miss(stage: stage, distance: distance, puzzle: puzzle, grade: grade))
    }
    var shapes = ShapePlacer(composition, frame)
    guard let frame = shapes.place(&random) else { return miss(.shapes) }
    guard let stars = self.frame.isDrawnWhole ? solution() : pattern(of: frame, &random) else {
      return miss(.stars)
    }

    var made: [Made] = []
    var nearest: Miss?
    // Of a board that is drawn whole there is one way to go on.
    for _ in 0..<(self.frame.isDrawnWhole ? 1 : 2 + composition.grids) {
      var regions = ComposedRegions(frame, pentominoes: composition.pentominoes)
      var isDrawn = false
      for _ in 0..<6 where !isDrawn { isDrawn = regions.draw(stars, &random) }
      guard isDrawn else { continue }
      regions.relax(&random)
      switch self.frame.isDrawnWhole ? steer(&regions, &random) : climb(&regions, &random) {
      case .success(let new):
        if made.contains(where: { $0.puzzle.canonicalForm == new.puzzle.canonicalForm }) {
          continue
        }
        made.append(new)
        if made.count == composition.grids { return .made(made) }
      case .failure(let miss):
        if nearest.map({ miss.isNearer(than: $0) }) ?? true { nearest = miss }
      }
    }
    return nearest.map { .failed($0) } ?? miss(.regions)
  }

  /// A star pattern that what is given leaves room for, as far as a little work finds one.
  private mutating func pattern(
    of frame: CompositionFrame, _ random: inout SeededGenerator
  ) -> Solution? {
    let ending = placer.place(
      stars: composition.stars.map(\.cell), empty: composition.empty.map(\.cell),
      groups: Composer.groups(of: frame), frame, restarts: 4, nodes: 60 + 6 * frame.grid.side,
      &random)
    if case .placed(let stars) = ending { return stars }
    return nil
  }

  /// A solution of the board, where all of it is drawn, with the stars that are given if one has
  /// them; `nil` where there is none.
  ///
  /// There is nothing else to try, so that it is worth an exact search.
  private func solution() -> Solution? {
    guard let board = try? Puzzle(grid: frame.grid, regions: frame.owner) else { return nil }
    var solver = ExactSolver()
    let found = solver.count(board, limit: 2, nodeBudget: 1_000_000).solutions
    let (stars, empty) = (composition.stars.map(\.cell), composition.empty.map(\.cell))
    let fitting = found.first { solution in
      stars.allSatisfy(solution.stars.contains) && !empty.contains(where: solution.stars.contains)
    }
    // Of several, another may have them; one shows as well that the board is no puzzle.
    return fitting ?? (found.count > 1 ? found[0] : nil)
  }

  // MARK: - Climbing

  /// The level that rules are followed through without assumptions.
  private var followed: Int {
    let highest = composition.grade.rule?.level ?? composition.grade.level?.upperBound ?? 7
    return min(7, max(3, highest))
  }

  private var isAnyGrade: Bool { composition.grade == GradeRange() && composition.opening == nil }

  /// The layouts that may be looked at in a climb.
  private var climbBudget: Int { 600 + 120 * composition.grid.side }

  private mutating func climb(
    _ regions: inout ComposedRegions, _ random: inout SeededGenerator
  ) -> Result<Made, Miss> {
    var open = openCells(of: regions)
    var (evaluations, idle, vain) = (1, 0, 0)
    while !open.isEmpty {
      // Where little is free there is hardly a move to make.
      if evaluations >= climbBudget || vain >= 400 {
        return .failure(
          Miss(stage: .solving, distance: open.count, puzzle: puzzle(of: regions), grade: nil))
      }
      if idle >= 12 {
        idle = 0
        if regions.kick(near: open[random.below(open.count)], &random) {
          evaluations += 1
          open = openCells(of: regions)
        }
      }
      guard !open.isEmpty else { break }
      guard let move = regions.move(open[random.below(open.count)], &random) else {
        vain += 1
        if vain % 40 == 0 { idle += 1 }
        continue
      }
      vain = 0
      evaluations += 1
      let next = openCells(of: regions)
      if next.count <= open.count {
        idle = next.count < open.count ? 0 : idle + 1
        open = next
      } else {
        idle += 1
        regions.undo(move)
      }
    }
    return steer(&regions, &random)
  }

  /// The cells that the rules leave open.
  private mutating func openCells(of regions: borrowing ComposedRegions) -> [Int] {
    var board = Board(regions.canvas.layout)
    _ = engine.propagate(&board, regions.canvas.layout, through: followed)
    if board.unknownCount == 0 { return [] }
    let side = composition.grid.side
    var cells: [Int] = []
    cells.reserveCapacity(board.unknownCount)
    for row in 1...side {
      for column in SetBits(board.lines[row]) { cells.append((row - 1) * side + column - 1) }
    }
    return cells
  }

  private func puzzle(of regions: borrowing ComposedRegions) -> Puzzle? {
    try? regions.canvas.layout.puzzle()
  }

  // MARK: - Steering

  /// Moves borders of a solved board until its grade and its first step are as wished.
  private mutating func steer(
    _ regions: inout ComposedRegions, _ random: inout SeededGenerator
  ) -> Result<Made, Miss> {
    var grade = grader.grade(regions.canvas.layout, highestLevel: highest)
    guard grade.isSolved else {
      return .failure(
        Miss(
          stage: .solving, distance: grade.openCells.count, puzzle: puzzle(of: regions), grade: nil)
      )
    }
    var distance = isAnyGrade ? 0 : distance(of: grade, regions)
    var (evaluations, idle) = (0, 0)
    let budget = 600 + 60 * composition.grid.side
    while distance > 0 && evaluations < budget {
      evaluations += 1
      guard let move = regions.move(random.below(composition.grid.cellCount), &random) else {
        continue
      }
      idle += 1
      let next = grader.grade(regions.canvas.layout, highestLevel: highest)
      let far = next.isSolved ? self.distance(of: next, regions) : Int.max
      if !next.isSolved || far > distance && idle <= 25 {
        regions.undo(move)
        continue
      }
      if far < distance || idle > 25 { idle = 0 }
      (grade, distance) = (next, far)
    }
    guard let puzzle = puzzle(of: regions) else {
      return .failure(Miss(stage: .regions, distance: 0, puzzle: nil, grade: nil))
    }
    if distance > 0 {
      var miss = Miss(stage: .wishing, distance: distance, puzzle: puzzle, grade: grade)
      if composition.opening != nil {
        miss.opening = grader.opening(of: regions.canvas.layout)?.rule
      }
      return .failure(miss)
    }
    if let need = composition.grade.need, !grader.isNeeded(need, by: puzzle, grade) {
      return .failure(Miss(stage: .wishing, distance: 1, puzzle: puzzle, grade: grade))
    }
    if composition.grade.arguments != nil {
      let longest = SolveSignals(grader.trace(puzzle).trace).longest
      let distance = composition.grade.distance(ofLongestArgument: longest)
      if distance > 0 {
        return .failure(Miss(stage: .wishing, distance: distance, puzzle: puzzle, grade: grade))
      }
    }
    return .success(Made(puzzle: puzzle, grade: grade))
  }

  private var highest: Int {
    composition.grade.rule?.level ?? composition.grade.level?.upperBound ?? 12
  }

  /// How far a solved board is from what is wished for; 0 when it is that.
  private mutating func distance(of grade: Grade, _ regions: borrowing ComposedRegions) -> Int {
    var distance = 0
    let wish = composition.grade
    if let difficulty = wish.difficulty {
      distance += grade.distance(toScores: Score.hundredths(ofDifficulties: difficulty))
    }
    if let level = wish.level {
      distance += 500 * max(0, level.lowerBound - grade.level, grade.level - level.upperBound)
    }
    if let rule = wish.rule { distance += grade.distance(toHardest: rule) }
    if let need = wish.need, !grade.rules.contains(where: { $0.id == need.id }) {
      distance += 1000
    }
    if let opening = composition.opening {
      distance += self.distance(of: opening, regions)
    }
    return distance
  }

  private mutating func distance(
    of opening: Composition.Opening, _ regions: borrowing ComposedRegions
  ) -> Int {
    guard let found = grader.opening(of: regions.canvas.layout) else { return 10_000 }
    let (row, other) = (opening.rule.row, found.rule.row)
    if other < row { return 300 * (row - other) + 10 * (found.stars.count + found.marks.count) }
    if other > row { return 300 * (other - row) }
    return 100 * opening.cells.count { !found.stars.contains($0) && !found.marks.contains($0) }
  }
}
