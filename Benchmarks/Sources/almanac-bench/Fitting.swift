import Foundation
@_spi(Measuring) import Generating
import Notation
@_spi(Measuring) import StarBattle

/// Fits the weights of a style at a grid, so that generated puzzles have the mean traits of some
/// real ones.
///
/// Each round makes puzzles and moves the weights by the difference of the means over the
/// covariance of the traits: Newton's method for a maximum-entropy model, whose derivative that
/// covariance is. The covariance is raised on its diagonal, since a climb follows the model only
/// roughly.
struct ShapeFit {
  let grid: Grid
  let style: RegionStyle
  /// What is fitted: all weights, or those of sizes alone.
  let onlySizes: Bool
  /// The mean of each trait over the real puzzles.
  let target: [Double]
  let profile: [Double]
  /// The weights, those of `ShapeTrait` and those of sizes; parts of one add up from round to
  /// round.
  private var values: [Double]
  /// The puzzles of the last round.
  private(set) var puzzles: [Puzzle] = []

  /// Weights beyond this say “never”; what is not among a few real puzzles would come to weigh more
  /// with each round.
  private static let most = 2000.0
  /// The most by which a weight changes in a round.
  private static let stride = 100.0
  /// What is added to the diagonal of the covariance, of itself.
  private static let ridge = 0.1
  /// The size that costs nothing: all could cost as much more without a difference.
  private static let free =
    ShapeTrait.allCases.count + (ShapeWeights.sizeShares.firstIndex(of: 100) ?? 0)

  init(grid: Grid, style: RegionStyle, onlySizes: Bool, real: [Puzzle]) {
    self.grid = grid
    self.style = style
    self.onlySizes = onlySizes
    let weights = ShapeWeights.weights(style, for: grid)
    values = (weights.traits + weights.sizes).map(Double.init)
    target = ShapeFit.mean(real.map(ShapeFit.traits))
    profile = shapes(of: real, grid).sizeProfile
  }

  /// The traits of a puzzle: those of `ShapeTrait`, and the number of regions near each of the
  /// sizes with weights.
  static func traits(_ puzzle: Puzzle) -> [Double] {
    var sizes = [Double](repeating: 0, count: ShapeWeights.sizeShares.count)
    for size in puzzle.regionSizes {
      let (place, part) = ShapeWeights.place(ofSize: size, mean: puzzle.grid.side)
      sizes[place] += 1 - Double(part) / 1000
      if part > 0 { sizes[place + 1] += Double(part) / 1000 }
    }
    return ShapeTrait.values(of: puzzle) + sizes
  }

  private static func mean(_ rows: [[Double]]) -> [Double] {
    rows.reduce(into: [Double](repeating: 0, count: rows.first?.count ?? 0)) { sums, row in
      for (index, value) in row.enumerated() { sums[index] += value / Double(rows.count) }
    }
  }

  /// Makes puzzles and moves the weights once.
  mutating func round(_ number: Int, count: Int, campaign: UInt64) {
    let current = weights
    var generator = PuzzleGenerator(grid: grid) { _ in current }
    puzzles = []
    var evaluations = 0
    let (time, _) = timed {
      for attempt in 0..<count {
        let seed = SeedSettings(style: style).written(
          into: .derived(campaign: campaign, item: "fit \(grid) \(number)", attempt: attempt))
        if let puzzle = generator.puzzle(seed: seed) { puzzles.append(puzzle) }
        evaluations += generator.evaluations
      }
    }
    guard puzzles.count > 1 else { return }
    let made = puzzles.map(ShapeFit.traits)
    let mean = ShapeFit.mean(made)
    let off = zip(shapes(of: puzzles, grid).sizeProfile, profile).map { abs($0 - $1) }
    let places = mean.indices.filter { place in
      place != ShapeFit.free && (!onlySizes || place >= ShapeTrait.allCases.count)
        && made.contains { $0[place] != made[0][place] }
    }
    var rows = places.map { _ in [Double](repeating: 0, count: places.count) }
    for traits in made {
      for (i, one) in places.enumerated() {
        for (j, other) in places.enumerated() {
          rows[i][j] +=
            (traits[one] - mean[one]) * (traits[other] - mean[other]) / Double(made.count - 1)
        }
      }
    }
    let spread = places.indices.map { rows[$0][$0].squareRoot() }
    let distance = zip(places, spread).map { place, spread in
      let difference = (mean[place] - target[place]) / spread
      return difference * difference
    }
    row([
      "round \(number)", "\(puzzles.count)/\(count)",
      format(Double(puzzles.count) / (time / 1e6)), "\(evaluations / count)",
      format((distance.reduce(0, +) / Double(places.count)).squareRoot()),
      format(off.reduce(0, +) / Double(grid.side)),
    ])
    for index in rows.indices { rows[index][index] *= 1 + ShapeFit.ridge }
    let step = solve(rows, places.map { mean[$0] - target[$0] })
    for (place, change) in zip(places, step) {
      // A chance falls e times over with 64 / ln 2 weights.
      let move = max(-ShapeFit.stride, min(ShapeFit.stride, 92.33 * change))
      values[place] = max(-ShapeFit.most, min(ShapeFit.most, values[place] + move))
    }
  }

  /// The weights as whole numbers.
  var weights: ShapeWeights {
    let rounded = values.map { Int($0.rounded()) }
    let traits = ShapeTrait.allCases.count
    return ShapeWeights(traits: Array(rounded[..<traits]), sizes: Array(rounded[traits...]))
  }

  /// The weights as they are written in `ShapeWeights+Styles.swift`.
  var source: String {
    let traits = weights.traits.map { "\($0)" }.joined(separator: ", ")
    return ".of(\(traits), \(weights.sizes))"
  }
}

/// Solves linear equations by elimination.
private func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
  var rows = zip(matrix, right).map { $0 + [$1] }
  let count = rows.count
  for column in 0..<count {
    let pivot = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
    rows.swapAt(column, pivot)
    guard abs(rows[column][column]) > 1e-9 else { continue }
    for index in 0..<count where index != column {
      let factor = rows[index][column] / rows[column][column]
      if factor == 0 { continue }
      for place in column...count { rows[index][place] -= factor * rows[column][place] }
    }
  }
  return (0..<count).map { abs(rows[$0][$0]) > 1e-9 ? rows[$0][count] / rows[$0][$0] : 0 }
}

/// Fits weights to files of real puzzles and prints them, a line of `ShapeWeights+Styles.swift`.
func fitShapes(_ options: Options) {
  let real = corpus().filter { options.files.contains($0.name.replacing(".sbn", with: "")) }
  guard let grid = real.first?.puzzles.first?.grid,
    real.allSatisfy({ $0.puzzles.allSatisfy { $0.grid == grid } })
  else {
    fail("fit needs --files A,B: names in the corpus, all of one grid")
  }
  var fit = ShapeFit(
    grid: grid, style: options.style, onlySizes: options.onlySizes, real: real.flatMap(\.puzzles))
  print("\nfit of \(options.style.name) at \(grid) to \(options.files.joined(separator: " and "))")
  row(["", "made", "puzzles/s", "evaluations", "off, in sd", "sizes off"])
  for number in 0..<options.rounds {
    fit.round(number, count: options.count ?? 400, campaign: options.seed)
    print("  \(fit.source)")
  }
  guard let file = options.output else { return }
  let lines = fit.puzzles.map { SBN(puzzle: $0).description + "\n" }
  do {
    try lines.joined().write(toFile: file, atomically: true, encoding: .utf8)
  } catch {
    fail("cannot write \(file): \(error.localizedDescription)")
  }
}
