package import Flagging
package import Generating
import Notation
package import StarBattle

/// The one search for a puzzle that is asked for, by candidates in the order of their attempts.
///
/// The first that is as asked for and holds is taken. Where the ask lets it, once `patience` is at
/// its end, the nearest that holds is, the earliest of equally near ones; one that keeps to the
/// bounds of the ask is nearer than any that does not, and looked for longer. Only what would be
/// taken is proved. Which candidates there are depends on the ask, the item and the generator
/// version alone.
///
/// A candidate that is used elsewhere is passed over. Since the others keep their order, an item
/// gets the same puzzle whether or not unrelated puzzles are in use.
package struct CandidateSearch: Hashable, Sendable {
  /// What to look for.
  package let ask: Ask
  /// What the puzzle is for, such as `2star-10x10:12`.
  package let item: String
  /// The number that seeds derive from, with the item: that of the recipe or of the series.
  package let campaign: UInt64
  /// How seeds steer towards what is asked for.
  let steering: Steering
  /// From how much on something is a flag, where puzzles without any come first.
  package let flags: FlagLimits?

  /// A search.
  ///
  /// - Parameters:
  ///   - ask: What to look for.
  ///   - item: What the puzzle is for.
  ///   - campaign: The number that seeds derive from.
  ///   - steering: How seeds steer towards what is asked for.
  ///   - flags: From how much on something is a flag, where puzzles without any come first.
  package init(
    _ ask: Ask, item: String, campaign: UInt64, steering: Steering = .mostly,
    flags: FlagLimits? = nil
  ) {
    self.ask = ask
    self.item = item
    self.campaign = campaign
    self.steering = steering
    self.flags = flags
  }

  package var grid: Grid { ask.grid }

  /// Whether a puzzle with its trace keeps to the bounds of the ask.
  package func keepsBounds(_ pressed: Pressed) -> Bool {
    let longest = pressed.trace.map { SolveSignals($0).longest } ?? 0
    return ask.grade.distance(of: pressed.grade) < GradeRange.boundDistance
      && ask.grade.distance(ofLongestArgument: longest) < GradeRange.boundDistance
  }

  // MARK: - One puzzle

  /// Looks for one puzzle.
  ///
  /// - Parameters:
  ///   - press: What makes and proves the candidates.
  ///   - isUsed: Whether a puzzle, in canonical form, is used elsewhere.
  ///   - isStopped: Asked once for each candidate; the search ends without a puzzle when it says
  ///     so.
  /// - Returns: The puzzle, or none when all candidates were refused.
  package func pick(
    with press: inout Press, isUsed: (CanonicalForm) throws -> Bool,
    isStopped: () -> Bool = { false }
  ) rethrows -> Pick {
    var selection = Selection(ask: ask, wanted: 1, flags: flags)
    var attempts = Attempts(self)
    while let seed = attempts.next(selection.tally) {
      if attempts.isBehindAll {
        selection.takeNearest(with: &press)
      } else if attempts.isBehindCandidates {
        selection.takeNearest(with: &press, below: GradeRange.boundDistance)
      }
      if selection.isDone { break }
      if isStopped() { return Pick(pressed: nil, tally: selection.tally) }
      if let candidate = press.candidate(of: seed, &selection.tally) {
        try selection.offer(candidate, with: &press, isUsed: isUsed)
      }
    }
    selection.takeNearest(with: &press)
    return Pick(pressed: selection.found.first?.pressed, tally: selection.tally)
  }

  /// The puzzle among the candidates that was made before, as its text says.
  ///
  /// - Parameters:
  ///   - press: What makes and proves the candidates.
  ///   - isIt: Whether a text is the puzzle's.
  ///   - check: Throws when the search has to end.
  /// - Returns: The text; `nil` where none of the candidates has it.
  package func text(
    with press: inout Press, where isIt: (String) -> Bool, check: () throws -> Void
  ) rethrows -> String? {
    var tally = Tally()
    var attempts = Attempts(self)
    while let seed = attempts.next(tally) {
      try check()
      guard let candidate = press.candidate(of: seed, &tally) else { continue }
      let text = candidate.sbn.description
      if isIt(text), press.prove(candidate, &tally) != nil { return text }
    }
    return nil
  }

  // MARK: - Several puzzles

  /// Looks for several puzzles among the candidates of one item, on several threads.
  ///
  /// - Parameters:
  ///   - count: How many at the most.
  ///   - workers: The threads.
  ///   - isUsed: Whether a puzzle, in canonical form, is used elsewhere; asked in the order of the
  ///     candidates.
  ///   - take: Given each that is as asked for as soon as it is found.
  ///   - progress: Told how many were found that are as asked for.
  /// - Returns: Those that are as asked for, then the nearest, each with its distance.
  /// - Throws: What ends the work, and what `isUsed` and `take` throw.
  package func finds(
    _ count: Int, on workers: Workers, isUsed: (CanonicalForm) throws -> Bool,
    take: (Pressed) throws -> Void = { _ in }, progress: (Int) -> Void = { _ in }
  ) async throws -> [(pressed: Pressed, distance: Int)] {
    var selection = Selection(ask: ask, wanted: count, flags: flags)
    var proving = Press(grid: grid, isTracing: true)
    let search = self
    try await inOrder(
      count: ask.patience.most, width: workers.count,
      tool: { Press(grid: search.grid) },
      work: { attempt, press -> Candidate? in
        guard !workers.isStopped else { return nil }
        var tally = Tally()
        return press.candidate(of: search.seed(attempt), &tally)
      },
      take: { _, candidate in
        try workers.checkStop()
        guard let candidate else { return true }
        let before = selection.found.count
        try selection.offer(candidate, with: &proving, isUsed: isUsed)
        if selection.found.count > before, let found = selection.found.last {
          try take(found.pressed)
          progress(selection.found.count)
        }
        return !selection.isDone
      })
    selection.takeNearest(with: &proving)
    return selection.found
  }
}

