import CLanes

/// Sets of several containers that several parts might cover.
extension ArgumentSearch {
  /// Goes through all sets of some number of containers that so many parts might cover.
  ///
  /// What is held has as many cells as are covered, and as are left and become stars, one each. So
  /// the cells that the cover shares with what is held, less the stars of the cover, are at least
  /// the cells held less the stars that they need, but for the slack. The stars of a part that
  /// covers are shared out evenly to the containers held: then each has a deficit of its own, and
  /// what is held is dropped where the deficits sum up to more than the slack.
  mutating func hold(_ count: Int, coveringWith coverCount: Int) {
    sortByDeficit(count, coverCount)
    hold(from: 0, count: count, coverCount: coverCount, excess: 0)
  }

  /// Works out each container's deficit, and sorts the containers by it.
  func sortByDeficit(_ count: Int, _ coverCount: Int) {
    for container in 0..<board.containerCount {
      let cells = board.size(of: container) - Int(board.stars[container])
      var shares = almanac_sum(
        before: once.base, row: board.overlaps.base + container * board.stride, times: 1,
        costs: costs.base, factor: Int16(truncatingIfNeeded: count), share: 1)
      deficits[container] =
        Int32(count * cells)
        - almanac_sum_of_largest(&shares, nil, board.stride, coverCount, .min)
      var place = container
      while place > 0, deficits[Int(order[place - 1])] > deficits[container] {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = Int16(container)
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
        // Held twice, it may have more slack than once.
        if sum + least > limit { continue }
        let joint =
          heldCount == 1
          ? sum : jointDeficit(with: container, count, among: all, coverCount, most: limit - least)
        if joint > limit - least { continue }
        let before = (level, heaviest)
        raise(container, count)
        if rest == 1 {
          coverWhatIsHeld()
        } else {
          addOverlaps(of: container, count: count)
          hold(from: place + 1, count: all, coverCount: coverCount, excess: joint)
        }
        (level, heaviest) = before
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

  /// Covers what is held, if it could show anything.
  mutating func coverWhatIsHeld() {
    board.loadNear()
    found.sets += 1
    slackLimit = mostSlack(covering: size - heldCount, isPlain: isPlain)
    let key = HeldSet(held, count: heldCount, times)
    if barren.contains(key) { return }
    guard findTargets() else {
      // What could follow is less where something follows already, or where slack is bounded.
      if found.all.isEmpty && filling.leastSlack <= slackLimit { barren.insert(key) }
      return
    }
    used = heldCount
    capacity = 0
    uncovered = heldWeight
    cover()
  }
}

/// A set of containers that are held, each once or twice.
struct HeldSet: Hashable {
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
