import StarBattle

/// Level 13, ways: wherever the stars of a container go, some cells come out the same.
///
/// All ways to place the stars that a container still needs are tried, each followed with levels
/// 1–7. Those that fail are out. A cell that is a mark, or a star, in every way that is left is
/// one. The containers with the fewest ways come first: a person has to go through all of them.
///
/// - Observes: a container with few ways left to place its stars.
/// - Technique: enumeration, each way followed on.
/// - Deduces: marks and placements.
/// - Source: this project.
extension Rule {
  static let ways = Rule(
    code: 17, id: "hypothetical.ways", name: "every way to fill a container", level: 13, cost: 120,
    source: .ours, scope: .ways, wording: .ways,
    find: { solve, _, engine, layout in engine.fillEverywhere(solve.board, layout) },
    split: { solve, recorder, engine, layout in
      solve.recordWays(&recorder, &engine, layout)
    })
}

extension RuleEngine {
  /// The most ways that a container may have to be tried.
  ///
  /// Of 300 hard 14×14 that single assumptions do not solve, 16 of 60 solve with up to 20 ways, 25
  /// with 40, 49 with 100; one of six 21×21 needs 1,923.
  static let mostWays = 2000

  /// Concludes what the ways to fill a container have in common, for the containers with the fewest
  /// that have anything in common.
  mutating func fillEverywhere(_ board: borrowing Board, _ layout: borrowing Layout) {
    let start = copy board
    var common = Deductions()
    var last = 0
    for (ways, container) in containersByWays(start, layout) {
      if ways > last && !common.isEmpty { break }
      last = ways
      fill(container, start, layout, into: &common)
    }
    deductions = common
  }

  /// The containers that need stars and have at most `mostWays` to place them, those with the
  /// fewest first.
  func containersByWays(
    _ board: Board, _ layout: borrowing Layout
  ) -> [(ways: Int, container: Int)] {
    var containers: [(ways: Int, container: Int)] = []
    for container in 1..<ContainerNumber.region(layout.grid.side) where board.needs[container] > 0 {
      var count = 0
      forEachWay(to: container, board, layout) { _, _ in
        count += 1
        return count <= RuleEngine.mostWays
      }
      if count <= RuleEngine.mostWays { containers.append((count, container)) }
    }
    return containers.sorted { $0 < $1 }
  }

  /// What all ways to fill a container have in common.
  ///
  /// Where every way fails, none of the container's cells can hold a star.
  mutating func fill(
    _ container: Int, _ board: Board, _ layout: borrowing Layout, into common: inout Deductions
  ) {
    let side = layout.grid.side
    var marks = InlineArray<32, UInt32>(repeating: 0)
    var stars = InlineArray<32, UInt32>(repeating: 0)
    for row in 1...side {
      marks[row] = board.lines[row]
      stars[row] = board.lines[row]
    }
    var isAnyLeft = false
    var ways: [Board?] = []
    forEachWay(to: container, board, layout) { way, _ in
      ways.append(way)
      return true
    }
    for way in ways {
      guard var trial = way else { continue }
      guard propagate(&trial, layout, through: 7) else {
        deductions.clear()
        continue
      }
      isAnyLeft = true
      var left: UInt32 = 0
      for row in 1...side {
        marks[row] &= ~(trial.lines[row] | trial.stars[row])
        stars[row] &= trial.stars[row]
        left |= marks[row] | stars[row]
      }
      if left == 0 { return }
    }
    for row in 1...side {
      if isAnyLeft {
        common.mark(marks[row], in: row)
        common.place(stars[row], in: row)
      } else {
        common.mark(board.cells(of: container, in: row, layout), in: row)
      }
    }
  }

  /// Goes through the ways to place the stars that a container still needs, in the order of their
  /// cells.
  ///
  /// - Parameters:
  ///   - container: The container, by its number.
  ///   - board: What is known.
  ///   - layout: The layout of the board.
  ///   - body: Takes the board with the stars of a way, or `nil` where another container has no
  ///     use for one of them, and their cells (row-major, from 0); says whether to go on.
  func forEachWay(
    to container: Int, _ board: Board, _ layout: borrowing Layout,
    _ body: (Board?, [Int]) -> Bool
  ) {
    let side = layout.grid.side
    let cells = board.unknownCells(of: [container], layout)
    var stars: [Int] = []
    // A frame a star: the board before it, and the next cell to try.
    var frames: [(board: Board?, next: Int)] = [(board, 0)]
    let need = Int(board.needs[container])
    while let (now, next) = frames.last {
      if stars.count == need || next == cells.count {
        if stars.count == need && !body(now, stars) { return }
        frames.removeLast()
        if !stars.isEmpty { stars.removeLast() }
        continue
      }
      frames[frames.count - 1].next += 1
      let (row, column) = (cells[next] / side + 1, cells[next] % side + 1)
      let isBesideStar = stars.contains {
        abs($0 / side + 1 - row) <= 1 && abs($0 % side + 1 - column) <= 1
      }
      if isBesideStar { continue }
      var then = now
      if then?.place(row: row, column: column, layout) == false { then = nil }
      stars.append(cells[next])
      frames.append((then, next + 1))
    }
  }
}
