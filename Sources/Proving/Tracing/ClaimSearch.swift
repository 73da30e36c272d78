package import StarBattle

/// Whether a claim follows from a few containers, found by counting: the same question that a
/// `ClaimFormula` puts to a solver.
///
/// The board is loaded with what is known and with the quotas of the containers alone. What the
/// claim says and is not concluded at once is assumed to be otherwise, cell by cell.
package struct ClaimSearch: ~Copyable {
  private var search: CountingSearch
  /// The state to come back to after each assumption.
  private var base = Buffer<UInt32>()
  /// The dead ends met for the last claim.
  package private(set) var deadEnds = 0

  package init(_ puzzle: Puzzle) { search = CountingSearch(CountingBoard(puzzle)) }

  /// Whether no way to fill some containers is left where a claim is wrong.
  ///
  /// - Parameters:
  ///   - known: The stars and marks so far, on the puzzle of this search.
  ///   - containers: The containers whose quotas are used.
  ///   - stars: The cells that are claimed to be stars.
  ///   - marks: The cells that are claimed to be none. With nothing claimed, the question is
  ///     whether the containers cannot be filled at all.
  ///   - limit: How many dead ends may be met.
  /// - Returns: The answer; `nil` where it takes more dead ends.
  package mutating func follows(
    from known: KnownCells, _ containers: [Container], stars: [Int], marks: [Int],
    deadEndLimit limit: Int
  ) -> Bool? {
    load(known, containers)
    if known.isContradictory || !search.board.propagate() { return true }
    if stars.isEmpty && marks.isEmpty { return isExhausted(limit) }
    for (cells, isStar) in [(stars, true), (marks, false)] {
      for cell in cells {
        if known[cell] == true ? isStar : search.board.isKnown(cell, isStar: isStar) { continue }
        // Where the opposite is known, the claim holds only if nothing can be at all.
        guard search.board.isOpen(cell) else { return isExhausted(limit) }
        base.truncate(to: 0)
        base.append(search.board.state, count: CountingBoard.stateSize)
        search.board.set(cell, isStar: !isStar)
        guard let isRefuted = isExhausted(limit) else { return nil }
        if !isRefuted { return false }
        search.board.restore(base.start)
        search.board.set(cell, isStar: isStar)
        if !search.board.propagate() { return true }
      }
    }
    return true
  }

  /// Whether all ways to fill some containers are among those that are named.
  ///
  /// - Parameters:
  ///   - containers: The containers.
  ///   - ways: The ways, each by stars that it has in common with no other.
  ///   - known: The stars and marks so far, on the puzzle of this search.
  ///   - limit: How many dead ends may be met, and how many ways.
  /// - Returns: The answer; `nil` where it takes more of them.
  package mutating func isFilled(
    _ containers: [Container], onlyBy ways: [[Int]], from known: KnownCells,
    deadEndLimit limit: Int
  ) -> Bool? {
    load(known, containers)
    if known.isContradictory { return true }
    search.begin()
    for _ in 0...limit {
      switch search.next(deadEndLimit: limit) {
      case .exhausted:
        deadEnds = search.deadEnds
        return true
      case .undecided: return nil
      case .found:
        let isNamed = ways.contains { way in
          way.allSatisfy { known[$0] == true || search.board.isKnown($0, isStar: true) }
        }
        if !isNamed { return false }
      }
    }
    return nil
  }

  private mutating func load(_ known: KnownCells, _ containers: [Container]) {
    deadEnds = 0
    search.board.load(known, containers)
  }

  /// Whether there is no way to complete the board as it is.
  private mutating func isExhausted(_ limit: Int) -> Bool? {
    search.begin()
    let answer = search.next(deadEndLimit: limit - deadEnds)
    deadEnds += search.deadEnds
    switch answer {
    case .exhausted: return true
    case .found: return false
    case .undecided: return nil
    }
  }
}

extension CountingBoard {
  /// Takes in what is known, and counts nothing but the quotas of some containers.
  fileprivate mutating func load(_ known: KnownCells, _ containers: [Container]) {
    hasFailed = false
    let all = (1 as UInt32) << UInt32(side) &- 1
    let (rows, columns) = (open(.rows), open(.columns))
    columns.update(repeating: 0, count: side)
    stars.update(repeating: 0, count: side)
    for axis in [Axis.rows, .columns] {
      needs(axis).update(repeating: CountingBoard.noNeed, count: side)
    }
    regionNeeds.update(repeating: CountingBoard.noNeed, count: side)
    known.withClosedRows { closed in
      for row in 0..<side {
        rows[row] = all & ~closed(row)
        var cells = rows[row]
        while cells != 0 {
          columns[cells.trailingZeroBitCount] |= (1 as UInt32) << UInt32(truncatingIfNeeded: row)
          cells &= cells &- 1
        }
      }
    }
    countedLines = (0, 0)
    countedRegions = 0
    for container in containers { count(container, known.starRows) }
    lookAtAll()
  }

  /// What containers need whose quotas do not count.
  private static var noNeed: UInt32 { 1 << 16 }

  /// Counts the quota of a container.
  private mutating func count(_ container: Container, _ starRows: SIMD32<UInt32>) {
    var known = 0
    switch container {
    case .row(let row):
      known = starRows[row].nonzeroBitCount
      countedLines.rows |= 1 << UInt32(row)
      needs(.rows)[row] = UInt32(truncatingIfNeeded: quota &- known)
    case .column(let column):
      for row in 0..<side { known &+= Int(starRows[row] >> UInt32(column) & 1) }
      countedLines.columns |= 1 << UInt32(column)
      needs(.columns)[column] = UInt32(truncatingIfNeeded: quota &- known)
    case .region(let region):
      let (first, last) = lines(of: region, .rows)
      for row in first...last {
        known &+= (starRows[row] & regionCells(region, .rows)[row]).nonzeroBitCount
      }
      countedRegions |= 1 << UInt32(region)
      regionNeeds[region] = UInt32(truncatingIfNeeded: quota &- known)
    }
  }

  /// Whether a cell is open.
  fileprivate func isOpen(_ cell: Int) -> Bool {
    let (row, column) = cell.quotientAndRemainder(dividingBy: side)
    return open(.rows)[row] >> UInt32(truncatingIfNeeded: column) & 1 != 0
  }

  /// Whether a cell has become a star, or has been closed.
  fileprivate func isKnown(_ cell: Int, isStar: Bool) -> Bool {
    let (row, column) = cell.quotientAndRemainder(dividingBy: side)
    let bit = (1 as UInt32) << UInt32(truncatingIfNeeded: column)
    return isStar ? stars[row] & bit != 0 : (open(.rows)[row] | stars[row]) & bit == 0
  }

  /// Puts a star or a mark on an open cell.
  fileprivate mutating func set(_ cell: Int, isStar: Bool) {
    let (row, column) = cell.quotientAndRemainder(dividingBy: side)
    let bit = (1 as UInt32) << UInt32(truncatingIfNeeded: column)
    if isStar { place(bit, in: row, .rows) } else { mark(bit, in: row, .rows) }
  }
}
