// Gives the next hint for the board that a player has, in three depths.
import Explaining
import Notation
import StarBattle

let puzzle = try SBN("5x1.ABCCCABBBCADDBBADEEEADDDD").puzzle
var board = PlayerBoard(puzzle.grid)
var coach = Coach()
if let hint = try coach.hint(for: puzzle, on: board) {
  for depth in Hint.Depth.allCases { print(hint.text(depth)) }
  print(hint.text(.place, in: .german))
}

// A mistake comes first, and no more is told than where it is and why.
board[0] = .star
if let hint = try coach.hint(for: puzzle, on: board) { print(hint.text(.explanation)) }

// > Look at row 4 and region E.
// > Count the stars still needed in row 4 and region E: lines against regions.
// > Region E has all its open cells in row 4 and needs a star, which is all that can still go there, so the other open cells of row 4 stay empty.
// > Schau dir Zeile 4 und Region E an.
// > The star in row 1, column 1 is a mistake: with it, the puzzle has no solution.
