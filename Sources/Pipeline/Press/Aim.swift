import Generating
import StarBattle

/// How candidates for a difficulty are drawn: which seeds, and how many.
///
/// A seed's climb profile leans towards easy or hard puzzles but promises nothing, so candidates are
/// graded until one hits. Both the order of the profiles and the number of candidates are fixed by
/// grid and target: a slot's puzzle depends on its recipe and the generator version alone.
struct Aim: Hashable, Sendable {
  /// The recipe's number.
  let campaign: UInt64
  /// What the puzzle is for, such as `2star-10x10:12`.
  let item: String
  /// The grid.
  let grid: Grid
  /// The difficulty to hit, 1…10.
  let difficulty: Int

  /// The candidates after which the nearest is good enough.
  ///
  /// Fewer where one takes longer: a night's work stays within seconds on two cores.
  var budget: Int {
    switch grid.side {
    case ...10: 64
    case ...16: 48
    case ...20: 40
    default: 24
    }
  }

  /// The candidates after which even an item without any is given up: only worlds as small as 4×4
  /// run out.
  var lastBudget: Int { 4096 }

  /// The seed of a candidate.
  ///
  /// Two of four candidates have the profile that most often gives the difficulty, and one each the
  /// profiles of the difficulties beside it: near a border both have much to give.
  func seed(attempt: Int) -> Seed {
    let range = DifficultyRamp.range
    let leaning =
      switch attempt % 4 {
      case 1: min(difficulty + 1, range.upperBound)
      case 3: max(difficulty - 1, range.lowerBound)
      default: difficulty
      }
    return ClimbProfile.seed(
      for: ClimbProfile.suited(to: leaning, on: grid),
      from: Seed.derived(campaign: campaign, item: item, attempt: attempt))
  }
}
