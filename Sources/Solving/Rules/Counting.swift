import StarBattle

/// Level 5, counting, and level 7, counting with tiles: lines against regions, in intervals of lines.
///
/// Two rows need 2K stars. If two regions lie wholly inside these rows, they bring all 2K, and no other
/// region has a star there; if only two regions reach into them, both keep all their stars
/// inside. Level 7 says the same of what regions can hold and must hold (see `IntervalCounting`).
///
///     A A B B     Regions A and B fill the two rows: the cells of C in them are marks.
///     A A B C
///     C C C C
///
/// - Observes: stars needed by lines, and what regions can and must put there.
/// - Technique: enumeration of intervals of consecutive lines.
/// - Deduces: marks.
/// - Source: K. De Asis, *A Star Battle Guide*, on counting; KrazyDad, *Two Not Touch* advanced tutorial.
extension RuleEngine {
  /// What is certain about every interval of rows and of columns.
  @inline(__always)
  mutating func count(
    _ board: borrowing Board, _ layout: borrowing Layout, by measure: IntervalCounting.Measure
  ) {
    counting.deduce(board, layout, base: 0, by: measure, into: &deductions)
    if deductions.isContradiction { return }
    counting.deduce(board, layout, base: 32, by: measure, into: &deductions)
  }

  /// What is certain about parts of regions that an interval makes tight.
  ///
  /// Where an interval is tight, the number of stars that a region has inside it is known, and so is the number
  /// outside. If one of the two is all that its cells there can hold, they are tiled like a container.
  mutating func tileParts(_ board: borrowing Board, _ layout: borrowing Layout) {
    count(board, layout, by: .tiles)
    for part in counting.parts {
      var (first, last) = (0, 0)
      let masks = layout.masks + part.region &* 64
      for row in 1...layout.grid.side {
        let here = board.lines[unchecked: row] & masks[row] & part.cells(in: row)
        regionCells[row] = here
        if here != 0 {
          if first == 0 { first = row }
          last = row
        }
      }
      if first == 0 {
        deductions.isContradiction = true
        return
      }
      tileCells(part.need, in: first...last, board, parts: .all)
    }
  }
}
