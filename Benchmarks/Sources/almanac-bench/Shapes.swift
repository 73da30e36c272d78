import Generating
@_spi(Measuring) import StarBattle

/// What the regions of each style look like, beside those of real puzzles; and how far placements
/// of stars spread.
func benchmarkShapes(_ options: Options) {
  print("\nshapes of regions")
  row(["", "puzzles", "p²/16a", "fill", "aspect", "corners", "pairs", "strips", "largest", "off"])
  let files = corpus()
  for (side, stars, count, _) in grids {
    guard let grid = try? Grid(side: side, stars: stars) else { continue }
    var real: [ShapeStatistics] = []
    for (name, puzzles) in files where puzzles.first?.grid == grid {
      let statistics = shapes(of: puzzles, grid)
      real.append(statistics)
      shapesRow(name.replacing(".sbn", with: ""), statistics, beside: [])
    }
    if real.count > 1 {
      real.append(shapes(of: files.flatMap(\.puzzles).filter { $0.grid == grid }, grid))
    }
    for style in RegionStyle.allCases {
      var generator = PuzzleGenerator(grid: grid)
      var puzzles: [Puzzle] = []
      for index in 0..<(options.count ?? min(count, 300)) {
        let seed = SeedSettings(style: style).written(
          into: .derived(campaign: options.seed, item: "shapes \(side)x\(stars)", attempt: index))
        if let puzzle = generator.puzzle(seed: seed) { puzzles.append(puzzle) }
      }
      shapesRow("\(side)×\(side) \(style.name)", shapes(of: puzzles, grid), beside: real)
    }
  }
}

func shapes(of puzzles: [Puzzle], _ grid: Grid) -> ShapeStatistics {
  var statistics = ShapeStatistics(grid: grid)
  for puzzle in puzzles { statistics.add(puzzle) }
  return statistics
}

/// A row; `off` is the mean distance of the sorted sizes from those of the nearest real file, or of
/// all together, in cells.
private func shapesRow(
  _ name: String, _ shapes: ShapeStatistics, beside real: [ShapeStatistics]
) {
  let off = real.map { other in
    zip(shapes.sizeProfile, other.sizeProfile).map { abs($0 - $1) }.reduce(0, +)
      / Double(shapes.grid.side)
  }.min()
  row(
    [
      name, "\(shapes.puzzles)", format(shapes.meanCompactness), format(shapes.meanFill),
      format(shapes.meanAspect), format(shapes.meanCorners), format(shapes.meanPairs),
      format(Double(shapes.strips) / Double(max(1, shapes.puzzles))), format(shapes.largestShare),
      off.map(format) ?? "–",
    ], width: 9)
}
