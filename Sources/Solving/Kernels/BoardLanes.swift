import CLanes
import StarBattle

/// Up to 32 boards side by side: one board, with something more decided on each of them, to be
/// counted all at a time.
///
/// Trials are many boards of which one thing is asked: whether they fail. A vector has a byte for
/// each board. So what is worked out of a cell, of a region's line or of an interval is worked out
/// for all boards in the time that one of them takes. Intervals are counted as in
/// `IntervalCounting` or `PresenceCounting`, which say what follows where they are tight.
///
/// - Complexity: O(side² + Σ height²) vector steps for rows, and as many for columns, however many
///   boards there are.
package struct BoardLanes: ~Copyable {
  /// The most boards.
  package static let most = 32

  /// The number of boards.
  package private(set) var count = 0

  /// Where a board has its lines, and its needs.
  private static let toLines = offset(of: \.lines)
  private static let toNeeds = offset(of: \.needs)

  private static func offset<Part>(of part: KeyPath<Board, Part>) -> Int {
    guard let offset = MemoryLayout<Board>.offset(of: part) else {
      preconditionFailure("a board is one flat block")
    }
    return offset
  }

  /// Whether the boards are the one board with a star more, and given by that alone.
  private var areStars = false

  /// All that follows, but for the boards.
  private let memory: UnsafeMutablePointer<UInt8>

  /// Where boards are that are not given by a star.
  private let boards: UnsafeMutablePointer<UnsafeRawPointer?>

  /// The row, the column and the region, from 1, of what is assumed on each board, 32 each.
  ///
  /// Behind them are the same where the star completes its row, column or region, and 0 elsewhere.
  private let stars: UnsafeMutablePointer<UInt8>

  /// For the columns and regions, at `number * 32 + board`, whether a board's star is in the column
  /// or beside it, whether it completes the column, and the region: 0xFF or 0, 1 KiB each.
  ///
  /// Behind them are the same two of the row at hand.
  private let taken: UnsafeMutablePointer<UInt8>

  /// Sixteen bytes of each board.
  private let bytes: UnsafeMutablePointer<UInt8>

  /// The unknown cells that some board loses to its star, by row, where boards are given by stars.
  private let lost: UnsafeMutablePointer<UInt32>

  /// The steps of what regions that are alike on all boards put into intervals; see `IntervalSums`.
  private let alike: UnsafeMutablePointer<UInt8>

  /// What containers need, at `container * 32 + board`.
  private let needs: UnsafeMutablePointer<UInt8>

  /// Which cells are unknown, 0xFF or 0, at `(row * 32 + column) * 32 + board`.
  ///
  /// Up to date where they are unknown on the one board.
  private let cells: UnsafeMutablePointer<UInt8>

  /// What each line of the region at hand can hold alone, at `line * 32 + board`, and read as one
  /// with the line before, 1 KiB further.
  private let measures: UnsafeMutablePointer<UInt8>

  /// The steps of what regions can put into intervals and, 32 KiB further, of what they must, at
  /// `(first * 32 + last) * 32 + board`; zeroes between one count and the next.
  private let steps: UnsafeMutablePointer<UInt8>

  /// The boards of which something is wrong.
  private let wrong: UnsafeMutablePointer<UInt8>

  package init() {
    boards = .allocate(capacity: BoardLanes.most)
    lost = .zeroes(48)
    // In one piece, since it is large then: small boards are never counted, and touch none of it.
    memory = .zeroes(110 * 1024)
    steps = memory
    cells = steps + 64 * 1024
    needs = cells + 32 * 1024
    measures = needs + 96 * 32
    taken = measures + 2 * 1024
    bytes = taken + 3 * 1024 + 2 * 32
    stars = bytes + 16 * 32
    wrong = stars + 6 * 32
    alike = wrong + 32
  }

  deinit {
    boards.deallocate()
    lost.deallocate()
    memory.deallocate()
  }

  package var isFull: Bool { count == BoardLanes.most }

  package mutating func removeAll() { count = 0 }

  /// Takes in the one board with a star more, what it touches marked and what it completes.
  ///
  /// - Precondition: all boards since the last `removeAll()` were taken in so.
  @inline(__always)
  package mutating func addStar(
    row: Int, column: Int, on board: inout Board, _ layout: borrowing Layout
  ) {
    let region = Int(layout.map.regionOf[row &* 32 &+ column])
    note(row: row, column: column)
    areStars = true
    let stars = stars + count
    stars[64] = UInt8(truncatingIfNeeded: region &+ 1)
    stars[96] = board.needs[unchecked: row] == 1 ? stars[0] : 0
    stars[128] = board.needs[unchecked: .column(column)] == 1 ? stars[32] : 0
    stars[160] = board.needs[unchecked: .region(region)] == 1 ? stars[64] : 0
    count &+= 1
  }

  /// Takes in a board, which has to stay where it is until the boards have been counted.
  ///
  /// - Parameters:
  ///   - board: The one board with fewer unknown cells.
  ///   - row: The row of what is assumed on it.
  ///   - column: The column.
  /// - Precondition: all boards since the last `removeAll()` were taken in so.
  @inline(__always)
  package mutating func add(_ board: UnsafeMutablePointer<Board>, row: Int, column: Int) {
    note(row: row, column: column)
    areStars = false
    boards[count] = UnsafeRawPointer(board)
    count &+= 1
  }

  @inline(__always)
  private func note(row: Int, column: Int) {
    stars[count] = UInt8(truncatingIfNeeded: row)
    stars[32 &+ count] = UInt8(truncatingIfNeeded: column)
  }

  /// Where something is assumed on one of the boards.
  @inline(__always)
  package func cell(_ index: Int) -> (row: Int, column: Int) {
    (Int(stars[index]), Int(stars[32 &+ index]))
  }

  /// One of the boards, unless it is given by a star.
  @inline(__always)
  func board(_ index: Int) -> UnsafePointer<Board>? {
    areStars ? nil : boards[index].map { $0.assumingMemoryBound(to: Board.self) }
  }

  /// Finds the boards that cannot be completed, by what intervals of lines can hold, and must.
  ///
  /// Unknown cells of lines that need no star count as room: then it finds fewer.
  ///
  /// - Parameters:
  ///   - board: The one board; it is not changed.
  ///   - layout: The layout of all.
  ///   - counting: What the regions of the one board put into intervals. Where boards are given by
  ///     stars, those that lose nothing to any of them are left to it.
  /// - Returns: These boards, a bit each, in the order in which they were taken in.
  package mutating func findOverdrawn(
    on board: inout Board, _ layout: borrowing Layout, _ counting: borrowing IntervalCounting
  ) -> UInt32 {
    if count == 0 { return 0 }
    lay(on: &board, layout)
    guard areStars, let sums = counting.updatedSums(&board, layout) else {
      return inRowsOrColumns { overdrawn(on: &board, layout, from: $0) }
    }
    let others = regionsWithLosses(on: &board, layout)
    return inRowsOrColumns { overdrawn(on: &board, layout, sums[$0 == .rows ? 0 : 1], others) }
  }

  /// The regions that lose cells to some board's star, a bit each; its own is among them.
  private func regionsWithLosses(on board: inout Board, _ layout: borrowing Layout) -> UInt32 {
    let side = layout.grid.side
    lost.update(repeating: 0, count: side &+ 2)
    var (columns, regions): (UInt32, UInt32) = (0, 0)
    for index in 0..<count {
      let row = Int(stars[index])
      let square = 7 &<< UInt32(stars[32 &+ index] &- 1)
      lost[row &- 1] |= square
      lost[row] |= square | (stars[96 &+ index] == 0 ? 0 : ~0)
      lost[row &+ 1] |= square
      // There is no column 0 and no region 0.
      columns |= 1 &<< UInt32(stars[128 &+ index])
      regions |= 1 &<< UInt32(stars[160 &+ index])
    }
    regions &>>= 1
    for row in 1...side { lost[row] = (lost[row] | columns) & board.lines[unchecked: row] }
    for region in 0..<side {
      let span = layout.rows(of: region)
      var crossing: UInt32 = 0
      let rows = almanac_region_rows(
        &crossing, lost, layout.masks + region &* 64, span.lowerBound, span.upperBound)
      regions |= .bit(region, if: rows != 0)
    }
    return regions
  }

  /// Finds the boards of which plain counting shows something, as `PresenceCounting` does of each:
  /// a mark, or that the board cannot be completed.
  ///
  /// Where cells of lines that need no star are unknown, it may show nothing of some of them.
  ///
  /// - Parameters:
  ///   - board: The one board; it is not changed.
  ///   - layout: The layout of all.
  /// - Returns: These boards, a bit each, in the order in which they were taken in.
  package mutating func findCounted(
    on board: inout Board, _ layout: borrowing Layout
  ) -> UInt32 {
    if count == 0 { return 0 }
    lay(on: &board, layout)
    return inRowsOrColumns { counted(on: &board, layout, from: $0) }
  }

  /// The boards that are found in intervals from the first row on or, unless those are all, from
  /// the first column on.
  @inline(__always)
  private func inRowsOrColumns(_ find: (_ first: Int) -> UInt32) -> UInt32 {
    let all: UInt32 = isFull ? ~0 : .bit(count) &- 1
    let found = find(.rows) & all
    return found == all ? all : (found | find(.columns)) & all
  }

  /// Works out cells and needs; nothing is wrong yet.
  private func lay(on board: inout Board, _ layout: borrowing Layout) {
    if areStars { layStars(on: &board, layout) } else { layBoards(on: &board, layout) }
    wrong.update(repeating: 0, count: 32)
  }

  /// Finds the boards in which an interval of rows, or of columns, fails.
  private func overdrawn(
    on board: inout Board, _ layout: borrowing Layout, from first: Int
  ) -> UInt32 {
    compared(on: &board, layout, from: first, byTiles: true)
  }

  /// The same, where all regions but some are alike on all boards.
  private func overdrawn(
    on board: inout Board, _ layout: borrowing Layout, _ sums: IntervalSums, _ others: UInt32
  ) -> UInt32 {
    sums.copySteps(withoutRegions: others, to: alike)
    return compared(
      on: &board, layout, from: sums.base, byTiles: true, regions: others, alike: alike)
  }

  /// Finds boards in which plain counting shows something in an interval of rows, or of columns.
  private func counted(
    on board: inout Board, _ layout: borrowing Layout, from first: Int
  ) -> UInt32 {
    compared(on: &board, layout, from: first, byTiles: false)
  }

  /// Compares what intervals need with what regions can put into them, and must: as many stars as
  /// their cells inside can hold, or all that they need as soon as there is one.
  @inline(__always)
  private func compared(
    on board: inout Board, _ layout: borrowing Layout, from first: Int, byTiles: Bool,
    regions: UInt32 = ~0, alike: UnsafePointer<UInt8>? = nil
  ) -> UInt32 {
    let side = layout.grid.side
    // From line to line, and from bit to bit.
    let (line, bit) = first == .rows ? (1024, 32) : (32, 1024)
    board.withLines { lines, boardNeeds in
      for region in SetBits(regions & almanac_needs_above(boardNeeds + .region(0), 0)) {
        let masks = layout.masks + (region &* 64 &+ first)
        let span = layout.map.spans[region &* 2 &+ first &>> 5]
        var crossing: UInt32 = 0
        let used = almanac_region_rows(
          &crossing, lines + first, masks, span.trailingZeroBitCount,
          31 &- span.leadingZeroBitCount)
        if used == 0 {
          wrong.update(repeating: 1, count: 32)
          continue
        }
        let (low, high) = (used.trailingZeroBitCount, 31 &- used.leadingZeroBitCount)
        var before: UInt32 = 0
        for number in low...high {
          let mask = lines[first &+ number] & masks[number]
          let cells = cells + number &* line
          let (alone, paired) = (measures + number &* 32, measures + (1024 &+ number &* 32))
          if byTiles {
            almanac_boards_measure(alone, paired, cells, cells - line, bit, mask, before)
          } else {
            almanac_boards_use(alone, paired, cells, bit, mask)
          }
          before = mask
        }
        almanac_boards_share(
          steps, steps + 32 * 1024, wrong, measures, measures + 1024,
          needs + .region(region) &* 32, low, high)
      }
    }
    return almanac_boards_overdrawn(
      steps, steps + 32 * 1024, wrong, needs + first &* 32, side &- 1, alike, !byTiles)
  }

  /// Works out cells and needs of boards that are given by a star.
  private func layStars(on board: inout Board, _ layout: borrowing Layout) {
    let (near, wholeColumns, wholeRegions) = (taken, taken + 1024, taken + 2048)
    let (nearRow, wholeRow) = (taken + 3072, taken + 3104)
    for line in 1...layout.grid.side {
      let number = UInt8(truncatingIfNeeded: line)
      almanac_boards_near(near + line &* 32, stars + 32, number)
      almanac_boards_equal(wholeColumns + line &* 32, stars + 128, number)
      almanac_boards_equal(wholeRegions + (line &- 1) &* 32, stars + 160, number)
      func need(_ container: ContainerNumber, _ stars: UnsafePointer<UInt8>) {
        almanac_boards_need(
          needs + container &* 32, board.needs[unchecked: container], stars, number)
      }
      need(line, stars)
      need(.column(line), stars + 32)
      need(.region(line &- 1), stars + 64)
    }
    for row in 1...layout.grid.side where board.lines[unchecked: row] != 0 {
      let number = UInt8(truncatingIfNeeded: row)
      almanac_boards_near(nearRow, stars, number)
      almanac_boards_equal(wholeRow, stars + 96, number)
      almanac_boards_leave(
        cells + row &* 1024, nearRow, wholeRow, near, wholeColumns, wholeRegions,
        layout.map.regionOf + row &* 32, board.lines[unchecked: row])
    }
  }

  /// Works out cells and needs of boards that are given whole.
  private func layBoards(on board: inout Board, _ layout: borrowing Layout) {
    let side = layout.grid.side
    for index in count..<BoardLanes.most { boards[index] = boards[0] }
    // Four rows are sixteen bytes.
    for first in stride(from: 0, through: side, by: 4) {
      almanac_boards_gather(bytes, boards, BoardLanes.toLines &+ first &* 4)
      for byte in 0..<16 {
        let row = first &+ byte &>> 2
        let column = (byte & 3) &* 8
        let known = board.lines[unchecked: row] &>> UInt32(column) & 0xFF
        if known == 0 { continue }
        almanac_boards_spread(
          cells + (row &* 32 &+ column) &* 32, bytes + byte &* 32, known)
      }
    }
    for containers in stride(from: Int.rows, through: .regions, by: 32) {
      for first in stride(from: containers, through: containers &+ side, by: 16) {
        almanac_boards_gather(needs + first &* 32, boards, BoardLanes.toNeeds &+ first)
      }
    }
  }
}
