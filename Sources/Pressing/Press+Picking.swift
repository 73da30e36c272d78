import Solving
package import StarBattle

/// What an item got, and what it took.
package struct Pick: Hashable, Sendable {
  package let pressed: Pressed?
  package let tally: Tally

  package init(pressed: Pressed?, tally: Tally) {
    self.pressed = pressed
    self.tally = tally
  }
}

extension Press {
  /// The puzzle of an item: the first candidate that hits the difficulty, or else the nearest.
  ///
  /// Candidates are tried in the order of their attempts. The first that hits and holds is taken;
  /// after `aim.budget` of them the nearest that holds is, the earliest of equally near ones. Only
  /// what would be taken is proved.
  ///
  /// A candidate that is used elsewhere is passed over. Since the others keep their order, an item
  /// gets the same puzzle whether or not unrelated puzzles are in use.
  ///
  /// - Parameters:
  ///   - aim: What to hit.
  ///   - isUsed: Whether a puzzle, in canonical form, is used elsewhere.
  ///   - isStopped: Asked once for each candidate; the pick ends without a puzzle when it says so.
  /// - Returns: The puzzle, or none when all candidates were refused.
  package mutating func pick(
    _ aim: Aim, isUsed: (CanonicalForm) throws -> Bool, isStopped: () -> Bool = { false }
  ) rethrows -> Pick {
    var tally = Tally()
    var near: [(distance: Int, candidate: Candidate)] = []
    var attempt = 0
    while attempt < aim.budget || (near.isEmpty && attempt < aim.lastBudget) {
      if isStopped() { return Pick(pressed: nil, tally: tally) }
      let candidate = candidate(of: aim.seed(attempt: attempt), &tally)
      attempt += 1
      guard let candidate else { continue }
      if try isUsed(candidate.puzzle.canonicalForm) {
        tally.refuse(.twin)
        continue
      }
      let distance = abs(candidate.grade.difficulty - aim.difficulty)
      if distance > 0 {
        near.append((distance, candidate))
      } else if let pressed = prove(candidate, &tally) {
        return Pick(pressed: pressed, tally: tally)
      }
      if attempt >= aim.budget, let pressed = nearest(&near, &tally) {
        return Pick(pressed: pressed, tally: tally)
      }
    }
    return Pick(pressed: nearest(&near, &tally), tally: tally)
  }

  /// Takes the nearest candidates out until one holds.
  private func nearest(
    _ near: inout [(distance: Int, candidate: Candidate)], _ tally: inout Tally
  ) -> Pressed? {
    while let least = near.map(\.distance).min(),
      let index = near.firstIndex(where: { $0.distance == least })
    {
      let candidate = near.remove(at: index).candidate
      if let pressed = prove(candidate, &tally) { return pressed }
    }
    return nil
  }
}
