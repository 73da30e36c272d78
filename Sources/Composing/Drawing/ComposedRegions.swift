import Generating
import Solving
import StarBattle

/// Regions around stars, within what is known of them: drawn, and then changed border by border.
///
/// Cells move in orbits of the symmetry, as they are drawn (`RegionDraft`).
struct ComposedRegions: ~Copyable {
  let grid: Grid
  var canvas: RegionCanvas
  private var draft: RegionDraft
  /// The wish that some regions are pentominoes, all of them different, and all others are not.
  private let pentominoes: Composition.Pentominoes?
  /// The regions that are pentominoes, whichever.
  private let isSized: [Bool]

  init(_ frame: CompositionFrame, pentominoes: Composition.Pentominoes?) {
    grid = frame.grid
    draft = RegionDraft(frame)
    self.pentominoes = pentominoes
    canvas = RegionCanvas(grid: grid)
    isSized = (0..<grid.side).map {
      frame.parts.indices.contains($0) && frame.wish(of: $0) == pentominoes?.wish
    }
  }

  // MARK: - Drawing

  /// Draws regions around stars, each with its quota.
  ///
  /// - Returns: Whether that was possible with this chance.
  mutating func draw(_ solution: Solution, _ random: inout SeededGenerator) -> Bool {
    draft.begin(solution)
    var growth = RegionGrowth(draft)
    guard growth.run(&random) else { return false }
    var balance = RegionBalance(growth.draft)
    guard balance.run(&random) else { return false }
    draft = balance.draft
    for (cell, label) in draft.labels.enumerated() {
      canvas.layout.move(cell, to: label)
      // From here on pentominoes may become others.
      if isSized[label] { draft.isFixed[cell] = false }
    }
    return keepsPentominoes && draft.keepsApart
  }

  // MARK: - Moving borders

  /// Parts two regions beside a cell anew, on the layout.
  mutating func kick(near cell: Int, _ random: inout SeededGenerator) -> Bool {
    let before = draft.labels.indices.map { canvas.layout.region(of: $0) }
    draft.restore(before)
    let beside = draft.neighbours(of: cell)
    let other = beside[random.below(beside.count)]
    let (first, second) = (before[cell], before[other])
    guard first != second, !draft.isWhole[first], !draft.isWhole[second],
      draft.canPart(first, second)
    else { return false }
    draft.part(first, second, from: cell, &random)
    lay(draft.labels, over: before)
    if draft.excess == 0 && draft.keepsSize && draft.keepsApart && keepsPentominoes { return true }
    lay(before, over: draft.labels)
    return false
  }

  /// Brings the layout from regions to others.
  private mutating func lay(_ labels: [Int], over before: [Int]) {
    for cell in labels.indices where labels[cell] != before[cell] {
      canvas.layout.move(cell, to: labels[cell])
    }
  }

  /// A move of cells that has been made, and can be undone.
  struct Move {
    fileprivate var moved: [(cell: Int, home: Int)]
  }

  /// Moves a cell without a star, and its images, to the region of a neighbour.
  ///
  /// - Returns: The move; `nil` where it cannot be made, and nothing has changed.
  mutating func move(_ cell: Int, _ random: inout SeededGenerator) -> Move? {
    if draft.isStar[cell] || draft.isFixed[cell] { return nil }
    let home = canvas.layout.region(of: cell)
    var target = home
    var choices = 0
    for next in draft.neighbours(of: cell) {
      let region = canvas.layout.region(of: next)
      if region == home || draft.isWhole[region] && !isSized[region] { continue }
      choices += 1
      if random.below(choices) == 0 { target = region }
    }
    guard target != home, favours(cell, from: home, to: target, &random) else { return nil }
    var move = Move(moved: [])
    guard give(cell, to: target, &move), mend(&move, &random), keepsPentominoes else {
      undo(move)
      return nil
    }
    return move
  }

