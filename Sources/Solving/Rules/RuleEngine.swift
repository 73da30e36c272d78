import Adding
import StarBattle

/// The rules and the memory they work in; one for each thread.
///
/// A rule looks at a `Board` and adds to `Deductions`; it changes nothing. All rules are monotone:
/// what can be concluded from a board can be concluded from any later one. So where only the end
/// counts (a generator's climb, exact search, what follows from an assumption) they run cheapest
/// first in whatever order is quickest (`propagate`); where the way counts, the grader runs them
/// lowest level first.
package struct RuleEngine: ~Copyable {
  var packing = RegionPacking()
  let memory = PackingMemory()
  var counting = IntervalCounting()
  var lanes = BoardLanes()
  var presence = PresenceCounting()
  package var deductions = Deductions()
  var trials = Trials()
  let room = RoomPlaces()
  var taken = TakenRoom()
  var sums = ArgumentSearch()
  var longSums = LinearSearch()
  /// The long sums that were last found, to be explained.
  var foundSums: [Argument] = []
  /// The stars that were last refuted by sums, to be explained.
  var refutedStars: [Assumption] = []
  /// Whether `sums` has the board at hand.
  var isAdded = false

  /// The regions whose unknown cells `finishContainers` has found to be all stars, a bit each; only
  /// ever added to.
  var forcedRegions: UInt32 = 0

  /// The cells of the region at hand, by row; rows are filled eight at a time.
  let regionCells: UnsafeMutablePointer<UInt32>

  /// The cells beside these, by row.
  let besideCells: UnsafeMutablePointer<UInt32>

  /// The container that the last contradiction was met at; 0 when it was none in particular.
  package var culprit = 0

  /// Whether the board at hand has just been counted by tiles, so that `counting.tight` holds for
  /// it.
  var isCounted = false

  package init() {
    regionCells = .zeroes(40)
    besideCells = .zeroes(40)
  }

  deinit {
    regionCells.deallocate()
    besideCells.deallocate()
  }

  /// Forgets what one rule has left for another on the same board.
  @inline(__always)
  package mutating func forgetBoard() {
    isCounted = false
    isAdded = false
    trials.depth = nil
  }

  /// Follows levels 1–3 as far as they go: neighbours of stars, forced placements, complete
  /// containers.
  ///
  /// - Returns: `false` when a container has fewer unknown cells than it needs stars.
  @inline(__always)
  mutating func finishContainers(_ board: inout Board, _ layout: borrowing Layout) -> Bool {
    while !board.changed.isEmpty {
      var changed = board.changed
      board.changed = ContainerSet()
      board.untiled.formUnion(changed)
      board.unpaired.formUnion(changed)
      board.uncounted.formUnion(changed)
      while let container = board.popDecided(from: &changed) {
        let isPossible =
          container < .regions
          ? finishLine(container, &board, layout)
          : finishRegion(container &- .regions, &board, layout)
        if !isPossible {
          culprit = container
          return false
        }
      }
    }
    return true
  }

  /// - Precondition: the line is full, with unknown cells left, or has no more of these than it
  ///   needs stars; so is the region of `finishRegion`.
  @inline(__always)
  private func finishLine(
    _ line: Int, _ board: inout Board, _ layout: borrowing Layout
  ) -> Bool {
    let need = UInt16(board.needs[unchecked: line])
    if need > board.unknowns[unchecked: line] { return false }
    if need == 0 {
      board.mark(board.lines[unchecked: line], in: line, layout)
      return true
    }
    while board.lines[unchecked: line] != 0 {
      let bit = board.lines[unchecked: line].trailingZeroBitCount
      let isRow = line < .columns
      guard board.place(row: isRow ? line : bit, column: isRow ? bit : line &- .columns, layout)
      else { return false }
    }
    return board.needs[unchecked: line] == 0
  }

  @inline(__always)
  private mutating func finishRegion(
    _ region: Int, _ board: inout Board, _ layout: borrowing Layout
  ) -> Bool {
    let need = UInt16(board.needs[unchecked: .region(region)])
    if need > board.unknowns[unchecked: .region(region)] { return false }
    if need != 0 { forcedRegions |= .bit(region) }
    let masks = layout.masks + region &* 64
    for row in layout.rows(of: region) {
      if need == 0 {
        let cells = board.lines[unchecked: row] & masks[row]
        if cells != 0 { board.mark(cells, in: row, layout) }
      } else {
        while case let cells = board.lines[unchecked: row] & masks[row], cells != 0 {
          guard board.place(row: row, column: cells.trailingZeroBitCount, layout)
          else { return false }
        }
      }
    }
    return board.needs[unchecked: .region(region)] == 0
  }
}
