import Generating
import StarBattle

/// Which sides and quotas lead to puzzles, how often, and after how much work.
func benchmarkGrids(_ options: Options) {
  print("\nall grids: seeds of the standard profile that lead to a puzzle")
  row(["grid", "made", "evals a seed", "ms a puzzle"], width: 14)
  for side in 4...25 {
    for stars in Grid.quotas(ofSide: side) {
      guard let grid = try? Grid(side: side, stars: stars) else { continue }
      var generator = PuzzleGenerator(grid: grid)
      var (made, evaluations, seeds) = (0, 0, 0)
      let (time, _) = timed {
        // Where nothing comes of it, a few seeds have taken as many evaluations as one puzzle may.
        while seeds < options.count ?? 20 && evaluations < 400_000 {
          let seed = SeedSettings().written(
            into: .derived(campaign: options.seed, item: "grids \(grid)", attempt: seeds))
          if generator.puzzle(seed: seed) != nil { made += 1 }
          evaluations += generator.evaluations
          seeds += 1
        }
      }
      row(
        [
          "\(side)×\(side), \(stars)", "\(made)/\(seeds)", "\(evaluations / seeds)",
          made == 0 ? "none in \(format(time / 1e6)) s" : format(time / 1e3 / Double(made)),
        ], width: 14)
    }
  }
}
