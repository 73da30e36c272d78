package import StarBattle

/// What is known of a board while it is being solved.
///
/// One flat block of about 600 bytes, copied whole by search and by hypotheticals: no undo trail and
/// nothing to allocate. Cells that are *unknown* (neither star nor mark) are kept by row and by column
/// (see `Layout` for lines and the border), along with the number of unknown cells and of stars still
/// needed in every container; all of it is updated with each cell.
///
/// Containers are numbered like lines, with regions behind: row `r` is `r` (1…25), column `c` is
/// `32 + c`, region `g` (from 0) is `64 + g`.
package struct Board: BitwiseCopyable {
  /// The unknown cells of each line.
  package var lines: [64 of UInt32]

  /// The stars placed, by row.
  package var stars: [32 of UInt32]

  /// The number of unknown cells of each container, 0…255.
  ///
  /// A region of 25×25 can have more than 255 cells only by leaving others none of
  /// theirs: the largest has 625 − 24 × 6 = 481. It is therefore kept in 16 bits.
  package var unknowns: [96 of UInt16]

  /// The stars that each container still needs, 0…6.
  package var needs: [96 of UInt8]

  /// What changed since a rule family last looked: a bit a row, column and region.
  package var changed: ChangedContainers
  var untiled: ChangedContainers
  var unpaired: ChangedContainers
  var uncounted: ChangedContainers

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
      lines[index] = full
      lines[32 + index] = full
      unknowns[index] = UInt16(side)
      unknowns[32 + index] = UInt16(side)
      needs[index] = UInt8(layout.grid.stars)
      needs[32 + index] = UInt8(layout.grid.stars)
      unknowns[63 + index] = layout.sizes[index - 1]
      needs[63 + index] = UInt8(layout.grid.stars)
    }
    let all = ChangedContainers(rows: full, columns: full, regions: full >> 1)
    changed = all
    untiled = all
    unpaired = all
    uncounted = all
    unknownCount = side * side
  }

  /// Lends the unknown cells of the lines, and the needs of the containers, to code that takes pointers.
  ///
  /// For changing nothing: a board that can be changed has an address, and need not be copied to get one.
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

  /// Those of some rows and columns that are tight.
  ///
  /// - Parameters:
  ///   - rows: The rows to ask about, a bit each.
  ///   - columns: The columns.
  ///   - find: Finds the tight ones among all rows, or all columns, by their unknown cells and needs.
  /// - Returns: The tight ones of those asked about.
  @inline(__always)
  mutating func tight(
    rows: UInt32, columns: UInt32,
    _ find: (UnsafePointer<UInt32>, UnsafePointer<UInt8>) -> UInt32
  ) -> (rows: UInt32, columns: UInt32) {
    withLines { lines, needs in
      (
        rows == 0 ? 0 : rows & find(lines, needs),
        columns == 0 ? 0 : columns & find(lines + 32, needs + 32)
      )
    }
  }

  /// The stars placed so far.
  package func solution(side: Int) -> Solution {
    var cells: [Int] = []
    cells.reserveCapacity(side * 6)
    for row in 1...side {
      for column in SetBits(stars[row]) { cells.append((row - 1) * side + column - 1) }
    }
    return Solution(ascending: cells)
  }

  /// The unknown cells, ascending.
  func unknownCells(side: Int) -> [Int] {
    var cells: [Int] = []
    for row in 1...side {
      for column in SetBits(lines[row]) { cells.append((row - 1) * side + column - 1) }
    }
    return cells
  }
}

/// A set of containers.
package struct ChangedContainers: BitwiseCopyable {
  var rows: UInt32
  var columns: UInt32
  package var regions: UInt32

  package init(rows: UInt32 = 0, columns: UInt32 = 0, regions: UInt32 = 0) {
    self.rows = rows
    self.columns = columns
    self.regions = regions
  }

  /// One container, by its number.
  init(only container: Int) {
    self.init()
    switch container {
    case ..<32: rows = 1 << UInt32(container)
    case ..<64: columns = 1 << UInt32(container - 32)
    default: regions = 1 << UInt32(container - 64)
    }
  }

  @inline(__always)
  var isEmpty: Bool { rows | columns | regions == 0 }

  /// Takes out the first container: rows, then columns, then regions.
  @inline(__always)
  mutating func popFirst() -> Int? {
    if rows != 0 {
      defer { rows &= rows &- 1 }
      return rows.trailingZeroBitCount
    }
    if columns != 0 {
      defer { columns &= columns &- 1 }
      return 32 &+ columns.trailingZeroBitCount
    }
    if regions != 0 {
      defer { regions &= regions &- 1 }
      return 64 &+ regions.trailingZeroBitCount
    }
    return nil
  }

  /// Adds all of another set.
  @inline(__always)
  mutating func formUnion(_ other: ChangedContainers) {
    rows |= other.rows
    columns |= other.columns
    regions |= other.regions
  }
}

/// The positions of the set bits of a mask, lowest first.
package struct SetBits: Sequence, IteratorProtocol {
  private var rest: UInt32

  @inline(__always)
  package init(_ mask: UInt32) { rest = mask }

  @inline(__always)
  package mutating func next() -> Int? {
    if rest == 0 { return nil }
    defer { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}
