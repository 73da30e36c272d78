import StarBattle

/// Two regions joined, to be parted anew where the quotas come out best: a random tree over their
/// cells, cut at an edge that keeps what is fixed on its side.
struct RegionCut {
  private let draft: RegionDraft
  private let first: Int
  private let second: Int
  /// The cells of both, each behind the one that it hangs on, and the place of that one.
  private var cells: [Int] = []
  private var parents: [Int] = []

  /// Grows a tree over two regions.
  init(
    _ first: Int, _ second: Int, of draft: RegionDraft, from root: Int,
    _ random: inout SeededGenerator
  ) {
    self.draft = draft
    self.first = first
    self.second = second
    let count = draft.sizes[first] + draft.sizes[second]
    var place = [Int](repeating: -1, count: draft.grid.cellCount)
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
      for next in draft.neighbours(of: cell) where place[next] < 0 {
        if draft.labels[next] == first || draft.labels[next] == second {
          waiting.append((next, place[cell]))
        }
      }
    }
  }

  /// Cuts the tree at one of the edges that are best.
  ///
  /// - Returns: The cells of both regions, each with its new one; none where no edge will do.
  func parted(_ random: inout SeededGenerator) -> [(cell: Int, label: Int)] {
    /// Size, stars and fixed cells of each region, in each branch.
    var branches = cells.map { cell in
      (
        size: 1, stars: draft.isStar[cell] ? 1 : 0,
        first: draft.isFixed[cell] && draft.labels[cell] == first ? 1 : 0,
        second: draft.isFixed[cell] && draft.labels[cell] == second ? 1 : 0
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
      guard branch.size >= draft.leastSize, whole.size - branch.size >= draft.leastSize else {
        continue
      }
      let takers =
        (branch.second == 0 && branch.first == whole.first ? [first] : [])
        + (branch.first == 0 && branch.second == whole.second ? [second] : [])
      let worth =
        abs(branch.stars - draft.grid.stars) + abs(whole.stars - branch.stars - draft.grid.stars)
      for label in takers {
        if worth < least { (least, ties) = (worth, 0) }
        guard worth == least else { continue }
        ties += 1
        if random.below(ties) == 0 { (cut, taker) = (index, label) }
      }
    }
    guard cut > 0 else { return [] }
    var isIn = [Bool](repeating: false, count: cells.count)
    return cells.indices.map { index in
      isIn[index] = index == cut || index > cut && isIn[parents[index]]
      return (cells[index], isIn[index] == (taker == first) ? first : second)
    }
  }
}

extension RegionDraft {
  /// Whether two regions and their images are all different.
  func canPart(_ first: Int, _ second: Int) -> Bool {
    var labels: Set<Int> = []
    var (one, other) = (first, second)
    for _ in 0..<frame.order {
      guard labels.insert(one).inserted, labels.insert(other).inserted else { return false }
      (one, other) = (image[one], image[other])
    }
    return true
  }

  /// Parts two regions anew, and their images alike.
  mutating func part(
    _ first: Int, _ second: Int, from root: Int, _ random: inout SeededGenerator
  ) {
    let cut = RegionCut(first, second, of: self, from: root, &random)
    for (cell, label) in cut.parted(&random) {
      for (member, label) in orbit(of: cell, label) ?? [] { assign(member, label) }
    }
  }
}
