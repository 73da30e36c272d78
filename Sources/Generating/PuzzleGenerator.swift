@_spi(Engine) import Solving
public import StarBattle

/// Makes puzzles from seeds: stars first, then regions around them, then a climb until the rules
/// alone solve the board.
///
/// A pure function of grid, seed and `GeneratorVersion`: integers only, budgets counted in work, no
/// state carried from one puzzle to the next. One generator for each thread.
public struct PuzzleGenerator: ~Copyable {
  /// The outline of the puzzles it makes.
  public let grid: Grid

  /// The evaluations that the last seed took, over all its starts: its work, the same on every
  /// machine.
  public private(set) var evaluations = 0

  private var placer: StarPlacer
  var climb: Climb

  /// What shapes are drawn to, by style.
  var shapes: [ShapeEnergy]

  /// Fresh starts for one seed before it is given up.
  ///
  /// A rule that is seldom the hardest is looked for longer: few starts lead near it. So are the
  /// styles: winding regions that easy rules solve are rare at 14×14, where 6 starts left 8 % of
  /// the seeds without a puzzle.
  private static func starts(_ settings: SeedSettings) -> Int {
    if settings.rule != nil { return 24 }
    return settings.style == .natural ? 6 : 16
  }

  /// The moves for each cell that shapes are drawn with: fewer where a board is made in no time.
  private func sweeps(_ style: RegionStyle) -> Int {
    grid.side <= 6 ? 6 : style == .natural ? 20 : 40
  }

  /// Makes a generator; one for each thread and grid, for any number of seeds.
  ///
  /// - Parameter grid: The outline.
  /// - Complexity: O(cells).
  public init(grid: Grid) {
    self.init(grid: grid) { ShapeWeights.weights($0, for: grid) }
  }

  /// Makes a generator that draws to other weights than those of the styles: seeds give other
  /// puzzles.
  ///
  /// For fitting weights; nothing that is published is made like this.
  ///
  /// - Parameters:
  ///   - grid: The outline.
  ///   - weights: What each style is drawn to.
  /// - Complexity: O(cells).
  @_spi(Measuring) public init(grid: Grid, weights: (RegionStyle) -> ShapeWeights) {
    self.grid = grid
    placer = StarPlacer(grid: grid)
    climb = Climb(grid: grid)
    shapes = RegionStyle.allCases.map { ShapeEnergy(weights($0), grid: grid) }
  }

  /// The puzzle of a seed.
  ///
  /// The rules that were used to shape it solve it, which makes it unique and fair; whoever
  /// publishes it grades it from cold and has it proved all the same.
  ///
  /// - Parameter seed: The seed; it names its `SeedSettings`.
  /// - Returns: The puzzle; `nil` where this seed leads nowhere within its work budget.
  /// - Complexity: measured means on one core: 0.024 ms at 5×5 to 7.4 ms at 25×25 for standard
  ///   seeds; what settings add is bounded by their budgets of evaluations.
  public mutating func puzzle(seed: Seed) -> Puzzle? {
    var random = SeededGenerator(seed: seed.value)
    let settings = SeedSettings(of: seed)
    let goal = ClimbGoal(settings)
    climb.canvas.shapes = shapes[settings.style.rawValue]
    evaluations = 0
    for _ in 0..<PuzzleGenerator.starts(settings) {
      guard let stars = placer.place(&random) else { continue }
      climb.canvas.cutPath(through: stars)
      climb.canvas.mix(&random)
      climb.canvas.relax(attempts: sweeps(settings.style) * grid.cellCount, &random)
      let isSolved = climb.run(goal, &random)
      evaluations += climb.evaluations
      if isSolved { return finished() }
    }
    return nil
  }

  /// The puzzle on the canvas, whose regions are whole at every moment.
  private func finished() -> Puzzle {
    do throws(PuzzleError) {
      return try climb.canvas.layout.puzzle()
    } catch {
      preconditionFailure("the climb has left regions that make no puzzle: \(error)")
    }
  }
}

extension RegionCanvas {
  /// Recombines random pairs of neighbours until the regions have natural shapes.
  ///
  /// 20 attempts a line, and 5 up to 6×6: with 4 the strips of the path still show at 25×25.
  package mutating func mix(_ random: inout SeededGenerator) {
    for _ in 0..<(grid.side <= 6 ? 5 : 20) * grid.side {
      let cell = random.below(grid.cellCount)
      let next = edges[cell * 4 + random.below(4)]
      if next < 0 || layout.map.region(of: next) == layout.map.region(of: cell) { continue }
      _ = recombine(cell, with: next, &random)
    }
  }
}
