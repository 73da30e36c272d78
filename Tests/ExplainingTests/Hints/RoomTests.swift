import Explaining
import Pipeline
import StarBattle
import TestSupport
import Testing

@Suite("Room for stars")
struct RoomTests {
  @Test("the bound is never below what fits, and often just that")
  func bound() {
    var random = ReplaySeed(31).generator
    var exact = 0
    for _ in 0..<300 {
      let side = 5
      let cells = (0..<side * side).filter { _ in random.below(3) == 0 }
      let most = RoomTests.most(cells[...], side: side)
      let bound = Room.bound(cells, side: side)
      #expect(bound >= most, "\(cells)")
      if bound == most { exact += 1 }
    }
    #expect(exact > 250)
  }

  /// The most stars that fit, by trying.
  private static func most(_ cells: ArraySlice<Int>, side: Int) -> Int {
    guard let cell = cells.first else { return 0 }
    let rest = cells.dropFirst()
    let free = rest.filter {
      abs($0 / side - cell / side) > 1 || abs($0 % side - cell % side) > 1
    }
    return max(most(rest, side: side), 1 + most(free[...], side: side))
  }
}
