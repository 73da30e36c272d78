import Generating
import Solving
import StarBattle

/// Regions being drawn around stars, within what is known of them.
///
/// Cells move in orbits of the symmetry: a cell with all its images, each to the image of the
/// region. So the symmetry holds at every moment.
struct ComposedRegions: ~Copyable {
  let grid: Grid
  let frame: CompositionFrame
  var canvas: RegionCanvas
  /// The region that each region goes to by the symmetry.
  private(set) var image: [Int]
  /// The regions that are what they are.
  private(set) var isWhole: [Bool]
  /// The cells that stay in their region.
  private(set) var isFixed: [Bool]
  private var isStar: [Bool]
  /// The wish that some regions are pentominoes, all of them different, and all others are not.
  private let pentominoes: Composition.Pentominoes?
  /// The regions that are pentominoes, whichever.
  private var isSized: [Bool] = []
  /// The fewest cells of a region that is not drawn whole.
  private let leastSize: Int

  /// The region of each cell while they are being drawn, -1 before.
  private var labels: [Int]
  private var stars: [Int]
  private var sizes: [Int]

  init(_ frame: CompositionFrame, pentominoes: Composition.Pentominoes?) {
    self.frame = frame
    grid = frame.grid
    self.pentominoes = pentominoes
    canvas = RegionCanvas(grid: grid)
    leastSize = RegionCanvas.leastSize(for: grid)
    image = []
    isWhole = []
    isFixed = []
    isStar = []
    labels = []
    stars = []
    sizes = []
  }

  // MARK: - Drawing

  /// Draws regions around stars, each with its quota.
  ///
  /// - Returns: Whether that was possible with this chance.
  mutating func draw(_ solution: Solution, _ random: inout SeededGenerator) -> Bool {
    begin(solution)
    guard seed(&random) else { return false }
    for part in frame.parts.indices where !isWhole[part] {
      guard join(part, &random) else { return false }
    }
    guard grow(&random), balance(&random) else { return false }
    for cell in labels.indices {
      canvas.layout.move(cell, to: labels[cell])
      // From here on pentominoes may become others.
      if isSized[labels[cell]] { isFixed[cell] = false }
    }
    return keepsPentominoes && keepsApart
  }

  private mutating func begin(_ solution: Solution) {
    let count = grid.side
    image = frame.image + Array(repeating: -1, count: count - frame.parts.count)
    isWhole = frame.isWhole + Array(repeating: false, count: count - frame.parts.count)
    isSized = (0..<count).map {
      frame.parts.indices.contains($0) && frame.wish(of: $0) == pentominoes?.wish
    }
    isFixed = frame.owner.map { $0 >= 0 }
    isStar = Array(repeating: false, count: grid.cellCount)
    for star in solution.stars { isStar[star] = true }
    labels = Array(repeating: -1, count: grid.cellCount)
    stars = Array(repeating: 0, count: count)
    sizes = stars
    for (part, cells) in frame.parts.enumerated() { for cell in cells { assign(cell, part) } }
  }

  private mutating func assign(_ cell: Int, _ label: Int) {
    let old = labels[cell]
    if old >= 0 {
      sizes[old] -= 1
      if isStar[cell] { stars[old] -= 1 }
    }
    labels[cell] = label
    sizes[label] += 1
    if isStar[cell] { stars[label] += 1 }
  }

  /// A cell's orbit with the regions that its cells get when it gets one; `nil` where a cell would
  /// get two.
  private func orbit(of cell: Int, _ label: Int) -> [(cell: Int, label: Int)]? {
    var orbit: [(cell: Int, label: Int)] = []
    var label = label
    for next in frame.orbit(of: cell) {
      if let other = orbit.first(where: { $0.cell == next }) {
        if other.label != label { return nil }
      } else {
        orbit.append((next, label))
      }
      label = image[label]
    }
    return orbit
  }

