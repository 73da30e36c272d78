import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Packing stars into a region")
struct RegionPackingTests {
  /// The most stars on cells (row, column) without touching, by take or skip.
  private func most(_ cells: [(Int, Int)]) -> Int {
    guard let first = cells.first else { return 0 }
    let rest = Array(cells.dropFirst())
    let far = rest.filter { abs($0.0 - first.0) > 1 || abs($0.1 - first.1) > 1 }
    let taken = 1 + most(far)
    return far.count == rest.count ? taken : max(taken, most(rest))
  }

  @Test("a count fits exactly when the definition says so, and the witness shows it")
  func agreesWithDefinition() {
    var random = ReplaySeed(41).generator
    var packing = RegionPacking()
    for _ in 0..<4000 {
      let density = 1 + random.below(3)
      let isHigh = random.below(4) == 0
      let (height, width) = (1 + random.below(isHigh ? 12 : 5), 1 + random.below(isHigh ? 2 : 5))
      var cells: [(Int, Int)] = []
      for row in 1...height {
        for column in 1...width where random.below(4) < density { cells.append((row, column)) }
      }
      let most = most(cells)
      for count in 0...min(7, most + 1) {
        for row in 1...height { packing.cells[row] = 0 }
        // What is behind the rows does not count.
        for row in height + 1...height + 8 { packing.cells[row] = 30 }
        for (row, column) in cells { packing.cells[row] |= 1 << UInt32(column) }
        let fits = packing.fits(count, in: 1...height)
        #expect(fits == (count <= most), "\(count) stars on \(cells)")
        guard fits else { continue }
        var stars: [(Int, Int)] = []
        for row in 1...height {
          for column in SetBits(packing.witness[row]) { stars.append((row, column)) }
        }
        #expect(stars.count == count)
        #expect(stars.allSatisfy { star in cells.contains { $0 == star } })
        #expect(keepApart(stars))
      }
    }
  }

  private func keepApart(_ stars: [(Int, Int)]) -> Bool {
    for (index, a) in stars.enumerated() {
      for b in stars[..<index] where abs(a.0 - b.0) < 2 && abs(a.1 - b.1) < 2 { return false }
    }
    return true
  }
}
