import StarBattle

/// Levels 5 and 7: the stars of some lines counted against those of regions.
extension Explanation {
  func counting(byTiles: Bool) -> String? {
    guard stars.isEmpty, !marks.isEmpty,
      let count = IntervalCount(step.containers, on: board, byTiles: byTiles)
    else { return nil }
    let inside = marks.filter { cell in count.lines.contains { board.isCell(cell, in: $0) } }
    if inside.count == marks.count, count.leastStars == count.need {
      return byTiles ? sharesInside(count) : regionsInside(count)
    }
    if inside.isEmpty, count.mostStars == count.need, isAll(count) {
      return byTiles ? sharesOutside(count) : regionsOutside(count)
    }
    return nil
  }

  /// Whether no other region has an open cell in the lines.
  private func isAll(_ count: IntervalCount) -> Bool {
    count.lines.flatMap(board.open(in:)).allSatisfy { cell in
      count.most.contains { $0.region == board.puzzle.region(of: cell) }
    }
  }

  private func regionsInside(_ count: IntervalCount) -> String {
    let regions = count.least.map { Container.region($0.region) }
    // Where the marks are all that is left besides these regions, they need no list.
    let rest = count.lines.flatMap(board.open(in:)).filter { cell in
      !regions.contains { board.isCell(cell, in: $0) }
    }
    let then =
      marks.count > 1 && rest.sorted() == marks
      ? phrases.text(.thenRestInside, ["lines": phrases.name(of: count.lines)]) : then
    return phrases.text(
      regions.count == 1 ? .countingInsideOne : .countingInsideMany,
      [
        "regions": phrases.name(of: regions), "lines": phrases.name(of: count.lines),
        "need": need(of: regions), "then": then,
      ])
  }

  private func regionsOutside(_ count: IntervalCount) -> String {
    let regions = count.most.map { Container.region($0.region) }
    let rest = regions.flatMap(board.open(in:)).filter { cell in
      !count.lines.contains { board.isCell(cell, in: $0) }
    }
    let then =
      marks.count > 1 && rest.sorted() == marks
      ? phrases.text(.thenRestOutside, ["regions": phrases.name(of: regions)]) : then
    return phrases.text(
      regions.count == 1 ? .countingOutsideOne : .countingOutsideMany,
      [
        "regions": phrases.name(of: regions), "lines": phrases.name(of: count.lines),
        "need": need(of: count.lines), "then": then,
      ])
  }

  private func sharesInside(_ count: IntervalCount) -> String {
    phrases.text(.tilesInside, values(of: count, count.least))
  }

  private func sharesOutside(_ count: IntervalCount) -> String {
    let spent = Set(marks.map { board.puzzle.region(of: $0) }).sorted()
    var values = values(of: count, count.most)
    values["spent"] = phrases.name(of: spent.map { .region($0) })
    return phrases.text(.tilesOutside, values)
  }

  private func values(
    of count: IntervalCount, _ shares: [IntervalCount.Share]
  ) -> [String: String] {
    [
      "demand": demand(of: count.lines), "lines": phrases.name(of: count.lines),
      "regions": phrases.name(of: shares.map { .region($0.region) }),
      "shares": phrases.shares(shares), "then": then,
    ]
  }

  // MARK: - Parts

  var parts: String? {
    guard !(stars.isEmpty && marks.isEmpty),
      let count = IntervalCount(step.containers, on: board, byTiles: true)
    else { return nil }
    if count.mostStars == count.need, isAll(count),
      let (region, stars, isInside) = part(of: count, count.most)
    {
      var values = values(of: count, count.most)
      values["region"] = phrases.name(of: [.region(region)])
      values["stars"] = phrases.stars(stars)
      return phrases.text(isInside ? .partsFullInside : .partsFullOutside, values)
    }
    if count.leastStars == count.need,
      let (region, stars, isInside) = part(of: count, count.least)
    {
      var values = values(of: count, count.least)
      values["region"] = phrases.name(of: [.region(region)])
      values["stars"] = phrases.stars(stars)
      return phrases.text(isInside ? .partsSpentInside : .partsSpentOutside, values)
    }
    return phrases.text(
      .partsGeneral,
      [
        "lines": phrases.name(of: count.lines),
        "regions": phrases.name(of: step.containers.filter { !count.lines.contains($0) }),
        "then": then,
      ])
  }

  /// The one part of a region without room to spare that explains all that the step concludes, if
  /// one does.
  ///
  /// - Parameters:
  ///   - count: A tight interval.
  ///   - shares: How many stars each region has inside.
  /// - Returns: The region, its stars in that part, and whether the part is inside.
  private func part(
    of count: IntervalCount, _ shares: [IntervalCount.Share]
  ) -> (region: Int, stars: Int, isInside: Bool)? {
    for share in shares {
      let open = board.open(in: .region(share.region))
      for isInside in [true, false] {
        let need =
          isInside ? share.stars : board.need(of: [.region(share.region)]) - share.stars
        let cells = open.filter { cell in
          count.lines.contains { board.isCell(cell, in: $0) } == isInside
        }
        if need > 0, Room.bound(cells, side: side) == need, isExplained(by: cells, holding: need) {
          return (share.region, need, isInside)
        }
      }
    }
    return nil
  }

  /// Whether the stars are where these cells need them, and the marks where they leave too little
  /// room.
  private func isExplained(by cells: [Int], holding need: Int) -> Bool {
    let grid = board.puzzle.grid
    return stars.allSatisfy { star in
      Room.bound(cells.filter { $0 != star }, side: side) < need
    }
      && marks.allSatisfy { mark in
        let near = grid.neighbours(of: mark)
        let rest = cells.filter { $0 != mark && !near.contains($0) }
        return Room.bound(rest, side: side) < need - (cells.contains(mark) ? 1 : 0)
      }
  }
}

extension Phrases {
  /// `two stars each of regions B and D and one star of region C`.
  func shares(_ shares: [IntervalCount.Share]) -> String {
    let counts = Set(shares.map(\.stars)).sorted(by: >)
    return list(
      counts.map { count in
        let regions = shares.filter { $0.stars == count }.map { Container.region($0.region) }
        return text(
          regions.count == 1 ? .share : .shareEach,
          ["stars": stars(count), "regions": name(of: regions)])
      })
  }
}