  /// Gives each region without a part its first cell.
  private mutating func seed(_ random: inout SeededGenerator) -> Bool {
    var next = frame.parts.count
    let side = grid.side
    var cells = (0..<grid.cellCount).filter { labels[$0] < 0 && isStar[$0] }
    random.shuffle(&cells)
    /// Cells that go to themselves, and so do their regions.
    let resting = (0..<grid.cellCount).filter { frame.symmetry.image(of: $0, side: side) == $0 }
    if frame.order > 1, !resting.isEmpty {
      let known = image[..<next].indices.count { image[$0] == $0 }
      let least = known == 0 ? 1 : 0
      let parity = (side - next) % frame.order
      var wanted = least
      if resting.count > 1 {
        while (side - next - wanted) % 2 != 0 { wanted += 1 }
        if random.below(2) == 0 && wanted + 2 <= side - next { wanted += 2 }
      } else if parity != wanted {
        return false
      }
      var free = resting.filter { labels[$0] < 0 }
      random.shuffle(&free)
      guard free.count >= wanted, next + wanted <= side else { return false }
      for cell in free.prefix(wanted) {
        image[next] = next
        assign(cell, next)
        next += 1
      }
    }
    guard (side - next) % frame.order == 0 else { return false }
    var rest = cells[...]
    while next < side {
      guard let cell = rest.popFirst() else { return false }
      let orbit = frame.orbit(of: cell)
      guard labels[cell] < 0, Set(orbit).count == frame.order else { continue }
      for (index, member) in orbit.enumerated() {
        image[next + index] = next + (index + 1) % frame.order
        assign(member, next + index)
      }
      next += frame.order
    }
    return true
  }

  private func neighbours(of cell: Int) -> [Int] {
    (0..<4).map { canvas.edges[cell * 4 + $0] }.filter { $0 >= 0 }
  }

  /// Joins the pieces of a part along free cells.
  private mutating func join(_ part: Int, _ random: inout SeededGenerator) -> Bool {
    while true {
      guard let first = labels.firstIndex(of: part) else { return true }
      var parent = [Int](repeating: -1, count: grid.cellCount)
      var piece: Set<Int> = [first]
      var open = [first]
      while let cell = open.popLast() {
        for next in neighbours(of: cell) where labels[next] == part {
          if piece.insert(next).inserted { open.append(next) }
        }
      }
      if piece.count == sizes[part] { return true }
      var queue = piece.sorted()
      random.shuffle(&queue)
      for cell in queue { parent[cell] = cell }
      var index = 0
      var end: Int?
      while index < queue.count && end == nil {
        let cell = queue[index]
        index += 1
        var ways = neighbours(of: cell)
        random.shuffle(&ways)
        for next in ways where parent[next] < 0 {
          if labels[next] == part {
            end = cell
            break
          }
          if labels[next] < 0, canTake(next, part) {
            parent[next] = cell
            queue.append(next)
          }
        }
      }
      guard var cell = end else { return false }
      while labels[cell] != part {
        guard let orbit = orbit(of: cell, part) else { return false }
        for (member, label) in orbit {
          guard labels[member] < 0 || labels[member] == label else { return false }
          if labels[member] < 0 { assign(member, label) }
        }
        cell = parent[cell]
      }
    }
  }

  /// Whether a cell may belong to a region, as far as cells are kept apart.
  private func canTake(_ cell: Int, _ label: Int) -> Bool {
    guard let others = frame.apart[cell] else { return true }
    return others.allSatisfy { labels[$0] != label }
  }

  /// Gives every cell to a region beside it, small regions first.
  private mutating func grow(_ random: inout SeededGenerator) -> Bool {
    var open = labels.indices.filter { labels[$0] < 0 }
    while !open.isEmpty {
      var best: (orbit: [(cell: Int, label: Int)], size: Int)?
      var hits = 0
      for _ in 0..<(8 * open.count) where hits < 3 {
        let cell = open[random.below(open.count)]
        let beside = neighbours(of: cell)
        let label = labels[beside[random.below(beside.count)]]
        // A cell that goes to itself belongs to a region that does, too.
        guard label >= 0, !isWhole[label], canTake(cell, label), let orbit = orbit(of: cell, label)
        else { continue }
        hits += 1
        if sizes[label] < best?.size ?? .max { best = (orbit, sizes[label]) }
      }
      guard let orbit = best?.orbit else { return false }
      for (member, label) in orbit where labels[member] < 0 { assign(member, label) }
      open.removeAll { labels[$0] >= 0 }
    }
    return true
  }

