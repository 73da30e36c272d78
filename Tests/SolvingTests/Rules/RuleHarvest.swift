import Generating
import Grading
import Solving
import StarBattle

/// Looks for positions that show what each rule does, in traces of generated puzzles.
///
/// Best are positions of a trace at which a rule is the easiest that finds anything. A rule that
/// generated puzzles hardly ever need so is shown where it finds something besides others.
struct RuleHarvest {
  /// The positions of each rule, by its row in the ladder.
  private var needed = [[RulePosition]](repeating: [], count: Rule.ladder.count)
  private var firing = [[RulePosition]](repeating: [], count: Rule.ladder.count)
  private var silent = [[RulePosition]](repeating: [], count: Rule.ladder.count)

  static let grids = [(5, 1), (6, 1), (8, 1), (10, 2), (14, 3)]
  static let positives = 6
  static let negatives = 4

  /// Goes through the puzzles of fixed seeds.
  init() throws {
    var engine = RuleEngine()
    var grader = Grader()
    for (side, stars) in RuleHarvest.grids {
      var generator = PuzzleGenerator(grid: try Grid(side: side, stars: stars))
      for attempt in 0..<24 {
        let profiles = ClimbProfile.allCases
        let seed = ClimbProfile.seed(
          for: side < 6 ? .standard : profiles[attempt % profiles.count],
          from: Seed.derived(campaign: 8, item: "rules", attempt: attempt))
        guard let puzzle = generator.puzzle(seed: seed) else { continue }
        look(at: grader.trace(puzzle, highestLevel: 13).trace, &engine)
      }
    }
  }

  /// Takes at most one position of each kind for each rule from a puzzle.
  private mutating func look(at trace: Trace, _ engine: inout RuleEngine) {
    let layout = Layout(trace.puzzle)
    var taken = [Bool](repeating: false, count: 3 * Rule.ladder.count)
    var (stars, marks): ([Int], [Int]) = ([], [])
    var cycle = -1
    for step in trace.steps {
      defer {
        stars += step.stars
        marks += step.marks
      }
      guard step.cycle != cycle, var solve = LadderSolve(layout, stars: stars, marks: marks)
      else { continue }
      cycle = step.cycle
      for (row, rule) in Rule.ladder.enumerated() {
        guard let found = solve.findings(of: rule, &engine, layout) else { continue }
        let position = RulePosition(
          rule: rule.id, puzzle: trace.puzzle, stars: stars.sorted(),
          marks: marks.sorted(), foundStars: found.stars, foundMarks: found.marks)
        let kind = position.isSilent ? 2 : step.rule == position.rule ? 0 : 1
        // An empty board shows nobody that direct rules are silent.
        if taken[row * 3 + kind] || (kind == 2 && stars.isEmpty && rule.level < 4) { continue }
        taken[row * 3 + kind] = true
        switch kind {
        case 0: needed[row].append(position)
        case 1: firing[row].append(position)
        default: silent[row].append(position)
        }
      }
    }
  }

  /// The chosen positions: those that find something, then the silent ones, rule by rule.
  var positions: [RulePosition] {
    Rule.ladder.indices.flatMap { row in
      let positive =
        RuleHarvest.spread(needed[row], RuleHarvest.positives)
        + RuleHarvest.spread(firing[row], max(0, RuleHarvest.positives - needed[row].count))
      return positive + RuleHarvest.spread(silent[row], RuleHarvest.negatives)
    }
  }

  /// Some of many, from all sizes alike.
  private static func spread(_ positions: [RulePosition], _ count: Int) -> [RulePosition] {
    if positions.count <= count { return positions }
    return (0..<count).map { positions[$0 * positions.count / count] }
  }
}
