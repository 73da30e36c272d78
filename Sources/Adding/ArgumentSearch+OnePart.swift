import CLanes

/// Sets of containers that a single part covers.
///
/// A container *brings* to the part the stars that it needs, less its cells that the part lacks.
/// Between them containers have to bring the stars of the part, less the slack.
extension ArgumentSearch {
  /// A part that covers.
  private struct OnePart {
    let number: Int
    let times: Int
    /// Its stars, as often as it counts.
    let stars: Int
    /// How many containers come into question: those that bring most come first.
    let candidates: Int
  }

  /// Works out the most stars that a container brings to each part.
  mutating func measureParts() {
    let stride = board.stride
    mostBrought.clear(stride, to: -ArgumentSearch.costOfHeld)
    for container in 0..<board.containerCount {
      almanac_shares_raise(
        mostBrought.base, board.overlaps.base + container &* stride, lacks[container], stride)
    }
    for part in board.containerCount..<board.firstTile { mostBrought[part] = -1 }
    for part in board.partCount..<stride { mostBrought[part] = -1 }
    // With each bringing less than nothing, more stars are missing than the slack makes good.
    coverableCount = almanac_shares_from(mostBrought.base, stride, 0, coverable.base)
  }

  /// Goes through all sets of some number of containers that one part might cover.
  mutating func holdUnderOnePart(_ count: Int) {
    for place in 0..<coverableCount {
      let part = Int(coverable[place])
      // Where a single container is held, nothing crosses.
      let spare = count == 1 ? 0 : ArgumentSearch.mostSlack
      let reach = count &* ArgumentSearch.mostTimes &* Int(mostBrought[part])
      if reach < Int(board.stars[part]) &- spare { continue }
      let largest = loadBrought(to: part)
      let most = largest > 0 ? ArgumentSearch.mostTimes &* largest : largest
      for times in 1...ArgumentSearch.mostTimes where found.contradiction == nil {
        let stars = times &* Int(board.stars[part])
        let least = stars &- (count == 1 ? times &- 1 : ArgumentSearch.mostSlack)
        if count &* most < least { break }
        let each = least &- (count &- 1) &* most
        let bound = each > 0 ? (each &+ 1) / ArgumentSearch.mostTimes : each
        let candidates = sortCandidates(from: largest, through: bound)
        let isAnyNew = (0..<candidates).contains { isNew[Int(self.candidates[$0])] != 0 }
        if candidates < count || !isAnyNew { continue }
        hold(
          count, from: 0, bringing: 0,
          under: OnePart(number: part, times: times, stars: stars, candidates: candidates))
      }
      if found.contradiction != nil { return }
    }
  }

  /// Works out what each container brings to a part.
  ///
  /// - Returns: The most.
  private func loadBrought(to part: Int) -> Int {
    let isTile = part >= board.firstTile
    if isTile { addTile(part, 1) }
    var sum = almanac_sum(
      before: lacks.base,
      row: isTile ? ofTile.base : board.overlaps.base + part &* board.stride, times: 1,
      costs: costs.base, factor: 1, share: 0)
    let largest = almanac_sum_values(brought.base, &sum, board.firstTile)
    if isTile {
      addTile(part, -1)
    } else {
      brought[part] = -ArgumentSearch.costOfHeld
    }
    return Int(largest)
  }

  /// Adds up how many cells each container shares with a tile, or takes it away again.
  private func addTile(_ tile: Int, _ sign: Int16) {
    for index in Int(board.starts[tile])..<Int(board.starts[tile &+ 1]) {
      let parts = board.partsOfCell.base + 8 &* Int(board.members[index])
      for slot in 0..<3 {
        let container = Int(parts[slot])
        if container < 0 || container >= board.containerCount { break }
        ofTile[container] &+= sign
      }
    }
  }

  /// Sets up the containers that bring as much as is asked for, those that bring most first.
  ///
  /// - Returns: How many.
  private func sortCandidates(from largest: Int, through least: Int) -> Int {
    var count = 0
    for value in stride(from: largest, through: least, by: -1) {
      count &+= almanac_shares_equal(
        brought.base, board.firstTile, Int16(truncatingIfNeeded: value), candidates.base + count)
    }
    return count
  }

  /// Holds more containers, of those from some place on.
  ///
  /// - Parameters:
  ///   - rest: How many more.
  ///   - first: The place.
  ///   - sum: What those bring that are held.
  ///   - part: What covers them.
  private mutating func hold(
    _ rest: Int, from first: Int, bringing sum: Int, under part: OnePart
  ) {
    let (wasPlain, wasNew, wasCrossed) = (isPlain, isAnyNew, isCrossed)
    let (wasLevel, wasHeaviest) = (level, heaviest)
    let least = part.stars &- ArgumentSearch.mostSlack
    for place in first..<max(first, part.candidates) {
      let container = Int(candidates[place])
      let value = Int(brought[container])
      let most = value > 0 ? ArgumentSearch.mostTimes &* value : value
      // Those behind bring no more.
      if sum &+ rest &* most < least { break }
      isAnyNew = wasNew || isNew[container] != 0
      if rest == 1 && !isAnyNew { continue }
      let mask = board.masks.base + board.words &* container
      let isCrossing = heldCount > 0 && almanac_cells_shared(plane, mask, board.words) != 0
      isCrossed = wasCrossed || isCrossing
      held[heldCount] = container
      heldCount &+= 1
      for count in 1...ArgumentSearch.mostTimes where found.contradiction == nil {
        times[container] = Int32(count)
        need &+= Int(board.stars[container])
        heldWeight &+= board.size(of: container)
        isPlain = wasPlain && !isCrossing && count == 1
        let sum = sum &+ count &* value
        if rest > 1 {
          if sum &+ (rest &- 1) &* most < least { continue }
          raise(container, count)
          hold(rest &- 1, from: place &+ 1, bringing: sum, under: part)
        } else {
          // With a slack of as much as the part counts no mark follows, and stars only where cells
          // weigh more than that: where containers cross.
          slackLimit =
            isPlain ? 0 : isCrossed ? ArgumentSearch.mostSlack : part.times &- 1
          if sum &+ slackLimit < part.stars { continue }
          raise(container, count)
          cover(with: part)
        }
        (level, heaviest) = (wasLevel, wasHeaviest)
      }
      need &-= Int(times[container]) &* Int(board.stars[container])
      heldWeight &-= Int(times[container]) &* board.size(of: container)
      times[container] = 0
      heldCount &-= 1
      if found.contradiction != nil { break }
    }
    (isPlain, isAnyNew, isCrossed) = (wasPlain, wasNew, wasCrossed)
  }

  /// Covers what is held, and takes down what follows.
  private mutating func cover(with part: OnePart) {
    found.sets &+= 1
    let mask = board.masks.base + board.words &* part.number
    var left = heldWeight
    for count in 0..<part.times {
      let covered = almanac_cells_shared(plane + count &* board.words, mask, board.words)
      // Where no cell is held twice, it covers nothing the second time.
      if covered == 0 || count >= heaviest { return }
      left &-= Int(covered)
    }
    times[part.number] = -Int32(part.times)
    cover(with: part.number)
    conclude(slack: part.stars &+ left &- need)
    times[part.number] = 0
  }
}
