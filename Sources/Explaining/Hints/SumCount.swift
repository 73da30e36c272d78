import StarBattle

/// A sum as a player sees it: some containers hold stars, and others cover their cells.
///
/// It is counted on the board as it is now: since the sum was found, steps of the same cycle may
/// have decided some of its cells.
struct SumCount {
  /// The containers that are added, and those of them that count twice or more.
  let held: [Container]
  let heldOften: [Container]
  /// The containers and the tiles, by their top left cells, that are taken away.
  let covering: [Container]
  let tiles: [Int]
  /// Those of them that count twice or more.
  let coveringOften: [Container]
  let tilesOften: [Int]

  /// The stars that are still to come in what is held.
  let need: Int
  /// The most stars that there is room for in what covers.
  let room: Int
  /// Whether a cell that counts is held more than once.
  let isOverlapping: Bool
  /// How much more often each cell is covered than held; only cells that count.
  private let surplus: [Int: Int]

  /// Counts a sum on a board.
  ///
  /// - Parameters:
  ///   - addends: The sum.
  ///   - board: What is known.
  ///   - isRoom: Whether a cell counts: each one that is drawn open, or only those that a star can
  ///     still go to.
  init?(_ addends: [Addend], on board: KnownBoard, where isRoom: (Int) -> Bool) {
    let added = addends.filter { $0.times > 0 }
    let taken = addends.filter { $0.times < 0 }
    held = added.compactMap(\.container).sorted()
    covering = taken.compactMap(\.container).sorted()
    heldOften = added.filter { $0.times > 1 }.compactMap(\.container).sorted()
    coveringOften = taken.filter { $0.times < -1 }.compactMap(\.container).sorted()
    let side = board.side
    func block(_ corner: Int) -> [Int] { [corner, corner + 1, corner + side, corner + side + 1] }
    // A tile without a cell that counts says nothing.
    let living = taken.filter { addend in
      addend.tile.map { block($0).contains(where: isRoom) } ?? false
    }
    tiles = living.compactMap(\.tile).sorted()
    tilesOften = living.filter { $0.times < -1 }.compactMap(\.tile).sorted()
    if held.isEmpty { return nil }
    var (need, room) = (0, 0)
    var (holds, covers): ([Int: Int], [Int: Int]) = ([:], [:])
    for addend in added + taken {
      if let container = addend.container {
        let stars = addend.times * board.need(of: [container])
        if stars > 0 { need += stars } else { room -= stars }
        for cell in board.members(of: container) where isRoom(cell) {
          if stars > 0 {
            holds[cell, default: 0] += addend.times
          } else {
            covers[cell, default: 0] -= addend.times
          }
        }
      } else if let tile = addend.tile, tiles.contains(tile) {
        room -= addend.times
        for cell in block(tile) where isRoom(cell) {
          covers[cell, default: 0] -= addend.times
        }
      }
    }
    self.need = need
    self.room = room
    isOverlapping = holds.contains { $0.value > 1 }
    surplus = covers.merging(holds.mapValues { -$0 }) { $0 + $1 }
  }

  /// The cells that are not covered as often as they are held, ascending.
  var uncovered: [Int] { surplus.filter { $0.value < 0 }.map(\.key).sorted() }

  /// The same cells by how much more often they are held, ascending.
  var uncoveredByTimes: [(times: Int, cells: [Int])] {
    Dictionary(grouping: uncovered) { -(surplus[$0] ?? 0) }.map { ($0.key, $0.value) }
      .sorted { $0.0 < $1.0 }
  }

  /// The most that the cells that are not covered as often as they are held can bring.
  var mostBesides: Int { surplus.reduce(0) { $0 + max(0, -$1.value) } }

  /// How many places a star in a cell takes that are not its own.
  func waste(_ cell: Int) -> Int { surplus[cell] ?? 0 }
}
