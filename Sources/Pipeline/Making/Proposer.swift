package import Catalog
import Dates
package import Generating
import Grading
package import Identity
import Notation
import Pressing
import Solving
import StarBattle

/// Finds puzzles for a slot, to choose from: in the reserve, and new ones.
///
/// New ones are made from seeds that the recipe's number and the slot give, so the same proposals
/// come again for as long as none of them is used; nothing is kept until one is chosen.
package struct Proposer {
  let catalog: Catalog
  let context: RunContext
  /// What the puzzles are for; `nil` for the reserve.
  let place: PuzzleID?
  /// What they are to be like.
  let ask: Ask
  let campaign: UInt64

  package init(
    catalog: Catalog, context: RunContext, place: PuzzleID?, ask: Ask, campaign: UInt64
  ) {
    self.catalog = catalog
    self.context = context
    self.place = place
    self.ask = ask
    self.campaign = campaign
  }

  /// How many puzzles there are to choose from.
  package static let choice = 6

  /// Puzzles for the slot: those that fit before those that nearly do, and the reserve's before new
  /// ones.
  ///
  /// - Parameter count: How many at the most; up to half of them are the reserve's.
  /// - Returns: The best first; fewer than asked for where there are no more.
  /// - Throws: `PipelineError.interrupted`, `CatalogError`.
  package func proposals(_ count: Int) async throws -> [Proposal] {
    var found = try kept((count + 1) / 2).map { puzzle in
      Proposal(
        name: "\(puzzle.id)", origin: "reserve", row: try NewPuzzle(puzzle, in: catalog),
        distance: 0)
    }
    found += try await made(count - found.count, besides: found)
    return found
  }

  /// The first puzzles of the reserve that have no date and that nobody took out of this slot, if
  /// they fit.
  private func kept(_ count: Int) throws -> [KeptPuzzle] {
    var dated: Set<Int64> = []
    for cadence in Cadence.allCases {
      dated.formUnion(try catalog.ahead(cadence).map(\.puzzle.id))
    }
    var query = PuzzleQuery()
    query.side = ask.grid.side
    query.stars = ask.grid.stars
    query.difficulties = ask.grade.difficulty
    query.levels = ask.grade.level
    query.isReserveOnly = true
    var found: [KeptPuzzle] = []
    for record in try catalog.puzzles(matching: query) {
      if found.count >= count { break }
      let puzzle = record.puzzle
      guard !dated.contains(puzzle.id), puzzle.graderVersion == Grade.version else { continue }
      if let rule = ask.grade.rule, Rule.hardest(of: puzzle.rules)?.id != rule.id { continue }
      if let most = ask.grade.arguments {
        guard let longest = try catalog.longestArgument(of: puzzle.id), longest <= most else {
          continue
        }
      }
      let twin = try catalog.twin(of: try puzzle.text.puzzle.canonicalForm)
      guard !(twin?.formerly.contains { .slot($0) == place } ?? false) else { continue }
      found.append(puzzle)
    }
    return found
  }

  /// New puzzles, the nearest to what is asked for of all that were tried.
  ///
  /// - Parameters:
  ///   - count: How many at the most.
  ///   - others: What is proposed already.
  ///   - takesNearest: Whether puzzles that are not as asked for will do where there are too few.
  ///   - take: Given each that is as asked for as soon as it is found.
  /// - Returns: The best first.
  /// - Throws: `PipelineError.interrupted`, `CatalogError`; what `take` throws.
  func made(
    _ count: Int, besides others: [Proposal] = [], takesNearest: Bool = true,
    take: (Pressed) throws -> Void = { _ in }
  ) async throws -> [Proposal] {
    guard count > 0 else { return [] }
    var used = Set(others.map(\.row.sbn.puzzle.canonicalForm))
    var ask = ask
    ask.patience = .proposals(count)
    ask.patience.takesNearest = takesNearest
    // Whoever fills the reserve again goes on behind what is there.
    let item =
      try place.map { "\($0) proposed" } ?? "reserve \(catalog.reserve(of: ask.grid).count)"
    let found = try await CandidateSearch(ask, item: item, campaign: campaign).finds(
      count, on: context.workers,
      isUsed: { form in
        guard try !used.contains(form) && catalog.twin(of: form) == nil else { return true }
        used.insert(form)
        return false
      },
      take: take,
      progress: { done in
        context.progress(RunProgress(stage: "looking for puzzles", done: done, total: count))
      })
    return found.compactMap { pressed, distance in
      pressed.seed.map {
        Proposal(
          name: "s\($0)", origin: "new", row: NewPuzzle(pressed), distance: distance,
          miss: distance == 0 ? nil : Miss(of: ask.grade, at: item, pressed))
      }
    }
  }
}
