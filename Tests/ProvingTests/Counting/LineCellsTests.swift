import Proving
import StarBattle
import TestSupport
import Testing

@Suite("LineCells")
struct LineCellsTests {
  /// The runs of some cells, each as its first and last place.
  private func runs(_ cells: UInt32) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    for place in 0..<32 where cells >> UInt32(place) & 1 != 0 {
      if let last = found.last, last.upperBound == place - 1 {
        found[found.count - 1] = last.lowerBound...place
      } else {
        found.append(place...place)
      }
    }
    return found
  }

  @Test("every second cell of a run, and the runs of odd length, are found bit by bit")
  func againstLoops() {
    var generator = ReplaySeed(91).generator
    let some = (0..<20_000).map { _ in
      UInt32(generator.below(1 << 25))
        & (generator.below(2) == 0 ? .max : UInt32(generator.below(1 << 25)))
    }
    for cells in Array(0..<1 << 12) + some + [(1 << 25) - 1] {
      let runs = runs(cells)
      let places = runs.flatMap { stride(from: $0.lowerBound, through: $0.upperBound, by: 2) }
      let odd = runs.filter { $0.count % 2 == 1 }.joined()
      #expect(LineCells.alternate(cells) == places.reduce(0) { $0 | 1 << UInt32($1) })
      #expect(LineCells.capacity(cells) == runs.reduce(0) { $0 + ($1.count + 1) / 2 })
      #expect(LineCells.oddRuns(cells) == odd.reduce(0) { $0 | 1 << UInt32($1) })
    }
  }

  @Test("the room in some lines is what the bound for the formula says")
  func room() {
    var generator = ReplaySeed(92).generator
    for _ in 0..<500 {
      let lines = (0..<1 + generator.below(9)).map { _ in
        UInt32(generator.below(1 << 9) & generator.below(1 << 9))
      }
      var room = Room()
      let cells = (0..<9 * lines.count).map { ($0 / 9, $0 % 9) }
      let places = cells.filter { lines[$0.0] >> UInt32($0.1) & 1 != 0 }
      let bounds = PackingBound.bounds(alongsidePrefixesOf: places).first
      for (line, cells) in lines.enumerated() {
        room.add(cells)
        #expect(room.stars == bounds[places.count { $0.0 <= line }])
      }
    }
  }
}
