import Foundation
import Notation
import StarBattle
import TestSupport
import Testing

@Suite("Notation: the table")
struct NotationTests {
  @Test("the ids are these, for ever and in this order")
  func ids() {
    #expect(
      Notation.all.map(\.id) == [
        "sbn", "fpuzzles", "puzzlink", "starbattlelab", "pzprv3", "json", "legup", "table",
        "numbers", "task", "letters",
      ])
    #expect(Notation.all.allSatisfy { Notation.named($0.id) == $0 })
    #expect(Notation.named("SBN") == nil)
    #expect(
      Notation.all.filter { !$0.isWritable } == [.fpuzzles, .starbattlelab, .legup, .table])
    #expect(
      Notation.all.filter(\.isMultiline) == [.pzprv3, .legup, .table, .numbers, .letters])
  }

  @Test(
    "1,000 random boards come back from every notation, recognised by itself",
    arguments: Notation.all.filter(\.isWritable))
  func roundTrip(notation: Notation) throws {
    var generator = ReplaySeed(0x2B1D).generator
    for _ in 0..<1_000 {
      let puzzle = RandomBoards.puzzle(using: &generator)
      let text = try #require(notation.text(of: SBN(puzzle: puzzle)))
      let stars = puzzle.grid.stars
      let read = try notation.read(text, stars: stars)
      #expect(read.puzzle == puzzle, "\(text)")
      #expect(notation.text(of: read) == text)
      let entries = Array(readPuzzles(text, stars: stars))
      #expect(entries.count == 1)
      #expect(entries.first?.notation == notation, "\(text)")
      #expect(try entries.first?.result.get() == read)
    }
  }

  @Test("stars given apart do not change a notation that says them")
  func statedStars() throws {
    #expect(try Notation.sbn.read(Samples.text, stars: 3).puzzle.grid.stars == 1)
    #expect(try Notation.puzzlink.read("6/6/1/4ilbhgdnmhou", stars: 3).puzzle.grid.stars == 1)
    #expect(try Notation.starbattlelab.read("551W7kxqe40", stars: 3).puzzle.grid.stars == 1)
  }

  @Test("a text of no puzzle or of two is refused where one is wanted")
  func exactlyOne() {
    #expect(
      Samples.complaint("# nothing\n\n", as: .task)
        == "line 1, column 1: found no puzzle, expected one, such as “1,1,2,2,2,…”")
    #expect(
      Samples.complaint("\(Samples.text)\n\n\(Samples.text)", as: .sbn)
        == "line 3, column 1: found a second puzzle, expected only one")
  }
}

extension NotationTests {
  @Test("the page about notations has a row for each, in the order of the table")
  func page() throws {
    let page = Project.folder.appending(path: "docs/notations.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let ids = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(ids == Notation.all.map(\.id))
  }
}
