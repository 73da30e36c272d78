package import Generating
package import StarBattle
import Wording

/// The puzzles of a seed, as many as are asked for, none of them a twin of another.
///
/// The first puzzle of seed S is made from S itself, the others from seeds derived from S and their
/// index; so a longer series begins with the puzzles of a shorter one, and any part of it can be
/// made by itself. A part knows no twins but its own: whoever puts parts together looks for others.
package struct PuzzleSeries: Sendable {
  /// What every puzzle is to be like.
  package let ask: Ask
  /// The seed of the first puzzle.
  package let seed: Seed
  /// The evaluations that all puzzles together may take.
  private let evaluations: Int?
  /// Whether a style was asked for that is not the one that the seed names.
  package let isRestyled: Bool

  /// The seed where none is given.
  package static let defaultSeed = 2026

  /// The seeds that can be given.
  package static let seeds = 0...Int(Seed.range.upperBound)

  /// A series.
  ///
  /// - Parameters:
  ///   - grid: The outline of its puzzles.
  ///   - grade: The grades that are kept.
  ///   - style: What the regions are to look like; without it, as the seed says for the first
  ///     puzzle and `natural` for the others.
  ///   - count: How many puzzles are going to be made.
  ///   - evaluations: The layouts that may be evaluated for all of them together; without it, there
  ///     is no bound.
  ///   - seed: The seed of the first puzzle, one of `seeds`; any other number is brought among
  ///     them.
  /// - Throws: `TooFewPuzzles` where the grid has fewer puzzles than are asked for.
  package init(
    _ grid: Grid, grade: GradeRange = GradeRange(), style: RegionStyle? = nil, count: Int,
    within evaluations: Int? = nil, seed: Int = defaultSeed
  ) throws(TooFewPuzzles) {
    if let lack = TooFewPuzzles(asked: count, of: grid) { throw lack }
    ask = Ask(
      grid, grade: grade, style: style ?? .natural, patience: .series(within: evaluations))
    self.evaluations = evaluations
    let campaign = UInt64(bitPattern: Int64(seed))
    let first = Seed(seed) ?? .derived(campaign: campaign, item: "", attempt: 0)
    self.seed = first
    isRestyled = style.map { $0 != SeedSettings(of: first).style } ?? false
  }

  /// Makes some puzzles of the series.
  ///
  /// - Parameters:
  ///   - indices: Which ones.
  ///   - workers: The threads.
  ///   - take: Given each puzzle with its index and the candidates that it took, when its turn
  ///     comes.
  /// - Returns: The candidates that it took.
  /// - Throws: `SeriesError`; what ends the work, and what `take` throws.
  package func make(
    _ indices: Range<Int>, on workers: Workers,
    take: (Int, Pressed, _ candidates: Int) throws -> Void
  ) async throws -> Tally {
    var used: Set<CanonicalForm> = []
    var tally = Tally()
    // A wish can make even a small puzzle take long, and each is printed as its turn comes.
    let batch = min(
      16, puzzlesAtOnce(of: indices.count, cells: ask.grid.cellCount, width: workers.count))
    var again = Press(grid: ask.grid)
    let series = self
    try await inOrder(
      count: (indices.count + batch - 1) / batch, width: workers.count,
      tool: { Press(grid: series.ask.grid) },
      work: { number, press in
        indices.dropFirst(number * batch).prefix(batch).map { index in
          series.search(index).pick(
            with: &press, isUsed: { _ in false }, isStopped: { workers.isStopped })
        }
      },
      take: { number, picks in
        for (index, pick) in zip(indices.dropFirst(number * batch), picks) {
          try workers.checkStop()
          let pick = unused(pick, index, used, with: &again, workers)
          tally += pick.tally
          let found = index - indices.lowerBound
          if let evaluations, tally.evaluations > evaluations {
            throw SeriesError.budgetSpent(evaluations, found: found, wanted: indices.count)
          }
          guard let pressed = pick.pressed else {
            try workers.checkStop()
            let wanted = indices.count
            throw SeriesError.tooFew(
              found: found, wanted: wanted, tally: tally, advice: advice(wanted: wanted))
          }
          used.insert(pressed.form)
          try take(index, pressed, pick.tally.tried)
        }
        return true
      })
    return tally
  }

  /// Whether a puzzle of the series can have a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - index: The puzzle's index.
  /// - Returns: Whether it is that of one of the puzzle's candidates; which of them is taken takes
  ///   making them.
  package func canHave(_ seed: Seed, at index: Int) -> Bool { search(index).has(seed) }

  /// The search for a puzzle of the series.
  private func search(_ index: Int) -> CandidateSearch {
    CandidateSearch(
      ask, item: "generate:\(index)", campaign: seed.value,
      steering: .always(turn: index, first: index == 0 && !isRestyled ? seed : nil))
  }

  /// The pick itself, or another where its puzzle has been made already.
  private func unused(
    _ pick: Pick, _ index: Int, _ used: Set<CanonicalForm>, with press: inout Press,
    _ workers: Workers
  ) -> Pick {
    guard let pressed = pick.pressed, used.contains(pressed.form) else {
      return pick
    }
    return search(index).pick(
      with: &press, isUsed: used.contains, isStopped: { workers.isStopped })
  }

  /// What to do where one puzzle takes too many candidates.
  ///
  /// - Parameter wanted: How many were asked for.
  /// - Returns: Words that name nothing that was not asked for.
  package func advice(wanted: Int) -> String {
    let (grid, grade) = (ask.grid, ask.grade)
    let wishes = [
      grade.difficulty.map { _ in "a wider --difficulty" },
      grade.level.map { _ in "a wider --level" }, grade.rule.map { _ in "another --rule" },
      grade.need.map { _ in "another --needs" }, grade.arguments.map { _ in "longer --arguments" },
    ].compactMap(\.self)
    guard wishes.isEmpty else {
      return "few puzzles of \(grid) are like that: ask for \(wishes.joined(separator: ", or "))"
    }
    let fewer = wanted > 1 ? "ask for fewer, or for" : "ask for"
    if let most = grid.puzzleCount {
      return "only \(most) puzzles of \(grid) can be made, and many of them are rare: "
        + "\(fewer) another grid"
    }
    let stars = Grid.quotas(ofSide: grid.side).upperBound
    return "puzzles of \(grid) are rare, if there are any that the rules solve: \(fewer) "
      + (stars > grid.stars ? "--stars \(stars), the most that fit" : "another grid")
  }
}

/// Why a series ends before all its puzzles are made.
package enum SeriesError: Error, Hashable, Sendable {
  /// One puzzle took too many candidates.
  case tooFew(found: Int, wanted: Int, tally: Tally, advice: String)
  /// The evaluations that were allowed are used up.
  case budgetSpent(Int, found: Int, wanted: Int)
}

extension SeriesError: CustomStringConvertible {
  /// What is wrong, and what to do.
  package var description: String {
    switch self {
    case .tooFew(let found, let wanted, let tally, let advice):
      "gave up after \(tally.tried, of: "candidate") with \(found) of "
        + "\(wanted, of: "puzzle")"
        + (tally.refusedInAll > 0 ? " (\(tally.reasons))" : "") + " — \(advice)"
    case .budgetSpent(let budget, let found, let wanted):
      "the budget of \(budget, of: "evaluation") is spent with \(found) of "
        + "\(wanted, of: "puzzle") — raise --budget for more; the same options "
        + "with a higher one begin with the same puzzles"
    }
  }
}
