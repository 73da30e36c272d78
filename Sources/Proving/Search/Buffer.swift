/// A growing list of plain values with nothing between the reader and the memory.
///
/// The search reads and writes a few hundred million small numbers a second. An `Array` asks at
/// each write whether its storage is shared; this list has exactly one owner, so it need not ask.
/// Places are checked in debug builds.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count: Int

  /// An empty list.
  init() {
    capacity = 16
    base = .allocate(capacity: capacity)
    count = 0
  }

  deinit { base.deallocate() }

  /// The element at a place in `0..<count`.
  @inline(__always)
  subscript(place: Int) -> Element {
    get {
      assert(place >= 0 && place < count, "place \(place) in a list of \(count)")
      return base[place]
    }
    nonmutating set {
      assert(place >= 0 && place < count, "place \(place) in a list of \(count)")
      base[place] = newValue
    }
  }

  /// Puts an element at the end, in constant time on average.
  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    base[count] = element
    count += 1
  }

  /// Puts the same element at the end several times.
  mutating func append(_ element: Element, times: Int) {
    if count + times > capacity { grow(to: count + times) }
    (base + count).update(repeating: element, count: times)
    count += times
  }

  /// Puts elements at the end.
  mutating func append(_ elements: UnsafePointer<Element>, count number: Int) {
    if count + number > capacity { grow(to: count + number) }
    (base + count).update(from: elements, count: number)
    count += number
  }

  /// The first element, and those behind it.
  var start: UnsafePointer<Element> { UnsafePointer(base) }

  /// What lies behind the last element: what was taken off, until something is put there.
  var end: UnsafePointer<Element> { UnsafePointer(base + count) }

  /// Takes the last element off a list that is not empty.
  @inline(__always)
  mutating func removeLast() -> Element {
    assert(count > 0, "nothing to take off")
    count -= 1
    return base[count]
  }

  /// Forgets everything behind the first `length` elements; the memory stays.
  @inline(__always)
  mutating func truncate(to length: Int) {
    assert(length >= 0 && length <= count, "\(length) of \(count)")
    count = length
  }

  private mutating func grow(to least: Int) {
    let larger = max(least, capacity * 2)
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    fresh.update(from: base, count: count)
    base.deallocate()
    base = fresh
    capacity = larger
  }
}