  // MARK: - Balance

  private var excess: Int {
    stars.reduce(0) { $0 + abs($1 - grid.stars) }
  }

  /// Parts regions anew until each has its quota.
  private mutating func balance(_ random: inout SeededGenerator) -> Bool {
    var last = excess
    for _ in 0..<(150 * grid.side) where last > 0 {
      let cell = random.below(grid.cellCount)
      let beside = neighbours(of: cell)
      let other = beside[random.below(beside.count)]
      let (first, second) = (labels[cell], labels[other])
      if first == second || isWhole[first] || isWhole[second] { continue }
      let isEven = stars[first] == grid.stars && stars[second] == grid.stars
      if isEven && random.below(4) > 0 { continue }
      let before = labels
      var isJoined = true
      if canRecombine(first, second) {
        recombine(cell, first, second, &random)
      } else {
        isJoined = shift(other, to: first)
      }
      let now = excess
      if !isJoined || now > last || !keepsSize || !labelsKeepApart {
        for index in before.indices where labels[index] != before[index] {
          assign(index, before[index])
        }
      } else {
        last = now
      }
    }
    return last == 0
  }

  private var keepsSize: Bool {
    sizes.indices.allSatisfy { isWhole[$0] || sizes[$0] >= leastSize }
  }

  private var labelsKeepApart: Bool {
    frame.apart.allSatisfy { cell, others in others.allSatisfy { labels[$0] != labels[cell] } }
  }

  /// Whether two regions and their images are all different.
  private func canRecombine(_ first: Int, _ second: Int) -> Bool {
    var labels: Set<Int> = []
    var (one, other) = (first, second)
    for _ in 0..<frame.order {
      guard labels.insert(one).inserted, labels.insert(other).inserted else { return false }
      (one, other) = (image[one], image[other])
    }
    return true
  }

  /// Gives a cell and its images to other regions.
  ///
  /// - Returns: Whether all regions still hang together.
  private mutating func shift(_ cell: Int, to label: Int) -> Bool {
    guard !isFixed[cell], let orbit = orbit(of: cell, label) else { return true }
    let homes = orbit.map { labels[$0.cell] }
    for (member, label) in orbit { assign(member, label) }
    for label in homes + orbit.map(\.label) where !isJoined(label) { return false }
    return true
  }

  private func isJoined(_ label: Int) -> Bool {
    guard let first = labels.firstIndex(of: label) else { return false }
    var reached = [Bool](repeating: false, count: labels.count)
    reached[first] = true
    var (open, count) = ([first], 1)
    while let cell = open.popLast() {
      for next in neighbours(of: cell) where labels[next] == label && !reached[next] {
        reached[next] = true
        count += 1
        open.append(next)
      }
    }
    return count == sizes[label]
  }

