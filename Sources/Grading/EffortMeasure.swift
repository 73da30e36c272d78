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

  /// Version 3: (cells found)^6⁄7, and the share that is open, or where containers have several
  /// stars the square root of it.
  static func sixSevenths(on grid: Grid) -> EffortMeasure {
    EffortMeasure(found: sixSeventhsPowers, open: grid.stars == 1 ? shares : roots, on: grid)
  }

  // Of 0…625: they are asked for at every step of a solve.
  private static let shares = Array(0...625)
  private static let roots = shares.map { squareRoot($0 << 16) }
  private static let threeQuarterPowers = shares.map(threeQuarterPower)
  private static let sixSeventhsPowers = shares.map(sixSeventhsPower)

  /// 256 × value^¾, rounded down: two integer square roots of value³ × 2³².
  package static func threeQuarterPower(_ value: Int) -> Int {
    squareRoot(squareRoot(value * value * value << 32))
  }

  /// 256 × value^6⁄7, rounded down: bit by bit the greatest number whose seventh power is at most
  /// value⁶ × 2⁵⁶.
  package static func sixSeventhsPower(_ value: Int) -> Int {
    let cube = value * value * value
    let whole = UInt128(cube) * UInt128(cube) << 56
    var power = 0
    for place in (0..<17).reversed() {
      let next = power | 1 << place
      let (square, third) = (UInt64(next * next), UInt64(next * next * next))
      if UInt128(square) * UInt128(square) * UInt128(third) <= whole { power = next }
    }
    return power
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
