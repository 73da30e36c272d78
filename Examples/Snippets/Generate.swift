// Makes puzzles from seeds: the same seed gives the same puzzle everywhere.
import Generating
import Grading
import Notation
import StarBattle

var generator = PuzzleGenerator(grid: try Grid(side: 8, stars: 1))
var grader = Grader()
let settings = SeedSettings(profile: .expert, style: .compact)
for attempt in 0..<3 {
  let drawn = Seed.derived(campaign: 1, item: "example", attempt: attempt)
  let seed = settings.written(into: drawn)
  // Some seeds lead to no puzzle; of those that do, not all are fair.
  guard let puzzle = generator.puzzle(seed: seed) else { continue }
  let grade = grader.grade(puzzle)
  let metadata = SBN.Metadata(
    seed: seed, difficulty: grade.difficulty, level: grade.level, cycles: grade.cycles)
  print(grade.isSolved ? "\(SBN(puzzle: puzzle, metadata: metadata))" : "not fair")
}

// > 8x1.AAABBBCCAAABCCCCAAABDDDDAEAFDDDDEEEFGGGDEEHFFFGHEEHHHHGHEEEEHHHH.s594027625683d8l11c12
// > 8x1.AAABBBCCAAAAAACCDEEAFFFCDEEEFFFGDEEEFGGGDEHHHHHGDDDDHHHGDDDDHHHG.s11111796709459d9l11c10
// > 8x1.AAAAAAAAAAABBBBBABBBCCBBADCCCEEBDDDDEEFFDDDDEEGFDDGGGGGFDHHHHHFF.s17078989310035d8l11c8
