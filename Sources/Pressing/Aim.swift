package import Generating
package import StarBattle

/// How candidates for a difficulty are drawn: which seeds, and how many.
///
/// Most seeds steer the climb towards the difficulty; candidates are graded until one hits. What they ask for
/// and their number are fixed by grid and target: a slot's puzzle depends on its recipe and the
/// generator version alone.
package struct Aim: Hashable, Sendable {
  /// The recipe's number.
  package let campaign: UInt64
  /// What the puzzle is for, such as `2star-10x10:12`.
  package let item: String
  /// The grid.
  package let grid: Grid
  /// The difficulty to hit, 1…10.
  package let difficulty: Int
  /// What the regions are to look like.
  var style = RegionStyle.natural

  package init(
    campaign: UInt64, item: String, grid: Grid, difficulty: Int,
    style: RegionStyle = RegionStyle.natural
  ) {
    self.campaign = campaign
    self.item = item
    self.grid = grid
    self.difficulty = difficulty
    self.style = style
  }

  /// The candidates after which the nearest is good enough.
  ///
  /// Fewer where one takes longer, so that a night's work stays within seconds on two cores; and fewest in the world
  /// of 908 4×4 boards, where a pack soon has those of a difficulty that there are.
  package var budget: Int {
    switch grid.side {
    case ...4: 8
    case ...10: 64
    case ...16: 48
    case ...20: 40
    default: 24
    }
  }

  /// The candidates after which even an item without any is given up: only worlds as small as 4×4
  /// run out.
  package var lastBudget: Int { 4096 }

  /// The seed of a candidate.
  ///
  /// Three of four candidates steer towards the difficulty. Where no puzzle of the grid has it, they lead
  /// nowhere; so the fourth is drawn freely, and the nearest of these is good enough. Behind the budget any
  /// puzzle will do, and none is steered: that would be a hundred times the work.
  package func seed(attempt: Int) -> Seed {
    var settings = SeedSettings(
      profile: ClimbProfile.suited(to: difficulty, on: grid), style: style)
    if attempt % 4 != 3 && attempt < budget { settings.difficulty = difficulty }
    return settings.written(
      into: Seed.derived(campaign: campaign, item: item, attempt: attempt))
  }
}
