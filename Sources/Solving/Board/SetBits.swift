/// The positions of the set bits of a mask, lowest first.
package struct SetBits: Sequence, IteratorProtocol {
  @usableFromInline var rest: UInt32

  @inlinable @inline(__always)
  package init(_ mask: UInt32) { rest = mask }

  @inlinable @inline(__always)
  package mutating func next() -> Int? {
    if rest == 0 { return nil }
    defer { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }

  /// The position of one set bit of a mask: the `index`-th from the lowest, from 0.
  ///
  /// - Precondition: the mask has that many.
  @inlinable @inline(__always)
  package static func position(of index: Int, in mask: UInt32) -> Int {
    var rest = mask
    for _ in 0..<index { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}
