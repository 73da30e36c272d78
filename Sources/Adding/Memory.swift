/// Numbers side by side, freed with their owner; without bounds checks where they are released.
struct Memory<Element: FixedWidthInteger & BitwiseCopyable>: ~Copyable {
  let base: UnsafeMutablePointer<Element>

  /// Memory for some numbers, all zero.
  init(_ count: Int) {
    base = .allocate(capacity: max(1, count))
    base.initialize(repeating: 0, count: max(1, count))
  }

  deinit { base.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }

  /// Makes the first numbers zero, or something else.
  @inline(__always)
  func clear(_ count: Int, to value: Element = 0) { base.update(repeating: value, count: count) }
}
