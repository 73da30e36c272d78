// Shows that a solution is the only one, to people who trust nobody.
import Notation
import Proving
import StarBattle

let puzzle = try SBN("5x1.ABCCCABBBCADDBBADEEEADDDD").puzzle
let prover = Prover()
switch prover.verdict(on: puzzle) {
case .none: print("no solution")
case .unique(let solution): print("one solution: \(solution.stars)")
case .several(let one, let other): print("several: \(one.stars), \(other.stars) …")
case .undecided(let conflicts): print("not decided after \(conflicts) conflicts")
}

// A certificate has the formula and the proof as files that any checker of DRAT proofs reads.
let certificate = try prover.certificate(for: puzzle)
let summary = try certificate.check()
print("checked: \(summary.additions) conclusions for \(certificate.solution.stars)")

// > one solution: [4, 7, 10, 18, 21]
// > checked: 19 conclusions for [4, 7, 10, 18, 21]
