import Foundation
import Generating
import Grading
import Notation
import Proving
import Searching
import StarBattle

/// The grids of the house, with the seeds to try by default: for puzzles of level 7 at most, and
/// for those that need level 11, of which 5×5 has next to none.
let grids: [(side: Int, stars: Int, count: Int, hardCount: Int)] = [
  (5, 1, 5000, 0), (6, 1, 4000, 400), (8, 1, 2000, 400), (10, 2, 2000, 400), (14, 3, 600, 200),
  (17, 4, 600, 200), (21, 5, 300, 100), (25, 6, 150, 100),
]

/// Puzzles a second at each grid, by profile; each puzzle is graded from cold and proved outside
/// the timing.
func benchmarkGenerating(_ options: Options) {
  for profile in [ClimbProfile.standard, .expert] {
    print("\ngenerate, \(profile == .standard ? "level ≤ 7" : "needs level ≥ 11")")
    row(
      ["grid", "puzzles/s", "p50 ms", "p95 ms", "p95/p50", "evals", "seeds", "made %", "proved"],
      width: 11)
    for (side, stars, count, hardCount) in grids where profile == .standard || hardCount > 0 {
      guard let grid = try? Grid(side: side, stars: stars) else { continue }
      let seeds = options.count ?? (profile == .standard ? count : hardCount)
      var generator = PuzzleGenerator(grid: grid)
      var times: [Double] = []
      var puzzles: [Puzzle] = []
      var evaluations = 0
      for index in 0..<seeds {
        let seed = ClimbProfile.seed(
          for: profile,
          from: Seed.derived(campaign: options.seed, item: "bench \(side)x\(stars)", attempt: index)
        )
        let (time, puzzle) = timed { generator.puzzle(seed: seed) }
        times.append(time)
        evaluations += generator.evaluations
        if let puzzle { puzzles.append(puzzle) }
      }
      let proved = puzzles.count { isProved($0, levels: profile.levels) }
      let (median, slow) = (percentile(0.5, of: times), percentile(0.95, of: times))
      row(
        [
          "\(side)×\(side), \(stars)",
          format(Double(puzzles.count) / (times.reduce(0, +) / 1e6)),
          format(median / 1e3), format(slow / 1e3), format(slow / median),
          "\(evaluations / max(1, seeds))", "\(seeds)",
          format(100 * Double(puzzles.count) / Double(max(1, seeds))),
          "\(proved)/\(puzzles.count)",
        ], width: 11)
    }
  }
}

/// Whether the grader and the prover agree that a puzzle is fair and unique, and its level is one
/// of these.
func isProved(_ puzzle: Puzzle, levels: ClosedRange<Int>) -> Bool {
  var grader = Grader()
  let grade = grader.grade(puzzle)
  guard grade.isSolved, levels.contains(grade.level),
    case .unique(let solution) = Prover().verdict(on: puzzle)
  else {
    return false
  }
  return solution == grade.solution
}

/// `ALMANAC_CORPUS`, or `shared/corpus` beside the project.
let corpusFolder =
  ProcessInfo.processInfo.environment["ALMANAC_CORPUS"].map { URL(filePath: $0) }
  ?? URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../../../shared/corpus").standardizedFileURL

/// The puzzles of the corpus, by file.
func corpus() -> [(name: String, puzzles: [Puzzle])] {
  let folder = corpusFolder
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  if names.isEmpty { print("\n\(folder.path) is not there: nothing to grade or solve") }
  return names.filter { $0.hasSuffix(".sbn") }.sorted().map { name in
    let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    return (name, text.split(separator: "\n").compactMap { try? SBN(String($0)).puzzle })
  }
}

/// Grading to level 12, microseconds a puzzle; every puzzle three times, the middle one counts.
func benchmarkGrading() {
  print("\ngrade to level 12, µs a puzzle")
  row(["file", "mean", "p50", "p95", "solved"])
  var grader = Grader()
  for (name, puzzles) in corpus() {
    var times: [Double] = []
    var solved = 0
    for puzzle in puzzles {
      let runs = (0..<3).map { _ in timed { grader.grade(puzzle) } }
      times.append(percentile(0.5, of: runs.map(\.microseconds)))
      if runs[0].result.isSolved { solved += 1 }
    }
    row([
      name.replacing(".sbn", with: ""), format(times.reduce(0, +) / Double(max(1, times.count))),
      format(percentile(0.5, of: times)), format(percentile(0.95, of: times)),
      "\(solved)/\(puzzles.count)",
    ])
  }
}

/// Counting solutions to 2, microseconds and nodes a puzzle.
func benchmarkSolving() {
  print("\nexact, count to 2, µs a puzzle")
  row(["file", "mean", "p50", "p95", "nodes", "unique"])
  var solver = ExactSolver()
  for (name, puzzles) in corpus() {
    var times: [Double] = []
    var nodes = 0
    var unique = 0
    for puzzle in puzzles {
      let (time, count) = timed { solver.count(puzzle, limit: 2) }
      times.append(time)
      nodes += count.nodes
      if count.isComplete && count.solutions.count == 1 { unique += 1 }
    }
    row([
      name.replacing(".sbn", with: ""), format(times.reduce(0, +) / Double(max(1, times.count))),
      format(percentile(0.5, of: times)), format(percentile(0.95, of: times)),
      format(Double(nodes) / Double(max(1, puzzles.count))), "\(unique)/\(puzzles.count)",
    ])
  }
}

/// Total search nodes and grading cycles over fixed seeds: changes only with behaviour.
func printSignature() {
  var nodes = 0
  var cycles = 0
  var cells = 0
  var solver = ExactSolver()
  var grader = Grader()
  for (side, stars, _, _) in grids {
    guard let grid = try? Grid(side: side, stars: stars) else { continue }
    var generator = PuzzleGenerator(grid: grid)
    for index in 0..<8 {
      let seed = ClimbProfile.seed(
        for: .standard, from: Seed.derived(campaign: 1, item: "signature", attempt: index))
      guard let puzzle = generator.puzzle(seed: seed) else { continue }
      nodes += solver.count(puzzle, limit: 2, nodeBudget: 100_000).nodes
      cycles += grader.grade(puzzle).cycles
      cells += puzzle.regionSizes.max() ?? 0
    }
  }
  print("\nsignature  nodes \(nodes), cycles \(cycles), largest regions \(cells)")
}
