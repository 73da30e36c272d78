/// Numbers side by side, freed with their owner; without bounds checks where they are released.
struct Memory<Element: Numeric & BitwiseCopyable>: ~Copyable {
  let base: UnsafeMutablePointer<Element>

  /// Memory for some numbers, all zero.
  init(_ count: Int) {
    base = .allocate(capacity: max(1, count))
    base.initialize(repeating: .zero, count: max(1, count))
  }

  deinit { base.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    nonmutating _modify { yield &base[index] }
  }

  /// Makes the first numbers zero, or something else.
  @inline(__always)
  func clear(_ count: Int, to value: Element = .zero) {
    base.update(repeating: value, count: count)
  }

  /// Takes over the first numbers of another one.
  @inline(__always)
  func copy(_ other: borrowing Memory, _ count: Int) {
    base.update(from: other.base, count: count)
  }
}
