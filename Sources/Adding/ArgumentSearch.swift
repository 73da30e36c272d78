import CLanes
import StarBattle

/// Finds the smallest arguments of adding up on a board; see `Adding.md`.
///
/// All sets of containers that can be *held* are gone through, each once or twice, and for each all
/// ways to *cover* their open cells by other containers and tiles that between them can have hardly
/// more stars than are held. Sizes are tried from the smallest up, so the first that shows
/// something is the smallest there is.
///
/// What may be held is bounded here; what it could show, in `ArgumentSearch+Filling.swift`; what
/// covers it, in `ArgumentSearch+Covering.swift`.
package struct ArgumentSearch: ~Copyable {
  /// How often a part may count.
  package static let mostTimes = 2

  /// The most parts that an argument may have.
  package static let mostParts = 12

  /// How many more stars the cover may have room for than are held.
  static let mostSlack = 2

  var board = OpenBoard()

  // The state of the search.
  /// How often each cell is held, less how often it is covered.
  var weights = Memory<Int32>(0)
  /// How often each part counts: more than 0 where held, less where it covers.
  var times = Memory<Int32>(0)
  /// How many branches of the search may not use a part again.
  var barred = Memory<Int32>(0)
  /// The cells that are held more often than covered, and those of them that no part will cover.
  var uncovered = Memory<UInt64>(0)
  var left = Memory<UInt64>(0)
  var blocked = Memory<UInt64>(0)
  /// The containers held, each once.
  var held: InlineArray<12, Int> = .init(repeating: 0)
  var heldCount = 0

  var filling = Filling()

  /// The sets of containers that show nothing, whatever covers them.
  private var barren: Set<HeldSet> = []

  // For each number of containers held and of parts that cover: how far each container is from
  // being covered, and the containers by it.
  private var deficits = Memory<Int32>(0)
  private var order = Memory<Int16>(0)
  /// What the containers held share with each part: each counted once, and as often as it is held;
  /// a row for each number of them.
  private var once = Memory<Int16>(0)
  private var often = Memory<Int16>(0)
  /// The stars of each part; far more for containers that are held, which cannot cover.
  private var costs = Memory<Int16>(0)
  private static let costOfHeld: Int16 = 1000
  private var reliefs = Memory<Int32>(0)
  /// For which numbers of containers held `reliefs` is there, a bit each.
  private var loadedReliefs: UInt64 = 0
  private var capacityOfMemory = 0

  /// The most parts that are asked for, and how many are looked for at the moment.
  private var mostParts = 0
  var size = 0
  var used = 0
  var need = 0
  var capacity = 0
  var slackLimit = 0
  /// The cells of the containers held, as often as they are held.
  private var heldWeight = 0
  /// The containers of which one at least has to be held, and whether one is.
  private var isNew = Memory<UInt8>(0)
  private var isAnyNew = false
  /// Whether no cell is held twice.
  private var isPlain = true

  // What is known so far to follow, a bit a cell.
  var known = Memory<UInt64>(0)
  var found = Arguments()

  package init() {}

  /// Reads a board to look for arguments on.
  ///
  /// - Parameters:
  ///   - side: The side of the board.
  ///   - openCells: The cells of a row that are neither star nor mark, a bit a column.
  ///   - region: The region of a cell.
  ///   - need: How many stars a container still needs: rows come first, then columns, regions.
  package mutating func load(
    side: Int, openCells: (Int) -> UInt32, region: (Int) -> Int, need: (Int) -> Int
  ) {
    board.load(side: side, openCells: openCells, region: region, need: need)
    if side > capacityOfMemory {
      capacityOfMemory = side
      let (cells, words) = (side * side, OpenBoard.words(for: side * side))
      let parts = OpenBoard.mostParts(ofSide: side)
      weights = Memory(cells)
      times = Memory(parts)
      barred = Memory(parts)
      uncovered = Memory(words)
      left = Memory(words)
      blocked = Memory(words)
      known = Memory(words)
      deficits = Memory(3 * side)
      costs = Memory(parts)
      isNew = Memory(3 * side)
      reliefs = Memory(3 * side * (ArgumentSearch.mostParts + 1) * (ArgumentSearch.mostParts + 1))
      order = Memory(3 * side)
      once = Memory(parts * (ArgumentSearch.mostParts + 1))
      often = Memory(parts * (ArgumentSearch.mostParts + 1))
      filling.reserve(words: words, containers: 3 * side)
    }
    costs.base.update(from: board.stars.base, count: board.stride)
    barren.removeAll(keepingCapacity: true)
    weights.clear(board.count)
    times.clear(board.partCount)
    barred.clear(board.partCount)
    uncovered.clear(board.words)
    left.clear(board.words)
    once.clear(board.stride)
    often.clear(board.stride)
  }

  /// Finds the smallest arguments, of as many parts as a range has.
  ///
  /// Between them they bring all that any argument of that size does.
  ///
  /// - Parameters:
  ///   - sizes: How many parts.
  ///   - isChanged: Where nothing was found on the board before, and it has had marks since but no
  ///     star: whether a container has had one. An argument that shows something now holds such a
  ///     container: cells that are only covered might as well have stayed open.
  /// - Returns: The arguments.
  /// - Precondition: a board has been loaded; sizes are at most `mostParts`.
  package mutating func find(
    sizes: ClosedRange<Int>, isChanged: ((Int) -> Bool)? = nil
  ) -> Arguments {
    found = Arguments()
    known.clear(board.words)
    for container in 0..<board.containerCount {
      isNew[container] = isChanged?(board.number(of: container)) == false ? 0 : 1
    }
    mostParts = sizes.upperBound
    loadedReliefs = 0
    for size in sizes {
      self.size = size
      for count in 1...max(1, size - 1) where found.contradiction == nil {
        hold(count, coveringWith: size - count)
      }
      if found.contradiction != nil || !found.all.isEmpty { break }
    }
    return found
  }

  // MARK: - What is held

  /// Goes through all sets of some number of containers that so many parts might cover.
  ///
  /// What is held has as many cells as are covered, and as are left and become stars, one each. So
  /// the cells that the cover shares with what is held, less the stars of the cover, are at least
  /// the cells held less the stars that they need, but for the slack. The stars of a part that
  /// covers are shared out evenly to the containers held: then each has a deficit of its own, and
  /// what is held is dropped where the deficits sum up to more than the slack.
  private mutating func hold(_ count: Int, coveringWith coverCount: Int) {
    loadReliefs(among: count)
    for container in 0..<board.containerCount {
      let cells = board.size(of: container) - Int(board.stars[container])
      let row = (count * board.containerCount + container) * (ArgumentSearch.mostParts + 1)
      deficits[container] = Int32(count * cells) - reliefs[row + coverCount]
      var place = container
      while place > 0, deficits[Int(order[place - 1])] > deficits[container] {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = Int16(container)
    }
    hold(from: 0, count: count, coverCount: coverCount, excess: 0)
  }

  /// How much of a container's deficit parts can take away at most: for each number of containers
  /// held, worked out once, the sums for each number of parts.
  private mutating func loadReliefs(among count: Int) {
    if loadedReliefs & 1 << UInt64(count) != 0 { return }
    loadedReliefs |= 1 << UInt64(count)
    let most = mostParts
    let factor = Int16(truncatingIfNeeded: count)
    for container in 0..<board.containerCount {
      let row = board.overlaps.base + container &* board.stride
      let crossing = board.crossings.base + container &* board.containerCount
      var best = Largest(most - count)
      for index in 0..<Int(board.crossCounts[container]) {
        let part = Int(crossing[index])
        let value = row[part] &* factor &- board.stars[part]
        if value > 0 { best.add(value) }
      }
      var overlap: Int16 = 4
      while overlap > 0, overlap &* factor > 1 {
        let tiles = Int(board.tileCounts[8 &* container &+ Int(overlap)])
        for _ in 0..<min(tiles, most - count) { best.add(overlap &* factor &- 1) }
        overlap &-= 1
      }
      var sum: Int32 = 0
      let reliefs =
        reliefs.base + (count * board.containerCount + container) * (ArgumentSearch.mostParts + 1)
      for place in 0...most - count {
        reliefs[place] = sum
        if place < most - count { sum &+= Int32(best.values[unchecked: place]) }
      }
    }
  }

  /// Holds more containers, of those from some place in the order.
  ///
  /// - Parameters:
  ///   - first: The place.
  ///   - count: How many containers are to be held in the end.
  ///   - coverCount: How many parts are to cover.
  ///   - excess: The sum of the deficits of those that are held.
  private mutating func hold(from first: Int, count: Int, coverCount: Int, excess: Int32) {
    let rest = Int32(count - heldCount)
    let limit = Int32(count * mostSlack(covering: coverCount, isPlain: false))
    let wasPlain = isPlain
    let wasNew = isAnyNew
    for place in first..<max(first, board.containerCount) {
      let container = Int(order[place])
      let deficit = deficits[container]
      // Those behind have no smaller one.
      if excess + rest * (deficit > 0 ? deficit : 2 * deficit) > limit { break }
      isAnyNew = wasNew || isNew[container] != 0
      if rest == 1 && !isAnyNew { continue }
      let isCrossing = once[heldCount * board.stride + container] != 0
      held[heldCount] = container
      heldCount += 1
      costs[container] = ArgumentSearch.costOfHeld
      for count in 1...ArgumentSearch.mostTimes {
        times[container] = Int32(count)
        need += Int(board.stars[container])
        heldWeight += board.size(of: container)
        isPlain = wasPlain && !isCrossing && count == 1
        let all = heldCount + Int(rest) - 1
        let sum = excess + Int32(count) * deficit
        let limit =
          rest == 1
          ? Int32(all * mostSlack(covering: coverCount, isPlain: isPlain)) : limit
        let least =
          rest == 1
          ? 0
          : (rest - 1)
            * { $0 > 0 ? $0 : 2 * $0 }(
              deficits[Int(order[min(place + 1, board.containerCount - 1)])])
        if sum + least > limit {
          if deficit > 0 { break }
          continue
        }
        let joint =
          heldCount == 1
          ? sum : jointDeficit(with: container, count, among: all, coverCount, most: limit - least)
        if joint > limit - least { continue }
        if rest == 1 {
          coverWhatIsHeld()
        } else {
          addOverlaps(of: container, count: count)
          hold(from: place + 1, count: all, coverCount: coverCount, excess: joint)
        }
        if found.contradiction != nil { break }
      }
      need -= Int(times[container]) * Int(board.stars[container])
      heldWeight -= Int(times[container]) * board.size(of: container)
      times[container] = 0
      costs[container] = board.stars[container]
      heldCount -= 1
      isPlain = wasPlain
      isAnyNew = wasNew
      if found.contradiction != nil { break }
    }
    isAnyNew = wasNew
  }

  /// The most slack with which something could follow.
  ///
  /// A mark has to be covered more often than that, and a star held more often. Where no cell is
  /// held twice, no part covers twice.
  private func mostSlack(covering coverCount: Int, isPlain: Bool) -> Int {
    isPlain || coverCount == 0
      ? max(0, min(ArgumentSearch.mostSlack, coverCount - 1)) : ArgumentSearch.mostSlack
  }

  /// Takes down what the containers held share with each part, the last of them included.
  private func addOverlaps(of container: Int, count: Int) {
    let stride = board.stride
    let row = board.overlaps.base + container * stride
    let (before, after) = ((heldCount - 1) * stride, heldCount * stride)
    almanac_shares_add(once.base + after, once.base + before, row, 1, stride)
    let times = Int16(truncatingIfNeeded: count)
    almanac_shares_add(often.base + after, often.base + before, row, times, stride)
  }

  /// How far the containers that are held are from being covered together.
  ///
  /// - Parameters:
  ///   - container: The last of them.
  ///   - times: How often it is held.
  ///   - count: How many containers are to be held in the end: the stars of what covers are shared
  ///     out to all of them.
  ///   - coverCount: How many parts are to cover.
  ///   - most: What is of interest; more is not worked out.
  /// - Returns: The deficit, or something more than `most`.
  private func jointDeficit(
    with container: Int, _ times: Int, among count: Int, _ coverCount: Int, most: Int32
  ) -> Int32 {
    let cells = Int32(truncatingIfNeeded: count &* (heldWeight &- need))
    let stride = board.stride
    let row = board.overlaps.base + container &* stride
    let before = (heldCount &- 1) &* stride
    let (all, share) = (Int16(truncatingIfNeeded: count), Int16(truncatingIfNeeded: heldCount))
    var single = almanac_sum(
      before: once.base + before, row: row, times: 1, costs: costs.base, factor: all, share: share)
    var double = almanac_sum(
      before: often.base + before, row: row, times: Int16(truncatingIfNeeded: times),
      costs: costs.base, factor: all, share: 2 &* share)
    let least = cells &- most
    // No tile has more than four cells, and none of them is covered more than twice.
    let tile = isPlain ? 4 &* all &- share : 8 &* all &- 2 &* share
    var largest = max(tile, almanac_sum_largest(&single, nil, board.firstTile))
    if !isPlain { largest = max(largest, almanac_sum_largest(&double, nil, board.firstTile)) }
    if Int32(largest) &* Int32(coverCount) < least { return .max }
    return cells
      &- (isPlain
        ? almanac_sum_of_largest(&single, nil, stride, coverCount, least)
        : almanac_sum_of_largest(&single, &double, stride, coverCount, least))
  }

  private mutating func coverWhatIsHeld() {
    found.sets += 1
    let key = HeldSet(held, count: heldCount, times)
    if barren.contains(key) { return }
    slackLimit = mostSlack(covering: size - heldCount, isPlain: isPlain)
    guard findTargets() else {
      // What could follow is less where something follows already, or where slack is bounded.
      if found.all.isEmpty && filling.leastSlack <= slackLimit { barren.insert(key) }
      return
    }
    for index in 0..<heldCount {
      let container = held[unchecked: index]
      for member in Int(board.starts[container])..<Int(board.starts[container + 1]) {
        weights[Int(board.members[member])] += times[container]
      }
    }
    for word in 0..<board.words { uncovered[word] = filling.atLeast(1)[word] }
    used = heldCount
    capacity = 0
    cover()
    for index in 0..<heldCount {
      let container = held[unchecked: index]
      for member in Int(board.starts[container])..<Int(board.starts[container + 1]) {
        weights[Int(board.members[member])] -= times[container]
      }
    }
  }
}

/// The largest of some numbers, as many as are asked for; none less than zero.
private struct Largest {
  private(set) var values: InlineArray<12, Int16> = .init(repeating: 0)
  private let count: Int

  @inline(__always)
  init(_ count: Int) { self.count = count }

  @inline(__always)
  mutating func add(_ value: Int16) {
    if count == 0 || value <= values[unchecked: count &- 1] { return }
    var place = count &- 1
    while place > 0, values[unchecked: place &- 1] < value {
      values[unchecked: place] = values[unchecked: place &- 1]
      place &-= 1
    }
    values[unchecked: place] = value
  }

}

/// A set of containers that are held, each once or twice.
private struct HeldSet: Hashable {
  private var once: UInt128 = 0
  private var twice: UInt128 = 0

  init(_ containers: InlineArray<12, Int>, count: Int, _ times: borrowing Memory<Int32>) {
    for index in 0..<count {
      let container = containers[unchecked: index]
      once |= 1 << UInt128(container)
      if times[container] > 1 { twice |= 1 << UInt128(container) }
    }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(truncatingIfNeeded: once ^ twice << 7 ^ once >> 64 ^ twice >> 50))
  }
}
