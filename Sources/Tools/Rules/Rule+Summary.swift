package import Solving

extension Rule {
  /// What the rule says, in a sentence or two; `nil` where nobody has written it down.
  package var summary: String? { Rule.summaries[id] }

  private static let summaries = [
    "direct.neighbours":
      "Stars never touch, not even at a corner: the cells around a star are empty.",
    "direct.forced":
      "A row, column or region with just as many open cells as it needs stars has a star on each.",
    "direct.complete": "A row, column or region that has all its stars has no more.",
    "tiling.forced":
      "A 2×2 block has room for one star. Where a row, column or region is covered by as many blocks "
      + "as it needs stars, each has one; a cell that every arrangement uses is a star.",
    "tiling.adjacency":
      "Where a row, column or region has just enough room for its stars, a cell of it on which a star "
      + "would take up too much of that room is empty.",
    "tiling.overhang":
      "The same of a cell outside that touches so much of the room that the stars would no longer fit.",
    "counting.marks":
      "Regions that lie wholly in as many lines side by side have all the stars of these; and lines "
      + "that only so many regions reach into have all the stars of these regions.",
    "tiling.pairs":
      "Two lines side by side, covered by as many 2×2 blocks as they need stars: each block has one.",
    "counting.tiles":
      "Lines counted against regions, with what each region can have there and what it must have "
      + "there, worked out with 2×2 blocks.",
    "tiling.parts":
      "A count says how many stars a region has inside some lines and how many outside; where one "
      + "part has just enough room for them, it is tiled like a region of its own.",
    "hypothetical.direct":
      "A star on this cell would leave a row, column or region fewer cells than it needs stars, so "
      + "the cell is empty.",
    "hypothetical.tiling":
      "A star on this cell would leave a row, column, region or two lines side by side too little "
      + "room, counted in 2×2 blocks.",
    "hypothetical.counting": "A star on this cell would upset a count of lines against regions.",
    "hypothetical.propagated":
      "A star on this cell forces others, one after another, until some row, column or region cannot "
      + "have its stars.",
    "hypothetical.chained":
      "The same, with all that 2×2 blocks and plain counts say followed on the way.",
    "hypothetical.deep":
      "The same, with counts of tiled regions followed as well. Never published.",
    "hypothetical.ways":
      "All the ways to place the stars of one row, column or region are followed; what they have in "
      + "common holds. Never published.",
    "sum.few":
      "Add what some rows, columns and regions need, take away what others and 2×2 blocks can hold, "
      + "and see what is left: two to four of them.",
    "sum.some": "The same with five or six.",
    "sum.many": "The same with seven or eight.",
    "sum.any":
      "The same with as many as it takes, found by linear programming: nearly every puzzle is "
      + "solved by this and levels 1 to 7, without assuming a star anywhere.",
    "hypothetical.sum":
      "A star on this cell, followed with 2×2 blocks, plain counts and sums, until what some rows, "
      + "columns and regions need no longer adds up. `grade --thorough` comes to it where nothing "
      + "else goes on.",
  ]
}
