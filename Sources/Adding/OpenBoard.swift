import CLanes
package import StarBattle

/// What adding up knows of a board: the open cells, the stars that rows, columns and regions still
/// need, and the tiles; laid out flat, so that one look at a board allocates nothing.
///
/// A *part* is a sentence about open cells: a container holds just the stars that it needs, a tile
/// (a block of 2×2) at most one. Containers come first among the parts, then tiles. Open cells go
/// by their place among all open cells.
package struct OpenBoard: ~Copyable {
  private(set) var side = 0
  /// The open cells.
  package private(set) var count = 0
  package private(set) var containerCount = 0
  package private(set) var partCount = 0
  /// The words that a set of open cells takes.
  private(set) var words = 0
  /// The places that a row of `overlaps` takes: containers, filled up with parts of no cells to
  /// `firstTile`, and tiles, filled up.
  private(set) var stride = 0
  /// The first place of tiles in a row of `overlaps`, and the number of the first tile.
  package private(set) var firstTile = 0

  /// The largest side that there is memory for.
  private var capacity = 0

  /// The cells (row-major, from 0) of the places, ascending.
  private(set) var cells = Memory<UInt16>(0)
  /// What each part is: a container's number, or behind them the corner of a tile.
  private var sources = Memory<UInt16>(0)
  /// The stars that each part needs, or at most has.
  private(set) var stars = Memory<Int16>(0)
  /// The cells of part `p`, from `starts[p]` to before `starts[p + 1]`.
  private(set) var starts = Memory<Int32>(0)
  private(set) var members = Memory<UInt16>(0)
  /// The parts of each cell, eight places a cell, those left over filled with -1.
  private(set) var partsOfCell = Memory<Int16>(0)
  /// For each cell, the cells that a tile shares with it; `words` a cell.
  private(set) var near = Memory<UInt64>(0)
  /// The cells of each part, as bits.
  private(set) var masks = Memory<UInt64>(0)
  /// How many open cells each container shares with each part, `stride` a container; with itself,
  /// none.
  private(set) var overlaps = Memory<Int16>(0)

  /// How many parts each cell has so far.
  private var partCounts = Memory<UInt8>(0)
  private var isNearLoaded = false

  private var places = Memory<Int16>(0)
  private var indices = Memory<Int16>(0)

  package init() {}

  /// Reads a board.
  ///
  /// - Parameters:
  ///   - side: The side of the board.
  ///   - openCells: The cells of a row that are neither star nor mark, a bit a column.
  ///   - region: The region of a cell.
  ///   - need: How many stars a container still needs: rows come first, then columns, regions.
  package mutating func load(
    side: Int, openCells: (Int) -> UInt32, region: (Int) -> Int, need: (Int) -> Int
  ) {
    reserve(side)
    self.side = side
    places.clear(side * side, to: -1)
    count = 0
    for row in 0..<side {
      var rest = openCells(row)
      while rest != 0 {
        let cell = row * side + rest.trailingZeroBitCount
        rest &= rest - 1
        places[cell] = Int16(count)
        cells[count] = UInt16(cell)
        count += 1
      }
    }
    words = OpenBoard.words(for: count)
    containerCount = 0
    for number in 0..<3 * side {
      let need = need(number)
      indices[number] = need > 0 ? Int16(containerCount) : -1
      if need > 0 {
        sources[containerCount] = UInt16(number)
        stars[containerCount] = Int16(need)
        containerCount += 1
      }
    }
    // So that the containers among the parts fill whole vectors.
    firstTile = (containerCount + 15) / 16 * 16
    partsOfCell.clear(8 * count, to: -1)
    masks.clear(words * firstTile)
    isNearLoaded = false
    partCount = firstTile
    loadContainers(region)
    loadTiles(openCells)
    loadOverlaps()
  }

  /// The words that a set of so many cells takes: vectors of four.
  static func words(for count: Int) -> Int { max(1, (count + 255) / 256) * 4 }

  /// The most parts that a board of a side has, and the places that vectors are filled up with.
  static func mostParts(ofSide side: Int) -> Int { 3 * side + (side - 1) * (side - 1) + 32 }

  private mutating func reserve(_ side: Int) {
    if side <= capacity { return }
    capacity = side
    let (most, words) = (side * side, OpenBoard.words(for: side * side))
    let parts = OpenBoard.mostParts(ofSide: side)
    cells = Memory(most)
    sources = Memory(parts)
    stars = Memory(parts)
    starts = Memory(parts + 1)
    members = Memory(7 * most + 1)
    partsOfCell = Memory(8 * most + 8)
    partCounts = Memory(most + 1)
    near = Memory(words * most)
    masks = Memory(words * parts)
    overlaps = Memory(3 * side * parts)
    places = Memory(most)
    indices = Memory(3 * side)
  }

  private mutating func loadContainers(_ region: (Int) -> Int) {
    starts.clear(firstTile + 1)
    for cell in 0..<count {
      let number = Int(cells[cell])
      var slot = 8 * cell
      let containers: InlineArray<3, Int> = [
        number / side, side + number % side, 2 * side + region(number),
      ]
      for kind in containers.indices {
        let index = indices[containers[kind]]
        if index < 0 { continue }
        partsOfCell[slot] = index
        slot += 1
        starts[Int(index) + 1] += 1
        masks[words * Int(index) + cell / 64] |= 1 << UInt64(cell % 64)
      }
      partCounts[cell] = UInt8(slot - 8 * cell)
    }
    partCounts[count] = 0
    for index in 0..<containerCount {
      starts[index + 1] += starts[index]
      var next = Int(starts[index])
      for word in 0..<words {
        var rest = masks[words * index + word]
        while rest != 0 {
          members[next] = UInt16(64 * word + rest.trailingZeroBitCount)
          next += 1
          rest &= rest - 1
        }
      }
    }
  }

  /// Adds the tiles, but for those whose open cells all lie in another one: that one says more.
  private mutating func loadTiles(_ openCells: (Int) -> UInt32) {
    var next = Int(starts[containerCount])
    for part in containerCount..<firstTile {
      stars[part] = 0
      starts[part + 1] = Int32(next)
    }
    var rows = TileRows(lower: openCells(0), below: openCells(1))
    for row in 0..<side - 1 {
      rows.advance(to: row + 2 < side ? openCells(row + 2) : 0)
      var tiles = rows.tiles(isFirst: row == 0, isLast: row + 2 == side, side: side)
      while tiles != 0 {
        let column = tiles.trailingZeroBitCount
        tiles &= tiles &- 1
        addTile(at: row &* side &+ column, from: &next)
      }
    }
  }

  private mutating func addTile(at corner: Int, from next: inout Int) {
    sources[partCount] = UInt16(truncatingIfNeeded: 3 &* side &+ corner)
    stars[partCount] = 1
    let mask = masks.base + words &* partCount
    almanac_cells_clear(mask, words)
    let block: InlineArray<4, Int> = [corner, corner &+ 1, corner &+ side, corner &+ side &+ 1]
    for index in block.indices {
      // Cells that are not open are counted as the one behind the last, and written over.
      let place = Int(places[block[unchecked: index]])
      let isOpen = place >= 0
      let cell = isOpen ? place : count
      members[next] = UInt16(truncatingIfNeeded: cell)
      next &+= isOpen ? 1 : 0
      mask[cell >> 6] |= isOpen ? 1 &<< UInt64(cell & 63) : 0
      let slot = Int(partCounts[cell])
      partsOfCell[8 &* cell &+ slot] = Int16(truncatingIfNeeded: partCount)
      partCounts[cell] = UInt8(truncatingIfNeeded: isOpen ? slot &+ 1 : 0)
    }
    partCount &+= 1
    starts[partCount] = Int32(truncatingIfNeeded: next)
  }

  /// Works out which cells share a tile, where nobody has since the board was loaded.
  mutating func loadNear() {
    if isNearLoaded { return }
    isNearLoaded = true
    near.clear(words * count)
    for tile in firstTile..<partCount {
      for index in Int(starts[tile])..<Int(starts[tile + 1]) {
        let cell = Int(members[index])
        almanac_cells_join(near.base + words * cell, masks.base + words * tile, words)
      }
    }
  }

  private mutating func loadOverlaps() {
    stride = (partCount + 15) / 16 * 16
    for part in partCount..<stride { stars[part] = 0 }
    overlaps.clear(containerCount * stride)
    for cell in 0..<count {
      for slot in 8 * cell..<8 * cell + 3 {
        let container = Int(partsOfCell[slot])
        if container < 0 || container >= containerCount { break }
        let row = overlaps.base + container &* stride
        var other = 8 &* cell
        let end = other &+ 8
        while other < end, case let part = Int(partsOfCell[other]), part >= 0 {
          other &+= 1
          row[part] &+= 1
        }
      }
    }
    for container in 0..<containerCount { overlaps[container * stride + container] = 0 }
  }

  /// The number of a container among all: rows come first, then columns, regions.
  func number(of container: Int) -> Int { Int(sources[container]) }

  private func number(of container: Container) -> Int {
    switch container {
    case .row(let row): row
    case .column(let column): side + column
    case .region(let region): 2 * side + region
    }
  }

  /// What a part is.
  package func source(of part: Int) -> Addend.Source {
    let number = Int(sources[part])
    if number >= 3 * side { return .tile(number - 3 * side) }
    return .container(
      number < side
        ? .row(number) : number < 2 * side ? .column(number - side) : .region(number - 2 * side))
  }

  /// The parts that say what some sources say, ascending and each once.
  ///
  /// A container that needs nothing, and a tile without open cells, say nothing any more. A tile
  /// whose open cells all lie in another one is said by that.
  func parts(_ sources: [Addend.Source]) -> [Int] {
    var isUsed = Array(repeating: false, count: partCount)
    for source in sources {
      switch source {
      case .container(let container):
        let index = indices[number(of: container)]
        if index >= 0 { isUsed[Int(index)] = true }
      case .tile(let corner):
        let open = [corner, corner + 1, corner + side, corner + side + 1].compactMap { cell in
          places[cell] < 0 ? nil : Int(places[cell])
        }
        guard let first = open.first else { continue }
        let tile = (8 * first..<8 * first + 8).first { slot in
          let part = partsOfCell[slot]
          return part >= firstTile
            && open.allSatisfy { cell in
              (8 * cell..<8 * cell + 8).contains { partsOfCell[$0] == part }
            }
        }
        if let tile { isUsed[Int(partsOfCell[tile])] = true }
      }
    }
    return isUsed.indices.filter { isUsed[$0] }
  }

  /// How many cells a part has.
  @inline(__always)
  func size(of part: Int) -> Int { Int(starts[part + 1] - starts[part]) }
}

