import CLanes

/// Finds the smallest arguments of adding up on a board; see `Adding.md`.
///
/// All sets of containers that can be *held* are gone through, each once or twice, and for each all
/// ways to *cover* their open cells by other containers and tiles that between them can have hardly
/// more stars than are held. Sizes are tried from the smallest up, so the first that shows
/// something is the smallest there is.
///
/// Where a single part covers, a single container is held, or two parts cover, what is gone through
/// is small (`ArgumentSearch+OnePart.swift`, `+OneContainer.swift`, `+TwoParts.swift`). Otherwise
/// what may be held is bounded (`+Holding.swift`), then what it could show (`+Filling.swift`),
/// before covers are looked for (`+Covering.swift`).
package struct ArgumentSearch: ~Copyable {
  /// How often a part may count.
  package static let mostTimes = 2

  /// The most parts that an argument may have.
  package static let mostParts = 12

  /// How many more stars the cover may have room for than are held.
  static let mostSlack = 2

  var board = OpenBoard()
  var found = Arguments()
  /// What is known so far to follow, a bit a cell.
  var known = Memory<UInt64>(0)

  // What is looked for.
  /// How many parts are looked for at the moment.
  var size = 0
  /// Whether it is known what tiles show of single containers.
  var isTiled = false
  /// The containers of which one at least has to be held, and whether one is.
  var isNew = Memory<UInt8>(0)
  var isAnyNew = false

  // What is held.
  /// The containers, each once.
  var held: InlineArray<12, Int> = .init(repeating: 0)
  var heldCount = 0
  /// The stars that they need, and their cells, each as often as it counts.
  var need = 0
  var heldWeight = 0
  /// Whether no cell is held twice.
  var isPlain = true
  /// Whether containers that are held cross, where one part covers.
  var isCrossed = false

  // What is held and covered.
  /// How often each part counts: more than 0 where held, less where it covers.
  var times = Memory<Int32>(0)
  /// The stars of each part; far more for those that cannot cover, as containers that are held.
  var costs = Memory<Int16>(0)
  static let costOfHeld: Int16 = 1000
  /// How often cells are held, less how often they are covered: `CoverPlanes.count` sets of cells
  /// for each time that a container has been held or a part laid, and how often that is.
  private var planes = Memory<UInt64>(0)
  var level = 0
  /// How often the cell is held that is held most.
  var heaviest = 0
  /// How much more room than stars there may be.
  var slackLimit = 0

  // Covering from cell to cell.
  /// How many branches of the search may not use a part again.
  var barred = Memory<Int32>(0)
  var used = 0
  var capacity = 0
  /// How often cells are held and neither covered nor left, all together.
  var uncovered = 0
  /// The cells that no part will cover.
  var left = Memory<UInt64>(0)
  var blocked = Memory<UInt64>(0)
  var filling = Filling()
  /// The sets of containers that show nothing, whatever covers them.
  var barren: Set<HeldSet> = []

  // For each number of containers held and of parts that cover: how far each container is from
  // being covered, and the containers by it.
  var deficits = Memory<Int32>(0)
  var order = Memory<Int16>(0)
  /// What the containers held share with each part: each counted once, and as often as it is held;
  /// a row for each number of them.
  var once = Memory<Int16>(0)
  var often = Memory<Int16>(0)

  // One part that covers.
  /// How many stars each container needs, less its open cells.
  var lacks = Memory<Int16>(0)
  /// What each container brings to the part: the stars that it needs, less its cells that the part
  /// lacks.
  var brought = Memory<Int16>(0)
  /// The most that a container brings to each part, and the parts to which one does not bring less
  /// than nothing.
  var mostBrought = Memory<Int16>(0)
  var coverable = Memory<UInt16>(0)
  var coverableCount = 0
  /// How many cells each container shares with a tile, while it is asked for.
  var ofTile = Memory<Int16>(0)

  // Two parts that cover.
  /// What each part is worth to what is held, counted once and behind that twice: the cells that it
  /// covers, less its stars.
  var worths = Memory<Int16>(0)
  /// Containers or parts that come into question.
  var candidates = Memory<UInt16>(0)

  var single = SingleContainer()
  private var capacityOfMemory = 0

  package init() {}

  /// How often cells are held less how often they are covered, as it stands.
  var plane: UnsafeMutablePointer<UInt64> {
    planes.base + level &* CoverPlanes.count &* board.words
  }

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
    reserve(side)
    costs.base.update(from: board.stars.base, count: board.stride)
    for container in 0..<board.containerCount {
      lacks[container] = board.stars[container] - Int16(board.size(of: container))
    }
    for part in board.containerCount..<board.firstTile {
      costs[part] = ArgumentSearch.costOfHeld
      lacks[part] = -ArgumentSearch.costOfHeld
    }
    times.clear(board.stride)
    barred.clear(board.stride)
    // Behind the last part stands one that cannot be used.
    for part in board.partCount...board.stride { costs[part] = ArgumentSearch.costOfHeld }
    barred[board.stride] = 1
    single.forget()
    barren.removeAll(keepingCapacity: true)
    left.clear(board.words)
    once.clear(board.stride)
    often.clear(board.stride)
  }

  private mutating func reserve(_ side: Int) {
    if side <= capacityOfMemory { return }
    capacityOfMemory = side
    let (words, containers) = (OpenBoard.words(for: side * side), 3 * side)
    let parts = OpenBoard.mostParts(ofSide: side)
    known = Memory(words)
    isNew = Memory(containers)
    times = Memory(parts)
    costs = Memory(parts)
    planes = Memory(
      words * CoverPlanes.count * (ArgumentSearch.mostTimes * ArgumentSearch.mostParts + 1))
    barred = Memory(parts)
    left = Memory(words)
    blocked = Memory(words)
    filling.reserve(words: words, containers: containers)
    deficits = Memory(containers)
    order = Memory(containers)
    once = Memory(parts * (ArgumentSearch.mostParts + 1))
    often = Memory(parts * (ArgumentSearch.mostParts + 1))
    lacks = Memory(parts)
    brought = Memory(parts)
    mostBrought = Memory(parts)
    coverable = Memory(parts)
    ofTile = Memory(parts)
    worths = Memory(2 * parts)
    candidates = Memory(4 * parts)
    single.reserve(parts: parts)
  }

  /// Finds the smallest arguments, of as many parts as a range has.
  ///
  /// Between them they bring all that any argument of that size does.
  ///
  /// - Parameters:
  ///   - sizes: How many parts.
  ///   - isTiled: Whether it is known what follows where tiles alone can hold no more stars than a
  ///     single container needs: such arguments need not be found, nor those in which one of these
  ///     tiles counts twice for a container that counts once.
  ///   - isChanged: Where nothing was found on the board before, and it has had marks since but no
  ///     star: whether a container has had one. An argument that shows something now holds such a
  ///     container: cells that are only covered might as well have stayed open.
  /// - Returns: The arguments.
  /// - Precondition: a board has been loaded; sizes are at most `mostParts`.
  package mutating func find(
    sizes: ClosedRange<Int>, isTiled: Bool = false, isChanged: ((Int) -> Bool)? = nil
  ) -> Arguments {
    self.isTiled = isTiled
    found = Arguments()
    known.clear(board.words)
    for container in 0..<board.containerCount {
      isNew[container] = isChanged?(board.number(of: container)) == false ? 0 : 1
    }
    measureParts()
    for size in sizes {
      self.size = size
      for count in 1...max(1, size - 1) where found.contradiction == nil {
        switch (count, size - count) {
        case (1...3, 1): holdUnderOnePart(count)
        case (1, let parts) where parts == 2 || parts == 3: holdOne(coveringWith: parts)
        case (2, 2): holdTwo()
        case (_, let parts): hold(count, coveringWith: parts)
        }
      }
      if found.contradiction != nil || !found.all.isEmpty { break }
    }
    return found
  }

  // MARK: - What is held

  /// Holds the cells of a container so often.
  mutating func raise(_ container: Int, _ count: Int) {
    let words = board.words
    for _ in 0..<count {
      let from = plane
      level &+= 1
      heaviest = almanac_cells_hold(
        plane, from, board.masks.base + words &* container, heaviest, words)
    }
  }

  /// The most slack with which something could follow.
  ///
  /// A mark has to be covered more often than that, and a star held more often. Where no cell is
  /// held twice, no part covers twice.
  func mostSlack(covering coverCount: Int, isPlain: Bool) -> Int {
    isPlain || coverCount == 0
      ? max(0, min(ArgumentSearch.mostSlack, coverCount - 1)) : ArgumentSearch.mostSlack
  }

  /// Takes down that a container is held so often; its cells are not held by that.
  mutating func take(_ container: Int, _ count: Int) {
    held[heldCount] = container
    heldCount &+= 1
    times[container] = Int32(count)
    need &+= count &* Int(board.stars[container])
    heldWeight &+= count &* board.size(of: container)
  }

  /// Holds nothing any more.
  mutating func letGo() {
    for index in 0..<heldCount { times[held[unchecked: index]] = 0 }
    (heldCount, need, heldWeight, level, heaviest) = (0, 0, 0, 0, 0)
    isPlain = true
  }
}
