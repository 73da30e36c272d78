import CLanes
import StarBattle

/// How often cells are held, less how often they are covered, as sets of cells.
enum CoverPlanes {
  /// The first set of cells that are covered more often than held.
  ///
  /// Before it stand those that are held more often than covered.
  static let over = Filling.heaviestPossible
  static let count = over + ArgumentSearch.mostSlack + 1
}

/// All ways to cover what is held.
extension ArgumentSearch {
  /// Covers cells with a part that has been laid, as often as it counts.
  mutating func cover(with part: Int) {
    for _ in 0..<(-times[part]) { coverOnce(with: part) }
  }

  @inline(__always)
  private mutating func coverOnce(with part: Int) {
    let (from, words) = (plane, board.words)
    level &+= 1
    almanac_cells_cover(plane, from, board.masks.base + words &* part, heaviest, words)
  }

  /// Covers what is still uncovered, in every way.
  mutating func cover() {
    found.nodes &+= 1
    if used == size {
      conclude(slack: capacity &+ uncovered &- need)
      return
    }
    // With fewer parts it was met when their number was tried, or is not asked for.
    if uncovered == 0 { return }
    guard let cell = nextCell() else { return }
    var tried: InlineArray<8, Int> = .init(repeating: -1)
    for slot in 0..<8 {
      let part = Int(board.partsOfCell[8 &* cell &+ slot])
      if part < 0 { break }
      if times[part] != 0 || barred[part] > 0 { continue }
      lay(part)
      if found.contradiction != nil { break }
      // From here on, without it.
      barred[part] += 1
      tried[slot] = part
    }
    if found.contradiction == nil { leave(cell) }
    for slot in 0..<8 where tried[slot] >= 0 { barred[tried[slot]] -= 1 }
  }

  /// Goes on with a cell that no part will cover any more: it has to become a star.
  private mutating func leave(_ cell: Int) {
    let (word, bit) = (cell / 64, UInt64(1) << UInt64(cell % 64))
    guard (filling.stars[word] | known[word]) & bit != 0 else { return }
    let plane = plane
    var weight = 0
    while weight < heaviest, plane[weight &* board.words &+ word] & bit != 0 { weight += 1 }
    let limit = slackLimit
    slackLimit = min(limit, weight - 1)
    capacity += weight
    uncovered -= weight
    if capacity <= need + slackLimit {
      left[word] |= bit
      cover()
      left[word] &= ~bit
    }
    uncovered += weight
    capacity -= weight
    slackLimit = limit
  }

  /// Goes on with a part that covers once, and twice where any of its cells is held twice.
  private mutating func lay(_ part: Int) {
    let words = board.words
    let mask = board.masks.base + words &* part
    let stars = Int(board.stars[part])
    let (wasCapacity, wasUncovered, wasLevel) = (capacity, uncovered, level)
    let most = isPlain || heaviest < 2 ? 1 : ArgumentSearch.mostTimes
    used &+= 1
    for count in 1...most {
      let covered = Int(almanac_cells_shared(plane, mask, words))
      if covered == 0 { break }
      capacity &+= stars
      if capacity > need &+ slackLimit { break }
      uncovered &-= covered
      coverOnce(with: part)
      times[part] = -Int32(count)
      cover()
      if found.contradiction != nil { break }
    }
    level = wasLevel
    times[part] = 0
    used &-= 1
    (capacity, uncovered) = (wasCapacity, wasUncovered)
  }

