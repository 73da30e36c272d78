import CLanes

/// Pairs of containers that two parts cover.
extension ArgumentSearch {
  /// Goes through all pairs of containers that two parts might cover.
  ///
  /// What a part is worth to a pair is the cells that it covers, less its stars. Between them two
  /// parts have to be worth the cells of the pair, less the stars that it needs and the slack. One
  /// that counts twice is worth at most twice as much as one that counts once.
  mutating func holdTwo() {
    sortByDeficit(2, 2)
    let most = Int32(2 * ArgumentSearch.mostSlack)
    let stride = board.stride
    for place in 0..<board.containerCount {
      let first = Int(order[place])
      // A deficit below zero is had twice.
      let deficit = min(deficits[first], 2 &* deficits[first])
      if 2 &* deficit > most { break }
      let row = board.overlaps.base + first &* stride
      costs[first] = ArgumentSearch.costOfHeld
      for next in place &+ 1..<max(place &+ 1, board.containerCount) {
        let second = Int(order[next])
        if deficit &+ min(deficits[second], 2 &* deficits[second]) > most { break }
        if isNew[first] | isNew[second] == 0 { continue }
        costs[second] = ArgumentSearch.costOfHeld
        var sum = almanac_sum(
          before: row, row: board.overlaps.base + second &* stride, times: 1, costs: costs.base,
          factor: 1, share: 1)
        let two = almanac_sum_largest_two(&sum, stride)
        let largest = max(0, Int(two.first))
        let worth = largest &+ max(0, Int(two.second))
        let isCrossing = row[second] != 0
        let (lack, otherLack) = (-Int(lacks[first]), -Int(lacks[second]))
        // Where both count twice, not both parts do: that would be the same as all once.
        let fits =
          (worth &+ mostSlack(covering: 2, isPlain: !isCrossing) >= lack &+ otherLack ? 1 : 0)
          | (2 &* worth &+ ArgumentSearch.mostSlack >= lack &+ 2 &* otherLack ? 2 : 0)
          | (2 &* worth &+ ArgumentSearch.mostSlack >= 2 &* lack &+ otherLack ? 4 : 0)
          | (worth &+ largest &+ ArgumentSearch.mostSlack >= 2 &* (lack &+ otherLack) ? 8 : 0)
        for which in 0..<4 where fits >> which & 1 != 0 && found.contradiction == nil {
          let (count, other) = (1 &+ which >> 1, 1 &+ which & 1)
          isPlain = which == 0 && !isCrossing
          cover(first, count, second, other)
        }
        costs[second] = board.stars[second]
      }
      costs[first] = board.stars[first]
      if found.contradiction != nil { return }
    }
  }

  /// Covers two containers, each held so often, in every way.
  private mutating func cover(_ first: Int, _ count: Int, _ second: Int, _ other: Int) {
    found.sets &+= 1
    take(first, count)
    take(second, other)
    slackLimit = mostSlack(covering: 2, isPlain: isPlain)
    let (rows, stride) = (board.overlaps.base, board.stride)
    // The one that is held more often is added to the other.
    let (own, added) = count > other ? (second, first) : (first, second)
    var once = almanac_sum(
      before: rows + own &* stride, row: rows + added &* stride, times: 1, costs: costs.base,
      factor: 1, share: 1)
    var most = Int(almanac_sum_values(worths.base, &once, stride))
    if !isPlain {
      var twice = once
      twice.times = count == other ? 1 : 2
      twice.factor = Int16(truncatingIfNeeded: min(count, other))
      twice.share = 2
      most = max(most, Int(almanac_sum_values(worths.base + stride, &twice, stride)))
    }
    if 2 &* most >= heldWeight &- need &- slackLimit {
      raise(first, count)
      raise(second, other)
      coverWithTwo(worthAtMost: most, mayDouble: count &+ other < 4)
    }
    letGo()
  }

