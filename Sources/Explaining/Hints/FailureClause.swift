import Solving
import StarBattle

/// What cannot be completed, as a clause: `region B would have no open cell left for its star`.
struct FailureClause {
  private let containers: [Container]
  private let sum: [Addend]
  private let wording: Rule.Wording?
  private let board: KnownBoard
  private let phrases: Phrases

  /// Makes a clause.
  ///
  /// - Parameters:
  ///   - failure: What fails.
  ///   - board: What is known when it does.
  ///   - phrases: The language.
  init(of failure: Failure, on board: KnownBoard, in phrases: Phrases) {
    // What two steps fight over can be among the containers of one of them.
    containers = Set(failure.containers).sorted()
    sum = failure.sum
    wording = Rule(id: failure.rule)?.wording
    self.board = board
    self.phrases = phrases
  }

  var text: String {
    if !sum.isEmpty { return shortage ?? general }
    if containers.count == 1 {
      return single(containers[0])
    }
    // A star that two steps fight over: one of the containers has one too many, or lacks a cell.
    for container in containers where isFull(container) { return single(container) }
    return pair ?? count ?? clash ?? general
  }

  private func isFull(_ container: Container) -> Bool { board.need(of: [container]) < 0 }

  private var general: String {
    phrases.text(.failureGeneral, ["containers": phrases.name(of: containers)])
  }

  private func single(_ container: Container) -> String {
    let name = phrases.name(of: [container])
    let need = board.need(of: [container])
    if need < 0 {
      return phrases.text(
        .failureOver,
        ["where": name, "count": phrases.number(board.stars(in: [container]))])
    }
    let isBeside = board.members(of: container).contains {
      board.cells[$0] == .star && board.touchesOtherStar($0)
    }
    if isBeside { return phrases.text(.failureBeside, ["where": name]) }
    guard need > 0 else { return general }
    let places = board.places(in: container).count
    let lack = phrases.lack(need, quota: board.puzzle.grid.stars)
    let values = ["where": name, "lack": lack, "count": phrases.number(places)]
    if places >= need {
      // A rule that only counts cells sees no lack of room: the cells that are left touch stars.
      let isTouching = wording == .neighbours || wording == .forced || wording == .complete
      return phrases.text(isTouching ? .failureTouching : .failureRoom, values)
    }
    switch places {
    case 0: return phrases.text(.failureNoCell, values)
    case 1: return phrases.text(.failureOneCell, values)
    default: return phrases.text(.failureFewCells, values)
    }
  }

  /// What some containers need, and the room that is left for it; `nil` where it takes more than a
  /// clause can hold.
  private var shortage: String? {
    guard sum.count <= Explanation.mostToldParts,
      let count = SumCount(sum, on: board, where: board.isPlace)
    else { return nil }
    let room = count.room + count.mostBesides
    guard room < count.need else { return nil }
    return phrases.text(
      .failureSum,
      [
        "where": phrases.listed(sum.filter { $0.times > 0 }, count, side: board.side),
        "need": phrases.stars(count.need), "room": phrases.stars(room),
      ])
  }

  private var pair: String? {
    guard wording == .pairs, containers.count == 2 else { return nil }
    let need = board.need(of: containers)
    guard need > 0 else { return nil }
    let lack = phrases.text(
      need == 1 ? .lackTogetherOne : .lackTogetherMany, ["count": phrases.number(need)])
    // Where there are tiles enough, one of the two lines would get too many.
    let isShort = Runs.capacity(board.room(in: containers)) < need
    return phrases.text(
      isShort ? .failurePair : .failurePairOver,
      ["where": phrases.name(of: containers), "lack": lack])
  }

  /// A container that needs more stars where another lies than that one can take.
  private var clash: String? {
    guard containers.count == 2 else { return nil }
    let needs = containers.map { board.need(of: [$0]) }
    guard needs[0] != needs[1] else { return nil }
    let needy = needs[0] > needs[1] ? 0 : 1
    let (one, other) = (containers[needy], containers[1 - needy])
    let most = needs[1 - needy]
    guard !Room.suffices(for: one, withAtMost: most, in: other, on: board) else { return nil }
    // What has no room at all needs no other to say so.
    guard Room.suffices(for: one, withAtMost: needs[needy], in: other, on: board) else {
      return single(one)
    }
    let (name, place) = (phrases.name(of: [one]), phrases.name(of: [other]))
    let members = Set(board.members(of: other))
    if most == 0, board.places(in: one).allSatisfy(members.contains) {
      return phrases.text(.failureClash, ["where": name, "other": place])
    }
    return phrases.text(
      most == 0 ? .failureExcessNone : .failureExcess,
      [
        "regions": name, "lines": place, "least": phrases.stars(most + 1),
        "stars": phrases.stars(most),
      ])
  }

  private var count: String? {
    guard wording == .counting || wording == .tilingCounting,
      let count = IntervalCount(
        containers, on: board, byTiles: wording == .tilingCounting),
      count.need >= 0
    else { return nil }
    if count.mostStars < count.need {
      return phrases.text(
        count.mostStars == 0 ? .failureUnderNone : .failureUnder,
        [
          "lines": phrases.name(of: count.lines), "stars": phrases.stars(count.need),
          "most": phrases.stars(count.mostStars),
        ])
    }
    if count.leastStars > count.need {
      return phrases.text(
        count.need == 0 ? .failureExcessNone : .failureExcess,
        [
          "lines": phrases.name(of: count.lines), "stars": phrases.stars(count.need),
          "regions": phrases.name(of: count.least.map { .region($0.region) }),
          "least": phrases.stars(count.leastStars),
        ])
    }
    return nil
  }
}
