extension UInt32 {
  /// The bit at a place of a line, 0…31.
  ///
  /// Other places are taken modulo 32: a place that is looked at for each costs more than the bit.
  @inlinable @inline(__always)
  package static func bit(_ place: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: place) }

  /// The bit at a place, or none; without a branch.
  @inlinable @inline(__always)
  package static func bit(_ place: Int, if isSet: Bool) -> UInt32 {
    (isSet ? 1 : 0) &<< UInt32(truncatingIfNeeded: place)
  }
}

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
