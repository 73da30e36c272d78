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
