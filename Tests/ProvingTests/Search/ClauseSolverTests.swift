import Proving
import StarBattle
import TestSupport
import Testing

@Suite("ClauseSolver")
struct ClauseSolverTests {
  private func formula(_ variables: Int, _ clauses: [[Int]]) -> Formula {
    var formula = Formula(variableCount: variables)
    for clause in clauses { formula.require(anyOf: clause.map { Literal(dimacs: $0) }) }
    return formula
  }

  /// So many pigeons into so many holes, at most one a hole.
  private func pigeons(_ pigeons: Int, holes: Int) -> Formula {
    func variable(_ pigeon: Int, _ hole: Int) -> Int { pigeon * holes + hole + 1 }
    var clauses = (0..<pigeons).map { pigeon in (0..<holes).map { variable(pigeon, $0) } }
    for hole in 0..<holes {
      for first in 0..<pigeons {
        for second in first + 1..<max(first + 1, pigeons) {
          clauses.append([-variable(first, hole), -variable(second, hole)])
        }
      }
    }
    return formula(pigeons * holes, clauses)
  }

  /// The assignments that meet all clauses, bit v of each for variable v, by trying all.
  private func models(_ variables: Int, _ clauses: [[Int]]) -> Set<Int> {
    Set(
      (0..<1 << variables).filter { assignment in
        clauses.allSatisfy { clause in
          clause.contains { ($0 > 0) == (assignment >> (abs($0) - 1) & 1 == 1) }
        }
      })
  }

  @Test("more pigeons than holes do not fit, with a proof; as many do", arguments: 1...6)
  func pigeonholes(holes: Int) throws {
    let formula = pigeons(holes + 1, holes: holes)
    var solver = ClauseSolver(formula, recordingProof: true)
    #expect(solver.solve(conflictLimit: .max) == .unsatisfiable)
    let log = solver.proof
    let proof = try #require(log)
    _ = try ProofChecker.check(formula: formula.dimacs(heading: []), proof: proof.drat)
    var other = ClauseSolver(pigeons(holes, holes: holes))
    #expect(other.solve(conflictLimit: .max) == .satisfiable)
  }

  @Test("what is forgotten is forgotten in the proof too")
  func reductions() throws {
    let formula = pigeons(7, holes: 6)
    var solver = ClauseSolver(formula, recordingProof: true)
    var limit = 100
    while solver.solve(conflictLimit: limit) == .undecided {
      // Far more often than the search does by itself.
      let conflict = solver.propagate()
      #expect(conflict < 0)
      solver.reduce()
      limit += 100
    }
    let reductions = solver.reductions
    #expect(reductions >= 3)
    let log = solver.proof
    let proof = try #require(log)
    let summary = try ProofChecker.check(formula: formula.dimacs(heading: []), proof: proof.drat)
    #expect(summary.deletions > 50)
    #expect(summary.additions == proof.additions)
  }

  @Test("on random formulas it finds what brute force finds, and then proves the end")
  func randomFormulas() throws {
    var generator = ReplaySeed(51).generator
    var satisfiable = 0
    for _ in 0..<120 {
      let variables = 4 + generator.below(6)
      let clauses = (0..<3 * variables + generator.below(2 * variables)).map { _ in
        (0..<2 + generator.below(2)).map { _ in
          (1 + generator.below(variables)) * (generator.below(2) == 0 ? 1 : -1)
        }
      }
      let expected = models(variables, clauses)
      satisfiable += expected.isEmpty ? 0 : 1
      var formula = formula(variables, clauses)
      var solver = ClauseSolver(formula, recordingProof: true)
      var found: Set<Int> = []
      while solver.solve(conflictLimit: .max) == .satisfiable {
        let isTrue = (0..<variables).map { solver.isTrue($0) }
        let model = isTrue.indices.reduce(0) { $0 | (isTrue[$1] ? 1 << $1 : 0) }
        #expect(found.insert(model).inserted)
        guard expected.contains(model) else { break }
        let exclusion = isTrue.indices.map { Literal($0, isTrue: !isTrue[$0]) }
        solver.add(exclusion)
        formula.require(anyOf: exclusion)
      }
      #expect(found == expected)
      let log = solver.proof
      let proof = try #require(log)
      _ = try ProofChecker.check(formula: formula.dimacs(heading: []), proof: proof.drat)
    }
    #expect((10...110).contains(satisfiable))
  }

  @Test("a search that ran out of budget goes on where it ended")
  func budget() {
    let formula = pigeons(7, holes: 6)
    var whole = ClauseSolver(formula)
    #expect(whole.solve(conflictLimit: .max) == .unsatisfiable)
    var parts = ClauseSolver(formula)
    var limit = 0
    while parts.solve(conflictLimit: limit) == .undecided {
      #expect(parts.conflicts == limit)
      limit += 50
      guard limit < 100_000 else { break }
    }
    #expect(limit > 100)
    #expect(parts.solve(conflictLimit: 0) == .unsatisfiable)
  }

  @Test("clauses that say nothing, say it twice or say it all are understood")
  func trivialClauses() {
    var none = ClauseSolver(formula(2, []))
    #expect(none.solve(conflictLimit: 0) == .satisfiable)
    var empty = ClauseSolver(formula(1, [[1], []]))
    #expect(empty.solve(conflictLimit: 0) == .unsatisfiable)
    var opposite = ClauseSolver(formula(1, [[1], [-1]]))
    #expect(opposite.solve(conflictLimit: 0) == .unsatisfiable)
    var idle = ClauseSolver(formula(3, [[1, -1], [2, 2, 2], [-2, -2, 3], [3, -3]]))
    #expect(idle.solve(conflictLimit: 0) == .satisfiable)
    #expect(idle.isTrue(1) && idle.isTrue(2))
    idle.add([Literal(2, isTrue: false)])
    #expect(idle.solve(conflictLimit: 0) == .unsatisfiable)
  }

  @Test("restarts follow Luby's sequence")
  func luby() {
    let sequence = (1...15).map { ClauseSolver.lubyNumber($0) }
    #expect(sequence == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8])
  }
}