/// What a search came to.
///
/// No station of a puzzle: a search that finds none has a tally, too.
package struct Pick: Hashable, Sendable {
  package let pressed: Pressed?
  package let tally: Tally
}

/// Which of the candidates of a search are taken.
private struct Selection {
  let ask: Ask
  /// The puzzles that are looked for.
  let wanted: Int
  /// From how much on something is a flag, where puzzles without any come first.
  let flags: FlagLimits?
  /// The candidates, and why they were refused.
  var tally = Tally()
  /// What was taken.
  private(set) var found: [(pressed: Pressed, distance: Int)] = []
  /// What may be taken when nothing better comes, in order.
  private var near: [(distance: Int, candidate: Candidate)] = []

  init(ask: Ask, wanted: Int, flags: FlagLimits?) {
    self.ask = ask
    self.wanted = wanted
    self.flags = flags
  }

  var isDone: Bool { found.count >= wanted }

  /// Takes the next candidate if it is as asked for, is not used and holds; remembers it if it is
  /// near.
  mutating func offer(
    _ candidate: Candidate, with press: inout Press, isUsed: (CanonicalForm) throws -> Bool
  ) rethrows {
    var distance = ask.grade.distance(of: candidate.grade)
    if distance == 0, let need = ask.grade.need, !press.isNeeded(need, by: candidate) {
      distance = 1
    }
    var candidate = candidate
    if ask.grade.arguments != nil, distance == 0 || ask.patience.takesNearest {
      distance += ask.grade.distance(
        ofLongestArgument: press.longestArgument(of: &candidate))
    }
    let isFlagged =
      distance == 0 && ask.patience.takesNearest
      && flags.map { press.isFlagged(candidate, $0) } ?? false
    guard distance == 0 || ask.patience.takesNearest else { return }
    let form = candidate.puzzle.canonicalForm
    candidate.form = form
    if try isUsed(form) {
      tally.refuse(.twin)
    } else if distance > 0 || isFlagged {
      if isFlagged { tally.refuse(.flagged) }
      near.append((distance, candidate))
    } else if let pressed = press.prove(candidate, &tally) {
      found.append((pressed, 0))
    }
  }

  /// Takes the nearest candidates that hold, the earliest of equally near ones, until there are
  /// enough, as far as they are nearer than some distance.
  mutating func takeNearest(with press: inout Press, below most: Int = .max) {
    while !isDone,
      let index = near.indices.min(by: { (near[$0].distance, $0) < (near[$1].distance, $1) }),
      near[index].distance < most
    {
      let (distance, candidate) = near.remove(at: index)
      if let pressed = press.prove(candidate, &tally) { found.append((pressed, distance)) }
    }
  }
}
