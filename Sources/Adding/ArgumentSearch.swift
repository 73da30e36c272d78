import StarBattle

/// Finds the smallest arguments of adding up on a board; see `Adding.md`.
///
/// All sets of containers that can be *held* are gone through, each once or twice, and for each all
/// ways to *cover* their open cells by other containers and tiles that between them can have hardly
/// more stars than are held. Sizes are tried from the smallest up, so the first that shows
/// something is the smallest there is.
package struct ArgumentSearch: ~Copyable {
  /// How often a part may count.
  package static let mostTimes = 2

  private let board: OpenBoard
  private let count: Int
  private let containerCount: Int
  private let words: Int

  /// How many more stars the cover may have room for than are held.
  private let mostSlack: Int

  /// The stars of each part.
  private let stars: UnsafeMutablePointer<Int32>
  /// The open cells of part `p`, from `starts[p]` to before `starts[p + 1]`.
  private let starts: UnsafeMutablePointer<Int32>
  private let members: UnsafeMutablePointer<UInt16>
  /// The parts of each cell, eight places a cell, those left over filled with -1.
  private let partsOfCell: UnsafeMutablePointer<Int16>
  /// For each cell, the cells that a tile shares with it; `words` a cell.
  private let near: UnsafeMutablePointer<UInt64>
  /// The cells of each container, as bits.
  private let masks: UnsafeMutablePointer<UInt64>
  /// How many open cells two containers share, at `containerCount * first + second`.
  private let shared: UnsafeMutablePointer<UInt8>

  // The state of the search.
  /// How often each cell is held, less how often it is covered.
  private let weights: UnsafeMutablePointer<Int32>
  /// How often each part counts: more than 0 where held, less where it covers.
  private let times: UnsafeMutablePointer<Int32>
  /// How many branches of the search may not use a part again.
  private let barred: UnsafeMutablePointer<Int32>
  /// Cells that no part will cover.
  private let isLeft: UnsafeMutablePointer<Bool>
  private var leftCount = 0
  /// The cells that are held.
  private let heldCells: UnsafeMutablePointer<UInt16>
  private var heldCount = 0
  /// How much of what is held lies in each container; one row a container held.
  private let overlaps: UnsafeMutablePointer<Int32>
  private var held: [Int] = []
  private let blocked: UnsafeMutablePointer<UInt64>
  private let placed: UnsafeMutablePointer<UInt64>
  private let room: UnsafeMutablePointer<Int32>

  // What could follow from what is held.
  private let canMark: UnsafeMutablePointer<Bool>
  private let canStar: UnsafeMutablePointer<Bool>
  private let targets: UnsafeMutablePointer<UInt16>
  private var targetCount = 0
  private var isStarPossible = false
  /// The least slack that any cover has.
  private var leastSlack = 0
  private var heaviestHeld = 0
  /// What is held, and what of it twice, a bit a container; and the sets that show nothing.
  private var heldKey = HeldKey()
  private var barren: Set<HeldKey> = []

  private var size = 0
  private var used = 0
  private var need = 0
  private var capacity = 0
  private var uncovered = 0
  /// The weights of all cells before anything is covered.
  private var heldWeight = 0
  /// Whether no cell is held more than once.
  private var isPlain: Bool { heldWeight == uncovered }
  private var slackLimit = 0

  // What is known so far to follow.
  private var known: [Bool]
  private var found = Arguments()

  package init(_ board: OpenBoard, mostSlack: Int = 2) {
    self.board = board
    self.mostSlack = mostSlack
    count = board.cells.count
    containerCount = board.containerCount
    let partCount = board.parts.count
    words = (count + 63) / 64
    stars = .zeroed(partCount)
    starts = .zeroed(partCount + 1)
    members = .zeroed(board.parts.reduce(0) { $0 + $1.cells.count })
    partsOfCell = .zeroed(8 * count)
    partsOfCell.update(repeating: -1, count: 8 * count)
    near = .zeroed(words * count)
    masks = .zeroed(words * containerCount)
    shared = .zeroed(containerCount * containerCount)
    weights = .zeroed(count)
    times = .zeroed(partCount)
    barred = .zeroed(partCount)
    overlaps = .zeroed(containerCount * (containerCount + 1))
    isLeft = .allocate(capacity: max(1, count))
    isLeft.initialize(repeating: false, count: max(1, count))
    heldCells = .zeroed(count)
    canMark = .allocate(capacity: max(1, count))
    canStar = .allocate(capacity: max(1, count))
    canMark.initialize(repeating: false, count: max(1, count))
    canStar.initialize(repeating: false, count: max(1, count))
    targets = .zeroed(count)
    blocked = .zeroed(words)
    placed = .zeroed(words)
    room = .zeroed(containerCount)
    known = Array(repeating: false, count: count)
    load()
  }

  deinit {
    stars.deallocate()
    starts.deallocate()
    members.deallocate()
    partsOfCell.deallocate()
    near.deallocate()
    masks.deallocate()
    shared.deallocate()
    weights.deallocate()
    times.deallocate()
    barred.deallocate()
    overlaps.deallocate()
    isLeft.deallocate()
    heldCells.deallocate()
    canMark.deallocate()
    canStar.deallocate()
    targets.deallocate()
    blocked.deallocate()
    placed.deallocate()
    room.deallocate()
  }

  private func load() {
    var next: Int32 = 0
    for (index, part) in board.parts.enumerated() {
      stars[index] = Int32(part.stars)
      starts[index] = next
      for cell in part.cells {
        members[Int(next)] = UInt16(cell)
        next += 1
        var slot = 8 * cell
        while partsOfCell[slot] >= 0 { slot += 1 }
        partsOfCell[slot] = Int16(index)
        if index < containerCount {
          masks[words * index + cell / 64] |= 1 << UInt64(cell % 64)
        } else {
          for other in part.cells { near[words * cell + other / 64] |= 1 << UInt64(other % 64) }
        }
      }
    }
    starts[board.parts.count] = next
    for first in 0..<containerCount {
      for second in 0..<containerCount where second != first {
        var sum = 0
        for word in 0..<words {
          sum += (masks[words * first + word] & masks[words * second + word]).nonzeroBitCount
        }
        shared[containerCount * first + second] = UInt8(sum)
      }
    }
  }

  /// Finds the smallest arguments, of as many parts as a range has.
  ///
  /// Between them they bring all that any argument of that size does.
  package mutating func find(sizes: ClosedRange<Int>) -> Arguments {
    found = Arguments()
    for cell in 0..<count { known[cell] = false }
    slackLimit = mostSlack
    for size in sizes {
      self.size = size
      hold(from: 0)
      if found.contradiction != nil || !found.all.isEmpty { break }
    }
    return found
  }

  // MARK: - What is held

  private mutating func hold(from first: Int) {
    for container in first..<containerCount {
      for _ in 0..<ArgumentSearch.mostTimes {
        hold(container)
        let fewest = fewestParts()
        guard fewest <= size - used else { break }
        if !barren.contains(heldKey) {
          if findTargets() { cover() } else if found.all.isEmpty { barren.insert(heldKey) }
        }
        if found.contradiction != nil { break }
        if fewest < size - used { hold(from: container + 1) }
      }
      while times[container] > 0 { release(container) }
      if found.contradiction != nil { return }
    }
  }

  private mutating func hold(_ container: Int) {
    if times[container] == 0 {
      used += 1
      let last = overlaps + containerCount * held.count
      (last + containerCount).update(from: last, count: containerCount)
      held.append(container)
    }
    let row = overlaps + containerCount * held.count
    for other in 0..<containerCount {
      row[other] &+= Int32(shared[containerCount * container + other])
    }
    heldKey.toggle(container, times: times[container])
    times[container] += 1
    need += Int(stars[container])
    heldWeight += Int(starts[container + 1] - starts[container])
    for index in Int(starts[container])..<Int(starts[container + 1]) {
      let cell = Int(members[index])
      if weights[cell] == 0 { uncovered += 1 }
      weights[cell] += 1
    }
  }

  private mutating func release(_ container: Int) {
    times[container] -= 1
    heldKey.toggle(container, times: times[container])
    need -= Int(stars[container])
    heldWeight -= Int(starts[container + 1] - starts[container])
    for index in Int(starts[container])..<Int(starts[container + 1]) {
      let cell = Int(members[index])
      weights[cell] -= 1
      if weights[cell] == 0 { uncovered -= 1 }
    }
    if times[container] == 0 {
      used -= 1
      held.removeLast()
    }
  }

  /// How many parts it takes at least to cover what is held; more than are left where these
  /// cannot.
  ///
  /// Cells that will be stars need no part; they bring no more stars than are held. With more
  /// containers held there would be more to cover, and fewer parts for it.
  private func fewestParts() -> Int {
    let places = size - used
    var rest = Int32(heldWeight - need)
    if rest <= 0 { return 0 }
    let tile = Int32(isPlain ? 4 : 4 * ArgumentSearch.mostTimes)
    let row = overlaps + containerCount * held.count
    var largest = tile
    for container in 0..<containerCount { largest = max(largest, row[container]) }
    if Int(largest) * places < rest { return places + 1 }
    // The largest overlaps, from the largest down.
    var best = SIMD16<Int32>(repeating: tile)
    for container in 0..<containerCount where row[container] > best[places - 1] {
      if times[container] != 0 { continue }
      var value = row[container]
      for place in 0..<places where best[place] < value {
        (best[place], value) = (value, best[place])
      }
    }
    for place in 0..<places {
      rest -= best[place]
      if rest <= 0 { return place + 1 }
    }
    return places + 1
  }

  // MARK: - What could follow

  /// Looks for what an argument that holds what is held could show.
  ///
  /// Say that stars stand on some open cells, no two of them in a tile, and that no container that
  /// might cover has more than it needs. If they fill what is held, then every argument agrees with
  /// them: it marks none of them, and makes none of the other cells a star. If they overfill it,
  /// every cover has room to spare for as many.
  ///
  /// - Returns: Whether there are cells that could follow; they are in `targets` and `starTargets`.
  private mutating func findTargets() -> Bool {
    heldCount = 0
    heaviestHeld = 0
    for cell in 0..<count {
      let weight = Int(weights[cell])
      if weight > 0 {
        heldCells[heldCount] = UInt16(cell)
        heldCount += 1
        heaviestHeld = max(heaviestHeld, weight)
      }
      canMark[cell] = !known[cell]
      canStar[cell] = !known[cell] && weight > 0
    }
    leastSlack = 0
    guard tryStars(backwards: false), tryStars(backwards: true) else {
      return false
    }
    for cell in 0..<count where canMark[cell] {
      if !tryStars(with: cell, backwards: false) { return false }
    }
    for cell in 0..<count where canStar[cell] {
      if !tryStars(without: cell, backwards: false) { return false }
      if canStar[cell], !tryStars(without: cell, backwards: true) { return false }
    }
    targetCount = 0
    isStarPossible = false
    for cell in 0..<count {
      if canMark[cell] {
        targets[targetCount] = UInt16(cell)
        targetCount += 1
      }
      if canStar[cell] { isStarPossible = true }
    }
    return targetCount > 0 || isStarPossible
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
    for container in 0..<containerCount { room[container] = stars[container] }
    for word in 0..<words {
      blocked[word] = 0
      placed[word] = 0
    }
    var sum = 0
    if let first { sum += putStar(first) }
    for index in 0..<heldCount {
      let cell = Int(heldCells[backwards ? heldCount - 1 - index : index])
      if cell != last && isFree(cell) { sum += putStar(cell) }
    }
    if sum < need { return true }
    leastSlack = max(leastSlack, sum - need)
    if leastSlack > mostSlack { return false }
    for cell in 0..<count where canMark[cell] || canStar[cell] {
      let isStar = placed[cell / 64] >> UInt64(cell % 64) & 1 != 0
      if canMark[cell] && (isStar || makesRoom(for: cell, losing: sum - need)) {
        canMark[cell] = false
      }
      if !isStar { canStar[cell] = false }
    }
    return true
  }

  /// Whether a star fits on a cell if others make room for it and no more is lost than can be.
  @inline(__always)
  private func makesRoom(for cell: Int, losing spare: Int) -> Bool {
    var losses = 0
    for word in 0..<words {
      losses += (near[words * cell + word] & placed[word]).nonzeroBitCount
    }
    for slot in 8 * cell..<8 * cell + 3 {
      let container = Int(partsOfCell[slot])
      if container < 0 || container >= containerCount { break }
      if times[container] <= 0 && room[container] == 0 { losses += 1 }
    }
    return losses * heaviestHeld <= spare + Int(weights[cell])
  }

  @inline(__always)
  private func isFree(_ cell: Int) -> Bool {
    if blocked[cell / 64] >> UInt64(cell % 64) & 1 != 0 { return false }
    for slot in 8 * cell..<8 * cell + 3 {
      let container = Int(partsOfCell[slot])
      if container < 0 || container >= containerCount { break }
      if times[container] <= 0 && room[container] == 0 { return false }
    }
    return true
  }

  /// Puts a star on a cell.
  ///
  /// - Returns: How often it counts.
  @inline(__always)
  private func putStar(_ cell: Int) -> Int {
    for slot in 8 * cell..<8 * cell + 3 {
      let container = Int(partsOfCell[slot])
      if container < 0 || container >= containerCount { break }
      room[container] -= 1
    }
    for word in 0..<words { blocked[word] |= near[words * cell + word] }
    placed[cell / 64] |= 1 << UInt64(cell % 64)
    return Int(weights[cell])
  }

  /// Whether a cell that could follow can still come to.
  ///
  /// A mark has to be covered more often than it is held, by more than the slack there will be.
  private func isTargetLeft(slack: Int) -> Bool {
    let free = size - used
    for index in 0..<targetCount {
      let cell = Int(targets[index])
      var reach = -Int(weights[cell])
      if reach > slack { return true }
      var new = 0
      for slot in 8 * cell..<8 * cell + 8 {
        let part = Int(partsOfCell[slot])
        if part < 0 { break }
        if times[part] > 0 || barred[part] > 0 { continue }
        if times[part] == 0 {
          new += 1
        } else {
          reach += ArgumentSearch.mostTimes + Int(times[part])
        }
      }
      reach += min(new, free) * min(heaviestHeld, ArgumentSearch.mostTimes)
      if reach > slack { return true }
    }
    return false
  }

  // MARK: - What covers

  /// Covers what is still uncovered, in every way.
  private mutating func cover() {
    found.nodes += 1
    if uncovered == leftCount {
      // With fewer parts it was met when their number was tried, or is not asked for.
      if used == size { conclude() }
      return
    }
    guard let cell = nextCell() else { return }
    var tried: InlineArray<8, Int> = .init(repeating: -1)
    for slot in 0..<8 {
      let part = Int(partsOfCell[8 * cell + slot])
      if part < 0 { break }
      if times[part] > 0 || barred[part] > 0 { continue }
      let isNew = times[part] == 0
      if isNew ? used == size : times[part] == -ArgumentSearch.mostTimes { continue }
      if capacity + Int(stars[part]) > need + slackLimit { continue }
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
    guard canStar[cell] || known[cell] else { return }
    let weight = Int(weights[cell])
    let limit = slackLimit
    slackLimit = min(limit, weight - 1)
    capacity += weight
    if capacity <= need + slackLimit {
      isLeft[cell] = true
      leftCount += 1
      cover()
      leftCount -= 1
      isLeft[cell] = false
    }
    capacity -= weight
    slackLimit = limit
  }

  private mutating func lay(_ part: Int, isNew: Bool) {
    if isNew { used += 1 }
    times[part] -= 1
    capacity += Int(stars[part])
    for index in Int(starts[part])..<Int(starts[part + 1]) {
      let cell = Int(members[index])
      weights[cell] -= 1
      if weights[cell] == 0 { uncovered -= 1 }
    }
  }

  private mutating func lift(_ part: Int, isNew: Bool) {
    if isNew { used -= 1 }
    times[part] += 1
    capacity -= Int(stars[part])
    for index in Int(starts[part])..<Int(starts[part + 1]) {
      let cell = Int(members[index])
      if weights[cell] == 0 { uncovered += 1 }
      weights[cell] += 1
    }
  }

  /// The uncovered cell that the fewest parts can cover; `nil` where what is left cannot be covered
  /// within bounds.
  ///
  /// Cells of which no two can have a part in common need one each; a new one, where no part that
  /// is used already can count twice for them.
  private mutating func nextCell() -> Int? {
    for word in 0..<words { blocked[word] = 0 }
    var best = -1
    var fewest = Int.max
    var apart = 0
    var fresh = 0
    var heaviest = 0
    for index in 0..<heldCount {
      let cell = Int(heldCells[index])
      let weight = Int(weights[cell])
      if weight <= 0 || isLeft[cell] { continue }
      heaviest = max(heaviest, weight)
      let isApart = blocked[cell / 64] >> UInt64(cell % 64) & 1 == 0
      var choices = 0
      var isFresh = true
      for slot in 0..<8 {
        let part = Int(partsOfCell[8 * cell + slot])
        if part < 0 { break }
        if times[part] > 0 || barred[part] > 0 { continue }
        choices += 1
        if times[part] < 0 { isFresh = false }
        if isApart && part < containerCount {
          for word in 0..<words { blocked[word] |= masks[words * part + word] }
        }
      }
      if isApart {
        for word in 0..<words { blocked[word] |= near[words * cell + word] }
        apart += 1
        if isFresh { fresh += 1 }
      }
      if choices < fewest {
        fewest = choices
        best = cell
      }
    }
    if capacity + apart > need + slackLimit { return nil }
    // Where there are not parts enough, some cell has to become a star.
    if fresh > size - used, capacity + apart > need + heaviest - 1 { return nil }
    if isStarPossible { return best }
    return isTargetLeft(slack: max(leastSlack, capacity + apart - need)) ? best : nil
  }

  // MARK: - What follows

  private mutating func conclude() {
    let slack = capacity - need
    if slack < 0 {
      found.contradiction = addends
      return
    }
    var isNews = false
    for cell in 0..<count where weights[cell] != 0 {
      let weight = Int(weights[cell])
      if abs(weight) > slack && !known[cell] { isNews = true }
    }
    if !isNews { return }
    var (starred, marked): ([Int], [Int]) = ([], [])
    for cell in 0..<count {
      let weight = Int(weights[cell])
      if abs(weight) <= slack { continue }
      known[cell] = true
      if weight > 0 { starred.append(board.cells[cell]) } else { marked.append(board.cells[cell]) }
    }
    found.all.append(Argument(addends: addends, slack: slack, stars: starred, marks: marked))
  }

  private var addends: [Addend] {
    board.parts.indices.filter { times[$0] != 0 }.map {
      Addend(board.parts[$0].source, times: Int(times[$0]))
    }
  }
}

/// A set of containers that are held.
private struct HeldKey: Hashable {
  private var once: UInt128 = 0
  private var twice: UInt128 = 0

  /// Adds or takes away a container: one that is there once already comes in, or goes, twice.
  mutating func toggle(_ container: Int, times: Int32) {
    if times == 0 { once ^= 1 << UInt128(container) } else { twice ^= 1 << UInt128(container) }
  }
}

extension UnsafeMutablePointer {
  /// Memory for some numbers, all zero.
  fileprivate static func zeroed(_ count: Int) -> Self where Pointee: FixedWidthInteger {
    let memory = allocate(capacity: max(1, count))
    memory.initialize(repeating: 0, count: max(1, count))
    return memory
  }
}
