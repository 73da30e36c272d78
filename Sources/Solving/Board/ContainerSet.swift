/// A set of containers: a bit a row, column and region.
package struct ContainerSet: BitwiseCopyable {
  // Rows and columns count from 1, regions from 0.
  var rows: UInt32
  var columns: UInt32
  package var regions: UInt32

  package init(rows: UInt32 = 0, columns: UInt32 = 0, regions: UInt32 = 0) {
    self.rows = rows
    self.columns = columns
    self.regions = regions
  }

  /// All containers of a board.
  init(allOfSide side: Int) {
    let lines = UInt32.bit(side &+ 1) &- 2
    self.init(rows: lines, columns: lines, regions: lines &>> 1)
  }

  /// One container, by its number.
  init(only container: Int) {
    self.init()
    let bit = UInt32(1) << UInt32(container & 31)
    if container < .columns {
      rows = bit
    } else if container < .regions {
      columns = bit
    } else {
      regions = bit
    }
  }

  @inline(__always)
  var isEmpty: Bool { rows | columns | regions == 0 }

  /// Whether a container is in it, by its number.
  func contains(_ container: Int) -> Bool {
    let bits = container < .columns ? rows : container < .regions ? columns : regions
    return bits >> UInt32(container & 31) & 1 != 0
  }

  /// Takes out the first container: rows, then columns, then regions.
  @inline(__always)
  mutating func popFirst() -> Int? {
    if rows != 0 {
      defer { rows &= rows &- 1 }
      return rows.trailingZeroBitCount
    }
    if columns != 0 {
      defer { columns &= columns &- 1 }
      return .column(columns.trailingZeroBitCount)
    }
    if regions != 0 {
      defer { regions &= regions &- 1 }
      return .region(regions.trailingZeroBitCount)
    }
    return nil
  }

  @inline(__always)
  mutating func formUnion(_ other: ContainerSet) {
    rows |= other.rows
    columns |= other.columns
    regions |= other.regions
  }
}
