import Drawing
import Flagging
import Notation
import Pipeline
import Preview
import StarBattle
import TestSupport
import Testing

@Suite("Drawings of boards")
struct BoardDrawingsTests {
  @Test("regions that share an edge never share a colour")
  func colours() {
    var generator = ReplaySeed(0xC0).generator
    for _ in 0..<300 {
      let puzzle = RandomBoards.puzzle(using: &generator)
      let colours = RegionColouring.colours(of: puzzle)
      #expect(colours.allSatisfy { (0..<RegionColouring.count).contains($0) })
      for cell in puzzle.regions.indices {
        for next in puzzle.grid.edgeNeighbours(of: cell) {
          let (one, other) = (puzzle.region(of: cell), puzzle.region(of: next))
          #expect(one == other || colours[one] != colours[other], "\(SBN(puzzle: puzzle))")
        }
      }
    }
  }

  @Test("a sentence comes back from its code word by word, whatever the number of words")
  func words() {
    let sentences = (0..<4000).map { "word\($0) and  again word\($0 % 7)" }
    let book = WordBook(of: sentences)
    for sentence in sentences.prefix(50) + sentences.suffix(50) {
      var words: [String] = []
      var number = 0
      for character in book.code(sentence) {
        if let lead = WordBook.leading.firstIndex(of: character) {
          number = number * WordBook.leading.count + lead + 1
        } else if let final = WordBook.final.firstIndex(of: character) {
          words.append(book.words[number * WordBook.final.count + final])
          number = 0
        }
      }
      #expect(words.joined(separator: " ") == sentence)
    }
  }

  @Test("a puzzle resembles itself turned or mirrored, and one with a cell moved, and no other")
  func resemblances() throws {
    var generator = ReplaySeed(0xC1).generator
    let grid = try Grid(side: 10, stars: 2)
    let puzzles = (0..<20).map { _ in RandomBoards.puzzle(of: grid, using: &generator) }
    #expect(Resemblance.all(among: puzzles).isEmpty)
    for symmetry in Symmetry.allCases {
      let found = Resemblance.all(among: puzzles + [puzzles[3].applying(symmetry)])
      #expect(found.map(\.first) == [3] && found.map(\.isSame) == [true])
    }
    let nearly = puzzles[0].regions.indices.lazy.compactMap { cell -> Puzzle? in
      guard
        let next = grid.edgeNeighbours(of: cell).first(where: {
          puzzles[0].regions[$0] != puzzles[0].regions[cell]
        })
      else { return nil }
      var regions = puzzles[0].regions
      regions[cell] = regions[next]
      return try? Puzzle(grid: grid, regions: regions)
    }.first
    let moved = try #require(nearly)
    #expect(Resemblance.all(among: [puzzles[0], moved]).map(\.shared) == [8])
    // The page says what the press goes by.
    for puzzle in puzzles {
      let isFound = !Resemblance.all(among: [puzzle, moved]).isEmpty
      #expect(isFound == puzzle.isNearTwin(of: moved))
    }
  }
}
