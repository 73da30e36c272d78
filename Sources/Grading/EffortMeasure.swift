import StarBattle

/// What steps take on one grid, as a version of the grader measures it.
///
/// A step adds *cost of the rule × a power of the cells found × a weight of the cells still open*.
/// The powers, how they were fitted and on what: `Scoring.md` beside this file.
package struct EffortMeasure: Sendable {
  /// What so many cells are worth that a step decides, from 0.
  private let found: [Int]

  /// What so many cells weigh that are open before it, and what all of them do.
  private let open: [Int]
  private let all: Int

  private init(found: [Int], open: [Int], on grid: Grid) {
    self.found = found
    self.open = open
    all = open[grid.cellCount]
  }

  /// What one application of a rule adds to the effort, in 256ths of the rule's cost.
  ///
  /// - Parameters:
  ///   - cost: The rule's cost.
  ///   - cells: The cells that it decided, 1…625.
  ///   - unknowns: The cells that were unknown before.
  /// - Returns: The addend, at least 1.
  /// - Complexity: O(1).
  package func effort(cost: Int, finding cells: Int, of unknowns: Int) -> Int {
    max(1, cost * found[cells] * open[unknowns] / all)
  }

  // MARK: - Of the versions

  /// Versions 1 and 2: (cells found)^¾, and the share of the board that is open.
  static func threeQuarters(on grid: Grid) -> EffortMeasure {
    EffortMeasure(found: threeQuarterPowers, open: shares, on: grid)
  }

  // Of 0…625: they are asked for at every step of a solve.
  private static let shares = Array(0...625)
  private static let threeQuarterPowers = shares.map(threeQuarterPower)

  /// 256 × value^¾, rounded down: two integer square roots of value³ × 2³².
  package static func threeQuarterPower(_ value: Int) -> Int {
    squareRoot(squareRoot(value * value * value << 32))
  }

  private static func squareRoot(_ value: Int) -> Int {
    if value < 2 { return value }
    var root = 1 << ((Int.bitWidth - value.leadingZeroBitCount + 1) / 2)
    while true {
      let next = (root + value / root) / 2
      if next >= root { return root }
      root = next
    }
  }
}
