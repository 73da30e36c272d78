// Finds solutions by exact search.
import Notation
import Searching
import StarBattle

let puzzle = try SBN("5x1.ABCCCABBBCADDBBADEEEADDDD").puzzle
var solver = ExactSolver()

// Two are enough to know whether there is just one.
let count = solver.count(puzzle, limit: 2)
print("\(count.solutions.count) solution, \(count.isComplete ? "and no more" : "or more")")
print(count.solutions[0].stars.map { "r\($0 / 5 + 1)c\($0 % 5 + 1)" }.joined(separator: " "))

// All solutions of a board whose rows are its regions, without keeping any of them.
let rows = try SBN("6x1.AAAAAABBBBBBCCCCCCDDDDDDEEEEEEFFFFFF").puzzle
var found = 0
let effort = solver.forEachSolution(of: rows) { _ in
  found += 1
  return true
}
print("\(found) solutions, \(effort.isComplete ? "all of them" : "so far")")

// > 1 solution, and no more
// > r1c5 r2c3 r3c1 r4c4 r5c2
// > 90 solutions, all of them
