/// The variables in the order in which the search would branch on them, most active first.
///
/// A binary heap with the place of every variable, and the activities themselves. Equal activities
/// are ordered by variable number, so that the order is the same everywhere.
package struct VariableHeap: ~Copyable {
  private var heap = Buffer<Int32>()
  /// The place of each variable in `heap`, −1 when it is not there.
  private var places = Buffer<Int32>()
  private var activities = Buffer<UInt64>()
  /// What the next bump adds.
  ///
  /// It grows by 1/16 a conflict, which is the same as letting all
  /// activities fade.
  private var increment: UInt64 = 1 << 10

  package init() {
  }

  package mutating func addVariable() {
    let variable = places.count
    places.append(-1)
    activities.append(0)
    insert(variable)
  }

  /// The most active variable, taken out; `nil` when the heap is empty.
  @inline(__always)
  package mutating func popFirst() -> Int? {
    guard heap.count > 0 else { return nil }
    let first = heap[0]
    places[Int(first)] = -1
    let last = heap.removeLast()
    if heap.count > 0 {
      heap[0] = last
      places[Int(last)] = 0
      sink(from: 0)
    }
    return Int(first)
  }

  /// Puts a variable back that may have been taken out.
  @inline(__always)
  package mutating func insert(_ variable: Int) {
    guard places[variable] < 0 else { return }
    heap.append(Int32(truncatingIfNeeded: variable))
    places[variable] = Int32(truncatingIfNeeded: heap.count - 1)
    rise(from: heap.count - 1)
  }

  /// Makes a variable more active.
  @inline(__always)
  package mutating func bump(_ variable: Int) {
    activities[variable] += increment
    if activities[variable] >= 1 << 60 { rescale() }
    if places[variable] >= 0 { rise(from: Int(places[variable])) }
  }

  /// Lets all activities fade a little.
  package mutating func decay() {
    increment += increment >> 4
    if increment >= 1 << 56 { rescale() }
  }

  /// Divides everything by the same power of two; small differences between inactive variables go.
  private mutating func rescale() {
    for variable in 0..<activities.count { activities[variable] >>= 40 }
    increment = max(1 << 10, increment >> 40)
    // Ties are new, so the order among them has to be restored.
    for place in stride(from: heap.count / 2, through: 0, by: -1) where place < heap.count {
      sink(from: place)
    }
  }

  @inline(__always)
  private func precedes(_ left: Int32, _ right: Int32) -> Bool {
    let (a, b) = (activities[Int(left)], activities[Int(right)])
    return a == b ? left < right : a > b
  }

  private mutating func rise(from start: Int) {
    var place = start
    let variable = heap[place]
    while place > 0 {
      let parent = (place - 1) >> 1
      guard precedes(variable, heap[parent]) else { break }
      heap[place] = heap[parent]
      places[Int(heap[place])] = Int32(truncatingIfNeeded: place)
      place = parent
    }
    heap[place] = variable
    places[Int(variable)] = Int32(truncatingIfNeeded: place)
  }

  private mutating func sink(from start: Int) {
    var place = start
    let variable = heap[place]
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count && precedes(heap[child + 1], heap[child]) { child += 1 }
      guard precedes(heap[child], variable) else { break }
      heap[place] = heap[child]
      places[Int(heap[place])] = Int32(truncatingIfNeeded: place)
      place = child
    }
    heap[place] = variable
    places[Int(variable)] = Int32(truncatingIfNeeded: place)
  }
}
