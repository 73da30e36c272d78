/// Decides whether a formula can be satisfied, by learning a clause from every dead end.
///
/// The search sets one variable after the other. After each, *unit propagation* sets every variable
/// that is the last hope of some clause. When a clause has no hope left, the dead end is traced
/// back to the choices that made it; the clause that says "not all of these together" follows from
/// the formula, is *learnt*, and sends the search back to the choice that it turns around. When a
/// clause fails without any choice having been made, the formula cannot be satisfied.
///
/// This is conflict-driven clause learning as in MiniSat (Eén and Sörensson, *An extensible
/// SAT-solver*, SAT 2003, doi:10.1007/978-3-540-24605-3_37), with the following parts and no
/// others:
///
/// | part | where |
/// |---|---|
/// | two watched literals a clause; those of two propagate from the watch | `+Propagation` |
/// | first-UIP clauses, shortened by what they imply | `+Learning` |
/// | branching on the most active variable, on the value it had last | `VariableHeap`, `+Search` |
/// | restarts after 1, 1, 2, 1, 1, 2, 4 … times 64 conflicts (Luby's sequence) | `+Search` |
/// | forgetting the worse half of the learnt clauses from time to time | `+Reduction` |
///
/// Everything is an integer and every tie is broken by number, so the same formula takes the same
/// steps everywhere; a budget counts conflicts, never time.
package struct ClauseSolver: ~Copyable {
  /// What is known about a formula.
  package enum Answer: Hashable, Sendable {
    case satisfiable
    case unsatisfiable
    /// The budget ran out before an answer was found.
    case undecided
  }

  // MARK: Clauses

  /// All clauses of two or more literals, one after the other.
  ///
  /// Three numbers about the clause (see `Header`), then the codes of its literals. A clause is
  /// named by the place where it starts. The first two literals of a clause watch it. Whenever
  /// propagation is complete, either both are not false, or the clause has a true literal that was
  /// set no later than the false one.
  var arena = Buffer<Int32>()

  /// The numbers in front of a clause's literals.
  enum Header {
    /// The number of literals.
    static let size = 0
    /// For a learnt clause, the number of levels that its literals came from when it was learnt.
    ///
    /// The fewer, the better the clause (Audemard and Simon, *Predicting learnt clauses quality in
    /// modern SAT solvers*, IJCAI 2009). 0 for a clause of the formula.
    static let glue = 1
    /// For a learnt clause, the number of the conflict that it last helped to explain.
    static let lastUse = 2
    static let length = 3
  }

  /// The clauses of the formula.
  var given = Buffer<Int32>()
  /// The clauses that were learnt and are still kept.
  var learnt = Buffer<Int32>()
  var watches = WatchTable()

  // MARK: Assignment

  /// 1 for a literal that is true, −1 for one that is false, 0 for one that is open.
  var values = Buffer<Int8>()
  /// The literals that are true, in the order in which they became so.
  var trail = Buffer<Literal>()
  /// The literals of the trail before this place have been propagated.
  var propagated = 0
  /// For each choice that is in force, the length of the trail before it.
  var levelStarts = Buffer<Int32>()
  /// For each variable that is set, the number of choices in force when it was.
  var levels = Buffer<Int32>()
  /// For each variable that is set, the clause that forced it, −1 for a choice or a fact.
  var reasons = Buffer<Int32>()

  // MARK: Branching

  var heap = VariableHeap()
  /// The value that each variable had last.
  var phases = Buffer<Bool>()

  // MARK: Learning

  /// The clause being learnt.
  var lemma = Buffer<Literal>()
  /// Marks of variables while a clause is being learnt, all false at other times.
  var isSeen = Buffer<Bool>()
  /// The variables marked beyond those of the clause being learnt, and those still to be looked at.
  var marked = Buffer<Int32>()
  var unexplained = Buffer<Int32>()
  /// For each level, the last conflict whose clause had a literal from it.
  var levelStamps = Buffer<Int32>()

  // MARK: Progress

  /// The dead ends met so far.
  package var conflicts = 0
  /// Whether the formula is known to be unsatisfiable.
  var isContradictory = false
  /// What was learnt and forgotten, if that is to be kept.
  package var proof: ProofLog?
  /// How many restarts there have been, and at how many conflicts to reduce next.
  var restarts = 0
  package var reductions = 0
  var nextReduction = ClauseSolver.firstReduction

  package init(_ formula: borrowing Formula, recordingProof: Bool = false) {
    let count = formula.variableCount
    proof = recordingProof ? ProofLog() : nil
    values.append(0, times: 2 * count)
    levels.append(0, times: count)
    reasons.append(-1, times: count)
    phases.append(true, times: count)
    isSeen.append(false, times: count)
    levelStamps.append(-1, times: count + 1)
    for _ in 0..<count {
      watches.addVariable()
      heap.addVariable()
    }
    for clause in 0..<formula.clauseCount { add(formula.clause(clause)) }
  }

  /// The number of choices in force.
  @inline(__always)
  var level: Int { levelStarts.count }

  /// 1 for true, −1 for false, 0 for open.
  @inline(__always)
  func value(of literal: Literal) -> Int8 { values[literal.index] }

  @inline(__always)
  func size(of clause: Int) -> Int { Int(arena[clause + Header.size]) }

  @inline(__always)
  func literal(_ index: Int, of clause: Int) -> Literal {
    Literal(code: arena[clause + Header.length + index])
  }

  /// Adds a clause to the formula.
  ///
  /// Choices that are in force are taken back. Literals that the facts make false are left out.
  package mutating func add(_ clause: some Sequence<Literal>) {
    backtrack(to: 0)
    lemma.truncate(to: 0)
    for literal in clause {
      let isTautology = (0..<lemma.count).contains { lemma[$0] == !literal }
      if value(of: literal) > 0 || isTautology { return }
      let isRepeated = (0..<lemma.count).contains { lemma[$0] == literal }
      if value(of: literal) == 0 && !isRepeated { lemma.append(literal) }
    }
    switch lemma.count {
    case 0: isContradictory = true
    case 1: assign(lemma[0], reason: -1)
    default: given.append(Int32(truncatingIfNeeded: storeLemma(glue: 0)))
    }
  }

  /// Stores the clause in `lemma` and watches its first two literals.
  mutating func storeLemma(glue: Int) -> Int {
    let clause = arena.count
    arena.append(Int32(truncatingIfNeeded: lemma.count))
    arena.append(Int32(truncatingIfNeeded: glue))
    arena.append(Int32(truncatingIfNeeded: conflicts))
    for index in 0..<lemma.count { arena.append(lemma[index].code) }
    watch(clause)
    return clause
  }

  /// Lets the first two literals of a clause watch it.
  mutating func watch(_ clause: Int) {
    let (first, second) = (literal(0, of: clause), literal(1, of: clause))
    let isBinary = size(of: clause) == 2
    watches.append(Watch(blocker: second, clause: clause, isBinary: isBinary), to: first)
    watches.append(Watch(blocker: first, clause: clause, isBinary: isBinary), to: second)
  }
}
