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

  /// The efforts of a grid with a score of 3, 45 (or what lies between, for `bySide`), 90 and 100.
  package struct Range: Equatable, Sendable {
    package let low: Int
    package let middle: Int?
    package let high: Int
    package let top: Int
  }

  package func range(for grid: Grid) -> Range {
    switch self {
    case .bySide: ScoreScale.range(ScoreScale.sides[...], side: grid.side)
    case .byGrid:
      ScoreScale.range(ScoreScale.grids.filter { $0.stars == grid.stars }[...], side: grid.side)
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

  private typealias Row = (side: Int, stars: Int, low: Int, middle: Int?, high: Int, top: Int)

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

  /// The rows of the second scale, by stars.
  private static let grids: [Row] = [
    (4, 1, 15_070, 15_740, 16_550, 17_550),
    (5, 1, 15_250, 16_000, 17_220, 18_220),
    (6, 1, 15_540, 16_160, 17_800, 18_800),
    (7, 1, 15_670, 16_410, 17_930, 18_930),
    (8, 1, 15_930, 16_580, 18_080, 19_080),
    (9, 1, 16_220, 16_740, 18_320, 19_320),
    (10, 1, 16_460, 16_940, 18_330, 19_330),
    (11, 1, 16_810, 17_200, 18_730, 19_730),
    (12, 1, 16_910, 17_350, 19_420, 20_420),
    (13, 1, 17_230, 17_560, 18_820, 19_820),
    (14, 1, 17_450, 17_750, 18_790, 19_790),
    (15, 1, 17_570, 17_870, 19_320, 20_320),
    (16, 1, 17_660, 17_960, 18_990, 19_990),
    (17, 1, 17_750, 18_050, 19_140, 20_140),
    (18, 1, 17_900, 18_200, 19_350, 20_350),
    (19, 1, 17_990, 18_290, 19_180, 20_180),
    (20, 1, 18_110, 18_410, 20_130, 21_130),
    (21, 1, 18_190, 18_490, 19_440, 20_440),
    (22, 1, 18_340, 18_640, 19_680, 20_680),
    (23, 1, 18_350, 18_650, 20_100, 21_100),
    (24, 1, 18_540, 18_840, 19_720, 20_720),
    (8, 2, 16_020, 17_400, 18_740, 19_740),
    (9, 2, 16_000, 17_630, 18_880, 19_880),
    (10, 2, 16_230, 17_630, 19_030, 20_030),
    (11, 2, 16_780, 17_710, 19_140, 20_140),
    (12, 2, 17_070, 17_860, 19_280, 20_280),
    (13, 2, 17_230, 17_960, 19_360, 20_360),
    (14, 2, 17_410, 17_990, 19_380, 20_380),
    (15, 2, 17_630, 18_200, 19_560, 20_560),
    (12, 3, 17_120, 18_420, 19_700, 20_700),
    (13, 3, 17_280, 18_480, 19_830, 20_830),
    (14, 3, 17_520, 18_500, 20_700, 21_700),
    (15, 3, 17_720, 18_610, 19_820, 20_820),
    (16, 3, 17_760, 18_640, 20_010, 21_010),
    (16, 4, 18_090, 19_290, 20_360, 21_360),
    (17, 4, 18_530, 19_310, 20_390, 21_390),
    (18, 4, 18_680, 19_420, 20_440, 21_440),
    (19, 4, 18_420, 19_160, 20_420, 21_420),
    (20, 5, 18_970, 19_840, 20_800, 21_800),
    (21, 5, 19_340, 19_910, 20_850, 21_850),
    (22, 5, 19_520, 19_960, 20_800, 21_800),
    (23, 5, 18_820, 19_460, 20_730, 21_730),
    (24, 6, 19_500, 20_300, 21_180, 22_180),
    (25, 6, 19_800, 20_370, 21_230, 22_230),
  ]
}
