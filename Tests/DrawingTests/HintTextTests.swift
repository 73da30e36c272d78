import Drawing
import Explaining
import Notation
import StarBattle
import Testing

@Suite("Hints at a terminal")
struct HintTextTests {
  private func board(_ stars: Int...) throws -> (Puzzle, PlayerBoard) {
    let puzzle = try SBN("5x1.ABCCCABBBCADDBBADEEEADDDD").puzzle
    var board = PlayerBoard(puzzle.grid)
    for star in stars { board[star] = .star }
    return (puzzle, board)
  }

  private func lines(_ depth: Hint.Depth, on board: (Puzzle, PlayerBoard)) throws -> [String] {
    var coach = Coach()
    let hint = try #require(try coach.hint(for: board.0, on: board.1))
    return HintText().lines(hint, depth)
  }

  /// The lines between the sentence and what the signs mean.
  private func drawing(_ depth: Hint.Depth, on board: (Puzzle, PlayerBoard)) throws -> String {
    let parts = try lines(depth, on: board).split(separator: "")
    #expect(parts.count == 3)
    return parts[1].joined(separator: "\n")
  }

  @Test("the drawing shows no more than the sentence")
  func depths() throws {
    let board = try board()
    let place = try drawing(.place, on: board)
    let technique = try drawing(.technique, on: board)
    let whole = try drawing(.explanation, on: board)
    #expect(place.contains("o") && place == technique)
    // What follows is told at the end alone.
    #expect(!place.contains("×") && !place.contains("★"))
    #expect(whole.contains("×") || whole.contains("★"))
    #expect(try lines(.place, on: board).joined(separator: " ").contains("Look at row 4"))
  }

  @Test("a mistake is shown where it is, and nothing else")
  func mistake() throws {
    let found = try lines(.explanation, on: board(0))
    #expect(found.joined().contains("mistake"))
    let drawing = try drawing(.explanation, on: board(0))
    #expect(drawing.count { $0 == "?" } == 1 && !drawing.contains("o") && !drawing.contains("×"))
  }

  @Test("a solved board is told in the reader's language", arguments: HintLanguage.all)
  func solved(language: HintLanguage) {
    let lines = HintText(language: language, width: 40).solved
    #expect(!lines.isEmpty && lines.allSatisfy { WrappedText.columns(of: $0[...]) <= 40 })
  }
}
