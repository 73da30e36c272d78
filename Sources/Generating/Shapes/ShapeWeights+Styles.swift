import StarBattle

extension ShapeWeights {
  /// The weights of a style at a grid.
  ///
  /// Fitted so that the mean of every trait over generated puzzles equals that over 1,000 real ones of a large site:
  /// `compact` to those it calls medium (at 6×6 easy), `winding` to its hard ones (at 6×6 medium). Each step of the
  /// fit made puzzles and moved the weights by the difference of the means over the covariance of the traits.
  /// `natural` was fitted to both together and then has half the weights: whole ones ask for twice to five times
  /// the evaluations, and half of them still keep the sorted sizes within one cell of the real ones on average.
  ///
  /// At 14×14 real hard puzzles cannot be met by ones that easy rules solve (half of the seeds led to none), and
  /// `winding` goes a third of the way. From 16 up the site has one kind, compact and with regions of nearly one
  /// size; the other styles are bent from it as they are at 14. Sides between take the row below.
  static func weights(_ style: RegionStyle, for grid: Grid) -> ShapeWeights {
    switch (grid.side, style) {
    case (...5, .compact): .of(27, 47, 14, -18, -10, 0, 35, -8, 13, -5)
    case (...5, .natural): .of(7, 12, 4, -4, -2, 0, 10, -2, 3, 0)
    case (6...7, .compact): .of(74, 78, 7, -37, -3, 11, 48, -9, 20, -3)
    case (6...7, .natural): .of(-2, 4, 12, 8, -10, 2, 8, -1, 4, 0)
    case (...7, .winding): .of(-67, -31, 41, 44, -46, -7, 21, -5, 7, 19)
    case (8...9, .compact): .of(85, 86, -10, -47, 3, 15, 48, -6, 34, -10)
    case (8...9, .natural): .of(2, 10, 16, 11, -16, 2, 13, 0, 11, 4)
    case (8...9, .winding): .of(-66, -23, 39, 57, -49, -12, 22, -2, 15, 18)
    case (10...12, .compact): .of(75, 70, 7, -48, 1, -40, 74, -18, 34, -8)
    case (10...12, .natural): .of(16, 16, 11, 1, -12, -12, 32, -8, 15, 0)
    case (10...12, .winding): .of(-53, -18, 42, 52, -41, -30, 53, -11, 29, 9)
    case (13...15, .compact): .of(18, 1, 9, -51, -33, -27, 26, -6, -38, -1)
    case (13...15, .natural): .of(0, -5, 11, -4, -20, -13, 18, -5, -6, 0)
    case (13...15, .winding): .of(-15, -13, 30, 14, -41, -31, 54, -16, 15, 1)
    case (16...19, .compact): .of(39, -85, 88, -149, -27, 100, 104, -125, -129, 17)
    case (16...19, .natural): .of(20, -40, 44, -75, -14, 50, 80, -40, -40, 8)
    case (16...19, .winding): .of(0, -11, 22, -7, -40, -26, 60, -10, 0, -1)
    case (_, .compact): .of(30, -50, 50, -90, -20, 60, 250, -20, -20, 4)
    case (_, .natural): .of(20, -30, 30, -60, -20, 60, 100, -5, 0, 2)
    case (_, .winding): .of(0, -11, 22, -7, -40, -26, 100, -10, 0, -1)
    }
  }

  private static func of(
    _ border: Int, _ corner: Int, _ tip: Int, _ inner: Int, _ corridor: Int, _ edge: Int,
    _ spread: Int, _ skew: Int, _ small: Int, _ reach: Int
  ) -> ShapeWeights {
    ShapeWeights(
      border: border, corner: corner, tip: tip, inner: inner, corridor: corridor, edge: edge,
      spread: spread, skew: skew, small: small, reach: reach)
  }
}
