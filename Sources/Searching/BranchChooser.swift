import Solving
import StarBattle

/// Chooses the cell on which a search goes two ways.
///
/// The container with the fewest unknown cells for each star it needs, where containers that were
/// at the root of contradictions count as smaller: search comes back to what is hard, instead of
/// finding the same contradiction anew under every choice that has no part in it (the dom/wdeg
/// heuristic: Boussemart, Hemery, Lecoutre, Sais, *Boosting Systematic Search by Weighting
/// Constraints*, ECAI 2004). Of its cells, the one whose lines, region and neighbouring lines have
/// the least room: a star there costs them most.
///
/// Integers only: the order of nodes is the same on every machine.
struct BranchChooser: BitwiseCopyable {
  /// How often each container was at the root of a contradiction, plus `patience`.
  private var weights: InlineArray<96, Int> = .init(repeating: BranchChooser.patience)

  /// The weight of a container before anything is known of it: how many contradictions double its
  /// weight.
  ///
  /// Nodes with 3, 10 and 30: 10×10 hard 25.2, 25.5, 25.8; the first 150 of 14×14 hard 808, 807,
  /// 833; three of 21×21 5,036, 4,380, 13,604.
  private static let patience = 10

  /// How little room each container has: see `tightness`.
  private var tight: InlineArray<96, Int> = .init(repeating: 0)

  /// The regions whose entry of `tight` is up to date.
  private var known: UInt32 = 0

  /// Forgets what the last puzzle has taught.
  mutating func reset() { weights = .init(repeating: BranchChooser.patience) }

  /// Takes note of the container at which a contradiction was met.
  mutating func blame(_ container: Int) { weights[container] &+= 1 }

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
      for row in layout.rows(of: best &- .regions) {
        let cells = board.lines[unchecked: row] & layout.cells(of: best &- .regions, in: row)
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
    let count = Int(board.unknowns[unchecked: container])
    let weight = need &* weights[unchecked: container]
    if count &* tightest.weight < tightest.count &* weight {
      tightest = Tightest(container: container, count: count, weight: weight)
    }
  }

  private mutating func measureLines(_ board: inout Board, side: Int) {
    for index in 1...side {
      measure(index, &board)
      measure(.column(index), &board)
    }
    tight[unchecked: 0] = 0
    tight[unchecked: .column(0)] = 0
    tight[unchecked: side &+ 1] = 0
    tight[unchecked: .column(side &+ 1)] = 0
  }

  @inline(__always)
  private mutating func measure(_ line: Int, _ board: inout Board) {
    let need = Int(board.needs[unchecked: line])
    tight[unchecked: line] =
      need == 0
      ? 0 : BranchChooser.tightness(Runs.capacity(board.lines[unchecked: line]) &- need)
  }

  /// How tight the containers are that a star on a cell takes something from; its own count double.
  private mutating func score(
    _ row: Int, _ column: Int, _ board: inout Board, _ layout: borrowing Layout
  ) -> Int {
    let region = layout.region(row: row, column: column)
    if known &>> UInt32(region) & 1 == 0 {
      known |= 1 &<< UInt32(region)
      let capacity = BranchChooser.stripCapacity(of: region, &board, layout)
      tight[unchecked: .region(region)] = BranchChooser.tightness(
        capacity &- Int(board.needs[unchecked: .region(region)]))
    }
    let beside =
      tight[unchecked: row &- 1] &+ tight[unchecked: row &+ 1]
      &+ tight[unchecked: .column(column &- 1)] &+ tight[unchecked: .column(column &+ 1)]
    let own =
      tight[unchecked: row] &+ tight[unchecked: .column(column)]
      &+ tight[unchecked: .region(region)]
    return beside &+ 2 &* own
  }

  /// 840 with no star to spare, and so on by halves and thirds.
  @inline(__always)
  private static func tightness(_ slack: Int) -> Int { 840 / (slack &+ 1) }

  /// An upper bound on the stars that a region can hold, by strips of rows.
  private static func stripCapacity(
    of region: Int, _ board: inout Board, _ layout: borrowing Layout
  ) -> Int {
    var bound = StripBound()
    for row in layout.rows(of: region) {
      bound.add(board.lines[unchecked: row] & layout.cells(of: region, in: row))
    }
    return bound.stars
  }
}
