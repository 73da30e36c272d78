import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Pressured runs")
struct PressuredRunTests {
  /// A line from a drawing: `*` is an unknown cell, the first place is 1.
  private func line(_ drawing: String) -> UInt32 {
    drawing.enumerated().reduce(0) { $1.element == "*" ? $0 | 2 << UInt32($1.offset) : $0 }
  }

  /// Whether two adjacent lines can have just what they need, by trying everything.
  private func canFill(
    _ first: UInt32, _ second: UInt32, _ needs: (first: Int, second: Int)
  ) -> Bool {
    func place(_ column: UInt32, _ needs: (first: Int, second: Int)) -> Bool {
      if needs.first == 0 && needs.second == 0 { return true }
      guard column < 32 else { return false }
      if first >> column & 1 != 0, needs.first > 0,
        place(column + 2, (needs.first - 1, needs.second))
      {
        return true
      }
      if second >> column & 1 != 0, needs.second > 0,
        place(column + 2, (needs.first, needs.second - 1))
      {
        return true
      }
      return place(column + 1, needs)
    }
    return place(1, needs)
  }

  @Test("the M holds two stars where a line needs two, and the T one where it needs one")
  func shapes() throws {
    let m = try #require(
      PressuredRun(line(".*.*..**"), line("*****..."), needs: (2, 2)))
    #expect(m.places == 1...5 && m.isPressedBySecond && m.tiles == 3)
    let t = try #require(PressuredRun(line("**.***"), line("....*."), needs: (1, 2)))
    #expect(t.places == 4...6 && !t.isPressedBySecond && t.tiles == 2)
  }

  @Test(
    "nothing is said of lines that have room to spare, or too little, or stars in either line",
    arguments: [
      // Another tile; no tile for the fourth star; an end of the M in the other line.
      (".*.*..**.*", "*****.....", 2, 2), (".*.*....", "*****...", 2, 2),
      ("**.*..**", "*****...", 2, 2),
      // The line takes three stars.
      (".*.*..**", "*****...", 1, 3),
    ])
  func silence(first: String, second: String, needOfFirst: Int, needOfSecond: Int) {
    #expect(PressuredRun(line(first), line(second), needs: (needOfFirst, needOfSecond)) == nil)
  }

  @Test("two lines with a pressured run cannot have their stars")
  func soundness() {
    let seed = ReplaySeed(31)
    var random = seed.generator
    var tiles: [Int: Int] = [:]
    for _ in 0..<200_000 {
      // Cells of a drawing that lie in either line, rarely in both: what runs are pressed by.
      var (first, second) = (UInt32(0), UInt32(0))
      let side = 5 + random.below(10)
      for column in 1...side {
        let kind = random.below(8)
        if kind < 3 || kind == 6 { first |= 1 << UInt32(column) }
        if (3...6).contains(kind) { second |= 1 << UInt32(column) }
      }
      let needs = (first: random.below(4), second: random.below(4))
      guard let run = PressuredRun(first, second, needs: needs) else { continue }
      tiles[run.tiles, default: 0] += 1
      #expect(!canFill(first, second, needs), "\(seed) \(first) \(second) \(needs)")
      #expect(run.places.count == 2 * run.tiles - 1)
    }
    #expect(tiles[2, default: 0] > 100 && tiles[3, default: 0] > 20, "\(tiles)")
  }
}
