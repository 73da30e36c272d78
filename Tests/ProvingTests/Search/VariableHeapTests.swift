import Proving
import StarBattle
import TestSupport
import Testing

@Suite("VariableHeap")
struct VariableHeapTests {
  @Test("it gives the most active variable, and the first among equals")
  func order() {
    var heap = VariableHeap()
    for _ in 0..<5 { heap.addVariable() }
    heap.bump(3)
    heap.decay()
    heap.bump(1)
    heap.bump(4)
    heap.bump(4)
    let first = (heap.popFirst(), heap.popFirst(), heap.popFirst())
    #expect(first.0 == 4 && first.1 == 1 && first.2 == 3)
    heap.insert(4)
    heap.insert(4)
    let rest = (heap.popFirst(), heap.popFirst(), heap.popFirst(), heap.popFirst())
    #expect(rest.0 == 4 && rest.1 == 0 && rest.2 == 2 && rest.3 == nil)
  }

  @Test("the order survives the fading of activities over thousands of conflicts")
  func fading() {
    var generator = ReplaySeed(72).generator
    var heap = VariableHeap()
    for _ in 0..<40 { heap.addVariable() }
    for _ in 0..<5_000 {
      let variable = generator.below(40)
      heap.bump(variable)
      heap.decay()
    }
    // A variable that has just been bumped far more than any other is first, whatever came before.
    let favourite = generator.below(40)
    for _ in 0..<500 { heap.bump(favourite) }
    let first = heap.popFirst()
    #expect(first == favourite)
    var seen = Set([favourite])
    while let next = heap.popFirst() { seen.insert(next) }
    #expect(seen.count == 40)
  }
}
