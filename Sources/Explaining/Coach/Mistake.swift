import StarBattle

/// A star or a mark that contradicts the solution.
public struct Mistake: Hashable, Sendable {
  /// The cell, row-major from 0.
  public let cell: Int

  /// Whether it is a star where none belongs; else it is a mark where a star belongs.
  public let isStar: Bool

  /// Makes a mistake.
  ///
  /// - Parameters:
  ///   - cell: The cell, row-major from 0.
  ///   - isStar: Whether it is a star where none belongs.
  /// - Complexity: O(1).
  public init(cell: Int, isStar: Bool) {
    self.cell = cell
    self.isStar = isStar
  }
}

extension Mistake {
  /// The mistake that a player made first.
  ///
  /// Where the order of moves is known, that is the first of them that is wrong. Where it is not,
  /// it is one that others follow from: a star that was not forced by the marks around it, then a
  /// mark that no star on the board asks for. Of several, the first in reading order.
  ///
  /// A mark that is right is no mistake, whether or not anything shows yet that it is.
  ///
  /// - Parameters:
  ///   - board: The board.
  ///   - puzzle: Its puzzle.
  ///   - solution: The puzzle's only solution.
  ///   - moves: The cells in the order in which they were filled, as far as that is known.
  /// - Returns: The mistake; `nil` where there is none.
  /// - Complexity: O(cells × side + moves).
  static func earliest(
    on board: PlayerBoard, of puzzle: Puzzle, solvedBy solution: Solution, moves: [Int]
  ) -> Mistake? {
    var isStarCell = [Bool](repeating: false, count: board.cells.count)
    for cell in solution.stars { isStarCell[cell] = true }
    let isWrong = board.cells.indices.map { cell in
      switch board[cell] {
      case .open: false
      case .star: !isStarCell[cell]
      case .mark: isStarCell[cell]
      }
    }
    let mistakes = board.cells.indices.filter { isWrong[$0] }.map {
      Mistake(cell: $0, isStar: board[$0] == .star)
    }
    if mistakes.isEmpty { return nil }
    if let first = moves.first(where: { isWrong.indices.contains($0) && isWrong[$0] }) {
      return mistakes.first { $0.cell == first }
    }
    let known = KnownBoard(puzzle, board)
    let roots = mistakes.filter { !$0.followsFromOthers(on: known) }
    let candidates = roots.isEmpty ? mistakes : roots
    return candidates.first(where: \.isStar) ?? candidates.first
  }

  /// Whether the other cells on the board, right or wrong, ask for this one at first sight.
  private func followsFromOthers(on board: KnownBoard) -> Bool {
    let quota = board.puzzle.grid.stars
    let containers = board.containers(of: cell)
    if isStar {
      return containers.contains { container in
        board.members(of: container).count { board.cells[$0] != .mark } <= quota
      }
    }
    return board.touchesOtherStar(cell) || containers.contains { board.need(of: [$0]) <= 0 }
  }
}
