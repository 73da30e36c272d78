import Explaining
import Generating
import JSONText
import Notation
package import Pressing
import Recipes
import Solving
package import StarBattle

/// Makes puzzles of one grid, each graded and proved.
///
/// The first puzzle of seed S is made from S itself, the others from seeds derived from S and their
/// index; so a longer run begins with the puzzles of a shorter one.
package struct GenerateJob: Sendable {
  let grid: Grid
  let count: Int
  let wish: PuzzleTarget
  let seed: Seed
  let evaluations: Int?
  /// Whether a style was asked for that is not the one that the seed names.
  let isRestyled: Bool
  let isJSON: Bool

  /// The seed where none is given.
  package static let defaultSeed = 2026

  /// The same as the number of a campaign.
  static let defaultCampaign = UInt64(defaultSeed)

  /// The difficulties that can be asked for.
  package static let difficulties = DifficultyRamp.range

  /// The levels that can be asked for: what needs level 13 is not published.
  package static let levels = 1...12

  /// The rules that can be asked for: those of `levels`.
  package static let rules = Rule.ladder.filter { levels.contains($0.level) }.map(\.id)

  /// The seeds that can be given.
  package static let seeds = 0...Int(Seed.range.upperBound)

  /// The styles that can be asked for, by name.
  package static let styles = RegionStyle.allCases.map(\.name)

  /// The candidates that one puzzle may take, as far as its evaluations go.
  static let budget = 2000

  /// The evaluations that one puzzle may take: five to ten seconds where nothing comes of it.
  ///
  /// Some grids from 15×15 up exist and are rare, those with a quarter to three quarters of the stars that fit: at
  /// 18×18 with 2 stars one seed of 20 leads to a puzzle that the rules solve, at 25×25 with 3 none that were tried
  /// (`Grids.md` in `Generating` has the table).
  static let evaluationBudget = 400_000

  /// Makes a job.
  ///
  /// - Parameters:
  ///   - size: Rows, columns and regions.
  ///   - stars: Stars in each of them.
  ///   - count: The number of puzzles, 1 or more.
  ///   - difficulty: The difficulties that are kept; nothing keeps all.
  ///   - level: The hardest rule levels that are kept; nothing keeps all.
  ///   - rule: The id of the rule that the hardest step has to be; nothing keeps all.
  ///   - style: The name of what the regions are to look like, one of `styles`; without it, that of the seed for
  ///     the first puzzle and `natural` for the others.
  ///   - budget: The layouts that may be evaluated for all puzzles together; nothing sets no bound.
  ///   - seed: The seed of the first puzzle, one of `seeds`; any other number is brought among them.
  ///   - isJSON: Whether each puzzle is a JSON object rather than SBN.
  /// - Throws: `GridError` for a grid that cannot be filled; `TooFewPuzzles` where the grid has fewer
  ///   puzzles than are asked for.
  package init(
    size: Int, stars: Int, count: Int, difficulty: ClosedRange<Int>? = nil,
    level: ClosedRange<Int>? = nil, rule: String? = nil, style: String? = nil, budget: Int? = nil,
    seed: Int = defaultSeed, isJSON: Bool = false
  ) throws {
    grid = try Grid(side: size, stars: stars)
    if let most = grid.puzzleCount, count > most {
      throw TooFewPuzzles(asked: count, of: grid, most: most)
    }
    self.count = count
    evaluations = budget
    let wanted = style.flatMap { RegionStyle(name: $0) }
    wish = PuzzleTarget(
      grid: grid, difficulty: difficulty, level: level,
      rule: rule.flatMap { id in Rule.ladder.first { $0.id == id } },
      style: wanted ?? .natural)
    let campaign = UInt64(bitPattern: Int64(seed))
    let first = Seed(seed) ?? .derived(campaign: campaign, item: "", attempt: 0)
    self.seed = first
    isRestyled = wanted.map { $0 != SeedSettings(of: first).style } ?? false
    self.isJSON = isJSON
  }

  /// Makes the puzzles.
  ///
  /// - Parameters:
  ///   - context: Threads, progress and interruption.
  ///   - emit: Given each puzzle as soon as its turn comes.
  /// - Throws: `PipelineError.tooFew` when one puzzle takes too many candidates, `PipelineError.budgetSpent` when all
  ///   take too many evaluations; what `emit` throws.
  package func run(_ context: RunContext, emit: (OutputLine) throws -> Void) async throws {
    let tally = try await make(0..<count, context, stage: "generating \(grid)") {
      index, pressed, candidates in
      try emit(.result(line(for: pressed, index, candidates: candidates)))
    }
    try emit(.note("accepted \(count) of \(tally.tried) candidates\(tally.rate(of: count))"))
  }

  /// Makes some puzzles of the series, none of them a twin of another of these.
  ///
  /// - Parameters:
  ///   - indices: Which ones.
  ///   - context: Threads, progress and interruption.
  ///   - stage: What to call it while it lasts.
  ///   - take: Given each puzzle with its index and the candidates that it took, when its turn comes.
  /// - Returns: The candidates that it took.
  /// - Throws: `PipelineError.tooFew` when the budget is used up; what `take` throws.
  package func make(
    _ indices: Range<Int>, _ context: RunContext, stage: String,
    take: (Int, Pressed, _ candidates: Int) throws -> Void
  ) async throws -> Tally {
    var used: Set<CanonicalForm> = []
    var tally = Tally()
    let batch = min(16, max(1, indices.count / (8 * context.jobs)))
    let job = self
    try await inOrder(
      count: (indices.count + batch - 1) / batch, width: context.jobs,
      work: { number in
        var press = Press(grid: job.grid)
        return indices.dropFirst(number * batch).prefix(batch).map { index in
          job.make(index, with: &press, context, isUsed: { _ in false })
        }
      },
      take: { number, picks in
        for (index, pick) in zip(indices.dropFirst(number * batch), picks) {
          try context.checkInterruption()
          let pick = unused(pick, index, used, context)
          tally += pick.tally
          let found = index - indices.lowerBound
          if let evaluations, tally.evaluations > evaluations {
            throw PipelineError.budgetSpent(evaluations, found: found, wanted: indices.count)
          }
          guard let pressed = pick.pressed else {
            try context.checkInterruption()
            throw PipelineError.tooFew(
              found: found, wanted: indices.count, tally: tally, advice: advice)
          }
          used.insert(pressed.puzzle.canonicalForm)
          try take(index, pressed, pick.tally.tried)
          context.progress(RunProgress(stage: stage, done: found + 1, total: indices.count))
        }
        return true
      })
    return tally
  }

  // MARK: - One puzzle

  /// The first candidate that is asked for and holds.
  private func make(
    _ index: Int, with press: inout Press, _ context: RunContext, isUsed: (CanonicalForm) -> Bool
  ) -> Pick {
    var tally = Tally()
    for attempt in 0..<GenerateJob.budget {
      if context.interruption() != nil { break }
      if tally.evaluations > GenerateJob.evaluationBudget { break }
      // What goes beyond the budget of all is not printed, wherever it stops.
      if let evaluations, tally.evaluations > evaluations { break }
      if wish.isSteered && tally[.notGenerated] >= PuzzleTarget.patience { break }
      guard let candidate = press.candidate(of: seed(index, attempt), &tally) else { continue }
      if !wish.admits(candidate.grade) { continue }
      if isUsed(candidate.puzzle.canonicalForm) {
        tally.refuse(.twin)
        continue
      }
      if let pressed = press.prove(candidate, &tally) {
        return Pick(pressed: pressed, tally: tally)
      }
    }
    return Pick(pressed: nil, tally: tally)
  }

  /// The pick itself, or another where its puzzle has been made already.
  private func unused(
    _ pick: Pick, _ index: Int, _ used: Set<CanonicalForm>, _ context: RunContext
  ) -> Pick {
    guard let pressed = pick.pressed, used.contains(pressed.puzzle.canonicalForm) else {
      return pick
    }
    var press = Press(grid: grid)
    return make(index, with: &press, context, isUsed: used.contains)
  }

  private func seed(_ index: Int, _ attempt: Int) -> Seed {
    if index == 0 && attempt == 0 && !isRestyled { return seed }
    return wish.settings(turn: index + attempt).written(
      into: Seed.derived(campaign: seed.value, item: "generate:\(index)", attempt: attempt))
  }

  /// What to do where one puzzle takes too many candidates.
  package var advice: String {
    guard wish.difficulty == nil && wish.level == nil && wish.rule == nil else {
      return "few puzzles of \(grid) are like that: "
        + "ask for a wider --difficulty or --level, or another --rule"
    }
    if let most = grid.puzzleCount {
      return "there are only \(most) puzzles of \(grid), and many of them are rare: "
        + "ask for fewer, or for another grid"
    }
    let stars = Grid.quotas(ofSide: grid.side).upperBound
    return
      "puzzles of \(grid) are rare, if there are any that the rules solve: ask for fewer, or for "
      + (stars > grid.stars ? "--stars \(stars), the most that fit" : "another grid")
  }

  private func line(for pressed: Pressed, _ index: Int, candidates: Int) -> String {
    guard isJSON else { return pressed.sbn.description }
    var members = PuzzleJSON.members(of: pressed.grade, sbn: pressed.sbn, index: index)
    members.append(
      JSONMember("seed", pressed.seed.map { .integer(Int($0.value)) } ?? .null))
    members.append(JSONMember("generatorVersion", .integer(GeneratorVersion.current)))
    members.append(JSONMember("candidates", .integer(candidates)))
    return String(decoding: JSONValue.object(members).text, as: UTF8.self)
  }
}
