import StarBattle
import TestSupport
import Testing

@Suite("Solution")
struct SolutionTests {
  /// A 4×4 board of quarters, which has two solutions, each the other's mirror image.
  ///
  ///     A A B B     . * . .     . . * .
  ///     A A B B     . . . *     * . . .
  ///     C C D D     * . . .     . . . *
  ///     C C D D     . . * .     . * . .
  private func puzzle() throws -> Puzzle { try board("AABB", "AABB", "CCDD", "CCDD") }

  @Test("stars are kept in ascending order")
  func order() {
    #expect(Solution(stars: [14, 1, 8, 7]).stars == [1, 7, 8, 14])
    #expect(Solution(stars: Set([14, 1, 8, 7])) == Solution(stars: [1, 7, 8, 14]))
  }

  @Test("of all ways to place four stars the two solutions solve, and no others")
  func everyPlacement() throws {
    let puzzle = try puzzle()
    var solved: [[Int]] = []
    for bits in 0..<1 << 16 where bits.nonzeroBitCount == 4 {
      let stars = (0..<16).filter { bits >> $0 & 1 == 1 }
      if Solution(stars: stars).solves(puzzle) { solved.append(stars) }
    }
    #expect(Set(solved) == [[1, 7, 8, 14], [2, 4, 11, 13]])
  }

  @Test(
    "what breaks one rule does not solve",
    arguments: [
      [], [1, 7, 8], [1, 7, 8, 14, 14], [1, 7, 8, 14, 3], [1, 1, 8, 14], [1, 7, 8, 16],
      [-1, 7, 8, 14], [0, 7, 9, 14], [1, 7, 10, 12], [0, 6, 8, 15], [Int.max, 7, 8, Int.min],
    ])
  func broken(stars: [Int]) throws {
    #expect(!Solution(stars: stars).solves(try puzzle()))
  }

  @Test("lines in order but a region with two stars do not solve")
  func regions() throws {
    let stars = Solution(stars: [1, 7, 8, 14])
    #expect(stars.solves(try puzzle()))
    #expect(!stars.solves(try board("ABBB", "ABBB", "CCDD", "CCDD")))
  }

  @Test("a solution turned with its board still solves it")
  func symmetry() throws {
    let puzzle = try puzzle()
    for symmetry in Symmetry.allCases {
      let turned = Solution(stars: [1, 7, 8, 14]).applying(symmetry, side: 4)
      #expect(turned.solves(puzzle.applying(symmetry)))
    }
  }
}
