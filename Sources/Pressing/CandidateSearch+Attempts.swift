import Generating
import StarBattle

extension CandidateSearch {
  /// The candidates of a search, one after the other: steered as long as that leads anywhere, and
  /// then drawn.
  ///
  /// What comes next depends on what came of those before, which is the same on every machine. As
  /// long as steering leads anywhere, the candidates are those that `seed(_:)` says.
  struct Attempts {
    private let search: CandidateSearch
    private var attempt = 0
    /// The attempt from which candidates are drawn, and the work that was done before.
    private var drawn: (first: Int, evaluations: Int)?

    init(_ search: CandidateSearch) { self.search = search }

    /// Whether the next candidate is the first behind those after which the nearest that keeps to
    /// all bounds will do.
    var isBehindCandidates: Bool { turn == patience.candidates + 1 }

    /// Whether it is behind all after which the nearest will do, also those among which one is
    /// looked for that keeps to the bounds.
    var isBehindAll: Bool {
      turn > patience.candidates + (search.ask.grade.isBounded ? patience.boundedCandidates : 0)
    }

    /// The candidates so far, since the last of them that was steered in vain.
    private var turn: Int { attempt - (drawn?.first ?? 0) }

    private var patience: Patience { search.ask.patience }

    /// The seed of the next candidate.
    ///
    /// - Parameter tally: What came of those before.
    /// - Returns: The seed; `nil` where there is no candidate any more.
    mutating func next(_ tally: Tally) -> Seed? {
      if let most = patience.evaluationsInAll, tally.evaluations > most { return nil }
      if drawn == nil, search.isSteered {
        let isVain = tally[.notGenerated] >= patience.vain
        let isSpent = patience.evaluations.map { tally.evaluations > $0 } ?? false
        if isVain || isSpent { drawn = (attempt, tally.evaluations) }
      }
      let evaluations = tally.evaluations - (drawn?.evaluations ?? 0)
      if let most = patience.evaluations, evaluations > most { return nil }
      guard attempt < patience.most else { return nil }
      defer { attempt += 1 }
      guard let drawn else { return search.seed(attempt) }
      return search.drawnSeed(attempt, turn: attempt - drawn.first)
    }
  }
}
