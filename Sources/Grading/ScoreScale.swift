package import StarBattle

/// Between which efforts the puzzles of a grid lie, in thousandths of a power of two.
///
/// Fitted to what this press makes; what is made elsewhere can be harder still and has the room up
/// to the top. How, and what it leads to, says `Scoring.md`.
package enum ScoreScale: Sendable {
  /// By the side alone.
  case bySide
  /// By sides and stars.
  case byGrid
  /// By sides and stars, of efforts that tell what has to be counted over several lines.
  case byCounting

  /// The efforts of a grid with a score of 3, 45 (or what lies between, for `bySide`), 90 and 100.
  package struct Range: Equatable, Sendable {
    package let low: Int
    package let middle: Int?
    package let high: Int
    package let top: Int
    /// What a doubling of what was searched through adds, in thousandths of a power of two.
    package var searchWeight = 0
    /// What it adds that several lines have to be counted together, in the same unit.
    package var countingWeight = 0
  }

  /// What steps take on a grid.
  package func measure(for grid: Grid) -> EffortMeasure {
    switch self {
    case .bySide, .byGrid: .threeQuarters(on: grid)
    case .byCounting: .sixSevenths(on: grid)
    }
  }

  package func range(for grid: Grid) -> Range {
    switch self {
    case .bySide: return ScoreScale.range(ScoreScale.sides[...], side: grid.side)
    case .byGrid:
      let rows = ScoreScale.rows(ofStars: grid.stars, in: ScoreScale.grids)
      var range = ScoreScale.range(rows, side: grid.side)
      range.searchWeight = grid.stars == 1 ? 0 : 300
      return range
    case .byCounting:
      let rows = ScoreScale.rows(ofStars: grid.stars, in: ScoreScale.countedGrids)
      var range = ScoreScale.range(rows, side: grid.side)
      range.countingWeight = grid.stars == 2 ? 360 : 0
      return range
    }
  }

  /// The range of a side; sides between those of a table are interpolated.
  private static func range(_ rows: ArraySlice<Row>, side: Int) -> Range {
    let next = rows.firstIndex { $0.side >= side } ?? rows.endIndex - 1
    let above = rows[next]
    if above.side == side || next == rows.startIndex || above.side < side {
      return Range(low: above.low, middle: above.middle, high: above.high, top: above.top)
    }
    let below = rows[next - 1]
    let (part, whole) = (side - below.side, above.side - below.side)
    func between(_ from: Int, _ to: Int) -> Int { from + (to - from) * part / whole }
    var middle: Int?
    if let from = below.middle, let to = above.middle { middle = between(from, to) }
    return Range(
      low: between(below.low, above.low), middle: middle, high: between(below.high, above.high),
      top: between(below.top, above.top))
  }

  typealias Row = (side: Int, stars: Int, low: Int, middle: Int?, high: Int, top: Int)

  /// The rows of the first scale, for any number of stars.
  private static let sides: [Row] = [
    (4, 0, 14_600, nil, 15_800, 17_200),
    (5, 0, 15_350, nil, 16_400, 17_800),
    (6, 0, 15_650, nil, 16_900, 18_000),
    (8, 0, 15_830, nil, 17_200, 18_300),
    (10, 0, 17_260, nil, 18_620, 19_700),
    (14, 0, 18_200, nil, 19_520, 20_600),
    (17, 0, 18_770, nil, 20_110, 21_200),
    (21, 0, 19_320, nil, 20_680, 21_700),
    (25, 0, 19_700, nil, 21_130, 22_100),
  ]

  /// The rows of a table that have so many stars: they stand together.
  private static func rows(ofStars stars: Int, in rows: [Row]) -> ArraySlice<Row> {
    let first = rows.firstIndex { $0.stars == stars } ?? rows.endIndex
    return rows[first..<(rows[first...].firstIndex { $0.stars != stars } ?? rows.endIndex)]
  }

  /// The rows of the second scale, by stars.
  private static let grids: [Row] = [
    (4, 1, 16_610, 17_020, 17_620, 18_620),
    (5, 1, 16_730, 17_350, 18_030, 19_030),
    (6, 1, 16_960, 17_640, 18_720, 19_720),
    (7, 1, 17_270, 17_900, 18_920, 19_920),
    (8, 1, 17_530, 18_060, 19_180, 20_180),
    (9, 1, 17_810, 18_310, 19_380, 20_380),
    (10, 1, 18_050, 18_530, 19_590, 20_590),
    (11, 1, 18_280, 18_710, 19_620, 20_620),
    (12, 1, 18_570, 18_900, 19_790, 20_790),
    (13, 1, 18_850, 19_150, 19_950, 20_950),
    (14, 1, 18_970, 19_270, 19_960, 20_960),
    (15, 1, 19_150, 19_450, 20_060, 21_060),
    (16, 1, 19_220, 19_520, 20_260, 21_260),
    (17, 1, 19_350, 19_650, 20_430, 21_430),
    (18, 1, 19_450, 19_750, 20_530, 21_530),
    (19, 1, 19_580, 19_880, 20_640, 21_640),
    (20, 1, 19_690, 19_990, 20_760, 21_760),
    (21, 1, 19_780, 20_030, 20_880, 21_880),
    (22, 1, 19_870, 20_110, 20_990, 21_990),
    (23, 1, 19_980, 20_220, 21_100, 22_100),
    (24, 1, 20_120, 20_330, 21_210, 22_210),
    (8, 2, 17_750, 19_060, 20_350, 21_350),
    (9, 2, 17_880, 19_420, 20_710, 21_710),
    (10, 2, 18_040, 19_590, 20_940, 21_940),
    (11, 2, 18_670, 19_680, 21_050, 22_050),
    (12, 2, 18_940, 19_920, 21_170, 22_170),
    (13, 2, 19_190, 19_970, 21_270, 22_270),
    (14, 2, 19_280, 20_080, 21_410, 22_410),
    (15, 2, 19_480, 20_220, 21_450, 22_450),
    (16, 2, 19_720, 20_500, 21_520, 22_520),
    (12, 3, 18_800, 20_180, 21_340, 22_340),
    (13, 3, 18_990, 20_340, 21_510, 22_510),
    (14, 3, 19_170, 20_500, 22_040, 23_040),
    (15, 3, 19_630, 20_630, 21_750, 22_750),
    (16, 3, 19_720, 20_760, 21_810, 22_810),
    (17, 3, 20_400, 20_950, 21_990, 22_990),
    (16, 4, 19_740, 21_120, 22_040, 23_040),
    (17, 4, 20_390, 21_320, 22_190, 23_190),
    (18, 4, 20_720, 21_480, 22_270, 23_270),
    (19, 4, 20_240, 21_270, 22_380, 23_380),
    (20, 5, 20_690, 21_810, 22_550, 23_550),
    (21, 5, 21_200, 22_050, 22_790, 23_790),
    (22, 5, 21_480, 22_110, 22_800, 23_800),
    (23, 5, 20_610, 21_720, 22_720, 23_720),
    (24, 6, 21_200, 22_350, 23_000, 24_000),
    (25, 6, 21_830, 22_530, 23_250, 24_250),
  ]
}
