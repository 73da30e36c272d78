// Reads puzzles in any notation, and says what is wrong with those that are none.
import Notation
import StarBattle

let text = """
  5x1.ABCCCABBBCADDBBADEEEADDDD
  https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou
  5x1.ABCCCABBBCADDBBADEEEADDD
  """
for entry in readPuzzles(text) {
  switch entry.result {
  case .success(let sbn): print("\(sbn.puzzle.grid): \(sbn.canonical)")
  case .failure(let error): print(error)
  }
}

// A puzzle can be made of anything that has a label for each cell, and written in most notations.
let grid = try Grid(side: 5, stars: 1)
let puzzle = try Puzzle(grid: grid, regions: Array("ABCCCABBBCADDBBADEEEADDDD".utf8))
print(Notation.puzzlink.text(of: SBN(puzzle: puzzle)) ?? "")

// > 5×5 with 1 star: 5x1.ABCCCABBBCADDBBADEEEADDDD
// > 6×6 with 1 star: 6x1.AAABBBABBBCCADDEECFFDDECFEEEECFCCCCC
// > line 3, column 29: found the end of the line, expected a region letter A–Z (number 25 of 25)
// > https://puzz.link/p?starbattle/5/5/1/p6m86d77
