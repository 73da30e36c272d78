import Generating
import Grading
import StarBattle

/// How far star placements and puzzles spread: cells, distances between solutions, twins and
/// near-twins.
///
/// - `least` and `most`: how often the rarest and the commonest cell holds a star, by what all
///   cells would if they did equally often. Edges and corners hold more: stars there have fewer
///   neighbours.
/// - `folded`: the same for the cells that the symmetries take into each other, taken together:
///   what is left of it is not chance but the shape of the space.
/// - `shared`: the stars that two puzzles after one another share, of all, in percent; `expected`
///   is what cells drawn with those frequencies share.
/// - `solutions`, `twins`, `near`: different solutions, pairs of equal puzzles, and pairs that
///   share most regions, under the symmetries. `near` compares each puzzle with the 50 before it.
func benchmarkVariety(_ options: Options) {
  print("\nvariety")
  row(
    [
      "grid", "puzzles", "least", "most", "folded", "shared %", "expected", "solutions", "twins",
      "near",
    ], width: 10)
  for (side, stars, count, _) in grids {
    guard let grid = try? Grid(side: side, stars: stars) else { continue }
    var generator = PuzzleGenerator(grid: grid)
    var grader = Grader()
    var puzzles: [Puzzle] = []
    var solutions: [[Int]] = []
    for index in 0..<(options.count ?? min(count, 1000)) {
      let seed = SeedSettings().written(
        into: .derived(campaign: options.seed, item: "variety \(grid)", attempt: index))
      guard let puzzle = generator.puzzle(seed: seed), let solution = grader.grade(puzzle).solution
      else { continue }
      puzzles.append(puzzle)
      solutions.append(solution.stars)
    }
    let spread = Spread(grid: grid, solutions)
    let forms = puzzles.map(\.canonicalForm)
    let near = puzzles.indices.reduce(0) { sum, index in
      sum + puzzles[max(0, index - 50)..<index].count { $0.isNearTwin(of: puzzles[index]) }
    }
    row(
      [
        "\(side)×\(side), \(stars)", "\(puzzles.count)", format(spread.least), format(spread.most),
        "\(format(spread.folded.lowerBound))–\(format(spread.folded.upperBound))",
        format(spread.shared), format(spread.expected), "\(Set(solutions).count)",
        "\(forms.count - Set(forms).count)", "\(near)",
      ], width: 10)
  }
}

/// How star placements spread over their cells.
private struct Spread {
  var least = 0.0
  var most = 0.0
  var folded = 0.0...0.0
  var shared = 0.0
  var expected = 0.0

  init(grid: Grid, _ solutions: [[Int]]) {
    guard solutions.count > 1 else { return }
    var counts = [Int](repeating: 0, count: grid.cellCount)
    for star in solutions.joined() { counts[star] += 1 }
    let even = Double(solutions.count * grid.stars) / Double(grid.side)
    let shares = counts.map { Double($0) / even }
    (least, most) = (shares.min() ?? 0, shares.max() ?? 0)

    // Cells by the distances from the two nearest edges.
    var orbits: [[Int]: (cells: Int, count: Int)] = [:]
    for (cell, count) in counts.enumerated() {
      let places = [cell / grid.side, cell % grid.side]
      let orbit = places.map { min($0, grid.side - 1 - $0) }.sorted()
      let held = orbits[orbit] ?? (0, 0)
      orbits[orbit] = (held.cells + 1, held.count + count)
    }
    let levels = orbits.values.map { Double($0.count) / Double($0.cells) / even }
    folded = (levels.min() ?? 0)...(levels.max() ?? 0)

    let stars = Double(grid.side * grid.stars)
    let pairs = zip(solutions, solutions.dropFirst()).map { Set($0).intersection($1).count }
    shared = 100 * Double(pairs.reduce(0, +)) / Double(pairs.count) / stars
    let chances = counts.map { Double($0) / Double(solutions.count) }
    expected = 100 * chances.map { $0 * $0 }.reduce(0, +) / stars
  }
}
