import StarBattle

/// Levels 4 and 6: containers, and pairs of adjacent lines, with just enough room for their stars.
extension Explanation {
  var tilingForced: String? {
    guard let container, let star = stars.first, marks.isEmpty else { return nil }
    let isLast = board.need(of: [container]) == 1
    return phrases.text(
      isLast ? .tilingForcedLast : .tilingForced,
      [
        "where": phrases.name(of: [container]), "need": need(of: [container]), "then": then,
        "place": place(star),
      ])
  }

  var adjacency: String? {
    guard let container, stars.isEmpty, !marks.isEmpty else { return nil }
    let others = board.need(of: [container]) - 1
    guard others > 0 else { return nil }
    return phrases.text(
      others == 1 ? .adjacencyOne : .adjacencyMany,
      [
        "then": then, "there": there, "where": phrases.name(of: [container]),
        "count": phrases.number(others),
      ])
  }

  var overhang: String? {
    guard let container, stars.isEmpty, !marks.isEmpty else { return nil }
    let need = board.need(of: [container])
    let situation: Situation
    switch (need, marks.count) {
    case (1, 1): situation = .overhangLastMark
    case (1, _): situation = .overhangLastMarks
    case (2..., _): situation = .overhangMany
    default: return nil
    }
    return phrases.text(
      situation,
      [
        "then": then, "there": there, "where": phrases.name(of: [container]),
        "lack": phrases.lack(need, quota: quota),
      ])
  }

  var pairs: String? {
    let pair = step.containers
    guard pair.count == 2, board.need(of: pair) > 0, !(stars.isEmpty && marks.isEmpty) else {
      return nil
    }
    let isInside = marks.contains { cell in pair.contains { board.isCell(cell, in: $0) } }
    let situation: Situation =
      switch (stars.isEmpty, isInside) {
      case (false, _): .pairsForced
      case (true, true): .pairsInside
      case (true, false): .pairsBeside
      }
    return phrases.text(
      situation, ["demand": demand(of: pair), "then": then, "there": there])
  }
}
