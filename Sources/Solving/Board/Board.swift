import CLanes
package import StarBattle

/// What is known of a board while it is being solved.
///
/// One flat block of 728 bytes, copied whole by search and by hypotheticals: no undo trail
/// and nothing to allocate. Cells that are *unknown* (neither star nor mark) are kept by row and by
/// column (see `Layout` for lines and the border), along with the number of unknown cells and of
/// stars still needed in every container; all of it is updated with each cell.
///
/// What is kept for each container stands at its `ContainerNumber`.
package struct Board: BitwiseCopyable {
  /// The unknown cells of each line.
  package var lines: [64 of UInt32]

  /// The stars placed, by row.
  package var stars: [32 of UInt32]

  /// The number of unknown cells of each container.
  ///
  /// In 16 bits, because a region can have more than 255 cells.
  package var unknowns: [96 of UInt16]

  /// The stars that each container still needs, 0…6.
  package var needs: [96 of UInt8]

  /// What changed since a rule family last looked: a bit a row, column and region.
  package var changed: ContainerSet
  var untiled: ContainerSet
  var unpaired: ContainerSet
  var uncounted: ContainerSet

  /// The number of unknown cells on the board.
  package var unknownCount: Int

  /// The board before the first step: every cell unknown.
  ///
  /// - Complexity: O(side²) bits.
  package init(_ layout: borrowing Layout) {
    let side = layout.grid.side
    let full: UInt32 = (1 << UInt32(side + 1)) - 2
    lines = .init(repeating: 0)
    stars = .init(repeating: 0)
    unknowns = .init(repeating: 0)
    needs = .init(repeating: 0)
    for index in 1...side {
      let region = index - 1
      lines[index] = full
      lines[.column(index)] = full
      unknowns[index] = UInt16(side)
      unknowns[.column(index)] = UInt16(side)
      unknowns[.region(region)] = layout.map.sizes[region]
      needs[index] = UInt8(layout.grid.stars)
      needs[.column(index)] = UInt8(layout.grid.stars)
      needs[.region(region)] = UInt8(layout.grid.stars)
    }
    let all = ContainerSet(allOfSide: side)
    changed = all
    untiled = all
    unpaired = all
    uncounted = all
    unknownCount = side * side
  }

  /// Lends the unknown cells of the lines, and the needs of the containers, to code that takes
  /// pointers.
  ///
  /// They are only read; this is mutating because a board that can be changed has an address, and
  /// need not be copied to get one.
  @inline(__always)
  package mutating func withLines<Value>(
    _ body: (UnsafePointer<UInt32>, UnsafePointer<UInt8>) -> Value
  ) -> Value {
    withUnsafePointer(to: &lines) { lines in
      withUnsafePointer(to: &needs) { needs in
        body(
          UnsafeRawPointer(lines).assumingMemoryBound(to: UInt32.self),
          UnsafeRawPointer(needs).assumingMemoryBound(to: UInt8.self))
      }
    }
  }

  /// Lends the numbers of unknown cells and the needs of all containers, as `withLines` does.
  @inline(__always)
  package mutating func withCounts<Value>(
    _ body: (UnsafePointer<UInt16>, UnsafePointer<UInt8>) -> Value
  ) -> Value {
    withUnsafePointer(to: &unknowns) { unknowns in
      withUnsafePointer(to: &needs) { needs in
        body(
          UnsafeRawPointer(unknowns).assumingMemoryBound(to: UInt16.self),
          UnsafeRawPointer(needs).assumingMemoryBound(to: UInt8.self))
      }
    }
  }

  /// Takes out of some containers the first that is full, with unknown cells left, or has no more
  /// of these than it needs stars, and those before it; all, where there is none.
  ///
  /// - Returns: Its number.
  @inline(__always)
  mutating func popDecided(from containers: inout ContainerSet) -> Int? {
    withCounts { unknowns, needs in
      func popFirst(of bits: inout UInt32, from base: Int) -> Int? {
        if bits == 0 { return nil }
        let decided = bits & almanac_counts_decided(unknowns + base, needs + base)
        bits = decided == 0 ? 0 : bits & ~(decided ^ (decided &- 1))
        return decided == 0 ? nil : base &+ decided.trailingZeroBitCount
      }
      return popFirst(of: &containers.rows, from: .rows)
        ?? popFirst(of: &containers.columns, from: .columns)
        ?? popFirst(of: &containers.regions, from: .regions)
    }
  }

  /// Those of some containers that are full, with unknown cells left, or have no more of these than
  /// they need stars.
  @inline(__always)
  mutating func decided(of containers: ContainerSet) -> ContainerSet {
    withCounts { unknowns, needs in
      func decided(from base: Int) -> UInt32 {
        almanac_counts_decided(unknowns + base, needs + base)
      }
      return ContainerSet(
        rows: containers.rows & decided(from: .rows),
        columns: containers.columns & decided(from: .columns),
        regions: containers.regions & decided(from: .regions))
    }
  }

  /// Those of some rows and columns that are tight.
  ///
  /// - Parameters:
  ///   - rows: The rows to ask about, a bit each.
  ///   - columns: The columns.
  ///   - find: Finds the tight ones among all rows, or all columns, by their unknown cells and
  ///     needs.
  /// - Returns: The tight ones of those asked about.
  @inline(__always)
  mutating func tight(
    rows: UInt32, columns: UInt32,
    _ find: (UnsafePointer<UInt32>, UnsafePointer<UInt8>) -> UInt32
  ) -> (rows: UInt32, columns: UInt32) {
    withLines { lines, needs in
      (
        rows == 0 ? 0 : rows & find(lines, needs),
        columns == 0 ? 0 : columns & find(lines + .columns, needs + .columns)
      )
    }
  }

  /// Those of some regions that may be full with the stars they need: a tile has four cells, so
  /// they have no more than four unknown ones for each.
  @inline(__always)
  mutating func tileable(of regions: UInt32) -> UInt32 {
    if regions == 0 { return 0 }
    return withCounts { regions & almanac_counts_few($0 + .regions, $1 + .regions) }
  }

  /// The stars placed so far.
  package func solution(side: Int) -> Solution {
    Solution(ascending: Board.cells(side: side) { stars[$0] })
  }

  /// The unknown cells, ascending.
  package func unknownCells(side: Int) -> [Int] { Board.cells(side: side) { lines[$0] } }

  /// The unknown cells of a container in a row.
  func cells(
    of container: ContainerNumber, in row: Int, _ layout: borrowing Layout
  ) -> UInt32 {
    switch Container(number: container) {
    case .row(let number): row == number + 1 ? lines[row] : 0
    case .column(let number): lines[row] & 2 << UInt32(number)
    case .region(let number): lines[row] & layout.cells(of: number, in: row)
    }
  }

  /// The unknown cells of some containers, ascending, each once.
  func unknownCells(of containers: [ContainerNumber], _ layout: borrowing Layout) -> [Int] {
    let lines = lines.span
    var rows: [32 of UInt32] = .init(repeating: 0)
    for container in containers {
      switch Container(number: container) {
      case .row: rows[unchecked: container] |= lines[unchecked: container]
      case .column(let column):
        for row in SetBits(lines[unchecked: container]) {
          rows[unchecked: row] |= 2 &<< UInt32(column)
        }
      case .region(let region):
        for row in layout.rows(of: region) {
          rows[unchecked: row] |= lines[unchecked: row] & layout.cells(of: region, in: row)
        }
      }
    }
    return Board.cells(side: layout.grid.side) { rows[unchecked: $0] }
  }

  /// Cells (row-major, from 0) given by a mask for each row, ascending.
  @inline(__always)
  static func cells(side: Int, inRow mask: (Int) -> UInt32) -> [Int] {
    var count = 0
    for row in 1...side { count &+= mask(row).nonzeroBitCount }
    if count == 0 { return [] }
    // The library's way to fill memory that is not initialized looks up the array's type each time.
    var cells: [Int] = []
    cells.reserveCapacity(count)
    for row in 1...side {
      for column in SetBits(mask(row)) { cells.append((row &- 1) &* side &+ column &- 1) }
    }
    return cells
  }
}
