import Explaining
import Notation
import StarBattle

/// Prints a puzzle, a hint for its empty board, and its solution.
@main
struct HintExample {
  static func main() throws {
    let text = CommandLine.arguments.dropFirst().first ?? "5x1.ABCCCABBBCADDBBADEEEADDDD"
    let puzzle = try SBN(text).puzzle
    print(puzzle.grid)
    print(drawing(of: puzzle) { "ABCDEFGHIJKLMNOPQRSTUVWXY".map(\.self)[puzzle.region(of: $0)] })

    var coach = Coach()
    var board = PlayerBoard(puzzle.grid)
    if let hint = try coach.hint(for: puzzle, on: board) { print(hint.text(.explanation)) }

    // Following hints alone ends in the solution.
    while let hint = try coach.hint(for: puzzle, on: board) {
      if case .step(let step) = hint.content { board.apply(step) }
    }
    print(drawing(of: puzzle) { board[$0] == .star ? "*" : "·" })
  }

  /// The cells of a puzzle, a line a row.
  private static func drawing(of puzzle: Puzzle, _ sign: (Int) -> Character) -> String {
    let side = puzzle.grid.side
    return (0..<side).map { row in
      (0..<side).map { String(sign(row * side + $0)) }.joined(separator: " ")
    }.joined(separator: "\n")
  }
}

// > 5×5 with 1 star
// > A B C C C
// > A B B B C
// > A D D B B
// > A D E E E
// > A D D D D
// > Region E has all its open cells in row 4 and needs a star, which is all that can still go there, so the other open cells of row 4 stay empty.
// > · · · · *
// > · · * · ·
// > * · · · ·
// > · · · * ·
// > · * · · ·
