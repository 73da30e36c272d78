@_spi(Engine) import Solving
import StarBattle

/// Chooses the cell on which a search goes two ways.
///
/// The container with the fewest unknown cells for the stars it needs, where containers that were
/// at the root of contradictions count as smaller: search comes back to what is hard, instead of
/// finding the same contradiction anew under every choice that has no part in it (the dom/wdeg
/// heuristic: Boussemart, Hemery, Lecoutre, Sais, *Boosting Systematic Search by Weighting
/// Constraints*, ECAI 2004), and sooner to what was hard of late (see `Learning`). Of its cells,
/// the one whose lines, region and neighbouring lines have the least room: a star there costs them
/// most.
///
/// Integers only: the order of nodes is the same on every machine.
struct BranchChooser: BitwiseCopyable {
  /// How containers are compared, and what a search learns from its contradictions.
  struct Learning: BitwiseCopyable {
    /// How many contradictions, as heavy as the first, double a container's weight.
    let patience: Int
    /// By how many thousandths each contradiction is heavier than the one before.
    let growth: Int
    /// Whether containers of many stars come sooner, and regions.
    ///
    /// Two stars of eight cells can stand in more ways than one of four, but where they are found
    /// not to, more is gained; and a region lies across more lines than a line does.
    let prefersMany: Bool

    /// What was hard lately counts most (as in VSIDS: Moskewicz et al., *Chaff*, DAC 2001).
    ///
    /// Nodes of even weights with 3, 10 and 30 of patience: 10×10 hard 25.2, 25.5, 25.8; the first
    /// 150 of 14×14 hard 808, 807, 833. Even with 10, against this: 21×21 specials 14,547 to 7,864,
    /// 17×17 791 to 742, the first 300 of 14×14 hard 505 to 475. Of the nine pairs tried near this
    /// one all are better at 21×21, by a third on average; 17×17 goes up and down with its one hard
    /// puzzle.
    ///
    /// Stars squared, and regions a quarter more: nodes of 10×10 medium and hard 12.3 to 10.8 and
    /// 25.4 to 21.3, of what the ladder leaves of 14×14 hard 511 to 434, of 14×14 medium 18 to 14.
    /// Exponents of 1.5 to 2.5 and regions a fifth to twice as much are much alike there. At 21×21
    /// and 17×17, in all of twelve searches of other patience, a sixth and three tenths fewer, with
    /// tiles counted further down (`ExactSolver`); with regions half as much again, none at 21×21.
    static let recent = Learning(patience: 16, growth: 12, prefersMany: true)
    /// All contradictions count alike, and so do all stars and containers.
    static let even = Learning(patience: 10, growth: 0, prefersMany: false)
  }

  private var learning = Learning.recent
  /// The weight of each container, in thousandths of the first contradiction.
  private var weights: InlineArray<96, Int> = .init(repeating: 0)
  /// What the next contradiction adds to a weight.
  private var increment = 0

  /// How little room each container has, of `whole` where there is no star to spare, and so on by
  /// halves and thirds.
  private var tight: InlineArray<96, UInt32> = .init(repeating: 0)
  private static let whole = 840

  /// The regions whose entry of `tight` is up to date.
  private var known: UInt32 = 0

  /// Forgets what the last puzzle has taught.
  mutating func reset(_ learning: Learning) {
    self.learning = learning
    weights = .init(repeating: learning.patience &* 1000)
    increment = 1000
  }

  /// Takes note of the container at which a contradiction was met.
  mutating func blame(_ container: Int) {
    weights[container] &+= increment
    increment &+= increment &* learning.growth / 1000
    // Weights are compared with each other alone, after products with need and number of cells.
    if increment > 1 &<< 32 {
      increment &>>= 20
      for container in weights.indices { weights[container] = max(1, weights[container] &>> 20) }
    }
  }

  /// The cell to branch on.
  ///
  /// Changes nothing of the board; see `RuleEngine.tile` for why it is `inout`.
  ///
  /// - Precondition: the board is a fixpoint of level 3 at least, with an unknown cell.
  mutating func cell(
    of board: inout Board, _ layout: borrowing Layout
  ) -> (row: Int, column: Int) {
    let side = layout.grid.side
    var tightest = Tightest()
    for region in 0..<side { consider(.region(region), &board, &tightest) }
    for line in 1...side {
      consider(line, &board, &tightest)
      consider(.column(line), &board, &tightest)
    }
    let best = tightest.container
    measureLines(&board, side: side)
    known = 0
    var choice = (row: 0, column: 0)
    var most = -1
    func look(at row: Int, _ column: Int, _ chooser: inout BranchChooser) {
      let score = chooser.score(row, column, &board, layout)
      if score > most {
        most = score
        choice = (row, column)
      }
    }
    switch best {
    case ..<ContainerNumber.columns:
      for column in SetBits(board.lines[unchecked: best]) { look(at: best, column, &self) }
    case ..<ContainerNumber.regions:
      for row in SetBits(board.lines[unchecked: best]) { look(at: row, best &- .columns, &self) }
    default:
      for row in layout.map.rows(of: best &- .regions) {
        let cells = board.lines[unchecked: row] & layout.map.cells(of: best &- .regions, in: row)
        for column in SetBits(cells) { look(at: row, column, &self) }
      }
    }
    return choice
  }

  /// The container with the fewest unknown cells for its weight so far.
  private struct Tightest {
    var container = 0
    var count = 1
    var weight = 0
  }

  /// Takes a container if it is tighter; the first of equals stays.
  ///
  /// `mutating` only because the weights would be copied otherwise.
  @inline(__always)
  private mutating func consider(
    _ container: Int, _ board: inout Board, _ tightest: inout Tightest
  ) {
    let need = Int(board.needs[unchecked: container])
    if need == 0 { return }
    var count = Int(board.unknowns[unchecked: container])
    var weight = need &* weights[unchecked: container]
    if learning.prefersMany {
      weight &*= need
      count &*= container < ContainerNumber.regions ? 5 : 4
    }
    if count &* tightest.weight < tightest.count &* weight {
      tightest = Tightest(container: container, count: count, weight: weight)
    }
  }

  /// Measures the lines, and the border around them, which has none.
  private mutating func measureLines(_ board: inout Board, side: Int) {
    withUnsafeMutablePointer(to: &tight) { tight in
      board.measureTightness(
        into: UnsafeMutableRawPointer(tight).assumingMemoryBound(to: UInt32.self),
        of: BranchChooser.whole, side: side)
    }
    tight[unchecked: side &+ 1] = 0
    tight[unchecked: .column(side &+ 1)] = 0
  }

  /// How tight the containers are that a star on a cell takes something from; its own count double.
  private mutating func score(
    _ row: Int, _ column: Int, _ board: inout Board, _ layout: borrowing Layout
  ) -> Int {
    let region = layout.map.region(row: row, column: column)
    if known &>> UInt32(region) & 1 == 0 {
      known |= 1 &<< UInt32(region)
      let spare =
        board.stripBound(of: region, layout) &- Int(board.needs[unchecked: .region(region)])
      tight[unchecked: .region(region)] = UInt32(
        truncatingIfNeeded: BranchChooser.whole / (spare &+ 1))
    }
    let beside =
      tight[unchecked: row &- 1] &+ tight[unchecked: row &+ 1]
      &+ tight[unchecked: .column(column &- 1)] &+ tight[unchecked: .column(column &+ 1)]
    let own =
      tight[unchecked: row] &+ tight[unchecked: .column(column)]
      &+ tight[unchecked: .region(region)]
    return Int(beside &+ 2 &* own)
  }
}
