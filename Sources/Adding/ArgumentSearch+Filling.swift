import CLanes

/// What an argument could show that holds what is held.
///
/// Say that stars stand on some open cells, no two of them in a tile, and that no container that
/// might cover has more than it needs. If they fill what is held, then every argument agrees with
/// them: it marks none of them, and makes none of the other cells a star. If they overfill it,
/// every cover has room to spare for as many.
struct Filling: ~Copyable {
  /// The cells that could become marks or stars.
  private(set) var marks = Memory<UInt64>(0)
  private(set) var stars = Memory<UInt64>(0)
  /// The least slack that any cover has.
  fileprivate(set) var leastSlack = 0
  /// The cells on which a star would cost one that is placed, two and three, one behind the other;
  /// and behind them those that are placed.
  fileprivate var losses = Memory<UInt64>(0)
  fileprivate var room = Memory<Int16>(0)

  /// No cell has more than three containers, counted twice at most.
  static let heaviestPossible = 6

  mutating func reserve(words: Int, containers: Int) {
    marks = Memory(words)
    stars = Memory(words)
    losses = Memory(4 * words)
    room = Memory(containers)
  }
}

extension ArgumentSearch {
  /// The cells that are held at least so often.
  @inline(__always)
  private func atLeast(_ weight: Int) -> UnsafeMutablePointer<UInt64> {
    plane + (weight - 1) * board.words
  }

  /// Looks for what an argument that holds what is held could show.
  ///
  /// - Returns: Whether there are cells that could follow.
  mutating func findTargets() -> Bool {
    let words = board.words
    filling.leastSlack = 0
    let heldCells = atLeast(1)
    let count = board.count
    for word in 0..<words {
      let isCell: UInt64 = 64 * word < count ? ~(.max << (count - 64 * word)) : 0
      filling.marks[word] = isCell & ~known[word]
      filling.stars[word] = heldCells[word] & ~known[word]
    }
    guard tryStars(backwards: false), tryStars(backwards: true) else { return false }
    var isAnyLeft: UInt64 = 0
    for word in 0..<words {
      var asked: UInt64 = 0
      while case let rest = filling.marks[word] & ~asked, rest != 0 {
        let bit = rest & (0 &- rest)
        asked |= bit
        if !tryStars(with: 64 * word + rest.trailingZeroBitCount, backwards: false) {
          return false
        }
      }
    }
    for word in 0..<words {
      var asked: UInt64 = 0
      while case let rest = filling.stars[word] & ~asked, rest != 0 {
        let bit = rest & (0 &- rest)
        asked |= bit
        let cell = 64 * word + rest.trailingZeroBitCount
        if !tryStars(without: cell, backwards: false) { return false }
        if filling.stars[word] & bit != 0 && !tryStars(without: cell, backwards: true) {
          return false
        }
      }
    }
    for word in 0..<words { isAnyLeft |= filling.marks[word] | filling.stars[word] }
    return isAnyLeft != 0
  }

  /// Puts stars on cells that are held, as they come.
  ///
  /// - Parameters:
  ///   - first: A cell that has one for certain.
  ///   - last: A cell that has none for certain.
  ///   - backwards: Whether the last cells come first.
  /// - Returns: `false` where they overfill what is held so far that no argument is left.
  private mutating func tryStars(
    with first: Int? = nil, without last: Int? = nil, backwards: Bool
  ) -> Bool {
    found.trials &+= 1
    let words = board.words
    let losses = filling.losses.base
    let placed = losses + 3 &* words
    let heldCells = UnsafePointer(atLeast(1))
    filling.room.base.update(from: board.stars.base, count: board.containerCount)
    for index in 0..<heldCount { filling.room[held[unchecked: index]] = .max }
    almanac_cells_clear(losses, 4 &* words)
    var sum = 0
    if let first { sum &+= putStar(first) }
    let (lastWord, lastBit) = last.map { ($0 / 64, UInt64(1) &<< UInt64($0 & 63)) } ?? (-1, 0)
    var step = 0
    while step < words {
      let word = backwards ? words &- 1 &- step : step
      var free = heldCells[word] & ~losses[word]
      if word == lastWord { free &= ~lastBit }
      if free == 0 {
        step &+= 1
        continue
      }
      let bit = backwards ? 63 &- free.leadingZeroBitCount : free.trailingZeroBitCount
      sum &+= putStar(64 &* word &+ bit)
    }
    let spare = sum &- need
    if spare < 0 { return true }
    filling.leastSlack = max(filling.leastSlack, spare)
    if spare > slackLimit { return false }
    let (marks, stars) = (filling.marks.base, filling.stars.base)
    // A star fits on a cell if others make room for it, and no more is lost than can be.
    let one = heaviest > spare ? UnsafePointer(atLeast(heaviest &- spare)) : nil
    let two = 2 &* heaviest > spare ? UnsafePointer(atLeast(2 &* heaviest &- spare)) : nil
    for word in 0..<words {
      stars[word] &= placed[word]
      var marked = marks[word] & losses[word] & ~placed[word]
      marked &= losses[words &+ word] | ~(one?[word] ?? .max)
      if spare >= heaviest {
        marked &= losses[2 &* words &+ word] | ~(two?[word] ?? .max)
      }
      marks[word] = marked
    }
    return true
  }

  /// Puts a star on a cell.
  ///
  /// - Returns: How often it counts.
  @inline(__always)
  private func putStar(_ cell: Int) -> Int {
    let words = board.words
    let losses = filling.losses.base
    almanac_cells_lose(losses, board.near.base + words &* cell, words)
    let parts = board.partsOfCell.base + 8 &* cell
    for slot in 0..<3 {
      let container = Int(parts[slot])
      if container < 0 || container >= board.containerCount { break }
      let room = filling.room[container] &- 1
      filling.room[container] = room
      if room == 0 { almanac_cells_lose(losses, board.masks.base + words &* container, words) }
    }
    let (word, bit) = (cell / 64, UInt64(1) &<< UInt64(cell & 63))
    losses[3 &* words &+ word] |= bit
    if heaviest == 1 { return atLeast(1)[word] & bit != 0 ? 1 : 0 }
    var weight = 0
    while weight < heaviest, atLeast(weight &+ 1)[word] & bit != 0 { weight &+= 1 }
    return weight
  }
}
