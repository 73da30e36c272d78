import StarBattle

/// Derives what a counting search concluded from the formula of the puzzle, and writes that down.
///
/// The search counts stars in ways that a formula in clauses knows nothing of, and says of what it
/// finds no more than the fact itself: under these assumptions, this cell is a star, or is none.
/// Here the same is shown from the clauses. Mostly unit propagation sees it, and nothing is
/// written. Otherwise the clause "not these assumptions, or this" is derived by learning, from what
/// was derived before, and becomes a step of the proof. So the proof is that of the search which
/// gave the verdict; a conclusion that the rules do not bear out cannot get into it.
struct ProofWriter: ~Copyable {
  private var solver: ClauseSolver
  /// What the search assumes.
  private var assumptions: [Literal] = []

  /// The proof of all that a search concluded.
  ///
  /// - Parameters:
  ///   - board: The board of the search, with its record.
  ///   - puzzle: The puzzle.
  ///   - solutions: What was found, which the proof may leave out.
  /// - Returns: The proof; it ends with the empty clause where the search came to its end.
  static func proof(
    of board: borrowing CountingBoard, on puzzle: Puzzle, excluding solutions: [Solution]
  ) -> ProofLog {
    var writer = ProofWriter(puzzle)
    for index in 0..<board.record.count {
      writer.follow(Entry(code: board.record[index]), excluding: solutions)
    }
    guard let proof = writer.solver.proof else { preconditionFailure("the proof is being kept") }
    return proof
  }

  private init(_ puzzle: Puzzle) {
    solver = ClauseSolver(RuleEncoding(puzzle).formula, recordingProof: true)
  }

  private mutating func follow(_ entry: Entry, excluding solutions: [Solution]) {
    switch entry {
    case .assumption(let cell): assumptions.append(Literal(cell))
    case .conclusion(let literal): derive(literal)
    case .deadEnd: takeBack()
    case .solution:
      for solution in solutions { solver.add(RuleEncoding.exclusion(of: solution)) }
      takeBack()
    }
  }

  /// Shows that the assumptions cannot all be, and takes the last one back.
  private mutating func takeBack() {
    guard solver.refutes(assumptions) else {
      preconditionFailure("ProofWriter: a dead end that is none")
    }
    guard !assumptions.isEmpty else {
      solver.proof?.addEmptyClause()
      return
    }
    solver.addLemma(assumptions.map { !$0 })
    assumptions.removeLast()
  }

  /// Shows what follows from the assumptions.
  private mutating func derive(_ conclusion: Literal) {
    if solver.propagates(assumptions, to: conclusion) { return }
    guard solver.refutes(assumptions + [!conclusion]) else {
      preconditionFailure("ProofWriter: a conclusion that does not follow")
    }
    solver.addLemma(assumptions.map { !$0 } + [conclusion])
  }
}
