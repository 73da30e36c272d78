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
      coverWithTwo(PairBounds(mostWorth: most, mayDouble: count &+ other < 4))
    }
    letGo()
  }

  /// What two parts may be that cover what is held.
  private struct PairBounds {
    /// The most that a part is worth.
    let mostWorth: Int
    /// Whether both may count twice.
    let mayDouble: Bool
  }

  /// Goes through all pairs of parts that cover well enough.
  ///
  /// Without slack, one is worth half of what is held, and the other one the rest. With slack, they
  /// cover all that is held just once: what is left becomes a star, which it does only if it weighs
  /// more than the slack. So one of them has the first such cell, and the other one the first that
  /// is left.
  private mutating func coverWithTwo(_ bounds: PairBounds) {
    let weight = heldWeight &- need
    let half = (weight &+ 1) >> 1
    if bounds.mostWorth >= half {
      coverWithTwo(partsWorth(half, firsts), bounds, slacks: Int.min...0)
    }
    if slackLimit == 0 || found.contradiction != nil { return }
    let least = weight &- slackLimit
    let count = partsForCellLeftOnce(
      worth: least &- bounds.mostWorth, elseWorth: (least &+ 1) >> 1, firsts)
    coverWithTwo(count, bounds, slacks: 1...slackLimit)
  }

  /// Goes through the pairs of so many first parts that leave some slack.
  private mutating func coverWithTwo(
    _ count: Int, _ bounds: PairBounds, slacks: ClosedRange<Int>
  ) {
    for place in 0..<count {
      let first = Choice(firsts[place], board)
      guard let rest = rest(behind: first), case let least = rest &- slacks.upperBound,
        least <= bounds.mostWorth
      else { continue }
      lay(first)
      let count =
        slacks.upperBound > 0
        ? partsForCellLeftOnce(worth: least, elseWorth: least, seconds)
        : partsWorth(least, seconds)
      for next in 0..<count {
        let second = Choice(seconds[next], board)
        guard let slack = slack(laying: second, on: first, rest, bounds), slacks.contains(slack),
          slack <= 0 || mayFollow(from: first, second, slack), !isMet(second, place)
        else { continue }
        conclude(second, slack: slack)
        if found.contradiction != nil { break }
      }
      pickUp(first)
      if found.contradiction != nil { return }
    }
  }

  /// The parts that come first, and those that come into question behind one of them.
  private var firsts: UnsafeMutablePointer<UInt16> { candidates.base }
  private var seconds: UnsafeMutablePointer<UInt16> { candidates.base + 2 &* board.stride }

  /// What a second part has to be worth behind a first one to leave no slack; `nil` where the first
  /// counts twice for nothing.
  private func rest(behind first: Choice) -> Int? {
    cellsCovered(by: first).map { heldWeight &- need &+ first.stars &- $0 }
  }

  /// The slack with a second part behind a first one, which leaves so much; `nil` where it may not
  /// be laid there, or counts twice for nothing.
  private func slack(
    laying second: Choice, on first: Choice, _ rest: Int, _ bounds: PairBounds
  ) -> Int? {
    if second.part == first.part { return nil }
    if first.isTwice && second.isTwice && !bounds.mayDouble { return nil }
    return cellsCovered(by: second).map { rest &+ second.stars &- $0 }
  }

  /// How often a part covers cells that are left; `nil` where it counts twice and covers none
  /// twice.
  private func cellsCovered(by choice: Choice) -> Int? {
    let words = board.words
    let mask = board.masks.base + words &* choice.part
    let once = Int(almanac_cells_shared(plane, mask, words))
    if !choice.isTwice { return once }
    let again = Int(almanac_cells_shared(plane + words, mask, words))
    return again == 0 ? nil : once &+ again
  }

  /// Whether a part has been the first one before.
  private func isMet(_ choice: Choice, _ place: Int) -> Bool {
    (0..<place).contains { Int(firsts[$0]) == choice.number }
  }

  private mutating func lay(_ choice: Choice) {
    times[choice.part] = choice.isTwice ? -2 : -1
    cover(with: choice.part)
  }

  private mutating func pickUp(_ choice: Choice) {
    times[choice.part] = 0
    level &-= choice.isTwice ? 2 : 1
  }

  private mutating func conclude(_ second: Choice, slack: Int) {
    lay(second)
    conclude(slack: slack)
    pickUp(second)
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
  ///
  /// Where containers cross, what a tile is worth may be put too high.
  private func partsWorth(_ least: Int, _ parts: UnsafeMutablePointer<UInt16>) -> Int {
    let (all, containers) = (board.stride, board.firstTile)
    let each = Int16(truncatingIfNeeded: least)
    let count = almanac_shares_from(
      worths.base, least > ArgumentSearch.mostOfTile ? containers : all, each, parts)
    if heaviest < 2 { return count }
    let more = almanac_shares_from(
      worths.base + all, least > 2 * ArgumentSearch.mostOfTile ? containers : all, each,
      parts + count)
    for place in count..<count &+ more { parts[place] &+= UInt16(truncatingIfNeeded: all) }
    return count &+ more
  }

  /// The most that a tile is worth: it has four cells, and a star.
  private static let mostOfTile = 3

  /// The parts of the first cell that is left just once that are worth so much, as `partsWorth` has
  /// them; where there is no such cell, all that are worth some other amount.
  private func partsForCellLeftOnce(
    worth least: Int, elseWorth otherLeast: Int, _ parts: UnsafeMutablePointer<UInt16>
  ) -> Int {
    guard let cell = cellLeftOnce else { return partsWorth(otherLeast, parts) }
    let (all, stride) = (board.partsOfCell.base + 8 &* cell, board.stride)
    var count = 0
    for slot in 0..<8 {
      // Behind the last part of the cell stands -1.
      let part = Int(all[slot])
      let (isPart, number) = (part < 0 ? 0 : 1, max(0, part))
      parts[count] = UInt16(truncatingIfNeeded: number)
      count &+= isPart & (Int(worths[number]) < least ? 0 : 1)
      if heaviest < 2 { continue }
      parts[count] = UInt16(truncatingIfNeeded: number &+ stride)
      count &+= isPart & (Int(worths[number &+ stride]) < least ? 0 : 1)
    }
    return count
  }

  /// The first cell that is left just once.
  private var cellLeftOnce: Int? {
    let (plane, words) = (plane, board.words)
    for word in 0..<words {
      let cells = heaviest < 2 ? plane[word] : plane[word] & ~plane[words &+ word]
      if cells != 0 { return 64 &* word &+ cells.trailingZeroBitCount }
    }
    return nil
  }

  /// Whether anything could follow with so much slack: stars, where cells are held more often, or
  /// marks, which are covered more often.
  private func mayFollow(from first: Choice, _ second: Choice, _ slack: Int) -> Bool {
    let (one, two) = (first.isTwice ? 2 : 1, second.isTwice ? 2 : 1)
    if heaviest > slack || max(one, two) > slack { return true }
    let words = board.words
    return one &+ two > slack
      && almanac_cells_shared(
        board.masks.base + words &* first.part, board.masks.base + words &* second.part, words) > 0
  }
}