  /// The uncovered cell that the fewest parts can cover; `nil` where what is left cannot be covered
  /// within bounds.
  ///
  /// Cells of which no two can have a part in common need one each.
  private mutating func nextCell() -> Int? {
    let words = board.words
    let (times, barred) = (times.base, barred.base)
    let (blocked, containerCount) = (blocked.base, board.containerCount)
    almanac_cells_clear(blocked, words)
    let mostApart = need &+ slackLimit &- capacity
    var best = -1
    var fewest = Int.max
    var apart = 0
    let plane = plane
    for word in 0..<words {
      var rest = plane[word] & ~left[word]
      while rest != 0 {
        let place = rest.trailingZeroBitCount
        rest &= rest &- 1
        let cell = 64 &* word &+ place
        let isApart = blocked[word] &>> UInt64(place) & 1 == 0
        var choices = 0
        let parts = board.partsOfCell.base + 8 &* cell
        for slot in 0..<8 {
          let part = Int(parts[slot])
          if part < 0 { break }
          if times[part] != 0 || barred[part] > 0 { continue }
          choices &+= 1
          if isApart && part < containerCount {
            almanac_cells_join(blocked, board.masks.base + words &* part, words)
          }
        }
        if isApart {
          almanac_cells_join(blocked, board.near.base + words &* cell, words)
          apart &+= 1
          if apart > mostApart { return nil }
        }
        if choices < fewest {
          fewest = choices
          best = cell
        }
      }
    }
    // Where there are not parts enough, some cell has to become a star.
    var most = heaviest
    while most > 1, isEmpty(plane + (most - 1) * words) { most -= 1 }
    if apart > size - used, capacity + apart > need + most - 1 { return nil }
    for word in 0..<words where filling.stars[word] != 0 { return best }
    return isTargetLeft(slack: max(filling.leastSlack, capacity + apart - need)) ? best : nil
  }

  private func isEmpty(_ cells: UnsafePointer<UInt64>) -> Bool {
    var all: UInt64 = 0
    for word in 0..<board.words { all |= cells[word] }
    return all == 0
  }

  /// Whether a cell that could follow can still come to.
  ///
  /// A mark has to be covered more often than it is held, by more than the slack there will be.
  private func isTargetLeft(slack: Int) -> Bool {
    let free = size - used
    let plane = plane
    let over = plane + CoverPlanes.over * board.words
    for word in 0..<board.words {
      var rest = filling.marks[word]
      while rest != 0 {
        let cell = 64 * word + rest.trailingZeroBitCount
        rest &= rest - 1
        let bit = UInt64(1) << UInt64(cell % 64)
        var reach = 0
        while reach <= ArgumentSearch.mostSlack, over[reach * board.words + word] & bit != 0 {
          reach += 1
        }
        if reach > slack { return true }
        while reach <= 0, -reach < heaviest, plane[-reach * board.words + word] & bit != 0 {
          reach -= 1
        }
        var new = 0
        for slot in 8 * cell..<8 * cell + 8 {
          let part = Int(board.partsOfCell[slot])
          if part < 0 { break }
          if times[part] == 0 && barred[part] == 0 { new += 1 }
        }
        reach += min(new, free) * min(heaviest, ArgumentSearch.mostTimes)
        if reach > slack { return true }
      }
    }
    return false
  }

  // MARK: - What follows

  /// Takes down what follows where all that is still uncovered has to become stars.
  mutating func conclude(slack: Int) {
    if slack > slackLimit { return }
    if slack < 0 {
      found.contradiction = addends
      return
    }
    let words = board.words
    let plane = plane
    let starred = slack < heaviest ? plane + slack &* words : nil
    let marked = plane + (CoverPlanes.over &+ slack) &* words
    var isNews = false
    for word in 0..<words {
      let stars = starred?[word] ?? 0
      if plane[word] & ~stars != 0 { return }
      if (stars | marked[word]) & ~known[word] != 0 { isNews = true }
    }
    if !isNews { return }
    var (stars, marks): ([Int], [Int]) = ([], [])
    for cell in 0..<board.count {
      let (word, bit) = (cell / 64, UInt64(1) << UInt64(cell % 64))
      if let starred, starred[word] & bit != 0 {
        stars.append(Int(board.cells[cell]))
      } else if marked[word] & bit != 0 {
        marks.append(Int(board.cells[cell]))
      } else {
        continue
      }
      known[word] |= bit
    }
    found.all.append(Argument(addends: addends, slack: slack, stars: stars, marks: marks))
  }

  private var addends: [Addend] {
    (0..<board.partCount).filter { times[$0] != 0 }.map {
      Addend(board.source(of: $0), times: Int(times[$0]))
    }
  }
}
