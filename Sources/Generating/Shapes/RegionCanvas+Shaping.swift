@_spi(Engine) import Solving
import StarBattle

extension RegionCanvas {
  /// Moves single cells at random, so that shapes come to be drawn by their energy (Metropolis,
  /// Rosenbluth and others, *Equation of State Calculations by Fast Computing Machines*, 1953,
  /// doi:10.1063/1.1699114).
  ///
  /// Stars stay, and regions stay connected and large enough.
  mutating func relax(attempts: Int, _ random: inout SeededGenerator) {
    for _ in 0..<attempts {
      let cell = random.below(grid.cellCount)
      shift(cell, &random)
    }
  }

  /// Moves single cells of two regions at random, eight times as many attempts as they have cells.
  mutating func relax(_ first: Int, _ second: Int, _ random: inout SeededGenerator) {
    for attempt in 0..<8 * (layout.map.size(of: first) + layout.map.size(of: second)) {
      shift(randomCell(of: attempt % 2 == 0 ? first : second, &random), &random)
    }
  }

  /// Gives a cell to the region of a random neighbour, where chance and the regions allow it.
  @inline(__always)
  private mutating func shift(_ cell: Int, _ random: inout SeededGenerator) {
    if let region = proposal(for: cell, &random),
      favours(moving: cell, to: region, &random) && canSpare(cell)
    {
      layout.map.move(cell, to: region)
    }
  }

  /// The region of a random neighbour, if it is another one and the cell is no star.
  @inline(__always)
  private func proposal(for cell: Int, _ random: inout SeededGenerator) -> Int? {
    let next = edges[cell * 4 + random.below(4)]
    if next < 0 || isStar[cell] { return nil }
    let region = layout.map.region(of: next)
    return region == layout.map.region(of: cell) ? nil : region
  }

  /// A move of a cell to the region of a random neighbour, if that is allowed and lowers the
  /// energy.
  func improvement(
    at cell: Int, _ random: inout SeededGenerator
  ) -> (cell: Int, region: Int)? {
    let home = layout.map.region(of: cell)
    guard let region = proposal(for: cell, &random),
      shapes.change(moving: cell, from: home, to: region, layout) < 0, canSpare(cell)
    else { return nil }
    return (cell, region)
  }

  /// Lets chance decide whether a move of a cell suits the shapes: always where the energy falls,
  /// else the less often the more it rises.
  @inline(__always)
  func favours(moving cell: Int, to region: Int, _ random: inout SeededGenerator) -> Bool {
    let home = layout.map.region(of: cell)
    let change = shapes.change(moving: cell, from: home, to: region, layout)
    if change <= 0 { return true }
    return random.next() >> 32 < shapes.chances[change & 63] &>> UInt64(min(63, change >> 6))
  }
}
