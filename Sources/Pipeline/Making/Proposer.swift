package import Catalog
import Dates
import Generating
package import Identity
import Notation
import Pressing
import Recipes
import Solving
package import StarBattle

/// Finds puzzles for a slot, to choose from: in the reserve, and new ones.
///
/// New ones are made from seeds that the recipe's number and the slot give, so the same proposals come again for as
/// long as none of them is used; nothing is kept until one is chosen.
package struct Proposer {
  let catalog: Catalog
  let context: RunContext
  /// What the puzzles are for; nothing for the reserve.
  let place: PuzzleID?
  let grid: Grid
  let wish: PuzzleWish
  let campaign: UInt64

  package init(
    catalog: Catalog, context: RunContext, place: PuzzleID?, grid: Grid, wish: PuzzleWish,
    campaign: UInt64
  ) {
    self.catalog = catalog
    self.context = context
    self.place = place
    self.grid = grid
    self.wish = wish
    self.campaign = campaign
  }

  /// How many puzzles there are to choose from.
  package static let choice = 6
  /// The candidates that each proposal may take.
  static let budget = 48

  /// Puzzles for the slot: those that fit before those that nearly do, and the reserve's before new ones.
  ///
  /// - Parameter count: How many at the most; up to half of them are the reserve's.
  /// - Returns: The best first; fewer than asked for where there are no more.
  /// - Throws: `PipelineError.interrupted`, `CatalogError`.
  package func proposals(_ count: Int) async throws -> [Proposal] {
    var found = try Array(kept().prefix((count + 1) / 2))
    found += try await made(count - found.count, besides: found)
    return found.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }.map(\.element)
  }

  /// How far a grade is from the wish, in steps of difficulty and level.
  private func distance(_ difficulty: Int, _ level: Int) -> Int {
    func steps(_ number: Int, _ range: ClosedRange<Int>?) -> Int {
      guard let range else { return 0 }
      return max(range.lowerBound - number, number - range.upperBound, 0)
    }
    return steps(difficulty, wish.difficulty) + steps(level, wish.level)
  }

  /// Puzzles of the reserve that have no date and that nobody took out of this slot, if they fit.
  private func kept() throws -> [Proposal] {
    var dated: Set<Int64> = []
    for cadence in Cadence.allCases {
      dated.formUnion(try catalog.ahead(cadence).map(\.puzzle.id))
    }
    var query = PuzzleQuery()
    query.side = grid.side
    query.stars = grid.stars
    query.difficulties = wish.difficulty
    query.levels = wish.level
    query.isReserveOnly = true
    return try catalog.puzzles(matching: query).compactMap { record in
      let puzzle = record.puzzle
      guard !dated.contains(puzzle.id), puzzle.graderVersion == Grade.version else { return nil }
      let twin = try catalog.twin(of: try puzzle.text.puzzle.canonicalForm)
      guard !(twin?.formerly.contains { .slot($0) == place } ?? false) else { return nil }
      return Proposal(
        name: "\(puzzle.id)", origin: "reserve", row: try NewPuzzle(puzzle), distance: 0)
    }
  }

  /// New puzzles, the nearest to the wish of all that were tried.
  func made(_ count: Int, besides others: [Proposal] = []) async throws -> [Proposal] {
    guard count > 0 else { return [] }
    var used = Set(others.map(\.row.sbn.puzzle.canonicalForm))
    var near: [(distance: Int, candidate: Press.Candidate)] = []
    var proposals: [Proposal] = []
    let (grid, context) = (grid, context)
    // Whoever fills the reserve again goes on behind what is there.
    let item =
      try place.map { "\($0) proposed" } ?? "reserve \(catalog.reserve(of: grid).count)"
    let seeds = (0..<count * Proposer.budget).map { seed($0, for: item) }
    try await inOrder(
      count: seeds.count, width: context.jobs,
      work: { index -> Press.Candidate? in
        guard context.interruption() == nil else { return nil }
        var press = Press(grid: grid)
        var tally = Tally()
        return press.candidate(of: seeds[index], &tally)
      },
      take: { _, candidate in
        try context.checkInterruption()
        guard let candidate else { return true }
        let form = candidate.puzzle.canonicalForm
        guard try !used.contains(form) && catalog.twin(of: form) == nil else { return true }
        used.insert(form)
        let distance = distance(candidate.grade.difficulty, candidate.grade.level)
        if distance > 0 {
          near.append((distance, candidate))
        } else if let proposal = proposal(candidate, 0) {
          proposals.append(proposal)
          context.progress(
            RunProgress(stage: "looking for puzzles", done: proposals.count, total: count))
        }
        return proposals.count < count
      })
    let rest = near.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }
    for (_, (distance, candidate)) in rest where proposals.count < count {
      if let proposal = proposal(candidate, distance) { proposals.append(proposal) }
    }
    return proposals
  }

  /// The seed of a candidate, of a profile that gives what is asked for.
  private func seed(_ attempt: Int, for item: String) -> Seed {
    let range = wish.difficulty ?? Proposer.difficulties(of: wish.level)
    let aim = Aim(
      campaign: campaign, item: item, grid: grid,
      difficulty: range.lowerBound + attempt / 4 % range.count)
    return aim.seed(attempt: attempt)
  }

  /// The difficulties that puzzles of a level mostly have, where only the level is asked for.
  private static func difficulties(of level: ClosedRange<Int>?) -> ClosedRange<Int> {
    switch level {
    case let level? where level.upperBound <= 4: 1...3
    case let level? where level.upperBound <= 7: 2...5
    case let level? where level.lowerBound >= 11: 8...10
    case let level? where level.lowerBound >= 8: 6...9
    default: DifficultyRamp.range
    }
  }

  private func proposal(_ candidate: Press.Candidate, _ distance: Int) -> Proposal? {
    let press = Press(grid: grid)
    var tally = Tally()
    guard let pressed = press.prove(candidate, &tally), let seed = pressed.seed else { return nil }
    return Proposal(name: "s\(seed)", origin: "new", row: NewPuzzle(pressed), distance: distance)
  }
}
