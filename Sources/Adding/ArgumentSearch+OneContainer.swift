import CLanes

/// A single container that is held, its open cells a bit each.
struct SingleContainer: ~Copyable {
  /// How many cells it may have.
  static let mostCells = 64

  /// The container, or -1.
  fileprivate(set) var container = -1
  /// Its cells that each part has.
  fileprivate var cells = Memory<UInt64>(0)
  /// The parts of each of its cells, eight places a cell, those left over filled with one behind
  /// the last, which has no cells.
  fileprivate var parts = Memory<Int16>(0)
  /// The most that so many parts are worth to it, held once: the cells that they cover, less their
  /// stars.
  fileprivate var worth: InlineArray<12, Int> = .init(repeating: 0)
  /// The parts that have been laid.
  fileprivate var laid: InlineArray<12, Int> = .init(repeating: 0)
  fileprivate var laidCount = 0
  /// Whether tiles alone may cover, with more slack than is known about.
  fileprivate var isTilesOnly = false
  private var zeroes = Memory<Int16>(0)

  mutating func reserve(parts count: Int) {
    cells = Memory(count)
    parts = Memory(8 * SingleContainer.mostCells)
    zeroes = Memory(count)
  }

  mutating func forget() { container = -1 }

  fileprivate mutating func load(_ container: Int, _ board: borrowing OpenBoard) {
    if self.container == container { return }
    self.container = container
    let none = board.stride
    cells.clear(none + 1)
    let first = Int(board.starts[container])
    for index in 0..<board.size(of: container) {
      let bit = UInt64(1) &<< UInt64(index)
      let all = board.partsOfCell.base + 8 &* Int(board.members[first &+ index])
      for slot in 0..<8 {
        let part = Int(all[slot])
        let other = part < 0 || part == container ? none : part
        parts[8 &* index &+ slot] = Int16(truncatingIfNeeded: other)
        cells[other] |= bit
      }
    }
    cells[none] = 0
  }

  /// What parts are worth to a container: those behind the first ones only, if so many are passed
  /// over.
  fileprivate func worths(
    of container: Int, _ board: borrowing OpenBoard, costs: borrowing Memory<Int16>,
    from first: Int = 0
  ) -> almanac_sum {
    almanac_sum(
      before: zeroes.base, row: board.overlaps.base + (container &* board.stride &+ first),
      times: 1, costs: costs.base + first, factor: 1, share: 1)
  }
}

/// What is left to do to cover a single container.
private struct Uncovered {
  /// Its cells that are uncovered, and those that are so twice.
  var once: UInt64
  var twice: UInt64
  /// The stars of the parts that have been laid, and of cells that become stars.
  var capacity = 0
  /// How many parts are still to be laid.
  var parts: Int
  var slackLimit: Int
  /// Whether all that has been laid counts twice, as the container does.
  var isDouble: Bool

  @inline(__always)
  var count: Int { once.nonzeroBitCount &+ twice.nonzeroBitCount }
}

/// Covers of a single container.
extension ArgumentSearch {
  /// Goes through all containers that so many parts might cover.
  mutating func holdOne(coveringWith parts: Int) {
    for container in 0..<board.containerCount where isNew[container] != 0 {
      costs[container] = ArgumentSearch.costOfHeld
      var worths = single.worths(of: container, board, costs: costs)
      single.worth[parts] = Int(
        almanac_sum_of_largest(&worths, nil, board.stride, parts, .min))
      let lacking = -Int(lacks[container])
      var isMeasured = false
      for count in 1...ArgumentSearch.mostTimes where found.contradiction == nil {
        isPlain = count == 1
        slackLimit = mostSlack(covering: parts, isPlain: isPlain)
        if count &* (lacking &- single.worth[parts]) > slackLimit { continue }
        if !isMeasured {
          isMeasured = true
          for number in 0..<parts {
            single.worth[number] = Int(
              almanac_sum_of_largest(&worths, nil, board.stride, number, .min))
          }
        }
        cover(container, count, with: parts)
      }
      isPlain = true
      costs[container] = board.stars[container]
      if found.contradiction != nil { return }
    }
  }

  private mutating func cover(_ container: Int, _ count: Int, with parts: Int) {
    found.sets &+= 1
    let size = board.size(of: container)
    take(container, count)
    raise(container, count)
    if size > SingleContainer.mostCells {
      coverWhatIsHeld()
    } else {
      single.load(container, board)
      single.laidCount = 0
      let all = size == SingleContainer.mostCells ? UInt64.max : (1 &<< UInt64(size)) &- 1
      let start = Uncovered(
        once: all, twice: count > 1 ? all : 0, parts: parts, slackLimit: slackLimit,
        isDouble: count > 1)
      if isTiled && parts > 0 {
        coverWithContainer(start)
        coverWithTiles(start)
      } else {
        cover(start)
      }
    }
    letGo()
  }

  /// Covers it in every way in which another container covers.
  private mutating func coverWithContainer(_ start: Uncovered) {
    let row = board.overlaps.base + single.container &* board.stride
    let count = almanac_shares_from(row, board.firstTile, 1, candidates.base)
    var tried = 0
    while tried < count {
      let part = Int(candidates[tried])
      lay(part, 1, on: start)
      if !isPlain && found.contradiction == nil { lay(part, 2, on: start) }
      if found.contradiction != nil { break }
      barred[part] = 1
      tried &+= 1
    }
    for place in 0..<tried { barred[Int(candidates[place])] = 0 }
  }

