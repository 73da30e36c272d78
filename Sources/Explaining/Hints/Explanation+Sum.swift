import StarBattle

/// Sums: stars that some containers hold, against the room that others and tiles have for them.
extension Explanation {
  var sum: String? {
    // An argument speaks of all cells that are open on the board; a list, of the room there is.
    let open = SumCount(step.sum, on: board) { board.cells[$0] == .open }
    guard let open, open.need > 0 else { return nil }
    return told(open) ?? SumCount(step.sum, on: board, where: board.isPlace).map(listed)
  }

  /// A sum as an argument; `nil` where it takes more than a sentence can hold.
  private func told(_ sum: SumCount) -> String? {
    guard step.sum.count <= Explanation.mostToldParts,
      step.sum.allSatisfy({ $0.times.magnitude <= 2 })
    else { return nil }
    let uncovered = sum.uncovered
    var values = [
      "demand": demand(of: sum), "cover": cover(of: sum), "room": phrases.stars(sum.room),
      "then": then, "there": there, "all": all(sum), "cells": phrases.cells(uncovered, side: side),
    ]
    if !uncovered.isEmpty {
      // What is left over has to bring what there is no room for.
      guard sum.room + uncovered.count == sum.need, !sum.isOverlapping,
        stars.allSatisfy(uncovered.contains)
      else { return nil }
      if sum.room == 0 { return nil }
      return phrases.text(.sumShort, values)
    }
    guard stars.isEmpty, let least = marks.map({ sum.waste($0) }).min() else { return nil }
    let spare = sum.room - sum.need
    guard spare >= 0, least > spare else { return nil }
    if spare == 0 { return phrases.text(.sumFull, values) }
    values["spare"] = phrases.number(spare)
    values["waste"] = phrases.number(least)
    return phrases.text(.sumSpare, values)
  }

  /// How many parts of a sum a sentence can hold.
  static let mostToldParts = 12

  /// A sum as two lists, with how often each part counts.
  private func listed(_ sum: SumCount) -> String {
    var cover = phrases.names(of: step.sum.filter { $0.times < 0 }, sum, side: side)
    cover += sum.uncoveredByTimes.map {
      phrases.repeated(phrases.cells($1, side: side), isOneName: false, times: $0)
    }
    return phrases.text(
      .sumListed,
      [
        "then": then, "held": phrases.listed(step.sum.filter { $0.times > 0 }, sum, side: side),
        "need": phrases.stars(sum.need), "cover": phrases.list(cover),
        "room": phrases.stars(sum.room + sum.mostBesides),
      ])
  }

  /// `Rows 3 and 4 together need five more stars`.
  private func demand(of sum: SumCount) -> String {
    if sum.heldOften.isEmpty { return demand(of: sum.held) }
    return phrases.text(
      sum.held.count == 1 ? .demandOne : .demandMany,
      [
        "where": phrases.often(phrases.name(of: sum.held), phrases.name(of: sum.heldOften)),
        "need": phrases.need(sum.need, hasSome: board.stars(in: sum.held) > 0),
      ])
  }

  /// `region C and two 2×2 blocks (top left: row 3, column 5; row 7, column 2)`.
  private func cover(of sum: SumCount) -> String {
    var names = sum.covering.isEmpty ? [] : [phrases.name(of: sum.covering)]
    if !sum.tiles.isEmpty { names.append(blocks(sum.tiles)) }
    let often =
      (sum.coveringOften.isEmpty ? [] : [phrases.name(of: sum.coveringOften)])
      + (sum.tilesOften.isEmpty ? [] : [blocks(sum.tilesOften)])
    let list = phrases.list(names)
    return often.isEmpty ? list : phrases.often(list, phrases.list(often))
  }

  private func blocks(_ corners: [Int]) -> String { phrases.blocks(corners, side: side) }

  /// Where the open cells are, as the beginning of a sentence.
  private func all(_ sum: SumCount) -> String {
    phrases.text(
      sum.isOverlapping || !sum.heldOften.isEmpty
        ? .sumAllOften : sum.held.count == 1 ? .sumAllOne : .sumAllMany)
  }
}

extension Phrases {
  /// `rows 3 and 4`, `region C ×2`, `(columns 1 and 2) ×2`, `2×2 block (top left: row 3, column 5)
  /// ×2`.
  func names(of addends: [Addend], _ sum: SumCount, side: Int) -> [String] {
    Set(addends.map { abs($0.times) }).sorted().flatMap { times in
      let those = addends.filter { abs($0.times) == times }
      let containers = those.compactMap(\.container).sorted()
      let tiles = those.compactMap(\.tile).filter(sum.tiles.contains).sorted()
      var names: [String] = []
      if !containers.isEmpty {
        names.append(repeated(name(of: containers), isOneName: containers.count == 1, times: times))
      }
      if !tiles.isEmpty {
        names.append(repeated(blocks(tiles, side: side), isOneName: tiles.count == 1, times: times))
      }
      return names
    }
  }

  /// Names, and how often what they name counts: one as it stands, others in parentheses.
  fileprivate func repeated(_ names: String, isOneName: Bool, times: Int) -> String {
    if times == 1 { return names }
    return text(
      isOneName ? .sumTimesOne : .sumTimesMany, ["names": names, "times": String(times)])
  }

  /// The same as one list.
  func listed(_ addends: [Addend], _ sum: SumCount, side: Int) -> String {
    list(names(of: addends, sum, side: side))
  }

  func blocks(_ corners: [Int], side: Int) -> String {
    if corners.count == 1 { return text(.block, ["place": place(corners[0], side: side)]) }
    return text(
      .blocks,
      [
        "count": number(corners.count),
        "cells": places(corners, side: side, atMost: side) ?? "",
      ])
  }

  /// `the cell at row 3, column 5`, `two cells (row 3, columns 5 and 7)`; cells ascending.
  fileprivate func cells(_ cells: [Int], side: Int) -> String {
    if cells.count == 1 { return text(.cell, ["place": place(cells[0], side: side)]) }
    return text(
      .cells,
      ["count": number(cells.count), "cells": places(cells, side: side, atMost: side) ?? ""])
  }

  /// `rows 3 and 4 (row 3 counted twice)`, `three 2×2 blocks (top left: …; row 3 counted twice)`.
  func often(_ names: String, _ twice: String) -> String {
    let told = text(names == twice ? .sumTwiceAll : .sumTwice, ["names": names, "twice": twice])
    // Blocks end in parentheses of their own, which take what would stand in a second pair.
    let separator = text(.listGroups, ["list": "", "last": ""])
    return told.replacing(") (", with: separator).replacing("）（", with: separator)
  }
}
