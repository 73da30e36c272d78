/// Which way the lines of a board run.
enum Axis: Int {
  case rows = 0
  case columns = 1

  @inline(__always)
  var other: Axis { Axis(isRows: self == .columns) }

  @inline(__always)
  init(isRows: Bool) { self = isRows ? .rows : .columns }
}
