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
  /// The cells of each container, as bits.
  private(set) var masks = Memory<UInt64>(0)
  /// How many open cells each container shares with each part, `stride` a container; with itself,
  /// none.
  private(set) var overlaps = Memory<Int16>(0)

  /// How many tiles share so many cells with a container, 0 to 4: eight places a
  /// container, the last three empty.
  private(set) var tileCounts = Memory<Int16>(0)

  /// The containers that share open cells with each container, as many places a container as
  /// there are containers, and how many those are.
  private(set) var crossings = Memory<Int16>(0)
  private(set) var crossCounts = Memory<Int16>(0)

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
    partsOfCell.clear(8 * count, to: -1)
    masks.clear(words * containerCount)
    near.clear(words * count)
    // So that the containers among the parts fill whole vectors.
    firstTile = (containerCount + 15) / 16 * 16
    partCount = firstTile
    loadContainers(region)
    loadTiles(openCells)
    loadOverlaps()
  }

  /// The words that a set of so many cells takes: vectors of four.
  static func words(for count: Int) -> Int { max(1, (count + 255) / 256) * 4 }

  /// The most parts that a board of a side has, and the places that vectors are filled up with.
  static func mostParts(ofSide side: Int) -> Int { 3 * side + (side - 1) * (side - 1) + 30 }

  private mutating func reserve(_ side: Int) {
    if side <= capacity { return }
    capacity = side
    let (most, words) = (side * side, OpenBoard.words(for: side * side))
    let parts = OpenBoard.mostParts(ofSide: side)
    cells = Memory(most)
    sources = Memory(parts)
    stars = Memory(parts)
    starts = Memory(parts + 1)
    members = Memory(7 * most)
    partsOfCell = Memory(8 * most)
    near = Memory(words * most)
    masks = Memory(words * 3 * side)
    overlaps = Memory(3 * side * parts)
    tileCounts = Memory(3 * side * 8)
    crossings = Memory(3 * side * 3 * side)
    crossCounts = Memory(3 * side)
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
    }
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
    // The rows of cells before and after, and the columns, are empty.
    var above: UInt32 = 0
    var upper = openCells(0) << 1
    var lower: UInt32 = upper
    for row in 0..<side - 1 {
      upper = row == 0 ? upper : lower
      lower = openCells(row + 1) << 1
      let below = row + 2 < side ? openCells(row + 2) << 1 : 0
      for column in 0..<side - 1 {
        let open = Tile(
          above: above >> UInt32(column), upper >> UInt32(column), lower >> UInt32(column),
          below: below >> UInt32(column))
        guard open.isAnyOpen,
          !open.isPartOfAnother(
            isFirstRow: row == 0, isLastRow: row + 2 == side, isFirstColumn: column == 0,
            isLastColumn: column + 2 == side)
        else { continue }
        let corner = row * side + column
        sources[partCount] = UInt16(3 * side + corner)
        stars[partCount] = 1
        let first = next
        let block: InlineArray<4, Int> = [corner, corner + 1, corner + side, corner + side + 1]
        for index in block.indices where places[block[index]] >= 0 {
          members[next] = UInt16(places[block[index]])
          next += 1
        }
        for index in first..<next {
          let cell = Int(members[index])
          var slot = 8 * cell
          while partsOfCell[slot] >= 0 { slot += 1 }
          partsOfCell[slot] = Int16(partCount)
          for other in first..<next {
            let place = Int(members[other])
            near[words * cell + place / 64] |= 1 << UInt64(place % 64)
          }
        }
        partCount += 1
        starts[partCount] = Int32(next)
      }
      above = upper
    }
  }

  private mutating func loadOverlaps() {
    stride = (partCount + 15) / 16 * 16
    for part in partCount..<stride { stars[part] = 0 }
    overlaps.clear(containerCount * stride)
    tileCounts.clear(8 * containerCount)
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
          if part < firstTile { continue }
          let counts = tileCounts.base + (8 &* container &+ Int(row[part]))
          counts[0] &+= 1
          counts[-1] &-= 1
        }
      }
    }
    crossCounts.clear(containerCount)
    for container in 0..<containerCount {
      let row = overlaps.base + container * stride
      row[container] = 0
      let crossing = crossings.base + container * containerCount
      var count = 0
      for part in 0..<containerCount where row[part] != 0 {
        crossing[count] = Int16(truncatingIfNeeded: part)
        count += 1
      }
      crossCounts[container] = Int16(truncatingIfNeeded: count)
    }
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

/// The open cells of a tile and around it: four by four, the tile in the middle.
private struct Tile {
  private let bits: UInt32

  private static let tile: UInt32 = 0x0660

  init(above: UInt32, _ upper: UInt32, _ lower: UInt32, below: UInt32) {
    bits = above & 15 | (upper & 15) << 4 | (lower & 15) << 8 | (below & 15) << 12
  }

  var isAnyOpen: Bool { bits & Tile.tile != 0 }

  /// Whether another tile has all its open cells, and more of them or comes first.
  func isPartOfAnother(
    isFirstRow: Bool, isLastRow: Bool, isFirstColumn: Bool, isLastColumn: Bool
  ) -> Bool {
    let own = bits & Tile.tile
    if own.nonzeroBitCount > 2 { return false }
    for down in -1...1 {
      if down < 0 && isFirstRow || down > 0 && isLastRow { continue }
      for right in -1...1 {
        if right < 0 && isFirstColumn || right > 0 && isLastColumn { continue }
        let distance = 4 * down + right
        if distance == 0 { continue }
        let other =
          bits & (distance > 0 ? Tile.tile << UInt32(distance) : Tile.tile >> UInt32(-distance))
        if own & ~other == 0 && (other != own || distance < 0) { return true }
      }
    }
    return false
  }
}
