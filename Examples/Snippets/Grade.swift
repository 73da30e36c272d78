// Solves a puzzle as a person does, and says how hard that was.
import Grading
import Notation
import Solving
import StarBattle

let puzzle = try SBN("5x1.ABCCCABBBCADDBBADEEEADDDD").puzzle
var grader = Grader()
let (grade, trace) = grader.trace(puzzle)
print("difficulty \(grade.difficulty) of 10, \(grade.band), level \(grade.level)")
for count in grade.rules { print("\(count.count) × \(count.rule.name)") }

// Every step says which cells follow from what.
let step = trace.steps[0]
print("\(step.rule) from \(step.containers): stars \(step.stars), marks \(step.marks)")

// > difficulty 10 of 10, expert, level 11
// > 1 × forced placement
// > 1 × counting lines against regions
// > 2 × a star here leaves too few cells
// > 1 × a star here forces a contradiction
// > counting.marks from [StarBattle.Container.row(3), StarBattle.Container.region(4)]: stars [], marks [15, 16]