  /// Joins two regions and parts them anew where the quotas come out best.
  ///
  /// A random tree over their cells, cut at an edge that keeps what is fixed on its side.
  private mutating func recombine(
    _ root: Int, _ first: Int, _ second: Int, _ random: inout SeededGenerator
  ) {
    let count = sizes[first] + sizes[second]
    var cells: [Int] = []
    var parents: [Int] = []
    var place = [Int](repeating: -1, count: grid.cellCount)
    var waiting = [(cell: root, parent: 0)]
    while cells.count < count, !waiting.isEmpty {
      let pick = random.below(waiting.count)
      let (cell, parent) = waiting[pick]
      waiting[pick] = waiting[waiting.count - 1]
      waiting.removeLast()
      if place[cell] >= 0 { continue }
      place[cell] = cells.count
      cells.append(cell)
      parents.append(parent)
      for next in neighbours(of: cell) where place[next] < 0 {
        if labels[next] == first || labels[next] == second {
          waiting.append((next, place[cell]))
        }
      }
    }
    /// Size, stars and fixed cells of each region, in each branch.
    var branches = cells.map { cell in
      (
        size: 1, stars: isStar[cell] ? 1 : 0,
        first: isFixed[cell] && labels[cell] == first ? 1 : 0,
        second: isFixed[cell] && labels[cell] == second ? 1 : 0
      )
    }
    for index in stride(from: cells.count - 1, to: 0, by: -1) {
      let branch = branches[index]
      branches[parents[index]].size += branch.size
      branches[parents[index]].stars += branch.stars
      branches[parents[index]].first += branch.first
      branches[parents[index]].second += branch.second
    }
    let whole = branches[0]
    var (least, ties, cut, taker) = (Int.max, 0, 0, 0)
    for index in branches.indices.dropFirst() {
      let branch = branches[index]
      guard branch.size >= leastSize, whole.size - branch.size >= leastSize else { continue }
      let takers =
        (branch.second == 0 && branch.first == whole.first ? [first] : [])
        + (branch.first == 0 && branch.second == whole.second ? [second] : [])
      let worth =
        abs(branch.stars - grid.stars) + abs(whole.stars - branch.stars - grid.stars)
      for label in takers {
        if worth < least { (least, ties) = (worth, 0) }
        guard worth == least else { continue }
        ties += 1
        if random.below(ties) == 0 { (cut, taker) = (index, label) }
      }
    }
    guard cut > 0 else { return }
    var isIn = [Bool](repeating: false, count: cells.count)
    for index in cells.indices {
      isIn[index] = index == cut || index > cut && isIn[parents[index]]
      let label = isIn[index] == (taker == first) ? first : second
      for (member, label) in orbit(of: cells[index], label) ?? [] { assign(member, label) }
    }
  }

  // MARK: - Moving borders

  /// Parts two regions beside a cell anew, on the layout.
  mutating func kick(near cell: Int, _ random: inout SeededGenerator) -> Bool {
    for index in labels.indices { assign(index, canvas.layout.region(of: index)) }
    let beside = neighbours(of: cell)
    let other = beside[random.below(beside.count)]
    let (first, second) = (labels[cell], labels[other])
    guard first != second, !isWhole[first], !isWhole[second], canRecombine(first, second) else {
      return false
    }
    let before = labels
    recombine(cell, first, second, &random)
    for index in labels.indices where labels[index] != before[index] {
      canvas.layout.move(index, to: labels[index])
    }
    if excess == 0 && keepsSize && labelsKeepApart && keepsPentominoes { return true }
    for index in labels.indices where labels[index] != before[index] {
      canvas.layout.move(index, to: before[index])
    }
    return false
  }

  /// A move of cells that has been made, and can be undone.
  struct Move {
    fileprivate var moved: [(cell: Int, home: Int)]
  }

  /// Moves a cell without a star, and its images, to the region of a neighbour.
  ///
  /// - Returns: The move; `nil` where it cannot be made, and nothing has changed.
  mutating func move(_ cell: Int, _ random: inout SeededGenerator) -> Move? {
    if isStar[cell] || isFixed[cell] { return nil }
    let home = canvas.layout.region(of: cell)
    var target = home
    var choices = 0
    for next in neighbours(of: cell) {
      let region = canvas.layout.region(of: next)
      if region == home || isWhole[region] && !isSized[region] { continue }
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
    guard let orbit = orbit(of: cell, target) else { return false }
    for (member, label) in orbit {
      let old = canvas.layout.region(of: member)
      let isBeside = neighbours(of: member).contains { canvas.layout.region(of: $0) == label }
      let isKept =
        frame.apart[member]?.contains { canvas.layout.region(of: $0) == label } ?? false
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
      where !isStar[cell] && !isFixed[cell] && !moved.contains(cell) {
        let home = canvas.layout.region(of: cell)
        if isLarge != (home == odd) { continue }
        for next in neighbours(of: cell) {
          let region = canvas.layout.region(of: next)
          if region == home || !isLarge && region != odd { continue }
          let other = isLarge ? region : home
          let isFit =
            isSized[other]
            ? canvas.layout.size(of: other) == (isLarge ? 4 : 6) : !isWhole[other]
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
    for next in neighbours(of: cell) {
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

  private var keepsApart: Bool {
    frame.apart.allSatisfy { cell, others in
      others.allSatisfy {
        canvas.layout.region(of: $0) != canvas.layout.region(of: cell)
      }
    }
  }
}
