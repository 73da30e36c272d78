import CLanes
import StarBattle

/// Finds the smallest arguments of adding up on a board; see `Adding.md`.
///
/// All sets of containers that can be *held* are gone through, each once or twice, and for each all
/// ways to *cover* their open cells by other containers and tiles that between them can have hardly
/// more stars than are held. Sizes are tried from the smallest up, so the first that shows
/// something is the smallest there is.
///
/// What may be held is bounded in `ArgumentSearch+Holding.swift`; what it could show, in
/// `ArgumentSearch+Filling.swift`; what covers it, in `ArgumentSearch+Covering.swift`.
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
  var barren: Set<HeldSet> = []

  // For each number of containers held and of parts that cover: how far each container is from
  // being covered, and the containers by it.
  var deficits = Memory<Int32>(0)
  var order = Memory<Int16>(0)
  /// What the containers held share with each part: each counted once, and as often as it is held;
  /// a row for each number of them.
  var once = Memory<Int16>(0)
  var often = Memory<Int16>(0)
  /// The stars of each part; far more for containers that are held, which cannot cover.
  var costs = Memory<Int16>(0)
  static let costOfHeld: Int16 = 1000
  var reliefs = Memory<Int32>(0)
  /// For which numbers of containers held `reliefs` is there, a bit each.
  var loadedReliefs: UInt64 = 0
  private var capacityOfMemory = 0

  /// The most parts that are asked for, and how many are looked for at the moment.
  var mostParts = 0
  var size = 0
  var used = 0
  var need = 0
  var capacity = 0
  var slackLimit = 0
  /// The cells of the containers held, as often as they are held.
  var heldWeight = 0
  /// The containers of which one at least has to be held, and whether one is.
  var isNew = Memory<UInt8>(0)
  var isAnyNew = false
  /// Whether no cell is held twice.
  var isPlain = true

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
}