  /// Goes through all pairs of parts that are worth enough.
  private mutating func coverWithTwo(worthAtMost most: Int, mayDouble: Bool) {
    let room = need &+ slackLimit
    let least = heldWeight &- room
    let words = board.words
    let plane = UnsafePointer(plane)
    // The one that is worth more, and then those that are worth enough with it.
    let firsts = candidates.base
    let seconds = firsts + 2 &* board.stride
    let half = Int16(truncatingIfNeeded: (least &+ 1) >> 1)
    for place in 0..<partsWorth(half, firsts) {
      let first = Choice(firsts[place], board)
      let mask = board.masks.base + words &* first.part
      var covered = Int(almanac_cells_shared(plane, mask, words))
      if first.isTwice {
        let again = Int(almanac_cells_shared(plane + words, mask, words))
        if again == 0 { continue }
        covered &+= again
      }
      let lack = least &+ first.stars
      if lack &- covered > most { continue }
      for next in 0..<partsWorth(Int16(truncatingIfNeeded: lack &- covered), seconds) {
        let second = Choice(seconds[next], board)
        let covered = Int(
          almanac_cells_covered(
            plane, heaviest, mask, first.isTwice, board.masks.base + words &* second.part,
            second.isTwice, words))
        let missing = lack &+ second.stars &- covered
        if missing > 0 || second.part == first.part { continue }
        // Both among the first ones: they have been met, or will be.
        if second.number < first.number && isWorth(half, second) { continue }
        if first.isTwice && second.isTwice && !mayDouble { continue }
        let slack = missing &+ slackLimit
        if slack > 0 && !mayFollow(from: first, second, slack, uncovered: heldWeight &- covered) {
          continue
        }
        let before = level
        times[first.part] = first.isTwice ? -2 : -1
        times[second.part] = second.isTwice ? -2 : -1
        cover(with: first.part)
        cover(with: second.part)
        conclude(slack: slack)
        times[first.part] = 0
        times[second.part] = 0
        level = before
        if found.contradiction != nil { return }
      }
    }
  }

  /// A part, counted once or twice.
  private struct Choice {
    /// The part, or behind all parts that which it is if it counts twice.
    let number: Int
    let part: Int
    let isTwice: Bool
    /// Its stars, as often as it counts.
    let stars: Int

    @inline(__always)
    init(_ number: UInt16, _ board: borrowing OpenBoard) {
      self.number = Int(number)
      isTwice = self.number >= board.stride
      part = isTwice ? self.number &- board.stride : self.number
      stars = Int(board.stars[part]) &<< (isTwice ? 1 : 0)
    }
  }

  /// The parts that are worth so much, counted once and, where anything is held twice, counted
  /// twice.
  private func partsWorth(_ least: Int16, _ parts: UnsafeMutablePointer<UInt16>) -> Int {
    let (all, containers) = (board.stride, board.firstTile)
    let ofTile = ArgumentSearch.mostOfTile
    let count = almanac_shares_from(worths.base, least > ofTile ? containers : all, least, parts)
    if heaviest < 2 { return count }
    let more = almanac_shares_from(
      worths.base + all, least > 2 * ofTile ? containers : all, least, parts + count)
    for place in count..<count &+ more { parts[place] &+= UInt16(truncatingIfNeeded: all) }
    return count &+ more
  }

  /// Whether a part is among those that are worth so much.
  ///
  /// Where containers cross, what a tile is worth may be put too high: see `partsWorth`.
  private func isWorth(_ least: Int16, _ choice: Choice) -> Bool {
    let ofTile = (choice.isTwice ? 2 : 1) * ArgumentSearch.mostOfTile
    return worths[choice.number] >= least && (choice.part < board.firstTile || least <= ofTile)
  }

  /// The most that a tile is worth: it has four cells, and a star.
  private static let mostOfTile: Int16 = 3

  /// Whether anything could follow with so much slack: cells that become stars weigh more, and so
  /// often marks are covered.
  private func mayFollow(
    from first: Choice, _ second: Choice, _ slack: Int, uncovered: Int
  ) -> Bool {
    let words = board.words
    let (mask, other) = (
      board.masks.base + words &* first.part, board.masks.base + words &* second.part
    )
    if uncovered > 0 {
      return uncovered > slack
        && almanac_cells_left_twice(
          plane, heaviest, mask, first.isTwice, other, second.isTwice, words)
    }
    let (one, two) = (first.isTwice ? 2 : 1, second.isTwice ? 2 : 1)
    return max(one, two) > slack
      || one &+ two > slack && almanac_cells_shared(mask, other, words) > 0
  }
}
