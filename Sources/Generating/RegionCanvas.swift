@_spi(Engine) package import Solving
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
  private let tree: UnsafeMutablePointer<Joined>
  /// Cells that may join the tree, each as often as it has neighbours in it.
  private let frontier: UnsafeMutablePointer<(cell: Int32, parent: Int32)>
  /// The tree that each cell joined last.
  private let epochs: UnsafeMutablePointer<Int>
  private var epoch = 0

  /// A cell of a tree, and what hangs on it.
  private struct Joined {
    let cell: Int32
    /// The place of its parent in the tree.
    let parent: Int32
    /// The cells of its branch, and the stars among them.
    var size: Int32
    var stars: Int32
  }

  package init(grid: Grid) {
    self.grid = grid
    leastSize = RegionCanvas.leastSize(for: grid)
    layout = Layout(rowsAsRegions: grid)
    shapes = ShapeEnergy(.flat, grid: grid)
    isStar = Array(repeating: false, count: grid.cellCount)
    tree = .allocate(capacity: grid.cellCount)
    frontier = .allocate(capacity: 4 * grid.cellCount + 1)
    epochs = .allocate(capacity: grid.cellCount)
    epochs.initialize(repeating: 0, count: grid.cellCount)
    edges = .allocate(capacity: grid.cellCount * 4)
    for cell in 0..<grid.cellCount {
      let (row, column) = (cell / grid.side, cell % grid.side)
      edges[cell * 4] = row > 0 ? cell - grid.side : -1
      edges[cell * 4 + 1] = column > 0 ? cell - 1 : -1
      edges[cell * 4 + 2] = column < grid.side - 1 ? cell + 1 : -1
      edges[cell * 4 + 3] = row < grid.side - 1 ? cell + grid.side : -1
    }
  }

  deinit {
    edges.deallocate()
    tree.deallocate()
    frontier.deallocate()
    epochs.deallocate()
  }

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
      layout.map.move(cell, to: region)
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
    let (first, second) = (layout.map.region(of: cell), layout.map.region(of: other))
    let count = layout.map.size(of: first) + layout.map.size(of: second)
    growTree(from: cell, over: first, second, count, random: &random)

    for index in stride(from: count - 1, to: 0, by: -1) {
      let parent = Int(tree[index].parent)
      tree[parent].size &+= tree[index].size
      tree[parent].stars &+= tree[index].stars
    }
    var ties = 0
    var cut = 0
    for index in 1..<count
    where Int(tree[index].stars) == grid.stars && Int(tree[index].size) >= leastSize
      && count - Int(tree[index].size) >= leastSize
    {
      ties += 1
      if random.below(ties) == 0 { cut = index }
    }
    guard cut > 0 else { return false }

    for index in 0..<count {
      let cell = Int(tree[index].cell)
      // A parent comes before its children, and has been told by then.
      let isIn = index == cut || (index > cut && tree[Int(tree[index].parent)].stars < 0)
      if isIn { tree[index].stars = -1 }
      let region = isIn ? second : first
      if layout.map.region(of: cell) != region { layout.map.move(cell, to: region) }
    }
    return true
  }

  /// Grows a random tree over two regions: any cell beside the tree may join it next.
  private mutating func growTree(
    from root: Int, over first: Int, _ second: Int, _ count: Int, random: inout SeededGenerator
  ) {
    epoch += 1
    var size = 0
    var waiting = 1
    frontier[0] = (Int32(truncatingIfNeeded: root), 0)
    while size < count {
      let pick = random.below(waiting)
      let (cell, parent) = frontier[pick]
      waiting &-= 1
      frontier[pick] = frontier[waiting]
      if epochs[Int(cell)] == epoch { continue }
      epochs[Int(cell)] = epoch
      (tree + size).initialize(
        to: Joined(cell: cell, parent: parent, size: 1, stars: isStar[Int(cell)] ? 1 : 0))
      // Without a branch: which of the four may join is hard to foresee.
      for edge in 0..<4 {
        let next = edges[Int(cell) &* 4 &+ edge]
        let neighbour = max(0, next)
        let region = layout.map.region(of: neighbour)
        frontier[waiting] = (
          Int32(truncatingIfNeeded: neighbour), Int32(truncatingIfNeeded: size)
        )
        let isInside = next >= 0 ? 1 : 0
        let isNew = epochs[neighbour] != epoch ? 1 : 0
        let isOfFirst = region == first ? 1 : 0
        let isOfSecond = region == second ? 1 : 0
        waiting &+= isInside & isNew & (isOfFirst | isOfSecond)
      }
      size &+= 1
    }
  }

  func randomCell(of region: Int, _ random: inout SeededGenerator) -> Int {
    var rest = random.below(layout.map.size(of: region))
    var row = 1
    while case let count = layout.map.cells(of: region, in: row).nonzeroBitCount, rest >= count {
      rest -= count
      row += 1
    }
    let column = SetBits.position(of: rest, in: layout.map.cells(of: region, in: row))
    return (row - 1) * grid.side + column - 1
  }

  /// Whether a cell's region stays connected and large enough without it.
  package func canSpare(_ cell: Int) -> Bool {
    let region = layout.map.region(of: cell)
    let size = layout.map.size(of: region)
    guard size > leastSize else { return false }
    let (row, column) = layout.map.place(of: cell)
    let bit: UInt32 = 1 << UInt32(column)

    // The eight cells around: when those of the region beside the cell hang together there, the
    // region does.
    let above = layout.map.cells(of: region, in: row - 1)
    let here = layout.map.cells(of: region, in: row)
    let below = layout.map.cells(of: region, in: row + 1)
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

  /// Floods a region without one of its cells, a row at a time, down and up again.
  private func isConnected(_ region: Int, without bit: UInt32, in hole: Int, size: Int) -> Bool {
    var reached = InlineArray<34, UInt32>(repeating: 0)
    func cells(_ row: Int) -> UInt32 {
      layout.map.cells(of: region, in: row) & (row == hole ? ~bit : ~0)
    }
    func spread(_ row: Int) {
      let allowed = cells(row)
      var mine = (reached[row] | reached[row - 1] | reached[row + 1]) & allowed
      // Three cells further at once: few rows of a region are longer.
      for _ in 0..<3 { mine |= (mine << 1 | mine >> 1) & allowed }
      while case let wider = mine | (mine << 1 | mine >> 1) & allowed, wider != mine {
        mine = wider
      }
      reached[row] = mine
    }
    let rows = layout.map.rows(of: region)
    var first = rows.lowerBound
    while cells(first) == 0 { first += 1 }
    reached[first] = cells(first) & (0 &- cells(first))
    var before = 0
    while true {
      for row in rows { spread(row) }
      var count = 0
      for row in rows.reversed() {
        spread(row)
        count += reached[row].nonzeroBitCount
      }
      if count == size - 1 { return true }
      if count == before { return false }
      before = count
    }
  }
}
