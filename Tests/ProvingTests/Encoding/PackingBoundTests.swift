import Proving
import StarBattle
import TestSupport
import Testing

@Suite("PackingBound")
struct PackingBoundTests {
  /// The most stars that fit, by trying with and without each cell.
  private func most(_ cells: ArraySlice<(Int, Int)>) -> Int {
    guard let (line, place) = cells.first else { return 0 }
    let rest = cells.dropFirst()
    let apart = rest.filter { max(abs($0.0 - line), abs($0.1 - place)) > 1 }
    return max(most(rest), 1 + most(apart[...]))
  }

  @Test("it is never below what fits, and rises by at most one a cell")
  func soundness() {
    var generator = ReplaySeed(71).generator
    var exact = 0
    var all = 0
    for _ in 0..<100 {
      let cells = (0..<25).filter { _ in generator.below(2) == 0 }.map { ($0 / 5, $0 % 5) }
      let bounds = PackingBound.bounds(alongsidePrefixesOf: cells)
      #expect(bounds.first.count == cells.count + 1 && bounds.rest.count == cells.count + 1)
      for index in 0...cells.count {
        let fits = (first: most(cells[..<index]), rest: most(cells[index...]))
        #expect(bounds.first[index] >= fits.first && bounds.rest[index] >= fits.rest)
        exact += bounds.first[index] == fits.first ? 1 : 0
        all += 1
        if index > 0 {
          #expect((0...1).contains(bounds.first[index] - bounds.first[index - 1]))
          #expect((0...1).contains(bounds.rest[index - 1] - bounds.rest[index]))
        }
      }
    }
    #expect(exact * 10 > all * 7, "exact for \(exact) of \(all)")
  }

  @Test("a rectangle holds a star in every second line and place")
  func rectangles() {
    for (height, width) in [(1, 1), (1, 8), (2, 2), (3, 3), (5, 7), (6, 6), (25, 25)] {
      let cells = (0..<height * width).map { ($0 / width, $0 % width) }
      let bounds = PackingBound.bounds(alongsidePrefixesOf: cells)
      #expect(bounds.first.last == (height + 1) / 2 * ((width + 1) / 2))
      #expect(bounds.rest.first == bounds.first.last)
    }
  }
}
