public import StarBattle

@_spi(Measuring) extension ShapeWeights {
  /// The weights of a style at a grid.
  ///
  /// `compact` and `winding` are fitted so that the mean of every trait over generated puzzles
  /// equals that over 1,000 real ones of a large site: `compact` to those it calls medium (up to
  /// 6×6 easy), `winding` to its hard ones (at 6×6 medium; at 5×5 there are none). `natural` lies
  /// between the two: few traits are weighed, lightly, since each costs time, and its sizes are
  /// those of both together, so that sorted they are on average within a cell.
  ///
  /// At 14×14 real hard puzzles cannot be met by ones that easy rules solve (at the full weights
  /// three of four seeds led to none), and `winding` goes half of the way. From 16 up the site has
  /// one kind, compact and with regions of nearly one size, and there are six and seven of them:
  /// too few to fit all traits to. There only sizes were, and polishing (`Climb.polish`) does the
  /// rest. Sides between take the row below. How to fit: `Fitting.md`.
  ///
  /// Large grids with few stars are rare whatever their shapes (`Grids.md`). There nothing is
  /// weighed, in any style: that makes some of them two to five times as frequent.
  ///
  /// - Parameters:
  ///   - style: The style.
  ///   - grid: The outline.
  /// - Returns: The weights.
  /// - Complexity: O(1).
  public static func weights(_ style: RegionStyle, for grid: Grid) -> ShapeWeights {
    if isSparse(grid) { return .flat }
    return switch (grid.side, style) {
    case (...5, .compact):
      .of(
        56, 49, 29, -43, 16, 16, 17, 0, -38, -2, 3, -40,
        [828, 316, 145, 64, 16, 0, 31, -4, 161, 330, 547, 856])
    case (...5, .natural):
      .of(7, 12, 4, -4, -2, 0, 0, 0, 0, 0, 0, 0, [142, 82, 40, 15, 4, 0, 3, 14, 36, 86, 175, 305])
    case (6...7, .compact):
      .of(
        102, 89, 11, -46, 21, 27, 33, 0, -22, -7, 4, -33,
        [805, 372, 184, 70, 39, 0, 23, 39, 141, 456, 873, 1410])
    case (6...7, .natural):
      .of(
        -2, 4, 12, 8, -10, 2, 0, 0, 0, 0, 0, 0, [231, 156, 36, 5, 19, 0, -7, -8, 17, 87, 222, 352])
    case (...7, .winding):
      .of(
        -67, -17, 29, 36, -46, 5, 17, 1, 22, -2, 3, -6,
        [501, 213, 153, 59, 38, 0, -23, 4, 46, 196, 447, 725])
    case (8...9, .compact):
      .of(
        122, 107, -7, -44, 40, 22, 41, -4, -36, -6, 0, -52,
        [910, 440, 229, 68, 35, 0, 8, 49, 128, 382, 888, 1739])
    case (8...9, .natural):
      .of(
        2, 10, 16, 11, -16, 2, 0, 0, 0, 0, 0, 0,
        [493, 221, 82, 10, -24, 0, -13, -30, 16, 161, 459, 887])
    case (8...9, .winding):
      .of(
        -71, -9, 33, 40, -51, -18, 6, -1, 29, -4, 10, 16,
        [623, 335, 181, 93, 12, 0, -20, -39, 19, 174, 564, 1140])
    case (10...12, .compact):
      .of(
        122, 94, -6, -44, 41, -53, 31, -3, -58, 0, -5, -62,
        [1228, 675, 298, 107, 4, 0, 21, 95, 250, 576, 1141, 1662])
    case (10...12, .natural):
      .of(
        16, 16, 11, 1, -12, -12, 0, 0, 0, 0, 0, 0,
        [536, 298, 137, 50, -12, 0, 0, 43, 112, 290, 560, 900])
    case (10...12, .winding):
      .of(
        -50, -16, 40, 40, -42, -48, 0, 0, 19, -3, 11, 2,
        [927, 587, 288, 113, 2, 0, 11, 82, 199, 495, 1033, 1836])
    case (13...15, .compact):
      .of(
        49, 11, 9, -47, 9, -3, 4, -10, 84, -6, 40, -67,
        [-218, -454, -276, -73, 29, 0, -36, -75, -46, 30, 102, 360])
    case (13...15, .natural):
      .of(
        0, -5, 11, -4, -20, -13, 0, 0, 0, 0, 0, 0,
        [118, 201, 120, 47, -9, 0, 6, 22, 93, 219, 367, 528])
    case (13...15, .winding):
      .of(
        -17, -11, 34, 21, -44, -38, 6, -2, 3, -1, 5, -4,
        [788, 650, 405, 80, 24, 0, 15, 88, 296, 558, 940, 1428])
    case (16...19, .compact):
      .of(
        80, -35, 14, -111, -4, 110, 11, -7, -26, 2, -3, 65,
        [472, 100, 434, 371, 295, 0, 204, 511, 589, 1000, 300, 900])
    case (16...19, .natural):
      .of(
        20, -40, 44, -75, -14, 50, 0, 0, 0, 0, 0, 0,
        [472, 300, 260, 200, 180, 0, 140, 311, 440, 600, 700, 900])
    case (16...19, .winding):
      .of(
        0, -11, 22, -7, -40, -26, 0, 0, 0, 0, 0, 0,
        [472, 300, 260, 200, 180, 0, 140, 311, 440, 600, 700, 900])
    case (_, .compact):
      .of(
        30, -50, 50, -90, -20, 60, 0, 0, 0, 0, 0, 0,
        [934, 893, 731, 546, 315, 0, 263, 542, 700, 1000, 2166, 4231])
    case (_, .natural):
      .of(
        20, -30, 30, -60, -20, 60, 0, 0, 0, 0, 0, 0,
        [934, 893, 731, 546, 315, 0, 263, 542, 700, 1000, 2166, 4231])
    case (_, .winding):
      .of(
        0, -11, 22, -7, -40, -26, 0, 0, 0, 0, 0, 0,
        [1200, 1150, 940, 700, 410, 0, 340, 700, 900, 1300, 2600, 4300])
    }
  }

  /// Whether a grid has so few stars that puzzles are rare.
  private static func isSparse(_ grid: Grid) -> Bool {
    grid.side >= 15 && 100 * grid.stars < (grid.side < 19 ? 20 : 22) * grid.side
  }

  private static func of(
    _ border: Int, _ corner: Int, _ tip: Int, _ inner: Int, _ corridor: Int, _ edge: Int,
    _ straight: Int, _ raggedness: Int, _ span: Int, _ aspect: Int, _ fill: Int, _ reach: Int,
    _ sizes: [Int]
  ) -> ShapeWeights {
    ShapeWeights(
      traits: [
        border, corner, tip, inner, corridor, edge, straight, raggedness, span, aspect, fill, reach,
      ], sizes: sizes)
  }
}
