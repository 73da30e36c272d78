import CLanes
import StarBattle

/// All ways to cover what is held.
extension ArgumentSearch {
  /// Covers what is still uncovered, in every way.
  mutating func cover() {
    found.nodes += 1
    var rest: UInt64 = 0
    for word in 0..<board.words { rest |= uncovered[word] & ~left[word] }
    if rest == 0 {
      // With fewer parts it was met when their number was tried, or is not asked for.
      if used == size { conclude() }
      return
    }
    guard let cell = nextCell() else { return }
    var tried: InlineArray<8, Int> = .init(repeating: -1)
    for slot in 0..<8 {
      let part = Int(board.partsOfCell[8 * cell + slot])
      if part < 0 { break }
      if times[part] > 0 || barred[part] > 0 { continue }
      let isNew = times[part] == 0
      if isNew ? used == size : times[part] == -Int32(ArgumentSearch.mostTimes) { continue }
      if capacity + Int(board.stars[part]) > need + slackLimit { continue }
      lay(part, isNew: isNew)
      cover()
      lift(part, isNew: isNew)
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
    let weight = Int(weights[cell])
    let limit = slackLimit
    slackLimit = min(limit, weight - 1)
    capacity += weight
    if capacity <= need + slackLimit {
      left[word] |= bit
      cover()
      left[word] &= ~bit
    }
    capacity -= weight
    slackLimit = limit
  }

  private mutating func lay(_ part: Int, isNew: Bool) {
    if isNew { used += 1 }
    times[part] -= 1
    capacity += Int(board.stars[part])
    for index in Int(board.starts[part])..<Int(board.starts[part + 1]) {
      let cell = Int(board.members[index])
      weights[cell] -= 1
      if weights[cell] == 0 { uncovered[cell / 64] &= ~(1 << UInt64(cell % 64)) }
    }
  }

  private mutating func lift(_ part: Int, isNew: Bool) {
    if isNew { used -= 1 }
    times[part] += 1
    capacity -= Int(board.stars[part])
    for index in Int(board.starts[part])..<Int(board.starts[part + 1]) {
      let cell = Int(board.members[index])
      if weights[cell] == 0 { uncovered[cell / 64] |= 1 << UInt64(cell % 64) }
      weights[cell] += 1
    }
  }

  /// The uncovered cell that the fewest parts can cover; `nil` where what is left cannot be covered
  /// within bounds.
  ///
  /// Cells of which no two can have a part in common need one each; a new one, where no part that
  /// is used already can count twice for them.
  private mutating func nextCell() -> Int? {
    let words = board.words
    let (times, barred) = (times.base, barred.base)
    let (blocked, containerCount) = (blocked.base, board.containerCount)
    almanac_cells_clear(blocked, words)
    let mostApart = need &+ slackLimit &- capacity
    var best = -1
    var fewest = Int.max
    var apart = 0
    var fresh = 0
    var heaviest = 0
    for word in 0..<words {
      var rest = uncovered[word] & ~left[word]
      while rest != 0 {
        let place = rest.trailingZeroBitCount
        rest &= rest &- 1
        let cell = 64 &* word &+ place
        heaviest = max(heaviest, Int(weights[cell]))
        let isApart = blocked[word] &>> UInt64(place) & 1 == 0
        var choices = 0
        var isFresh = true
        let parts = board.partsOfCell.base + 8 &* cell
        for slot in 0..<8 {
          let part = Int(parts[slot])
          if part < 0 { break }
          if times[part] > 0 || barred[part] > 0 { continue }
          choices &+= 1
          if times[part] < 0 { isFresh = false }
          if isApart && part < containerCount {
            almanac_cells_join(blocked, board.masks.base + words &* part, words)
          }
        }
        if isApart {
          almanac_cells_join(blocked, board.near.base + words &* cell, words)
          apart &+= 1
          if apart > mostApart { return nil }
          if isFresh { fresh &+= 1 }
        }
        if choices < fewest {
          fewest = choices
          best = cell
        }
      }
    }
    // Where there are not parts enough, some cell has to become a star.
    if fresh > size - used, capacity + apart > need + heaviest - 1 { return nil }
    for word in 0..<words where filling.stars[word] != 0 { return best }
    return isTargetLeft(slack: max(filling.leastSlack, capacity + apart - need)) ? best : nil
  }

  /// Whether a cell that could follow can still come to.
  ///
  /// A mark has to be covered more often than it is held, by more than the slack there will be.
  private func isTargetLeft(slack: Int) -> Bool {
    let free = size - used
    for word in 0..<board.words {
      var rest = filling.marks[word]
      while rest != 0 {
        let cell = 64 * word + rest.trailingZeroBitCount
        rest &= rest - 1
        var reach = -Int(weights[cell])
        if reach > slack { return true }
        var new = 0
        for slot in 8 * cell..<8 * cell + 8 {
          let part = Int(board.partsOfCell[slot])
          if part < 0 { break }
          if times[part] > 0 || barred[part] > 0 { continue }
          if times[part] == 0 {
            new += 1
          } else {
            reach += ArgumentSearch.mostTimes + Int(times[part])
          }
        }
        reach += min(new, free) * min(filling.heaviest, ArgumentSearch.mostTimes)
        if reach > slack { return true }
      }
    }
    return false
  }

  // MARK: - What follows

  private mutating func conclude() {
    let slack = capacity - need
    if slack < 0 {
      found.contradiction = addends
      return
    }
    func isKnown(_ cell: Int) -> Bool { known[cell / 64] >> UInt64(cell % 64) & 1 != 0 }
    var isNews = false
    for cell in 0..<board.count where abs(Int(weights[cell])) > slack && !isKnown(cell) {
      isNews = true
      break
    }
    if !isNews { return }
    var (starred, marked): ([Int], [Int]) = ([], [])
    for cell in 0..<board.count {
      let weight = Int(weights[cell])
      if abs(weight) <= slack { continue }
      known[cell / 64] |= 1 << UInt64(cell % 64)
      if weight > 0 {
        starred.append(Int(board.cells[cell]))
      } else {
        marked.append(Int(board.cells[cell]))
      }
    }
    found.all.append(Argument(addends: addends, slack: slack, stars: starred, marks: marked))
  }

  private var addends: [Addend] {
    (0..<board.partCount).filter { times[$0] != 0 }.map {
      Addend(board.source(of: $0), times: Int(times[$0]))
    }
  }
}
