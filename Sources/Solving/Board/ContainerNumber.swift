import StarBattle

/// The number of a container in the engine: row `r` is `r` (1…25), column `c` is `32 + c`, region
/// `g` (from 0) is `64 + g`.
///
/// A plain `Int`, so that it indexes the arrays of a `Board` as it stands. Rows and columns are
/// numbered as `Layout` numbers lines.
package typealias ContainerNumber = Int

extension ContainerNumber {
  /// What rows, columns and regions are counted from: the number before row 1, before column 1, and
  /// of region 0.
  @inlinable @inline(__always)
  package static var rows: Int { 0 }
  @inlinable @inline(__always)
  package static var columns: Int { 32 }
  @inlinable @inline(__always)
  package static var regions: Int { 64 }

  /// The number of a column, from 1.
  @inlinable @inline(__always)
  package static func column(_ column: Int) -> Int { columns &+ column }

  /// The number of a region, from 0.
  @inlinable @inline(__always)
  package static func region(_ region: Int) -> Int { regions &+ region }
}

extension Container {
  /// Its number in the engine.
  var number: ContainerNumber {
    switch self {
    case .row(let row): row + 1
    case .column(let column): .column(column + 1)
    case .region(let region): .region(region)
    }
  }

  /// The container with a number in the engine.
  init(number: ContainerNumber) {
    if number < .columns {
      self = .row(number - 1)
    } else if number < .regions {
      self = .column(number - .column(1))
    } else {
      self = .region(number - .regions)
    }
  }
}