  /// Gives a cell and its images to other regions, on the layout.
  ///
  /// - Returns: Whether all of them could be given; if not, some have been.
  private mutating func give(_ cell: Int, to target: Int, _ move: inout Move) -> Bool {
    guard let orbit = draft.orbit(of: cell, target) else { return false }
    for (member, label) in orbit {
      let old = canvas.layout.region(of: member)
      let isBeside = draft.neighbours(of: member).contains { canvas.layout.region(of: $0) == label }
      let isKept =
        draft.frame.apart[member]?.contains { canvas.layout.region(of: $0) == label } ?? false
      guard isBeside, !isKept, old != label, canvas.canSpare(member) else { return false }
      canvas.layout.move(member, to: label)
      move.moved.append((member, old))
    }
    return true
  }

  /// Gives pentominoes that have become larger or smaller their five cells again.
  private mutating func mend(_ move: inout Move, _ random: inout SeededGenerator) -> Bool {
    for _ in 0..<4 {
      let odd = (0..<grid.side).first { isSized[$0] && canvas.layout.size(of: $0) != 5 }
      guard let odd else { return true }
      let isLarge = canvas.layout.size(of: odd) > 5
      let moved = move.moved.map(\.cell)
      var ways: [(cell: Int, region: Int)] = []
      for cell in 0..<grid.cellCount
      where !draft.isStar[cell] && !draft.isFixed[cell] && !moved.contains(cell) {
        let home = canvas.layout.region(of: cell)
        if isLarge != (home == odd) { continue }
        for next in draft.neighbours(of: cell) {
          let region = canvas.layout.region(of: next)
          if region == home || !isLarge && region != odd { continue }
          let other = isLarge ? region : home
          let isFit =
            isSized[other]
            ? canvas.layout.size(of: other) == (isLarge ? 4 : 6) : !draft.isWhole[other]
          if isFit { ways.append((cell, region)) }
        }
      }
      random.shuffle(&ways)
      var isDone = false
      for way in ways.prefix(6) {
        let before = move.moved.count
        if give(way.cell, to: way.region, &move) {
          isDone = true
          break
        }
        for (cell, home) in move.moved[before...].reversed() { canvas.layout.move(cell, to: home) }
        move.moved.removeSubrange(before...)
      }
      if !isDone { return false }
    }
    return (0..<grid.side).allSatisfy { !isSized[$0] || canvas.layout.size(of: $0) == 5 }
  }

  mutating func undo(_ move: Move) {
    for (cell, home) in move.moved.reversed() { canvas.layout.move(cell, to: home) }
  }

  /// Whether a move is taken as far as looks go: one that makes borders longer half as often for
  /// each edge, and few that feed the largest regions.
  private func favours(
    _ cell: Int, from home: Int, to target: Int, _ random: inout SeededGenerator
  ) -> Bool {
    var longer = 0
    for next in draft.neighbours(of: cell) {
      let region = canvas.layout.region(of: next)
      longer += region == home ? 1 : region == target ? -1 : 0
    }
    if longer > 0 && random.below(1 << (2 * longer)) > 0 { return false }
    return canvas.layout.size(of: target) < 2 * grid.side || random.below(4) == 0
  }

  /// Moves borders at random towards shorter ones.
  mutating func relax(_ random: inout SeededGenerator) {
    for _ in 0..<(20 * grid.cellCount) { _ = move(random.below(grid.cellCount), &random) }
  }

  private var keepsPentominoes: Bool {
    guard let pentominoes else { return true }
    var seen: Set<FreeShape> = []
    for region in 0..<grid.side where canvas.layout.size(of: region) == 5 {
      let cells = (0..<grid.cellCount).filter { canvas.layout.region(of: $0) == region }
      if !seen.insert(FreeShape(cells: cells, side: grid.side).turnless).inserted { return false }
    }
    return seen.count == pentominoes.count
  }
}
