import CLanes
import StarBattle

/// Level 6, tiling pairs: two adjacent lines that can hold just the stars they need.
///
/// Read two adjacent rows as one, with a column of the pair as one cell: any two stars of the pair
/// are at least two columns apart, so the pair holds what that one line could (`Runs.capacity`).
/// Where this equals what both need together, odd runs are decided column by column, and every tile
/// of an even run holds one star:
///
///     row r      . ? ? .  ? .        columns 2–3 are a 2×2 tile with one star;
///     row r + 1  . ? . .  . .        column 5 has one star, and only one cell for it
///
/// A tile whose cells all lie in row r rules out the two cells beside it in row r − 1, which touch
/// both.
///
/// - Observes: capacity of two adjacent rows or columns.
/// - Technique: enumeration, by shifts.
/// - Deduces: marks and placements.
/// - Source: K. De Asis, *A Star Battle Guide*, on tiling several lines.
extension Rule {
  static let pairs = Rule(
    code: 8, id: "tiling.pairs", name: "tiles of two adjacent lines", level: 6, cost: 19,
    source: .list, scope: .adjacentLines, wording: .pairs, prevalence: .severalStars,
    find: { solve, changed, engine, layout in
      engine.tilePairs(changed, &solve.board, side: layout.grid.side)
    },
    split: { solve, recorder, engine, layout in
      for first in 1..<layout.grid.side {
        for line in [first, .column(first)] {
          engine.tilePair(line, &solve.board)
          recorder.add(&engine.deductions, [line, line + 1], layout)
        }
      }
    },
    locateFailure: { board, engine, layout in
      let firsts = Array(1..<layout.grid.side)
      for line in firsts + firsts.map(ContainerNumber.column) {
        engine.deductions.clear()
        engine.tilePair(line, &board)
        if engine.deductions.isContradiction { return [line, line + 1] }
      }
      return nil
    })
}

extension RuleEngine {
  /// What is certain about each pair with a line among some containers.
  ///
  /// Changes nothing of the board; see `tile(_:_:_:parts:)` for why it is `inout`.
  @inline(__always)
  mutating func tilePairs(
    _ containers: ContainerSet, _ board: inout Board, side: Int
  ) {
    // A pair is named by its first line; a changed line is in the pair before it as well.
    let firsts = UInt32.bit(side) &- 2
    let rows = (containers.rows | containers.rows &>> 1) & firsts
    let columns = (containers.columns | containers.columns &>> 1) & firsts
    let tight = board.tight(rows: rows, columns: columns) { almanac_pairs_tight($0, $1, side) }
    for row in SetBits(tight.rows) { tilePair(row, &board) }
    for column in SetBits(tight.columns) { tilePair(.column(column), &board) }
  }

  /// What is certain about a line and the one behind it.
  @inline(__always)
  mutating func tilePair(_ line: Int, _ board: inout Board) {
    let need =
      Int(board.needs[unchecked: line]) &+ Int(board.needs[unchecked: line &+ 1])
    if need == 0 { return }
    let (here, next) = (board.lines[unchecked: line], board.lines[unchecked: line &+ 1])
    let both = here | next
    let capacity = Runs.capacity(both)
    if capacity > need { return }
    if capacity < need {
      culprit = line
      deductions.isContradiction = true
      return
    }
    let tight = Runs.whenTight(both)
    deductions.mark(here & tight.empty, in: line)
    deductions.mark(next & tight.empty, in: line &+ 1)
    deductions.place(tight.starred & here & ~next, in: line)
    deductions.place(tight.starred & next & ~here, in: line &+ 1)
    let hereOnly = here & ~next
    let nextOnly = next & ~here
    let hereTiles = tight.tiles & hereOnly & hereOnly &>> 1
    let nextTiles = tight.tiles & nextOnly & nextOnly &>> 1
    deductions.mark(
      (hereTiles | hereTiles &<< 1) & board.lines[unchecked: line &- 1], in: line &- 1)
    deductions.mark(
      (nextTiles | nextTiles &<< 1) & board.lines[unchecked: line &+ 2], in: line &+ 2)
  }
}
