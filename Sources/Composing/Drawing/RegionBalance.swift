import StarBattle

/// Moves borders of a draft until each region has its quota of stars.
struct RegionBalance {
  private(set) var draft: RegionDraft

  /// Goes on from a draft in which every cell has a region.
  init(_ draft: RegionDraft) { self.draft = draft }

  /// Parts regions anew until each has its quota.
  ///
  /// - Returns: Whether that was possible with this chance.
  mutating func run(_ random: inout SeededGenerator) -> Bool {
    var last = draft.excess
    for _ in 0..<(150 * draft.grid.side) where last > 0 {
      let cell = random.below(draft.grid.cellCount)
      let beside = draft.neighbours(of: cell)
      let other = beside[random.below(beside.count)]
      let (first, second) = (draft.labels[cell], draft.labels[other])
      if first == second || draft.isWhole[first] || draft.isWhole[second] { continue }
      let isEven = draft.stars[first] == draft.grid.stars && draft.stars[second] == draft.grid.stars
      if isEven && random.below(4) > 0 { continue }
      let before = draft.labels
      var isJoined = true
      if draft.canPart(first, second) {
        draft.part(first, second, from: cell, &random)
      } else {
        isJoined = shift(other, to: first)
      }
      let now = draft.excess
      if !isJoined || now > last || !draft.keepsSize || !draft.keepsApart {
        draft.restore(before)
      } else {
        last = now
      }
    }
    return last == 0
  }

  /// Gives a cell and its images to other regions.
  ///
  /// - Returns: Whether all regions still hang together.
  private mutating func shift(_ cell: Int, to label: Int) -> Bool {
    guard !draft.isFixed[cell], let orbit = draft.orbit(of: cell, label) else { return true }
    let homes = orbit.map { draft.labels[$0.cell] }
    for (member, label) in orbit { draft.assign(member, label) }
    for label in homes + orbit.map(\.label) where !draft.isJoined(label) { return false }
    return true
  }
}