/// The open cells of a row of tiles and of the row below, a bit a column.
private struct TileRows {
  private var upper: UInt32 = 0
  private var lower: UInt32
  private var below: UInt32

  init(lower: UInt32, below: UInt32) {
    self.lower = lower
    self.below = below
  }

  /// Goes down a row.
  mutating func advance(to next: UInt32) {
    (upper, lower, below) = (lower, below, next)
  }

  /// The tiles with open cells, by their first columns, but for those whose open cells another one
  /// has that has more of them or comes first.
  func tiles(isFirst: Bool, isLast: Bool, side: Int) -> UInt32 {
    let all = (UInt32(1) &<< UInt32(side - 1)) &- 1
    // Which of the four cells are open, and where there are tiles beside.
    let (a, b, c, d) = (upper, upper >> 1, lower, lower >> 1)
    let (up, down) = (isFirst ? 0 : all, isLast ? 0 : all)
    let (left, right) = (all & ~1, all >> 1)
    let isLarge = (a & b & (c | d)) | (c & d & (a | b))
    let hasTopAlone = ~(c | d)
    let hasBottomAlone = ~(a | b)
    let isInFormer =
      up & hasTopAlone | left & ~(b | d) | up & left & hasTopAlone & ~b
      | up & right & hasTopAlone & ~a
    let isInLatter =
      right & ~(a | c) & (upper >> 2 | lower >> 2)
      | down & hasBottomAlone & (below | below >> 1)
      | down & left & hasBottomAlone & ~d & (lower << 1 | below << 1 | below)
      | down & right & hasBottomAlone & ~c & (lower >> 2 | below >> 1 | below >> 2)
    return all & (a | b | c | d) & (isLarge | ~(isInFormer | isInLatter))
  }
}
