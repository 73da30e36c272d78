import StarBattle

/// Draws regions for the first time: a first cell for each, the pieces of parts joined, and then
/// cell by cell until all have a region.
struct RegionGrowth {
  private(set) var draft: RegionDraft

  /// Goes on from a draft that has begun.
  init(_ draft: RegionDraft) { self.draft = draft }

  /// Gives every cell a region.
  ///
  /// - Returns: Whether that was possible with this chance.
  mutating func run(_ random: inout SeededGenerator) -> Bool {
    guard seed(&random) else { return false }
    for part in draft.frame.parts.indices where !draft.isWhole[part] {
      guard join(part, &random) else { return false }
    }
    return grow(&random)
  }

  /// Gives each region without a part its first cell.
  private mutating func seed(_ random: inout SeededGenerator) -> Bool {
    var next = draft.frame.parts.count
    let side = draft.grid.side
    var cells = (0..<draft.grid.cellCount).filter { draft.labels[$0] < 0 && draft.isStar[$0] }
    random.shuffle(&cells)
    /// Cells that go to themselves, and so do their regions.
    let resting = (0..<draft.grid.cellCount).filter {
      draft.frame.symmetry.image(of: $0, side: side) == $0
    }
    if draft.frame.order > 1, !resting.isEmpty {
      let known = draft.image[..<next].indices.count { draft.image[$0] == $0 }
      let least = known == 0 ? 1 : 0
      let parity = (side - next) % draft.frame.order
      var wanted = least
      if resting.count > 1 {
        while (side - next - wanted) % 2 != 0 { wanted += 1 }
        if random.below(2) == 0 && wanted + 2 <= side - next { wanted += 2 }
      } else if parity != wanted {
        return false
      }
      var free = resting.filter { draft.labels[$0] < 0 }
      random.shuffle(&free)
      guard free.count >= wanted, next + wanted <= side else { return false }
      for cell in free.prefix(wanted) {
        draft.image[next] = next
        draft.assign(cell, next)
        next += 1
      }
    }
    guard (side - next) % draft.frame.order == 0 else { return false }
    var rest = cells[...]
    while next < side {
      guard let cell = rest.popFirst() else { return false }
      let orbit = draft.frame.orbit(of: cell)
      guard draft.labels[cell] < 0, Set(orbit).count == draft.frame.order else { continue }
      for (index, member) in orbit.enumerated() {
        draft.image[next + index] = next + (index + 1) % draft.frame.order
        draft.assign(member, next + index)
      }
      next += draft.frame.order
    }
    return true
  }

  /// Joins the pieces of a part along free cells.
  private mutating func join(_ part: Int, _ random: inout SeededGenerator) -> Bool {
    while true {
      guard let first = draft.labels.firstIndex(of: part) else { return true }
      var parent = [Int](repeating: -1, count: draft.grid.cellCount)
      var piece: Set<Int> = [first]
      var open = [first]
      while let cell = open.popLast() {
        for next in draft.neighbours(of: cell) where draft.labels[next] == part {
          if piece.insert(next).inserted { open.append(next) }
        }
      }
      if piece.count == draft.sizes[part] { return true }
      var queue = piece.sorted()
      random.shuffle(&queue)
      for cell in queue { parent[cell] = cell }
      var index = 0
      var end: Int?
      while index < queue.count && end == nil {
        let cell = queue[index]
        index += 1
        var ways = draft.neighbours(of: cell)
        random.shuffle(&ways)
        for next in ways where parent[next] < 0 {
          if draft.labels[next] == part {
            end = cell
            break
          }
          if draft.labels[next] < 0, draft.canTake(next, part) {
            parent[next] = cell
            queue.append(next)
          }
        }
      }
      guard var cell = end else { return false }
      while draft.labels[cell] != part {
        guard let orbit = draft.orbit(of: cell, part) else { return false }
        for (member, label) in orbit {
          guard draft.labels[member] < 0 || draft.labels[member] == label else { return false }
          if draft.labels[member] < 0 { draft.assign(member, label) }
        }
        cell = parent[cell]
      }
    }
  }

  /// Gives every cell to a region beside it, small regions first.
  private mutating func grow(_ random: inout SeededGenerator) -> Bool {
    var open = draft.labels.indices.filter { draft.labels[$0] < 0 }
    while !open.isEmpty {
      var best: (orbit: [(cell: Int, label: Int)], size: Int)?
      var hits = 0
      for _ in 0..<(8 * open.count) where hits < 3 {
        let cell = open[random.below(open.count)]
        let beside = draft.neighbours(of: cell)
        let label = draft.labels[beside[random.below(beside.count)]]
        // A cell that goes to itself belongs to a region that does, too.
        guard label >= 0, !draft.isWhole[label], draft.canTake(cell, label),
          let orbit = draft.orbit(of: cell, label)
        else { continue }
        hits += 1
        if draft.sizes[label] < best?.size ?? .max { best = (orbit, draft.sizes[label]) }
      }
      guard let orbit = best?.orbit else { return false }
      for (member, label) in orbit where draft.labels[member] < 0 { draft.assign(member, label) }
      open.removeAll { draft.labels[$0] >= 0 }
    }
    return true
  }
}
