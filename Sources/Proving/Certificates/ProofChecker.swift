/// Checks that a proof refutes a formula, step by step, and knows nothing of who wrote it.
///
/// A clause *has reverse unit propagation* (RUP) when setting all its literals false makes unit
/// propagation run into a false clause; then it follows from the clauses there are. The proof is a
/// list of clauses that each follow in this way from the formula and the clauses before them; it
/// ends with the empty clause, which nothing satisfies.
///
/// Everything is read from text, so what is checked is what others get to see. The formula is taken
/// as it is; whether it states the rules of a puzzle is another question (`Certificate.check()`).
public struct ProofChecker: Sendable {
  /// The size of a proof.
  public struct Summary: Hashable, Sendable {
    /// The clauses that were added, each of them checked.
    public let additions: Int
    /// The clauses that it deletes.
    public let deletions: Int
  }

  /// Checks a proof.
  ///
  /// - Parameters:
  ///   - formula: A CNF file in DIMACS format.
  ///   - proof: A file in DRAT text format, of which only RUP steps are accepted.
  /// - Returns: The size of the proof, when it refutes the formula.
  /// - Throws: `ProofError` for the first thing that is wrong.
  /// - Complexity: One unit propagation for each clause added; memory a small multiple of the
  ///   texts.
  public static func check(
    formula: String, proof: String
  ) throws(ProofError) -> Summary {
    var checker = try ProofChecker(formula)
    return try checker.run(proof)
  }

  /// A literal is a row: variable v (from 1) has the rows 2v and 2v + 1, the latter its negation.
  private typealias Row = Int

  /// The clauses, the two watching literals of each in front; emptied when deleted.
  private var clauses: [[Row]] = []
  /// For each literal, the clauses that it watches.
  private var watches: [[Int]]
  /// For each literal, whether it is known to be true.
  private var isTrue: [Bool]
  /// The true literals, in the order in which they became so; the facts come first.
  private var trail: [Row] = []
  private var propagated = 0
  /// Whether the facts alone make a clause false.
  private var isRefuted = false
  /// The clauses by their sorted literals, for deletion.
  private var places: [[Row]: [Int]] = [:]
  private let variables: Int

  private init(_ formula: String) throws(ProofError) {
    var reader = ClauseReader(formula)
    let header = try reader.readHeader()
    // A header that promises far more than its file could hold is not worth the memory.
    guard header.variables <= max(1_000_000, reader.length) else {
      throw .malformed(
        .formula, line: reader.line, expected: "at most \(max(1_000_000, reader.length)) variables")
    }
    variables = header.variables
    watches = [[Int]](repeating: [], count: 2 * variables + 2)
    isTrue = [Bool](repeating: false, count: 2 * variables + 2)
    var count = 0
    while let entry = try reader.readClause(in: .formula, variables: variables) {
      add(ProofChecker.rows(of: entry.literals))
      count += 1
    }
    guard count == header.clauses else { throw .clauseCount(count, expected: header.clauses) }
  }

  private mutating func run(_ proof: String) throws(ProofError) -> Summary {
    var reader = ClauseReader(proof)
    var additions = 0
    var deletions = 0
    while let entry = try reader.readClause(in: .proof, variables: variables) {
      let rows = ProofChecker.rows(of: entry.literals)
      if entry.isDeletion {
        guard delete(rows) else { throw .unknownDeletion(line: entry.line) }
        deletions += 1
        continue
      }
      guard follows(rows) else { throw .notImplied(line: entry.line) }
      additions += 1
      if rows.isEmpty { return Summary(additions: additions, deletions: deletions) }
      add(rows)
    }
    throw .unfinished
  }

  private static func rows(of literals: [Int]) -> [Row] {
    let all = literals.map { 2 * abs($0) + ($0 < 0 ? 1 : 0) }
    var seen: Set<Row> = []
    return all.filter { seen.insert($0).inserted }
  }

  /// Whether unit propagation runs into a false clause once all literals of a clause are false.
  private mutating func follows(_ clause: [Row]) -> Bool {
    if isRefuted { return true }
    let facts = trail.count
    defer {
      for row in trail[facts...] { isTrue[row] = false }
      trail.removeLast(trail.count - facts)
      propagated = facts
    }
    for row in clause {
      // A literal that is a fact, or the negation of another one in the clause, cannot be false.
      if isTrue[row] { return true }
      assume(row ^ 1)
    }
    return !propagate()
  }

  /// Adds a clause that follows, and the facts that come of it.
  private mutating func add(_ clause: [Row]) {
    // Two literals that are not false by the facts watch the clause, where there are two.
    var clause = clause
    let number = clauses.count
    places[clause.sorted(), default: []].append(number)
    let open = clause.partition { isTrue[$0 ^ 1] }
    clauses.append(clause)
    if clause.count >= 2 {
      watches[clause[0]].append(number)
      watches[clause[1]].append(number)
    }
    if open == 0 {
      isRefuted = true
    } else if open == 1 {
      assume(clause[0])
      if !propagate() { isRefuted = true }
    }
  }

  /// Deletes a clause.
  ///
  /// What became a fact through it stays one: it had been shown to follow.
  ///
  /// - Returns: Whether there is such a clause.
  private mutating func delete(_ clause: [Row]) -> Bool {
    guard let number = places[clause.sorted()]?.popLast() else { return false }
    clauses[number] = []
    return true
  }

  /// Makes a literal true, unless it is.
  private mutating func assume(_ row: Row) {
    if isTrue[row] { return }
    isTrue[row] = true
    trail.append(row)
  }

  /// Makes true what is the last hope of a clause, until nothing is.
  ///
  /// - Returns: False when a clause is false.
  private mutating func propagate() -> Bool {
    while propagated < trail.count {
      let falsified = trail[propagated] ^ 1
      propagated += 1
      guard visitWatches(of: falsified) else { return false }
    }
    return true
  }

  /// Looks at the clauses that a literal watches which has just become false.
  ///
  /// - Returns: False when one of them is false.
  private mutating func visitWatches(of falsified: Row) -> Bool {
    // The list is taken out while it is changed; no clause moves its watch back to a false literal.
    var watching: [Int] = []
    swap(&watching, &watches[falsified])
    var kept = 0
    var isConsistent = true
    for index in watching.indices {
      let number = watching[index]
      if isConsistent {
        if clauses[number].isEmpty || moveWatch(of: number, from: falsified) { continue }
        let other = clauses[number][0]
        if isTrue[other ^ 1] { isConsistent = false } else { assume(other) }
      }
      watching[kept] = number
      kept += 1
    }
    watching.removeLast(watching.count - kept)
    swap(&watching, &watches[falsified])
    return isConsistent
  }

  /// Lets another literal that is not false watch a clause, unless the first one is true.
  ///
  /// Leaves the literal that it moves from, or keeps, in second place.
  private mutating func moveWatch(of number: Int, from falsified: Row) -> Bool {
    if clauses[number][0] == falsified { clauses[number].swapAt(0, 1) }
    if isTrue[clauses[number][0]] { return false }
    for place in clauses[number].indices.dropFirst(2) where !isTrue[clauses[number][place] ^ 1] {
      clauses[number].swapAt(1, place)
      watches[clauses[number][1]].append(number)
      return true
    }
    return false
  }
}