  /// Covers it in every way in which tiles alone do, and have room to spare.
  ///
  /// No cell is left then. One that becomes a star weighs more than the slack: held once, none
  /// does. Held twice, a slack of one is room for half a star more than is needed, which is none to
  /// spare; and none weighs more than two.
  private mutating func coverWithTiles(_ start: Uncovered) {
    let times = isPlain ? 1 : 2
    // Not all tiles count twice.
    if start.parts &* times &- (times &- 1) < need &+ times { return }
    let (worth, first) = (single.worth, board.firstTile)
    var worths = single.worths(of: single.container, board, costs: costs, from: first)
    let most = Int(almanac_sum_largest(&worths, nil, board.stride &- first))
    if start.count > times &* start.parts &* (most &+ 1) { return }
    for number in 0...start.parts { single.worth[number] = number &* most }
    single.isTilesOnly = true
    cover(start)
    single.isTilesOnly = false
    single.worth = worth
  }

  /// Covers what is left in every way.
  private mutating func cover(_ rest: Uncovered) {
    found.nodes &+= 1
    let uncovered = rest.count
    if rest.parts == 0 {
      conclude(rest, uncovered)
      return
    }
    // With fewer parts it was met when their number was tried.
    if uncovered == 0 { return }
    let room = need &+ rest.slackLimit &- rest.capacity
    if uncovered &- room > worth(ofPartsFor: rest) { return }
    // A cell that is uncovered twice is harder to cover.
    let cell = (rest.twice != 0 ? rest.twice : rest.once).trailingZeroBitCount
    let parts = single.parts.base + 8 &* cell
    let isTwice = rest.twice != 0
    var tried: UInt32 = 0
    if rest.parts == 1 {
      let mayDouble = isTwice && !rest.isDouble
      var fits: UInt32 = 0
      for slot in 0..<8 {
        let part = Int(parts[slot])
        let isFree = isFree(part)
        let left =
          uncovered &+ Int(costs[part]) &- (single.cells[part] & rest.once).nonzeroBitCount
        let leftByTwo =
          left &+ Int(costs[part]) &- (single.cells[part] & rest.twice).nonzeroBitCount
        tried |= isFree ? 1 &<< UInt32(slot) : 0
        fits |= isFree && left <= room ? 1 &<< UInt32(slot) : 0
        fits |= isFree && mayDouble && leftByTwo <= room ? 256 &<< UInt32(slot) : 0
      }
      while fits != 0 && found.contradiction == nil {
        let slot = fits.trailingZeroBitCount
        fits &= fits &- 1
        lay(Int(parts[slot & 7]), slot < 8 ? 1 : 2, on: rest)
      }
    } else {
      for slot in 0..<8 where isFree(Int(parts[slot])) {
        let part = Int(parts[slot])
        lay(part, 1, on: rest)
        if isTwice && found.contradiction == nil { lay(part, 2, on: rest) }
        if found.contradiction != nil { break }
        // From here on, without it.
        barred[part] = 1
        tried |= 1 &<< UInt32(slot)
      }
    }
    if found.contradiction == nil { leave(cell, of: rest, barring: tried) }
    while tried != 0 {
      barred[Int(parts[tried.trailingZeroBitCount])] = 0
      tried &= tried &- 1
    }
  }

  @inline(__always)
  private func isFree(_ part: Int) -> Bool {
    times[part] | barred[part] | (single.isTilesOnly && part < board.firstTile ? 1 : 0) == 0
  }

  /// The most that the parts that are still to be laid are worth.
  @inline(__always)
  private func worth(ofPartsFor rest: Uncovered) -> Int {
    let most = single.worth[unchecked: rest.parts]
    if isPlain || rest.parts == 0 { return most }
    // Not all count twice: that would be the same as all once.
    return most &+ (rest.isDouble ? single.worth[unchecked: rest.parts &- 1] : most)
  }

  private mutating func lay(_ part: Int, _ count: Int, on before: Uncovered) {
    var rest = before
    let cells = single.cells[part]
    rest.once &= count == 1 ? ~cells | rest.twice : ~cells
    rest.twice &= ~cells
    rest.isDouble = rest.isDouble && count == 2
    rest.capacity &+= count &* Int(board.stars[part])
    rest.parts &-= 1
    let room = need &+ rest.slackLimit &- rest.capacity
    if room < 0 || rest.count &- room > worth(ofPartsFor: rest) { return }
    times[part] = -Int32(count)
    single.laid[single.laidCount] = part
    single.laidCount &+= 1
    cover(rest)
    single.laidCount &-= 1
    times[part] = 0
  }

  /// Goes on with a cell that no part will cover any more: it has to become a star.
  private mutating func leave(_ cell: Int, of before: Uncovered, barring slots: UInt32) {
    var rest = before
    let bit = UInt64(1) &<< UInt64(cell)
    let weight = rest.twice & bit != 0 ? 2 : 1
    rest.once &= ~bit
    rest.twice &= ~bit
    rest.capacity &+= weight
    rest.slackLimit = min(rest.slackLimit, weight &- 1)
    if single.isTilesOnly || rest.capacity > need &+ rest.slackLimit { return }
    var parts = slots
    while parts != 0 {
      barred[Int(single.parts[8 &* cell &+ parts.trailingZeroBitCount])] = 1
      parts &= parts &- 1
    }
    cover(rest)
  }

  private mutating func conclude(_ rest: Uncovered, _ uncovered: Int) {
    let slack = rest.capacity &+ uncovered &- need
    if slack > rest.slackLimit { return }
    if single.isTilesOnly && (slack < (isPlain ? 1 : 2) || uncovered > 0) { return }
    // Cells that become stars weigh more than the slack.
    if slack > 0 && (rest.once != rest.twice || slack > 1 && uncovered > 0) { return }
    let before = level
    for index in 0..<single.laidCount { cover(with: single.laid[unchecked: index]) }
    conclude(slack: slack)
    level = before
  }
}
