import StarBattle

/// A sum of containers and tiles, added up on a board.
///
/// Say that an open cell counts as often as the containers it is in are added, less the times that
/// containers and tiles it is in are taken away. The stars of a container that are still to come
/// are a number that is known, and a tile has at most one. So the open cells, each star as often as
/// it counts, bring at least
///
///     least = Σ times × stars to come (containers) − Σ times × 1 (tiles taken away)
///
/// They bring at most as much as all cells that count more than nothing. What is between the two is
/// the slack: a cell that counts more than that has to be a star, because without it too little
/// would be brought; and one that counts less than minus that must be none.
struct StepSum {
  /// How often each open cell counts; 0 for those that are known.
  private var counts: [Int]

  /// What the cells can bring at most, less what they have to bring at least; less than nothing
  /// where the board has no solution.
  private let slack: Int

  private let known: KnownCells

  /// How often a container or tile may count, so that no sum is too large to be added up.
  private static let mostTimes = 100_000

  /// Whether a sum names containers and tiles of a board, each once, and only takes tiles away.
  static func isOnBoard(_ addends: [Addend], side: Int) -> Bool {
    guard Set(addends.map(\.source)).count == addends.count else { return false }
    return addends.allSatisfy { addend in
      guard addend.times != 0, (-mostTimes...mostTimes).contains(addend.times) else {
        return false
      }
      switch addend.source {
      case .container(.row(let number)), .container(.column(let number)),
        .container(.region(let number)):
        return (0..<side).contains(number)
      case .tile(let corner):
        return corner >= 0 && corner / side < side - 1 && corner % side < side - 1
          && addend.times < 0
      }
    }
  }

  /// Adds up.
  ///
  /// - Precondition: the sum is one of this board.
  init(_ addends: [Addend], on known: KnownCells) {
    let puzzle = known.puzzle
    let side = puzzle.grid.side
    var counts = [Int](repeating: 0, count: puzzle.grid.cellCount)
    var least = 0
    for addend in addends {
      let cells: [Int]
      switch addend.source {
      case .container(let container):
        cells = container.cells(in: puzzle)
        least += addend.times * (puzzle.grid.stars - cells.count { known[$0] == true })
      case .tile(let corner):
        cells = [corner, corner + 1, corner + side, corner + side + 1]
        least += addend.times
      }
      for cell in cells where known.isOpen(cell) { counts[cell] += addend.times }
    }
    self.counts = counts
    self.known = known
    slack = counts.reduce(0) { $0 + max(0, $1) } - least
  }

  /// Whether the containers cannot have what they need.
  var isImpossible: Bool { known.isContradictory || slack < 0 }

  /// Whether a cell can only be a star, or only be none.
  func requires(_ cell: Int, isStar: Bool) -> Bool {
    if isImpossible { return true }
    if let known = known[cell] { return known == isStar }
    if !known.isOpen(cell) { return !isStar }
    return (isStar ? counts[cell] : -counts[cell]) > slack
  }
}
