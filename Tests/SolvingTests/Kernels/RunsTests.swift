import Solving
import Testing

@Suite("Runs of a line")
struct RunsTests {
  /// All ways to put the most stars on a line, none beside another: the definition, by trying
  /// everything.
  private func fullest(_ cells: UInt32) -> (count: Int, ways: [UInt32]) {
    var best = (count: 0, ways: [UInt32]())
    var stars = cells
    while true {
      if stars & (stars << 1) == 0 {
        let count = stars.nonzeroBitCount
        if count > best.count { best = (count, []) }
        if count == best.count { best.ways.append(stars) }
      }
      if stars == 0 { return best }
      stars = (stars - 1) & cells
    }
  }

  @Test("capacity is the most stars that fit, on every line of twelve cells")
  func capacity() {
    for line in UInt32(0)..<4096 {
      let cells = line << 1
      #expect(Runs.capacity(cells) == fullest(cells).count, "cells \(String(cells, radix: 2))")
    }
  }

  @Test("a tight line fixes just what all fullest placements agree on")
  func tight() {
    for line in UInt32(1)..<4096 {
      let cells = line << 3
      let ways = fullest(cells).ways
      let always = ways.reduce(cells) { $0 & $1 }
      let never = cells & ~ways.reduce(0) { $0 | $1 }
      let tight = Runs.whenTight(cells)
      #expect(tight.starred == always)
      #expect(tight.empty == never)
      // A star beside the line, over cell i, takes i − 1…i + 1: ruled out when no fullest placement
      // avoids them.
      var beside: UInt32 = 0
      for cell in 1..<31 {
        let taken = UInt32(7) << UInt32(cell - 1)
        if ways.allSatisfy({ $0 & taken != 0 }) { beside |= 1 << UInt32(cell) }
      }
      let starNeighbours = always | always << 1 | always >> 1
      #expect(beside & ~starNeighbours == (tight.tiles | tight.tiles << 1) & ~starNeighbours)
    }
  }
}
