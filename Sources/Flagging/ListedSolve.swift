package import Grading
package import StarBattle

/// A puzzle of a list with its solve, to be compared with those beside it.
package struct ListedSolve: Sendable {
  package let puzzle: Puzzle
  package let grade: Grade

  package init(puzzle: Puzzle, grade: Grade) {
    self.puzzle = puzzle
    self.grade = grade
  }

  /// The puzzles before it that are looked at for the same stars.
  package static let patternReach = 20

  /// The puzzles before it that are its neighbours.
  package static let neighbourReach = 3

  /// What puzzles of a list have in common with those before them.
  ///
  /// - Parameters:
  ///   - list: The puzzles in their order.
  ///   - areDates: Whether they come one after the other in time, so that the one before is
  ///     yesterday's.
  ///   - limits: From how much on something is a flag, by place.
  /// - Returns: The flags of each.
  /// - Complexity: cells and symmetries, for each puzzle and the twenty before it.
  package static func flags(
    among list: [ListedSolve], areDates: Bool, limits: (Int) -> FlagLimits
  ) -> [[Flag]] {
    let patterns = list.map { item in
      item.grade.solution.map { solution in
        Symmetry.allCases.map { solution.applying($0, side: item.puzzle.grid.side).stars }
          .min { $0.lexicographicallyPrecedes($1) } ?? []
      }
    }
    // The puzzles so far, by their grid.
    var seen: [Grid: [Int]] = [:]
    return list.indices.map { index in
      let item = list[index]
      let limits = limits(index)
      let before = seen[item.puzzle.grid, default: []]
      seen[item.puzzle.grid, default: []].append(index)
      var flags: [Flag] = []
      if let limit = limits[.pattern], let pattern = patterns[index] {
        let same = before.suffix(patternReach).filter { patterns[$0] == pattern }
        if same.count >= limit, let last = same.last {
          flags.append(
            Flag(
              kind: .pattern, figure: same.count, limit: limit,
              reason: "has the stars of \(same.count == 1 ? "another" : "\(same.count) others") of "
                + "the \(patternReach) before it, turned or mirrored", other: last))
        }
      }
      if let limit = limits[.neighbour] {
        let shared = before.suffix(neighbourReach).map {
          ($0, item.puzzle.mostShared(list[$0].puzzle))
        }
        if let most = shared.max(by: { $0.1 < $1.1 }), most.1 >= limit {
          flags.append(
            Flag(
              kind: .neighbour, figure: most.1, limit: limit,
              reason: "shares \(most.1) of \(item.puzzle.grid.side) regions with a neighbour",
              other: most.0))
        }
      }
      if areDates, let limit = limits[.yesterday], let last = before.last {
        let alike = item.likeness(to: list[last])
        if alike.count >= limit {
          flags.append(
            Flag(
              kind: .yesterday, figure: alike.count, limit: limit,
              reason: "has \(alike.joined(separator: ", ")) of the one before", other: last))
        }
      }
      return flags
    }
  }

  /// What it has in common with the puzzle before it, in words.
  private func likeness(to other: ListedSolve) -> [String] {
    var alike: [String] = []
    if grade.hardest?.id == other.grade.hardest?.id { alike.append("the hardest rule") }
    if grade.difficulty == other.grade.difficulty { alike.append("the difficulty") }
    if abs(grade.cycles - other.grade.cycles) * 20 <= grade.cycles { alike.append("the length") }
    if Set(grade.rules.map(\.id)) == Set(other.grade.rules.map(\.id)) { alike.append("the rules") }
    if 4 * puzzle.mostShared(other.puzzle) >= puzzle.grid.side {
      alike.append("a quarter of the regions")
    }
    if let mine = grade.solution, let its = other.grade.solution,
      Symmetry.allCases.contains(where: { its.applying($0, side: puzzle.grid.side) == mine })
    {
      alike.append("the stars")
    }
    return alike
  }
}

extension Puzzle {
  /// The most regions that it shares with another of its grid, turned or mirrored as that may be.
  fileprivate func mostShared(_ other: Puzzle) -> Int {
    Symmetry.allCases.map { sharedRegions(with: other.applying($0)) }.max() ?? 0
  }
}
