import Explaining
import Foundation
import Grading
import JSONText
import Notation
import Pipeline
import Preview
import Searching
import Solving
import StarBattle
import TestSupport
import Testing

/// What a page knows so that its puzzles can be played; `make test-play` plays them.
@Suite("Pages to play")
struct PagePlayTests {
  private static let puzzles = [
    "8x1.AAAABBBBAACCCDBEAAAACDEEAACACDDEFFCCCCDEFFCCCFDGHFFCFFDGHHFFFFGG",
    "5x1.AABBBAABBBCCDDDCCDDDEEEEE",
    """
    10x2.AAABBBBCCCAAAAAACCCCADDDEEEECCDDDDEEFFFCDDDGGHFFFCDDDGGHFFFFDDDGGHFFFFIDDGGHFFFF\
    IIIGHHFFFFIIIHHJJJJF
    """,
  ]
  private let folder = TemporaryFolder()

  private func shown() throws -> [ShownPuzzle] { try shown(.english) }

  private func shown(_ language: HintLanguage) throws -> [ShownPuzzle] {
    var grader = Grader()
    var solver = ExactSolver()
    return try Self.puzzles.enumerated().map { number, text in
      let item = PreviewSet.Item(id: "p:\(number)", label: "\(number)", sbn: try SBN(text))
      return ShownPuzzle(item, highestLevel: 12, language: language, &grader, &solver)
    }
  }

  private func page(_ language: HintLanguage, in name: String) throws -> String {
    let puzzles = try shown(language)
    let set = PreviewSet(title: "Play", items: puzzles.map(\.item))
    let page = PreviewPage(set: set, puzzles: puzzles, language: language, boardsPerPage: nil)
    _ = try page.write(to: "\(folder.path)/\(name)")
    return try #require(folder.text("\(name)/index.html"))
  }

  @Test(
    "no title and no name of a place leaves its element, whatever stands before its signs",
    arguments: ["\u{600}", "\u{D4E}", "a"])
  func hostileNames(before: String) throws {
    let text = "\(before)</script>\(before)<script>alert(1)</script>\"\u{301}"
    var grader = Grader()
    var solver = ExactSolver()
    let item = PreviewSet.Item(id: text, label: text, sbn: try SBN(Self.puzzles[1]))
    let shown = ShownPuzzle(item, highestLevel: 12, language: .english, &grader, &solver)
    let set = PreviewSet(title: text, items: [item])
    let page = PreviewPage(set: set, puzzles: [shown], language: .english, boardsPerPage: nil)
    let html = String(decoding: try page.html(), as: UTF8.self).unicodeScalars
    let script = Array("<script>alert".unicodeScalars)
    #expect(html.firstRange(of: script) == nil)
    // One for the data, one for the cards, one for the program.
    #expect(html.ranges(of: Array("</script".unicodeScalars)).count == 3)
  }

  private func data(_ page: String) throws -> JSONValue {
    let opening = #"<script type="application/json" id="data">"#
    let start = try #require(page.components(separatedBy: opening).dropFirst().first)
    let text = try #require(start.components(separatedBy: "</script>").first)
    return try JSONValue(reading: Array(text.utf8))
  }

  private func list(_ value: JSONValue?) throws -> [JSONValue] {
    guard case .array(let elements)? = value else { throw NoList() }
    return elements
  }

  private func text(_ value: JSONValue?) -> String {
    if case .string(let text)? = value { text } else { "" }
  }

  private struct NoList: Error {}

  @Test("it has the step graph of every puzzle")
  func steps() throws {
    let data = try data(page(.english, in: "steps"))
    for (puzzle, entry) in zip(try shown(), try list(data["puzzles"])) {
      let steps = try list(entry["steps"]).map { try list($0) }
      let nodes = StepGraph(puzzle.told).nodes
      #expect(steps.count == nodes.count)
      for (place, (step, node)) in zip(steps, nodes).enumerated() {
        let code = node.rests.map { WordBook.code(place - $0) }.joined()
        #expect(text(step.last) == code)
        #expect(step.count == 9)
      }
    }
  }

  @Test("it can word every hint", arguments: HintLanguage.all.map(\.code))
  func words(_ code: String) throws {
    let language = try #require(HintLanguage(code: code))
    let data = try data(page(language, in: "words"))
    let coach = try #require(data["coach"])
    for puzzle in try shown(language) {
      for step in puzzle.told.steps {
        let row = try #require(Rule(id: step.rule)?.row)
        #expect(text(try list(coach["techniques"])[row]) == language.rules[step.rule]?.technique)
        guard step.containers.count > 1 else { continue }
        // The page fills in the names of several where they are listed.
        let name = Phrases(language: language).name(of: step.containers)
        #expect(coach["lists"]?.members.contains { text($0.value) == name } == true)
      }
    }
    for coaching in Coaching.allCases {
      #expect(text(coach["says"]?[coaching.rawValue]) == language.coaching[coaching])
    }
    for (kind, container) in [("r", Container.row(2)), ("c", .column(2))] {
      let template = text(coach["names"]?[kind])
      #expect(
        template.replacingOccurrences(of: "{number}", with: "3")
          == Phrases(language: language).name(of: [container]))
    }
  }

  @Test("the same puzzles give the same bytes")
  func bytes() throws {
    #expect(try page(.spanish, in: "one") == page(.spanish, in: "two"))
  }

  @Test("numbers in code are told apart, in any number of characters")
  func codes() {
    let codes = (0...5000).map(WordBook.code)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.last.map(WordBook.final.contains) == true })
    #expect(codes.allSatisfy { $0.dropLast().allSatisfy(WordBook.leading.contains) })
  }
}
