package import Solving
package import StarBattle

/// A solved board being divided into regions, each with its star quota and connected, at every
/// moment.
package struct RegionCanvas: ~Copyable {
  let grid: Grid

  /// The smallest region allowed, in cells.
  package let leastSize: Int

  /// The regions as the rule engine wants them.
  package var layout: Layout

  /// The cells beside a cell along edges, at `cell * 4`; -1 beyond the board.
  package let edges: UnsafeMutablePointer<Int>

  private(set) var isStar: [Bool]

  /// What the shapes of its regions are drawn to.
  var shapes: ShapeEnergy

  /// Memory of `recombine`: a tree over the cells of two regions, in the order they joined it.
  private var joined: [Int] = []
  private var parents: [Int] = []
  private var frontier: [(cell: Int, parent: Int)] = []
  private var sizes: [Int] = []
  private var starCounts: [Int] = []
  private var isInBranch: [Bool] = []
  private var epochs: [Int]
  private var epoch = 0

  package init(grid: Grid) {
    self.grid = grid
    leastSize = RegionCanvas.leastSize(for: grid)
    layout = Layout(rowsAsRegions: grid)
    shapes = ShapeEnergy(.flat, grid: grid)
    isStar = Array(repeating: false, count: grid.cellCount)
    epochs = Array(repeating: 0, count: grid.cellCount)
    edges = .allocate(capacity: grid.cellCount * 4)
    for cell in 0..<grid.cellCount {
      let (row, column) = (cell / grid.side, cell % grid.side)
      edges[cell * 4] = row > 0 ? cell - grid.side : -1
      edges[cell * 4 + 1] = column > 0 ? cell - 1 : -1
      edges[cell * 4 + 2] = column < grid.side - 1 ? cell + 1 : -1
      edges[cell * 4 + 3] = row < grid.side - 1 ? cell + grid.side : -1
    }
  }

  deinit { edges.deallocate() }

  /// The smallest region that a generated puzzle has: two cells a star, as in real puzzles of every
  /// grid.
  package static func leastSize(for grid: Grid) -> Int { 2 * grid.stars }

  /// Starts over from the stars: a path through all cells, row by row and back, cut after every
  /// quota.
  package mutating func cutPath(through stars: Solution) {
    for cell in isStar.indices { isStar[cell] = false }
    for star in stars.stars { isStar[star] = true }
    var region = 0
    var count = 0
    for step in 0..<grid.cellCount {
      let (row, along) = step.quotientAndRemainder(dividingBy: grid.side)
      let cell = row * grid.side + (row % 2 == 0 ? along : grid.side - 1 - along)
      layout.move(cell, to: region)
      if isStar[cell] {
        count += 1
        if count == grid.stars && region < grid.side - 1 {
          region += 1
          count = 0
        }
      }
    }
  }

  /// Joins two adjacent regions and parts them anew: a random tree over their cells, cut at a
  /// random edge that leaves each side its quota and its least size.
  ///
  /// This is ReCom, known from drawing electoral districts (DeFord, Duchin and Solomon,
  /// *Recombination: A Family of Markov Chains for Redistricting*, 2021,
  /// doi:10.1162/99608f92.eb30390f).
  ///
  /// - Returns: Whether such an edge was found; if not, nothing has changed.
  mutating func recombine(_ cell: Int, with other: Int, _ random: inout SeededGenerator) -> Bool {
    let (first, second) = (layout.region(of: cell), layout.region(of: other))
    let count = layout.size(of: first) + layout.size(of: second)
    growTree(from: cell, over: first, second, count, random: &random)

    sizes.removeAll(keepingCapacity: true)
    starCounts.removeAll(keepingCapacity: true)
    for cell in joined {
      sizes.append(1)
      starCounts.append(isStar[cell] ? 1 : 0)
    }
    for index in stride(from: count - 1, to: 0, by: -1) {
      sizes[parents[index]] += sizes[index]
      starCounts[parents[index]] += starCounts[index]
    }
    var ties = 0
    var cut = 0
    for index in 1..<count
    where starCounts[index] == grid.stars && sizes[index] >= leastSize
      && count - sizes[index] >= leastSize
    {
      ties += 1
      if random.below(ties) == 0 { cut = index }
    }
    guard cut > 0 else { return false }

    isInBranch.removeAll(keepingCapacity: true)
    for index in 0..<count {
      let isIn = index == cut || (index > cut && isInBranch[parents[index]])
      isInBranch.append(isIn)
      let region = isIn ? second : first
      if layout.region(of: joined[index]) != region { layout.move(joined[index], to: region) }
    }
    return true
  }

  /// Grows a random tree over two regions: any cell beside the tree may join it next.
  private mutating func growTree(
    from root: Int, over first: Int, _ second: Int, _ count: Int, random: inout SeededGenerator
  ) {
    epoch += 1
    joined.removeAll(keepingCapacity: true)
    parents.removeAll(keepingCapacity: true)
    frontier.removeAll(keepingCapacity: true)
    frontier.append((root, 0))
    while joined.count < count {
      let pick = random.below(frontier.count)
      let (cell, parent) = frontier[pick]
      frontier[pick] = frontier[frontier.count - 1]
      frontier.removeLast()
      if epochs[cell] == epoch { continue }
      epochs[cell] = epoch
      let index = joined.count
      joined.append(cell)
      parents.append(parent)
      for edge in 0..<4 {
        let next = edges[cell * 4 + edge]
        if next < 0 || epochs[next] == epoch { continue }
        let region = layout.region(of: next)
        if region == first || region == second { frontier.append((next, index)) }
      }
    }
  }

  func randomCell(of region: Int, _ random: inout SeededGenerator) -> Int {
    var rest = random.below(layout.size(of: region))
    var row = 1
    while case let count = layout.cells(of: region, in: row).nonzeroBitCount, rest >= count {
      rest -= count
      row += 1
    }
    let column = SetBits.position(of: rest, in: layout.cells(of: region, in: row))
    return (row - 1) * grid.side + column - 1
  }

  /// Whether a cell's region stays connected and large enough without it.
  package func canSpare(_ cell: Int) -> Bool {
    let region = layout.region(of: cell)
    let size = layout.size(of: region)
    guard size > leastSize else { return false }
    let (row, column) = (cell / grid.side + 1, cell % grid.side + 1)
    let bit: UInt32 = 1 << UInt32(column)

    // The eight cells around: when those of the region beside the cell hang together there, the
    // region does.
    let above = layout.cells(of: region, in: row - 1)
    let here = layout.cells(of: region, in: row)
    let below = layout.cells(of: region, in: row + 1)
    var ring: UInt32 = 0
    ring |= above & bit >> 1 != 0 ? 1 : 0
    ring |= above & bit != 0 ? 2 : 0
    ring |= above & bit << 1 != 0 ? 4 : 0
    ring |= here & bit << 1 != 0 ? 8 : 0
    ring |= below & bit << 1 != 0 ? 16 : 0
    ring |= below & bit != 0 ? 32 : 0
    ring |= below & bit >> 1 != 0 ? 64 : 0
    ring |= here & bit >> 1 != 0 ? 128 : 0
    // Going round, each edge neighbour whose predecessors on the ring are missing starts a piece.
    let turned = (ring << 1 | ring >> 7) & 255
    let twice = (ring << 2 | ring >> 6) & 255
    let starts = ring & 0b1010_1010 & ~(turned & twice)
    if starts.nonzeroBitCount <= 1 { return true }
    return isConnected(region, without: bit, in: row, size: size)
  }

  /// Floods a region without one of its cells, a row at a time.
  private func isConnected(_ region: Int, without bit: UInt32, in hole: Int, size: Int) -> Bool {
    let side = grid.side
    var reached = InlineArray<32, UInt32>(repeating: 0)
    func cells(_ row: Int) -> UInt32 {
      layout.cells(of: region, in: row) & (row == hole ? ~bit : ~0)
    }
    var first = 1
    while cells(first) == 0 { first += 1 }
    reached[first] = cells(first) & (0 &- cells(first))
    var grew = true
    while grew {
      grew = false
      for pass in 0..<2 {
        for index in 1...side {
          let row = pass == 0 ? index : side + 1 - index
          let allowed = cells(row)
          if allowed == 0 { continue }
          var mine = (reached[row] | reached[row - 1] | reached[row + 1]) & allowed
          while true {
            let wider = (mine | mine << 1 | mine >> 1) & allowed
            if wider == mine { break }
            mine = wider
          }
          if mine != reached[row] {
            reached[row] = mine
            grew = true
          }
        }
      }
    }
    var count = 0
    for row in 1...side { count += reached[row].nonzeroBitCount }
    return count == size - 1
  }
}
