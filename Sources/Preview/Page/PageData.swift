import Answering
import Explaining
import Grading
import JSONText
import Printable
import Solving
import StarBattle

/// What the page's script knows of the puzzles, in little room.
///
/// Cells are two digits to the base of 32, containers `r`, `c` or `g` (region) and one such digit,
/// sentences as in `WordBook`. The cells that a step looks at are told only where they do not
/// follow from its containers. Steps that a step rests on (`StepGraph`) are told by how far back
/// they are, in numbers of `WordBook`.
struct PageData {
  private let book: WordBook
  private let puzzles: [ShownPuzzle]
  private let language: HintLanguage

  init(_ puzzles: [ShownPuzzle], language: HintLanguage) {
    self.puzzles = puzzles
    self.language = language
    book = WordBook(of: puzzles.lazy.flatMap(\.sentences))
  }

  /// JSON that can stand in a script element: no text in it can end the element.
  var text: String {
    let rules = Rule.ladder.map { JSONValue.array([.string($0.name), .integer($0.level)]) }
    let coach = PageCoach(puzzles, language: language)
    let value = JSONValue.object([
      JSONMember("leading", String(WordBook.leading)),
      JSONMember("final", String(WordBook.final)),
      JSONMember("words", book.words),
      JSONMember("rules", rules),
      JSONMember("coach", coach.json),
      JSONMember("puzzles", puzzles.map(entry)),
    ])
    return value.inScript
  }

  private func entry(_ puzzle: ShownPuzzle) -> JSONValue {
    let differing = puzzle.differingCells
    let letters = puzzle.puzzle.regions.map { UInt8(ascii: "A") + $0 }
    let steps = zip(zip(puzzle.told.steps, puzzle.sentences), StepGraph(puzzle.told).nodes)
    var members = [
      JSONMember("side", puzzle.puzzle.grid.side),
      JSONMember("stars", puzzle.puzzle.grid.stars),
      JSONMember("regions", String(decoding: letters, as: UTF8.self)),
      JSONMember("solutions", .array(puzzle.solutions.map { .string(PageData.cells($0.stars)) })),
      JSONMember(
        "steps",
        .array(
          steps.enumerated().map { place, step in
            entry(step.0.0, step.0.1, rests: step.1.rests.map { place - $0 })
          })),
    ]
    if !differing.isEmpty {
      members.append(JSONMember("differ", PageData.cells(differing)))
    }
    if !puzzle.grade.isSolved {
      members.append(JSONMember("open", PageData.cells(puzzle.verdict.openCells)))
      let text = puzzle.verdict.text(on: puzzle.puzzle.grid, highestLevel: nil)
      members.append(JSONMember("end", text))
      let failure = puzzle.verdict.failure?.containers ?? []
      members.append(JSONMember("failure", PageData.containers(failure)))
    }
    return .object(members)
  }

  private func entry(_ step: Step, _ sentence: String, rests: [Int]) -> JSONValue {
    guard let rule = Rule(id: step.rule)?.row else {
      preconditionFailure("a step that was just made follows a rule of the ladder")
    }
    let cells = step.containers.isEmpty ? step.cells : []
    return .array([
      .integer(rule), .integer(step.cycle), .string(book.code(sentence)),
      .string(PageData.cells(step.stars)), .string(PageData.cells(step.marks)),
      .string(PageData.containers(step.containers)), .string(PageData.cells(cells)),
      .string(step.assumption.map { PageData.cells([$0.cell]) } ?? ""),
      .string(rests.map(WordBook.code).joined()),
    ])
  }

  private static let digits = Array("0123456789abcdefghijklmnopqrstuv")

  static func cells(_ cells: [Int]) -> String {
    String(cells.flatMap { [digits[$0 / 32], digits[$0 % 32]] })
  }

  static func containers(_ containers: [Container]) -> String {
    containers.map { container in
      switch container {
      case .row(let row): "r\(digits[row])"
      case .column(let column): "c\(digits[column])"
      case .region(let region): "g\(digits[region])"
      }
    }.joined()
  }
}

extension JSONValue {
  /// The value as it can stand in a script element: no text in it can end the element.
  var inScript: String { line.replacingScalars { $0 == "<" ? "\\u003c" : nil } }
}
